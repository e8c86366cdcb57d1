"""Places that are joined by ways as HTML: rows of places, and between them the ways with who is on them."""

from collections.abc import Iterable
from itertools import pairwise

from markupsafe import Markup

from core.kernel.drawing.nets import Span, along, apart, down, lying_at, rows
from core.kernel.drawing.page.cards import card, pieces
from core.kernel.drawing.page.lists import line
from core.kernel.drawing.page.markup import NOTHING, Seats, element, text
from core.kernel.drawing.page.sheet import WHOLE
from core.kernel.drawing.parts import Card, Line, Link, Net
from core.kernel.drawing.tables import way


def net(part: Net, seats: Seats) -> Markup:
    """From the uppermost row to the lowest; ways that cannot be drawn are told in words."""
    lying = rows(part)
    strips = [down(part, _shares(above), _shares(below)) for above, below in pairwise(lying)]
    told: list[Markup] = []
    for row, strip in zip(lying, [*strips, []], strict=True):
        told.append(element("div", *_row(part, row, seats), cls="bank"))
        if strip:
            told.append(element("div", *(_down(link, span, seats) for link, span in strip), cls="strip"))
    drawn = [link for strip in strips for link, _ in strip]
    drawn += [link for row in lying for links in along(part, row) for link in links]
    beyond = Line(part.label, tuple(map(way, apart(part, drawn))), " · ")
    return element("div", *told, cls="net") + line(beyond, seats)


def _shares(row: list[Card]) -> list[tuple[Card, Span]]:
    """How much of the width each place of a row has."""
    ends = [WHOLE * at // len(row) for at in range(len(row) + 1)]
    return list(zip(row, pairwise(ends), strict=True))


def _row(part: Net, row: list[Card], seats: Seats) -> Iterable[Markup]:
    for place, links in zip(row, [*along(part, row), []], strict=True):
        yield _place(part, place, seats)
        if links:
            yield element("div", *(_flag(link, seats) for link in links), cls="ways")


def _place(part: Net, place: Card, seats: Seats) -> Markup:
    """A place, and below it what lies there."""
    lying = [card(it, seats) for it in lying_at(part, place)]
    below = element("div", *lying, cls="lying") if lying else NOTHING
    return element("div", card(place, seats), below, cls="place")


def _down(link: Link, span: Span, seats: Seats) -> Markup:
    start, end = span
    return _flag(link, seats, f"x{start} y{end}")


def _flag(link: Link, seats: Seats, where: str = "") -> Markup:
    """A way: its name, and who is on it."""
    name = element("code", text(link.name, seats))
    inner = element("div", name, pieces(link.pieces, seats))
    return element("div", inner, cls=f"flag {where}", data_k="-".join((*link.ends, link.name)))
