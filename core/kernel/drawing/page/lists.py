"""Lines, tables and tracks as HTML."""

from typing import Final

from markupsafe import Markup

from core.kernel.drawing.page.cards import pieces
from core.kernel.drawing.page.markup import NOTHING, Seats, counted, element, labelled, scrolling, text
from core.kernel.drawing.parts import Line, Row, Space, Table, Track

FEW: Final = 6
"""Columns whose heads stand upright in a narrow place."""

LONG: Final = 10
"""A track with more spaces than this is drawn small in a narrow place."""


def line(part: Line, seats: Seats) -> Markup:
    """Items one after the other; without an item there is nothing."""
    if not part.items:
        return NOTHING
    items = text(part.between, seats).join(element("span", text(item, seats)) for item in part.items)
    return labelled(part.label, element("p", items, cls="line" if part.between.strip() else "line apart"), seats)


def table(part: Table, seats: Seats) -> Markup:
    """Counters: what they count stands above them, with its piece."""
    heads = [element("th", _head(part, at, seats), cls=_side(part, at), scope="col") for at in range(len(part.head))]
    head = element("thead", element("tr", *heads)) if heads else NOTHING
    body = element("tbody", *(_row(part, row, seats) for row in part.rows))
    found = element("table", head, body, cls="plain" if not heads else "counts many" if len(heads) > FEW else "counts")
    return labelled(part.label, scrolling(found), seats)


def _head(part: Table, at: int, seats: Seats) -> Markup:
    kind = part.goods[at] if at < len(part.goods) else ""
    if not part.head[at]:
        return element("span", part.corner, cls="unseen")
    name = element("span", text(part.head[at], seats))
    return counted(name, kind) if kind else name


def _side(part: Table, at: int) -> str:
    return "right" if at in part.right else ""


def _row(part: Table, row: Row, seats: Seats) -> Markup:
    told = [text(cell, seats) for cell in row.cells]
    if 'class="sign' not in "".join(told):
        told[:1] = [seats.signed(cell, row.seat) for cell in told[:1]]
    first = "th" if part.head else "td"
    cells = [element("td" if at else first, cell, cls=_side(part, at)) for at, cell in enumerate(told)]
    return element("tr", *cells, data_k="" if row.seat is None else f"row{row.seat}")


def track(part: Track, seats: Seats) -> Markup:
    """Spaces in a row, with the markers on them."""
    spaces = element(
        "ol", *(_space(it, seats) for it in part.spaces), cls=f"track{' long' * (len(part.spaces) > LONG)}"
    )
    return labelled(part.label, spaces, seats)


def _space(it: Space, seats: Seats) -> Markup:
    note = element("small", text(it.note, seats)) if it.note else NOTHING
    return element(
        "li", element("b", text(it.text, seats)), note, pieces(it.pieces, seats), cls="now" if it.now else ""
    )
