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
    """Who has how many points as things stand; whoever leads has a crown."""
    if not board.scores:
        return NOTHING
    most = max(board.scores)
    leads = min(board.scores) < most
    told = [
        element(
            "li",
            seats.sign(seat),
            element("bdi", text(board.seats[seat], seats)),
            element("b", str(score)),
            element("span", "♛", cls="crown") if leads and score == most else NOTHING,
            data_k=f"score{seat}",
        )
        for seat, score in enumerate(board.scores)
    ]
    return element("ol", *told, cls="scores")


def panel(it: Panel, seats: Seats) -> Markup:
    """A heading with its note, and the parts below it; what only explains can be opened and closed."""
    parts = NOTHING.join(part_html(part, seats) for part in it.parts)
    if it.kind == "legend":
        title = text(it.title, seats) or "?"
        return element("details", element("summary", title), parts, cls="panel legend", data_k=it.key)
    name = seats.signed(text(it.title, seats), it.seat)
    note = element("p", text(it.note, seats), cls="note") if it.note else NOTHING
    head = element("header", element("h2", name), note)
    return element("section", head, parts, cls=f"panel {it.kind}", data_k=it.key)


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
