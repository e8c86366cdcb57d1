"""What a tile would be worth on a cell, to one seat at one moment: now, as the landscape grows, and to what is there.

Worth is counted in hundredths of a point. A tile is tried on a table made from the seat's view.
"""

from typing import Final

from msgspec.structs import replace

from core.games.heirs.data.edition import Kind, Treasure, edition
from core.games.heirs.names import (
    FORTRESS,
    GARRISON,
    INN,
    PILGRIMAGE_SITE,
    PRODUCERS,
    SIEGE_TOWER,
    TOWN_HALL,
    TRADING_POST,
    WATCHTOWER,
    ZONES,
    KindId,
    TerrainId,
    TileId,
)
from core.games.heirs.rules.roads import edges
from core.games.heirs.rules.scoring import value
from core.games.heirs.rules.siege import besieged
from core.games.heirs.rules.treasures import fulfilled, lying
from core.games.heirs.table import Laid, Table
from core.games.heirs.view import View, table_seen
from core.kernel.rules.grid import Cell, ahead, around, opposite, xy

POINT = 100
TURNS = 22  # of a match, roughly
DOUBLED = 25  # per cent more: a troop may stand there at the end
NEARLY = 100  # a treasure that then waits for less
ROAD = 2  # tiles of a road that scores
SOUGHT: Final = {TRADING_POST: PRODUCERS, FORTRESS: (SIEGE_TOWER, FORTRESS), GARRISON: (WATCHTOWER,)}
ROOM = (60, 130)  # what comes to a building later, if it is built at the start; to one that counts others, or yields


class Prospects:
    """The landscape as a seat sees it: looked at once, then every tile is tried on it."""

    def __init__(self, view: View, seat: int) -> None:
        self.view, self.seat, self.data, self.me = view, seat, edition(view.edition), view.sides[seat]
        left = view.turns_left
        if left is None:  # HEI-7.1: a turn for each tile that is still to come, then two
            left = view.pile + (2 if view.crown == seat else 3)
        self.turns = (left + 1) // 2  # of one's own, with this one
        self.hope = left / TURNS
        self.lots = {lot.cell: lot for lot in view.landscape}
        self.table = table_seen(view)
        found = [(cell, self.table.kind(laid)) for cell, laid in self.table.landscape.items()]
        self.counting = [(cell, kind) for cell, kind in found if kind and kind.each and kind.id != PILGRIMAGE_SITE]
        self.treasures = [(cell, lying(self.table, token)) for cell, token in self.table.treasures.placed.items()]
        self._built: dict[tuple[TileId, Cell], int] = {}
        self._opened: dict[tuple[TerrainId, Cell], int] = {}

    def built(self, tile: TileId, cell: Cell) -> int:
        known = self._built.get((tile, cell))
        if known is None:
            data, kind = self.data.tiles[tile], self.data.kind_of(tile)
            after = self._with(cell, Laid(data.terrain, tile, self.seat))
            roads = [self._onward(cell, side) for side in edges(after, tile, self.seat)]
            now = 1 + max(map(len, roads)) if kind.id == PILGRIMAGE_SITE else value(after, cell)
            later = ROOM[kind.each > 0 or kind.id in PRODUCERS] * self.hope
            known = now * (POINT + DOUBLED) + int(later) + self._others(after, cell, kind.id)
            known += self._joined(roads, apart=data.is_crossroads)
            if kind.id == SIEGE_TOWER:
                known += POINT * sum(self.lots[at].worth for at in besieged(after, self.seat, tile, cell))
            self._built[tile, cell] = known
        return known

    def opened(self, terrain: TerrainId, cell: Cell) -> int:
        known = self._opened.get((terrain, cell))
        if known is None:
            known = self._opened[terrain, cell] = self._others(self._with(cell, Laid(terrain)), cell)
        return known

    def _with(self, cell: Cell, laid: Laid) -> Table:
        return replace(self.table, landscape={**self.table.landscape, cell: laid})

    def _others(self, after: Table, cell: Cell, new: KindId | None = None) -> int:
        """What it adds to the buildings that are there, and of treasures."""
        laid, gain = after.landscape[cell], 0
        for at, kind in self.counting:
            if _may_count(kind, at, cell, laid, new):
                lot = self.lots[at]
                more = value(after, at) - lot.worth // (1 + lot.doubled)
                gain += POINT * more if lot.owner == self.seat else -POINT * more
        for at, token in self.treasures:
            if _may_fulfil(token, at, cell, laid):
                gain += POINT * self.data.board.treasure if fulfilled(after, at, token) else NEARLY
        return gain

    def _joined(self, roads: list[list[Cell]], *, apart: bool) -> int:
        """HEI-8.5: one more on a road that scores; HEI-8.4: what stood alone scores from now on, too."""
        met = [road for road in roads if road]
        if self.view.options.score_roads == "no" or not met:
            return 0
        alone = [road[0] for road in met if len(road) < ROAD]
        tiles = (len(met) if apart else 1) + sum(1 if self.lots[at].owner == self.seat else -1 for at in alone)
        return POINT * tiles

    def _onward(self, cell: Cell, side: str) -> list[Cell]:
        """HEI-8.7: the tiles of the road that goes on at this side, as far as it goes."""
        found: list[Cell] = []
        while True:
            cell, back = ahead(cell, side), opposite(side)
            lot = self.lots.get(cell)
            if lot is None or back not in lot.roads or cell in found:
                return found
            found.append(cell)
            onward = [other for other in lot.roads if other != back]
            if len(onward) != 1:
                return found
            side = onward[0]


def _may_count(kind: Kind, at: Cell, cell: Cell, laid: Laid, new: KindId | None) -> bool:
    """HEI-9: is it at all possible that a building of this kind counts what is new? Thought of before it is counted."""
    if kind.terrain is not None:
        return kind.terrain == laid.terrain and (new is not None or kind.id in ZONES)
    if kind.id in SOUGHT:
        return new in SOUGHT[kind.id]
    if kind.id in {INN, WATCHTOWER}:
        (ax, ay), (x, y) = xy(at), xy(cell)
        return ax == x or ay == y
    return cell in around(at) or new == TOWN_HALL


def _may_fulfil(token: Treasure, at: Cell, cell: Cell, laid: Laid) -> bool:
    """HEI-S23 to S25: is it one of the tiles for which a treasure waits?"""
    if token.around:
        return any(ahead(at, direction) == cell for direction in token.around)
    row = int(token.line == "row")
    return xy(at)[row] == xy(cell)[row] and token.terrain in {None, laid.terrain}
