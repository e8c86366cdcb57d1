"""The types that a game's structs are declared with, taken apart: without marks, without secrets, without nothing."""

from collections.abc import Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, NewType, TypeAlias, Union, get_args, get_origin, get_type_hints

from core.kernel.rules.marks import BySeat, Each, Many, Name, Signed, Vocabulary, vocabulary_of
from core.kernel.rules.secret import Secret

Hint: TypeAlias = Any
"""A type, with the marks on it."""

UNIONS: Final[Any] = (Union, UnionType)
ROWS: Final[Any] = (tuple, list, frozenset)
SECRET: Final[Any] = Secret


@cache
def _hints_of(kind: Any) -> Mapping[str, Hint]:  # a cache wants what can be hashed
    hints, said = get_type_hints(kind, include_extras=True), _said_for(kind)
    return {name: _with(hints[name], said) for name in kind.__struct_fields__}


def _said_for(kind: Any) -> dict[Any, Any]:
    """What a struct says for the type parameters of those that it extends."""
    said: dict[Any, Any] = {}
    for base in kind.__mro__:
        for generic in base.__dict__.get("__orig_bases__", ()):
            parameters = getattr(get_origin(generic), "__parameters__", ())
            said |= {name: said.get(arg, arg) for name, arg in zip(parameters, get_args(generic), strict=False)}
    return said


def _with(hint: Any, said: Mapping[Any, Any]) -> Any:
    """A type with its parameters filled in."""
    if hint in said:
        return said[hint]
    parameters = getattr(hint, "__parameters__", ())
    return hint[tuple(said.get(name, name) for name in parameters)] if parameters else hint


def hints_of(kind: Hint) -> Mapping[str, Hint]:
    """The fields of a struct with their types, marks included."""
    return _hints_of(kind)


def tag_of_kind(kind: Hint) -> str:
    """The tag of a kind of fact or move."""
    return str(kind.__struct_config__.tag)


def origin_of(hint: Hint) -> Hint:
    """What a type is a kind of: `tuple` of `tuple[int, ...]`."""
    return get_origin(hint)


def plain_type(hint: Hint) -> tuple[Hint, str]:
    """A type without its marks, and the vocabulary that they name."""
    return _plain_type(hint)


@cache
def _plain_type(hint: Any) -> tuple[Hint, str]:  # a cache wants what can be hashed
    name: str = ""
    while True:
        if origin_of(hint) is Annotated:
            marks: tuple[Any, ...] = getattr(hint, "__metadata__", ())
            name = next((kind for mark in marks if (kind := vocabulary_of(mark))), name)
            hint = getattr(hint, "__origin__", None)
        elif isinstance(hint, NewType):
            name = name or vocabulary_of(hint)
            hint = hint.__supertype__
        else:
            return hint, name or vocabulary_of(hint)


def words_of(hint: Hint, vocabulary: Vocabulary) -> tuple[str, ...]:
    """The words that a row has an entry for; none if it goes by numbers or seats."""
    marks = hint.__metadata__ if origin_of(hint) is Annotated else ()
    return next((vocabulary[mark.kind] for mark in marks if isinstance(mark, Each)), ())


def is_signed(hint: Hint) -> bool:
    """Can the number be below 0, or the amount of a kind?"""
    return any(isinstance(mark, Signed) for mark in getattr(hint, "__metadata__", ()))


def is_unordered(hint: Hint) -> bool:
    """Return whether order does not matter in the row, so that it is held sorted."""
    return any(isinstance(mark, Many) for mark in getattr(hint, "__metadata__", ()))


def is_by_seat(hint: Hint) -> bool:
    """Return whether the row has an entry for each seat, so that it is written by their names."""
    return any(isinstance(mark, BySeat) for mark in getattr(hint, "__metadata__", ()))


def is_secret(hint: Hint) -> bool:
    """Is it a secret, as it is declared?"""
    return origin_of(plain_type(hint)[0]) is SECRET


def closed(hint: Hint) -> Hint:
    """The type of what lies in a secret."""
    plain, name = plain_type(hint)
    if origin_of(plain) in UNIONS:
        return closed(marked(something(plain), name))
    return marked(get_args(plain)[0], name)


def item_of(hint: Hint) -> Hint:
    """The type of what lies in a row, closed or not; of anything else its own."""
    plain, name = plain_type(hint)
    if origin_of(plain) in UNIONS:
        return item_of(marked(something(plain), name))
    if origin_of(plain) is SECRET:
        return item_of(closed(hint))
    return marked(get_args(plain)[0], name) if origin_of(plain) in ROWS else hint


def within(plain: Hint, name: str, at: int) -> Hint:
    """Return the type of the item at a place of a row: one type for all, or one for each place (a pair)."""
    kinds = get_args(plain)
    return marked(kinds[at] if _is_fixed(plain) else kinds[0], name)


def fixed_length(plain: Hint) -> int | None:
    """Return how many items a row of types must have (2 of a pair); None if it takes any number."""
    return len(get_args(plain)) if _is_fixed(plain) else None


def _is_fixed(plain: Hint) -> bool:
    return origin_of(plain) is tuple and get_args(plain)[-1] is not Ellipsis


def marked(hint: Hint, name: str) -> Hint:
    """The type of an item, with the vocabulary that its row names."""
    return Annotated[hint, Name(name)] if name and not plain_type(hint)[1] else hint


def something(union: Hint) -> Hint:
    """What a value is when it is not nothing."""
    return next(kind for kind in get_args(union) if kind is not NoneType)


def is_kind(plain: Hint, kind: type) -> bool:
    """Is it a class of this kind?"""
    return isinstance(plain, type) and issubclass(plain, kind)
