"""Places that are joined by ways as HTML: cards that lie on a board, and lines between them."""

from collections import Counter
from math import hypot
from typing import Final

from markupsafe import Markup

from core.kernel.drawing.page.cards import card, pieces
from core.kernel.drawing.page.markup import Seats, element, text
from core.kernel.drawing.parts import Link, Net

Point = tuple[float, float]

BEND: Final = 18
"""So far apart lie two ways between the same places, in hundredths of the board."""


def net(part: Net, seats: Seats) -> Markup:
    """The ways below, the places on them, and on each way its name and who stands there."""
    where = {place.key: at for place, at in zip(part.places, part.at, strict=True)}
    bows = [_bow(where[link.ends[0]], where[link.ends[1]], bend) for link, bend in _bends(part.links)]
    paths = (element("path", d=_path(bow)) for bow in bows)
    ways = element("svg", *paths, viewBox="0 0 100 100", preserveAspectRatio="none", aria_hidden="true")
    places = (element("div", card(it, seats), cls=f"place {_at(*where[it.key])}") for it in part.places)
    flags = (_flag(link, bow, seats) for link, bow in zip(part.links, bows, strict=True))
    return element("div", ways, *places, *flags, cls="net")


def _bends(links: tuple[Link, ...]) -> list[tuple[Link, float]]:
    """Ways between the same two places lie beside each other; a single one is straight."""
    together, met = Counter(frozenset(link.ends) for link in links), Counter[frozenset[str]]()
    found: list[tuple[Link, float]] = []
    for link in links:
        ends = frozenset(link.ends)
        side = 1 if link.ends[0] == min(ends) else -1  # the same side, whichever end is said first
        found.append((link, side * BEND * (met[ends] - (together[ends] - 1) / 2)))
        met[ends] += 1
    return found


def _bow(start: Point, end: Point, bend: float) -> tuple[Point, Point, Point]:
    """Start, the point that pulls the way to its side, end."""
    (ax, ay), (bx, by) = start, end
    long = hypot(bx - ax, by - ay) or 1
    pulled = ((ax + bx) / 2 - (by - ay) / long * bend, (ay + by) / 2 + (bx - ax) / long * bend)
    return start, pulled, end


def _path(bow: tuple[Point, Point, Point]) -> str:
    start, pulled, end = (f"{x:g} {y:.4g}" for x, y in bow)
    return f"M{start}Q{pulled} {end}"


def _flag(link: Link, bow: tuple[Point, Point, Point], seats: Seats) -> Markup:
    """In the middle of the way."""
    x, y = ((start + 2 * pulled + end) / 4 for start, pulled, end in zip(*bow, strict=True))
    name = element("code", text(link.name, seats))
    return element("div", name, pieces(link.pieces, seats), cls=f"flag {_at(x, y)}", data_k="-".join(link.ends))


def _at(x: float, y: float) -> str:
    return f"x{min(100, max(0, round(x)))} y{min(100, max(0, round(y)))}"
