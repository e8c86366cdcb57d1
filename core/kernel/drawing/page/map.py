"""A landscape as HTML: a table of tiles, with its coordinates at the rim."""

from collections.abc import Iterable
from typing import Final

from markupsafe import Markup

from core.kernel.drawing.page.cards import pieces
from core.kernel.drawing.page.markup import NOTHING, Seats, colour, element, scrolling, text
from core.kernel.drawing.parts import Map, Tile

WIDEST: Final = 40
"""Columns for which the style sheet has a width."""

OPPOSITE: Final = {"N": "S", "E": "W", "S": "N", "W": "E"}
ENDS: Final = {"N": "50 0", "E": "100 50", "S": "50 100", "W": "0 50"}


def landscape(part: Map, seats: Seats) -> Markup:
    """The tiles where they lie, north above; `turned`: south."""
    if not part.tiles:
        return NOTHING
    tiles = {tile.at: tile for tile in part.tiles}
    xs, ys = zip(*tiles, strict=True)
    columns = range(min(xs), max(xs) + 1)
    rows = range(max(ys), min(ys) - 1, -1)
    if part.turned:
        columns, rows = columns[::-1], rows[::-1]
    heads = element("tr", element("td"), *(_head(x, part) for x in columns))
    told = [heads]
    for y in rows:
        cells = (_cell(part, tiles.get((x, y)), seats) for x in columns)
        told.append(element("tr", element("th", str(y), scope="row"), *cells))
    table = element("table", *told, cls=f"landscape n{min(len(columns), WIDEST)}")
    return scrolling(table)


def _head(x: int, part: Map) -> Markup:
    """Above a column; where not all of them are seen, one must be."""
    return element("th", str(x), scope="col", cls="here" if x == part.middle else "")


def _cell(part: Map, tile: Tile | None, seats: Seats) -> Markup:
    if tile is None:
        return element("td")
    if tile.site:
        place = element("code", "{},{}".format(*tile.at))
        return element("td", element("div", place, cls="site"), data_k=tile.key)
    return element("td", _tile(part, tile, seats), data_k=tile.key)


def _tile(part: Map, tile: Tile, seats: Seats) -> Markup:
    shown = [
        _road(tile.sides, turned=part.turned),
        element("p", *_name(tile, seats), cls="name") if tile.names else NOTHING,
        element("span", text(tile.terrain[0], seats), cls="terrain") if tile.terrain else NOTHING,
        pieces(tile.pieces, seats),
        element("b", text(tile.points, seats), cls="points") if tile.points else NOTHING,
        *(element("span", text(token, seats), cls="token") for token in tile.tokens),
        _owner(part, tile, seats),
    ]
    side = "" if tile.owner is None else _edge(part, tile.owner)
    return element("div", *shown, cls=f"tile {colour(tile.ground, 't')} {side}", title=tile.told)


def _name(tile: Tile, seats: Seats) -> Iterable[Markup]:
    """What stands there (where there is little room, in short), how far it reaches, and what is typed for it."""
    yield element("b", text(tile.names[0], seats), cls="long")
    if len(tile.names) > 1:
        yield element("b", text(tile.names[1], seats), cls="short")
    yield text(tile.sign, seats)
    if tile.typed:
        yield Markup(" ") + element("code", text(tile.typed, seats))


def _owner(part: Map, tile: Tile, seats: Seats) -> Markup:
    """A bar at the side of the tile that is its owner's, with the owner's sign."""
    if tile.owner is None:
        return NOTHING
    return element("span", text(part.owners[tile.owner], seats), cls=f"owner {colour(part.colours[tile.owner])}")


def _edge(part: Map, owner: int) -> str:
    return "below" if (part.facing[owner] == "S") != part.turned else "above"


def _road(sides: str, *, turned: bool) -> Markup:
    """From the middle to each side that it touches."""
    if not sides:
        return NOTHING
    ends = [ENDS[OPPOSITE[side] if turned else side] for side in sides]
    path = " ".join(f"M50 50L{end}" for end in ends)
    lines = (element("path", d=path, cls=name) for name in ("rim", "way"))
    return element("svg", *lines, viewBox="0 0 100 100", cls="road", aria_hidden="true")
