"""HEI-8.4, HEI-8.5, HEI-8.6, HEI-8.7, HEI-8.8 Roads: segments that meet at a side belong to one road; crossroads and
pilgrimage sites end it.
"""

from collections.abc import Iterable
from functools import cache
from typing import Final

from core.games.heirs.data.edition import STRETCH, exits
from core.games.heirs.names import TileId
from core.games.heirs.table import Laid, Table
from core.kernel.rules.grid import Cell, ahead, opposite, reached

TO_SOUTH: Final = {"T": "N", "R": "E", "B": "S", "L": "W"}
TO_NORTH: Final = {"T": "S", "R": "W", "B": "N", "L": "E"}

Segment = tuple[Cell, tuple[str, ...]]
"""A stretch of road on one tile: the cell, and the sides that it touches."""


def edges(t: Table, tile: TileId, side: int) -> tuple[str, ...]:
    """HEI-0.8: the sides that a road touches when this side of the table owns the building."""
    return tuple(dict.fromkeys(edge for stretch in segments(t, tile, side) for edge in stretch))


def segments(t: Table, tile: TileId, side: int) -> tuple[tuple[str, ...], ...]:
    """HEI-8.7, HEI-8.8: crossroads and pilgrimage sites are end points at each side, other tiles have one stretch."""
    return _segments(t.tile(tile).road, t.north(side))


@cache
def _segments(road: str, north: bool) -> tuple[tuple[str, ...], ...]:  # noqa: FBT001 - a key of the cache
    turn = TO_NORTH if north else TO_SOUTH
    sides = tuple(turn[edge] for edge in exits(road))
    if len(sides) > STRETCH:
        return tuple((side,) for side in sides)
    return (sides,) if sides else ()


def roads(t: Table, extra: dict[Cell, Laid] | None = None) -> list[tuple[Segment, ...]]:
    """Every road of the landscape (and of what else would lie there), as its segments."""
    landscape = {**t.landscape, **(extra or {})}
    by_side: dict[tuple[Cell, str], Segment] = {}
    for cell, laid in landscape.items():
        if laid.owner is None or laid.tile is None or laid.spent:
            continue
        for sides in segments(t, laid.tile, laid.owner):
            for side in sides:
                by_side[cell, side] = (cell, sides)

    def onward(segment: Segment) -> Iterable[Segment]:
        cell, sides = segment
        for side in sides:
            met = by_side.get((ahead(cell, side), opposite(side)))
            if met is not None:
                yield met

    found: list[tuple[Segment, ...]] = []
    seen: set[Segment] = set()
    for segment in by_side.values():
        if segment not in seen:
            road = reached([segment], onward)
            seen |= road
            found.append(tuple(sorted(road)))
    return found


def tiles_of(t: Table, road: tuple[Segment, ...]) -> list[Cell]:
    """HEI-8.4: the tiles that it joins. HEI-R34: each once? HEI-R35: also those where it ends?"""
    ends_too = t.rulings.crossroads_member == "yes"
    cells = [cell for cell, _ in road if ends_too or not is_crossroads(t, cell)]
    return cells if t.rulings.road_loops == "per_segment" else list(dict.fromkeys(cells))


def is_crossroads(t: Table, cell: Cell) -> bool:
    """HEI-8.7, HEI-8.8: does every road that reaches this tile end there? HEI-8.6: open terrain is no road."""
    tile = t.landscape[cell].tile
    return tile is not None and t.tile(tile).is_crossroads


def joins_road(t: Table, tile: TileId, side: int, cell: Cell, other: Cell) -> bool:
    """HEI-R42 network: would a building here be on a road of that one?"""
    laid = Laid(t.tile(tile).terrain, tile, side)
    return any({cell, other} <= {at for at, _ in road} for road in roads(t, {cell: laid}))
