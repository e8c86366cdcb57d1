"""A board whose reader types in another language than that of ids: what is typed stands there as `moves` offers it."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from core.kernel.drawing.parts import Board
from core.kernel.language.lexicon import typed_as
from core.kernel.language.words import Words


def as_typed(board: Board, words: Words) -> Board:
    """The same board; every part that says what is typed to mean it says it in these words."""
    same: Board = _spelled(board, words)
    return same


def _spelled(part: Any, words: Words) -> Any:
    if isinstance(part, _MANY):
        return tuple(_spelled(item, words) for item in part)
    if not isinstance(part, Struct):
        return part
    values = {name: getattr(part, name) for name in part.__struct_fields__}
    changed = {name: _spelled(value, words) for name, value in values.items() if isinstance(value, (_MANY, Struct))}
    if values.get("typed"):
        changed["typed"] = typed_as(values["typed"], words)
    return replace(part, **changed)


_MANY: Any = tuple
