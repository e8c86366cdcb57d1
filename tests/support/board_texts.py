"""What there is to read on a board, and whether a page tells it."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from core.kernel.drawing import ink
from core.kernel.drawing.parts import Board, Card, Cards, Line, Net, Piece
from tests.support.html import Element

UNREAD = {"key", "colour", "colours", "ground", "shape", "form", "kind", "between", "goods", "sides", "ends", "facing"}
"""Fields of parts that are no texts; the sides of a tile are drawn."""

_TUPLE: Any = tuple


def untold(board: Board, page: Element) -> list[str]:
    """The texts of a board that are not on its page: there should be none."""
    played = _cards(board, "tableau")  # of these only the names are told
    short = {ink.bare(card.cost) for card in _cards(board, "rows")}  # and of these the cost in short
    drawn = {part.label for panel in board.panels for part in panel.parts if isinstance(part, Net)}
    left_out = {*texts(played)} - {card.name for card in played} | short | drawn
    titles = "".join(it.attributes.get("title", "") for it in page.walk())
    told = flat(page.text) + flat(page.text_without("sign")) + flat(titles)
    return [text for text in sorted({*texts(board.panels)} - left_out) if flat(text) not in told]


def _cards(board: Board, form: str) -> tuple[Card, ...]:
    parts = (part for panel in board.panels for part in panel.parts if isinstance(part, Cards))
    return tuple(card for part in parts if part.form == form for card in part.cards)


def texts(value: Any, field: str = "") -> Iterator[str]:
    """Every text of a board that somebody has to read, of those that say the same in short the longest."""
    if isinstance(value, str):
        yield ink.bare(value)
    elif isinstance(value, _TUPLE):
        for one in value[:1] if field in {"names", "terrain"} else value:
            yield from texts(one)
    elif isinstance(value, msgspec.Struct) and not _is_empty(value):
        for name in value.__struct_fields__:
            if name not in UNREAD | {"brief", "beyond"} and not (isinstance(value, Piece) and name == "name"):
                yield from texts(getattr(value, name), name)


def flat(text: str) -> str:
    """Without spaces: elements that stand apart have none between them."""
    return re.sub(r"\s", "", text)


def _is_empty(part: msgspec.Struct) -> bool:
    """A label without anything behind it is not drawn."""
    return (isinstance(part, Line) and not part.items) or (isinstance(part, Cards) and not part.cards)
