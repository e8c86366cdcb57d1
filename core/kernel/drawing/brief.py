"""A board in brief: whose turn it is and who leads, what is on offer and at what price, on so many lines.

It is a board again, made of the same parts, and drawn like any other.
"""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final

from msgspec import json
from msgspec.structs import replace

from core.kernel.drawing import ink
from core.kernel.drawing.boxes import back, told
from core.kernel.drawing.description import NONE
from core.kernel.drawing.parts import Board, Card, Cards, Line, Net, Panel, PanelKind, Part, Row, Table
from core.kernel.drawing.style import width
from core.kernel.drawing.terminal import Drawing, fitted

ORDER: Final[Sequence[PanelKind]] = ("offer", "seat", "", "map")
"""What comes first, after how the match stands and what one holds."""

LEADS: Final = "♛"
GAP: Final = 3  # between two columns of cards, in places


def brief(board: Board, reader: int | None, wide: int, most: int, first: Sequence[Panel] = ()) -> Board:
    """How the match stands and what the reader has, then as much of each panel as there are lines left for.

    What is on offer comes first where there is no room for it beside all that the reader has. `first`: what must be
    seen before all that, as it is if there is room.
    """
    seen = {panel.key for panel in first}
    others = sorted(
        (it for it in board.panels if it.kind in ORDER and it.kind != "seat" and it.key not in seen), key=_rank
    )
    own = [it for it in board.panels if it.kind == "seat" and it.seat == reader and it.key not in seen]
    hand, counted = [*map(_hand, own)], [*_counted(board, reader)]
    offer = {panel.key for panel in [*filter(_has_cards, others)][:1]}
    found = board
    for more, panels in ((counted, [*hand, *others]), (counted, others), ([], others)):
        stage = [replace(it, parts=(*it.parts, _standing(board), *more)) for it in board.panels if it.kind == "stage"]
        found = replace(board, panels=tuple(stage))
        for panel in first:
            found = _filled(found, panel, fitted(wide), most, whole=True)
        for panel in panels:
            found = _filled(found, panel, fitted(wide), most)
        for panel in own:
            shown = (part for it in found.panels if it.key == panel.key for part in it.parts)
            rest = (part for part in panel.parts if not _is_hand(part))
            found = _filled(found, replace(panel, parts=(*shown, *rest)), fitted(wide), most)
        if first or offer <= {panel.key for panel in found.panels}:
            break
    return found


def _filled(found: Board, panel: Panel, wide: int, most: int, *, whole: bool = False) -> Board:
    """With as much of this panel as there is room for; `whole`: its parts as they are, if that is possible."""
    drawing = Drawing(found, wide)
    parts: tuple[Part, ...] = ()
    for part in filter(_has_something, panel.parts):
        ways = ((*parts, short) for short in chain((part,) * whole, _shortened(part, drawing)))
        longer = next((way for way in ways if _height(_with(found, panel, way), wide) <= most), ())
        if not longer:
            break
        parts = longer
    return _with(found, panel, parts)


def _height(board: Board, wide: int) -> int:
    return sum(1 for _ in Drawing(board, wide).lines())


def _has_something(part: Part) -> bool:
    return not isinstance(part, Cards) or not all(card.empty for card in part.cards)


def _has_cards(panel: Panel) -> bool:
    """Are there any to be had? What lies on a map is on offer, too, and so are places that one comes to in turn."""
    return any(
        any(part.lying)
        if isinstance(part, Net)
        else isinstance(part, Cards) and _has_something(part) and (panel.kind == "offer" or part.form == "ring")
        for part in panel.parts
    )


def _with(board: Board, panel: Panel, parts: tuple[Part, ...]) -> Board:
    """A panel without a part is left out; one that is there already becomes longer, if it can."""
    if not parts:
        return board
    longer = replace(panel, parts=parts)
    known = [it.key for it in board.panels]
    if panel.key not in known:
        return replace(board, panels=(*board.panels, longer))
    at = known.index(panel.key)
    return replace(board, panels=(*board.panels[:at], longer, *board.panels[at + 1 :]))


def _hand(panel: Panel) -> Panel:
    """Of what a seat has, what it holds in its hand."""
    return replace(panel, parts=tuple(filter(_is_hand, panel.parts)))


def _is_hand(part: Part) -> bool:
    return isinstance(part, Cards) and part.form == "rows"


def _rank(panel: Panel) -> int:
    return ORDER.index("offer" if _has_cards(panel) else panel.kind)


def _counted(board: Board, reader: int | None) -> Iterable[Line]:
    """What counters say that the reader has, in a line for each table of them: `gold 6`, whatever the number is."""
    tables = (part for panel in board.panels for part in panel.parts if isinstance(part, Table) and part.head)
    for table in tables:
        for row in table.rows:
            if row.seat is not None and row.seat == reader:
                who, *cells = row.cells
                counts = zip(cells, table.head[1:], strict=True)
                have = [f"{head} {count}" for count, head in counts if ink.bare(count) != NONE]
                yield Line("", (who, *have) if have else (), " · ")


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
    """Cards as lines: those that have changed; else two on one if they have room there; else one behind the other, at
    last without what they cost.

    Anything else as it is, or what has changed of it. Of a net, if there is no room for it, what lies on it.
    """
    if isinstance(part, Net) and any(part.lying):
        yield part
        yield from _shortened(Cards(tuple(chain.from_iterable(part.lying))), drawing)
        return
    if not isinstance(part, Cards) or part.form == "tableau":  # of which only the names are told, anyway
        yield part
        rows = tuple(row for row in part.rows if any(map(ink.is_changed, row.cells))) if isinstance(part, Table) else ()
        if rows:
            yield replace(part, rows=rows)
        return
    changed = tuple(card for card in part.cards if ink.is_changed(json.encode(card).decode()))
    if changed:
        yield replace(part, cards=changed, form="rows")
    cards = [card for card in part.cards if not card.empty]
    cells = _filled_columns([(ink.strong(_key(card)), *_priced(card)) for card in cards])
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


def _filled_columns(rows: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Where no card has a name, there is no column for names."""
    used = [at for at, column in enumerate(zip(*rows, strict=True)) if any(column)]
    return [tuple(row[at] for at in used) for row in rows]


def _side_by_side(cells: Sequence[tuple[str, ...]], across: int) -> list[tuple[str, ...]]:
    """Down the first column, then down the next one."""
    high = -(-len(cells) // across)
    columns = [cells[at * high : (at + 1) * high] for at in range(across)]
    blank = ("",) * max(map(len, cells), default=0)
    filled = [[*column, *[blank] * (high - len(column))] for column in columns]
    return [tuple(cell for each in row for cell in (*each, " " * GAP))[:-1] for row in zip(*filled, strict=True)]
