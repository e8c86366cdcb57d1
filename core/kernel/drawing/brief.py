"""A board in brief: whose turn it is and who leads, what is on offer and at what price, on so many lines.

It is a board again, made of the same parts, and drawn like any other.
"""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final

from msgspec.structs import replace

from core.kernel.drawing import ink
from core.kernel.drawing.boxes import back, told
from core.kernel.drawing.parts import Board, Card, Cards, Line, Net, Panel, PanelKind, Part, Row, Table
from core.kernel.drawing.style import width
from core.kernel.drawing.terminal import Drawing, fitted

ORDER: Final[Sequence[PanelKind]] = ("offer", "seat", "", "map")
"""What comes first, after how the match stands."""

LEADS: Final = "♛"
GAP: Final = 3  # between two columns of cards, in places
CELLS: Final = 3  # of a card


def brief(board: Board, reader: int | None, wide: int, most: int) -> Board:
    """How the match stands, and then as much of each panel as there are lines left for; of seats, the reader's hand."""
    drawing = Drawing(board, fitted(wide))
    stage = [replace(it, parts=(*it.parts, _standing(board))) for it in board.panels if it.kind == "stage"]
    found = replace(board, panels=tuple(stage))
    for panel in sorted(_others(board, reader), key=_rank):
        parts: tuple[Part, ...] = ()
        for part in filter(_has_something, panel.parts):
            ways = ((*parts, short) for short in _shortened(part, drawing))
            longer = next((way for way in ways if _lines(_with(found, panel, way), drawing.wide) <= most), ())
            if not longer:
                break
            parts = longer
        found = _with(found, panel, parts)
    return found


def _lines(board: Board, wide: int) -> int:
    return sum(1 for _ in Drawing(board, wide).lines())


def _has_something(part: Part) -> bool:
    return not isinstance(part, Cards) or not all(card.empty for card in part.cards)


def _with(board: Board, panel: Panel, parts: tuple[Part, ...]) -> Board:
    """A panel without a part is left out."""
    return replace(board, panels=(*board.panels, replace(panel, parts=parts))) if parts else board


def _others(board: Board, reader: int | None) -> Iterable[Panel]:
    for panel in board.panels:
        if panel.kind == "seat" and panel.seat == reader:
            yield replace(panel, parts=tuple(it for it in panel.parts if isinstance(it, Cards) and it.form == "rows"))
        elif panel.kind in ORDER and panel.kind != "seat":
            yield panel


def _rank(panel: Panel) -> int:
    """A map with cards on it is what is on offer, too."""
    laid = any(isinstance(part, Net) and any(part.lying) for part in panel.parts)
    return ORDER.index("offer" if laid else panel.kind)


def _standing(board: Board) -> Table:
    """A row for each seat: its score as it stands, and what is said of it; whoever leads has a crown."""
    most = max(board.scores, default=0)
    leads = min(board.scores, default=0) < most
    rows: list[Row] = []
    for panel in board.panels:
        if panel.kind == "seat" and panel.seat is not None:
            score = board.scores[panel.seat] if panel.seat < len(board.scores) else None
            stands = ("" if score is None else str(score), LEADS * (leads and score == most))
            rows.append(Row((ink.strong(panel.title), *stands, panel.note), panel.seat))
    return Table((), tuple(rows), right=frozenset({1}))


# --- cards without what they do


def _shortened(part: Part, drawing: Drawing) -> Iterable[Part]:
    """Cards as lines, two on one if they have room there; else one behind the other, at last without what they cost.

    Anything else as it is. Of a net, if there is no room for it, what lies on it.
    """
    if isinstance(part, Net) and any(part.lying):
        yield part
        yield from _shortened(Cards(tuple(chain.from_iterable(part.lying))), drawing)
        return
    if not isinstance(part, Cards):
        yield part
        return
    cards = [card for card in part.cards if not card.empty]
    cells = [(ink.strong(_key(card)), *_priced(card)) for card in cards]
    pairs = _side_by_side(cells, 2)
    fit = sum(max(map(width, column)) + 2 for column in zip(*pairs, strict=True)) <= drawing.room(part.label)
    yield Table((), tuple(map(Row, pairs if fit else cells)), label=part.label)
    for told_of in (_priced, _named):
        items = (" ".join(filter(None, (card.title or card.typed, *told_of(card)))) for card in cards)
        yield Line(part.label, tuple(items), " · ")


def _key(card: Card) -> str:
    """Where it lies, what is typed, who could take it."""
    return " ".join(filter(None, (card.title, card.typed, "".join(piece.text for piece in card.reach))))


def _priced(card: Card) -> tuple[str, str]:
    """Its name; what it costs or what is to be had there, and who is there."""
    price = card.brief or card.cost or ", ".join(card.text)
    free = (f"{spot.label} {spot.text}".strip() for spot in card.spots if spot.piece is None)
    there = (told(piece) for piece in card.pieces)
    return *_named(card), ", ".join(filter(None, (price, *free, *there)))


def _named(card: Card) -> tuple[str]:
    """Its name alone, where there is no room for more; of a closed one how many there are."""
    return (back(card) if card.back else card.name,)


def _side_by_side(cells: Sequence[tuple[str, ...]], across: int) -> list[tuple[str, ...]]:
    """Down the first column, then down the next one."""
    high = -(-len(cells) // across)
    columns = [cells[at * high : (at + 1) * high] for at in range(across)]
    filled = [[*column, *[("",) * CELLS] * (high - len(column))] for column in columns]
    return [tuple(cell for each in row for cell in (*each, " " * GAP))[:-1] for row in zip(*filled, strict=True)]
