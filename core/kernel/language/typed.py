"""A board whose reader types in another language than that of ids: what is typed stands there as `moves` offers it."""

from operator import is_
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
    """The part itself, if it says nothing of what is typed: a board is drawn often, and little in it does."""
    if isinstance(part, _MANY):
        told = [_spelled(item, words) if isinstance(item, _WHOLE) else item for item in part]
        return part if all(map(is_, told, part)) else tuple(told)
    changed = {}
    for name in part.__struct_fields__:
        value = getattr(part, name)
        if name == "typed" and value:
            changed[name] = typed_as(value, words)
        elif isinstance(value, _WHOLE) and (said := _spelled(value, words)) is not value:
            changed[name] = said
    return replace(part, **changed) if changed else part


_MANY: Any = tuple
_WHOLE: Any = (_MANY, Struct)
"""What has parts."""
