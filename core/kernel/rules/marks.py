"""Marks on types: what notation, sentences and completion need, so that nothing is written by hand per game."""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, NewType, get_args, get_type_hints

import msgspec

from core.kernel.rules.amounts import Amounts
from core.kernel.rules.secret import Opened


class Name(msgspec.Struct, frozen=True):
    """Marks an id that has no type of its own: which vocabulary its words come from.

    A type of its own says it by what it is called: the words of a `CardId` are those of "card".
    """

    kind: str


class Key(msgspec.Struct, frozen=True):
    """Marks a field of a move that is written `key=value`."""


class Many(msgspec.Struct, frozen=True):
    """Marks a tuple of words in which order does not matter: written sorted, repeated words as `word*n`."""


class OneWord(msgspec.Struct, frozen=True):
    """Marks a tuple that is written as one word: `5,7,4`."""


class BySeat(msgspec.Struct, frozen=True):
    """Marks a tuple with one entry for each seat."""


class Signed(msgspec.Struct, frozen=True):
    """Marks a number or an amount that can be below 0: something is owed, or goes back."""


class Each(msgspec.Struct, frozen=True):
    """Marks a tuple, or a dictionary, with one entry for each word of a vocabulary."""

    kind: str


Limit = int | str
"""A number, or where a table has it: `edition.board.rounds`; a row or a dictionary there stands for its size."""


class UpTo(msgspec.Struct, frozen=True):
    """Marks numbers, or all kinds of an amount: none is below the least or beyond the most."""

    most: Limit
    least: int = 0


class Room(msgspec.Struct, frozen=True):
    """Marks a tuple, or a dictionary, with no more entries than that."""

    most: Limit


class Places(msgspec.Struct, frozen=True):
    """Marks a tuple with exactly this many entries, or with none before they are laid out."""

    count: Limit


class Once(msgspec.Struct, frozen=True):
    """Marks a tuple in which nothing stands twice, but for empty places."""


Seat = Annotated[int, Name("seat")]

Vocabulary = Mapping[str, tuple[str, ...]]
"""The words of each kind of id, in their canonical order."""


class Field(msgspec.Struct, frozen=True):
    """What a type says about one field."""

    name: str
    kind: str  # the vocabulary; "int" and "text" for plain values, "amount" for a counter
    many: bool = False  # a tuple of them
    unordered: bool = False
    one_word: bool = False
    by_seat: bool = False
    opens: Any = None  # the type of what was in the box
    counter: Any = None  # the type of a counter
    key: bool = False
    required: bool = True
    default: Any = None


def vocabulary_of(part: Any) -> str:
    """The vocabulary that a type or a mark names; none if it names none."""
    if isinstance(part, Name):
        return part.kind
    if isinstance(part, NewType):
        return part.__name__.removesuffix("Id").lower()
    return part.vocabulary if isinstance(part, type) and issubclass(part, Amounts) else ""


@cache
def fields_of(cls: type) -> tuple[Field, ...]:
    """The fields of a struct, in order, as their types describe them."""
    hints = get_type_hints(cls, include_extras=True)
    made: list[Field] = []
    for info in msgspec.structs.fields(cls):
        parts = list(_flatten(hints[info.name]))
        names = [kind for part in parts if (kind := vocabulary_of(part))]
        counter = next((part for part in parts if isinstance(part, type) and issubclass(part, Amounts)), None)
        plain = "amount" if counter else "int" if int in parts else "text"
        made.append(
            Field(
                info.name,
                names[0] if names else plain,
                many=tuple in parts,
                unordered=any(isinstance(part, Many) for part in parts),
                one_word=any(isinstance(part, OneWord) for part in parts),
                by_seat=any(isinstance(part, BySeat) for part in parts),
                counter=counter,
                opens=parts[parts.index(Opened) + 1] if Opened in parts else None,
                key=any(isinstance(part, Key) for part in parts),
                required=info.required,
                default=None if info.required else info.default,
            )
        )
    return tuple(made)


def _flatten(hint: Any) -> Any:
    """A type and everything inside it: `Annotated[tuple[X, ...], Many()]` gives Many(), tuple, X."""
    meta = getattr(hint, "__metadata__", ())
    yield from meta
    if meta:
        hint = hint.__origin__
    args = get_args(hint)
    yield getattr(hint, "__origin__", hint)
    for arg in args:
        if arg is not Ellipsis:
            yield from _flatten(arg)
