"""A board as HTML: where its panels lie, and each part by its kind."""

from collections.abc import Callable, Sequence
from typing import Final

from markupsafe import Markup

from core.kernel.drawing.page.cards import cards
from core.kernel.drawing.page.layout import lying
from core.kernel.drawing.page.lists import line, table, track
from core.kernel.drawing.page.map import landscape
from core.kernel.drawing.page.markup import NOTHING, Seats, element, text
from core.kernel.drawing.page.net import net
from core.kernel.drawing.palette import SEATS, SIGNS
from core.kernel.drawing.parts import Board, Cards, Line, Map, Net, Panel, Part, Table, Track

Draw = Callable[[Panel, Seats], Markup]

FOUR: Final = 4
"""So many seats lie two by two."""


def board_html(board: Board, drawn: Draw | None = None) -> Markup:
    """The board as one element: how the match stands, the map or display with its supply beside it, the seats.

    `drawn`: what stands for each panel, instead of the panel itself.
    """
    draw = drawn or panel
    seats = seats_of(board)
    kinds = {"stage", "seat", "legend"}
    middle, beside, below = lying([it for it in board.panels if it.kind not in kinds])
    columns = NOTHING.join((_group("middle", middle, seats, draw), _group("beside", beside, seats, draw)))
    return element(
        "div",
        *(draw(it, seats) for it in board.panels if it.kind == "stage"),
        scores(board, seats),
        element("div", columns, cls="columns" if middle and beside else "column"),
        _group("flock", below, seats, draw),
        _group("flock", [it for it in board.panels if it.kind == "seat"], seats, draw),
        *(draw(it, seats) for it in board.panels if it.kind == "legend"),
        cls="board",
    )


def seats_of(board: Board) -> Seats:
    """A landscape tells by its signs whose a tile is: there they are the signs of the seats, too."""
    maps = (part for it in board.panels for part in it.parts if isinstance(part, Map))
    signs = next((found.owners for found in maps if found.owners), SIGNS)
    return Seats(board.colours or SEATS, signs)


def _group(name: str, panels: Sequence[Panel], seats: Seats, draw: Draw) -> Markup:
    inner = NOTHING.join(draw(it, seats) for it in panels)
    return element("div", inner, cls=f"{name}{' four' * (len(panels) == FOUR)}") if panels else NOTHING


def scores(board: Board, seats: Seats) -> Markup:
    """Who has how many points as things stand, unless a ranking says so; whoever leads has a crown, whoever is waited
    for an arrow.
    """
    if not board.scores or any(
        isinstance(part, Table) for it in board.panels if it.kind == "stage" for part in it.parts
    ):
        return NOTHING
    most = max(board.scores)
    leads = min(board.scores) < most
    told = [
        element(
            "li",
            element("span", "▶", cls="turn") if seat in board.waiting else NOTHING,
            seats.sign(seat),
            element("bdi", text(board.seats[seat], seats)),
            element("b", str(score)),
            element("span", "♛", cls="crown") if leads and score == most else NOTHING,
            cls="waiting" if seat in board.waiting else "",
            data_k=f"score{seat}",
        )
        for seat, score in enumerate(board.scores)
    ]
    return element("ol", *told, cls="scores")


def panel(it: Panel, seats: Seats) -> Markup:
    """A heading with its note, and the parts below it.

    What only explains can be opened; where there is little room, the cards of others, too.
    """
    parts = NOTHING.join(part_html(part, seats) for part in it.parts)
    name = seats.signed(text(it.title, seats), it.seat)
    if it.kind == "legend":
        return element("details", element("summary", name), parts, cls="panel legend", data_k=it.key)
    note = element("p", text(it.note, seats), cls="note") if it.note else NOTHING
    head = (element("h2", name), note)
    inside = _inside(it)
    if inside and it.kind == "seat" and not it.own:
        summary = element("summary", *head, element("p", text(inside, seats), cls="inside"))
        return element("details", summary, parts, cls="panel seat fold", data_k=it.key)
    return element("section", element("header", *head), parts, cls=f"panel {it.kind}", data_k=it.key)


def _inside(it: Panel) -> str:
    """How many cards of which kind there are."""
    counts = ((part.label, sum(card.count for card in part.cards)) for part in it.parts if isinstance(part, Cards))
    return " · ".join(f"{label} {count}" for label, count in counts if label and count)


def part_html(part: Part, seats: Seats) -> Markup:
    """One part, by its kind."""
    match part:
        case Cards():
            return cards(part, seats)
        case Line():
            return line(part, seats)
        case Table():
            return table(part, seats)
        case Track():
            return track(part, seats)
        case Map():
            return landscape(part, seats)
        case Net():
            return net(part, seats)
