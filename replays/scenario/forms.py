"""How the values of a type are written in a scenario: in words for a field, in capitals for facts and moves."""

from collections.abc import Mapping
from typing import Any, Final, Literal, get_args

from msgspec import Struct

from core.kernel.rules.amounts import Amounts
from core.kernel.rules.grid import CELLS
from core.kernel.rules.marks import Each, Field
from core.kernel.rules.secret import Opened
from replays.scenario.hints import (
    ROWS,
    SECRET,
    Hint,
    closed,
    fixed_length,
    is_by_seat,
    is_kind,
    is_signed,
    marked,
    origin_of,
    plain_type,
    something,
    tag_of_kind,
    within,
)

_OPENED: Any = Opened
_PLAIN: Final[Mapping[Any, str]] = {int: "number", bool: "flag", str: "text"}


def form(hint: Hint, say: Mapping[str, str], moves: tuple[Hint, ...]) -> str:
    """In words: `a list: a card`."""
    plain, name = plain_type(hint)
    origin = origin_of(plain)
    if name and plain in _PLAIN:
        return say["seat"] if name == "seat" else say["word"].format(of=name)
    if plain in _PLAIN:
        return say["signed" if is_signed(hint) else _PLAIN[plain]]
    if origin is Literal:
        return " | ".join(map(str, get_args(plain)))
    if origin is SECRET:
        return say["secret"].format(of=form(closed(hint), say, moves))
    if origin is _OPENED:
        return say["opened"]
    if origin is dict:
        kind, content = get_args(plain)
        return say["by"].format(keys=plain_type(kind)[1] or form(kind, say, moves), of=form(content, say, moves))
    if origin in ROWS:
        return _row(hint, say, moves)
    if plain in moves:
        return say["move"].format(of=tag_of_kind(plain))
    if is_kind(plain, Amounts):
        return say["amount"].format(of=" + ".join(plain.__struct_fields__))
    if is_kind(plain, Struct):
        return say["struct"].format(of=plain.__name__)
    return form(marked(something(plain), name), say, moves)


def _row(hint: Hint, say: Mapping[str, str], moves: tuple[Hint, ...]) -> str:
    """Return the form of a list; of a pair; of a row with an entry for each seat, or for each word of a vocabulary."""
    plain, name = plain_type(hint)
    size = fixed_length(plain)
    if size is not None:
        return say["pair"].format(of=", ".join(form(within(plain, name, at), say, moves) for at in range(size)))
    inner = form(marked(get_args(plain)[0], name), say, moves)
    if is_by_seat(hint):
        return say["by_seat"].format(of=inner)
    keys = next((mark.kind for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, Each)), "")
    return say["each"].format(keys=keys, of=inner) if keys else say["list"].format(of=inner)


def struct_in(hint: Hint) -> Hint | None:
    """The struct that lies in a type, with fields of its own to name."""
    plain, _ = plain_type(hint)
    origin = origin_of(plain)
    if origin is dict or origin in ROWS:
        return struct_in(get_args(plain)[0 if origin in ROWS else 1])
    if origin is not None and origin not in {Literal, SECRET, _OPENED}:
        return struct_in(something(plain))
    return plain if is_kind(plain, Struct) and not is_kind(plain, Amounts) else None


def short(field: Field) -> str:
    """In capitals, as it stands in a fact or a move: `SEAT`, `CARD,...`."""
    if isinstance(field.default, bool):
        return "true"
    word = "N" if field.kind == "int" else "AMOUNT" if field.counter else field.kind.upper()
    return f"{word},..." if field.many and field.kind != CELLS else f"{word};..." if field.many else word
