"""HEI-S11 to S21 Henry's turn (Mode solo): he takes, he places, a treasure and a troop follow. Nothing is decided."""

from collections.abc import Iterator
from typing import Any, ClassVar

from core.games.heirs.facts import Built, TileDiscarded, TreasurePlaced, TroopMoved, TurnBegan
from core.games.heirs.names import PLACINGS, TileId, TreasureId
from core.games.heirs.rules.roads import edges, joins_road
from core.games.heirs.rules.siege import besieged, one_only, razed
from core.games.heirs.rules.take import taken
from core.games.heirs.rules.treasures import LookForTreasures, look_for_treasures
from core.games.heirs.rules.turn import EndTurn
from core.games.heirs.table import HENRY, SOUTH, Table
from core.kernel.rules.chance import Draw, Drawn
from core.kernel.rules.grid import AROUND, BESIDE, ORIGIN, Cell, ahead, opposite
from core.kernel.rules.step import Auto, Chance, Next


class HenrysTurn(Auto[Table], frozen=True):
    """HEI-S2: after each turn of the human."""

    rule: ClassVar[str] = "HEI-S2"

    def then(self, t: Table) -> Next:
        """HEI-S11, HEI-S13, HEI-S18: take, place, treasure and troop."""
        return [TurnBegan(self.rule, HENRY, t.turn + 1), HenryTakes()]


class HenryTakes(Auto[Table], frozen=True):
    """HEI-S11: the first tile of the terrain that the pile shows, else the first one; his reach has no end."""

    rule: ClassVar[str] = "HEI-S11"

    def then(self, t: Table) -> Next:
        """HEI-S12: shield and refill as for anybody."""
        tile = wanted(t)
        return [*taken(t, self.rule, HENRY, tile), HenryPlaces(tile)]


def wanted(t: Table) -> TileId:
    """HEI-S11: the tile that he takes."""
    tiles, terrain = t.shown(), t.back if t.pile else None
    return next((tile for tile in tiles if t.tile(tile).terrain == terrain), tiles[0])


class HenryPlaces(Auto[Table], frozen=True):
    """HEI-S14 to S16: beside the human's last building, by rules A, B and C; D: the tile is out of the match."""

    rule: ClassVar[str] = "HEI-S16"
    tile: TileId

    def then(self, t: Table) -> Next:
        """HEI-S18, HEI-S19: then a treasure, then a troop; HEI-S20: not in case D."""
        found = site(t, self.tile)
        if found is None:
            return [TileDiscarded("HEI-S16", HENRY, self.tile), EndTurn(HENRY)]
        cell, why = found
        laid: list[Any] = [Built("HEI-S16", HENRY, self.tile, cell, t.tile(self.tile).terrain, why=why)]
        for target in _targets(t, self.tile, cell):
            laid += razed(t, target)
        return [*laid, *look_for_treasures(t, HENRY), PlaceTreasure(cell), HenryMoves(self.tile, cell), EndTurn(HENRY)]


def site(t: Table, tile: TileId) -> tuple[Cell, str] | None:
    """HEI-S16: the cell by the first rule that can be satisfied, and which one that is."""
    anchor = last_building(t)
    free = [direction for direction in _scan(t) if ahead(anchor, direction) not in t.landscape]
    rules = (_joined(t, tile, anchor, free), _blocking(t, anchor, free), iter(free))
    for why, directions in zip(PLACINGS, rules, strict=True):
        direction = next(directions, None)
        if direction is not None:
            return ahead(anchor, direction), why
    return None


def _scan(t: Table) -> tuple[str, ...]:
    """HEI-S15: from the top, clockwise. HEI-R40: from where? The top is what lies farthest from the human (HEI-R41)."""
    scan = AROUND if t.rulings.solo_scan_start == "north_first" else (AROUND[-1], *AROUND[:-1])
    return tuple(opposite(direction) for direction in scan) if t.north(SOUTH) else scan


def _targets(t: Table, tile: TileId, tower: Cell) -> list[Cell]:
    """HEI-R43: does he destroy what he can? Where he can one building only, the one that he comes to first."""
    if t.rulings.henry_effects == "never":
        return []
    due = besieged(t, HENRY, tile, tower)
    found = [cell for direction in _scan(t) if (cell := ahead(tower, direction)) in due]
    return found[:1] if one_only(t) else found


def last_building(t: Table) -> Cell:
    """HEI-S14: or the start tile. HEI-R48: if it was turned down, does the scaffold stay?"""
    if t.scaffold is None:
        return ORIGIN
    if t.rulings.flipped_anchor == "anchor_stays":
        return t.scaffold
    standing = [cell for cell in (*t.scaffolds, t.scaffold) if t.kind(t.landscape[cell]) is not None]
    return Cell(standing[-1]) if standing else ORIGIN


def _joined(t: Table, tile: TileId, anchor: Cell, free: list[str]) -> Iterator[str]:
    """HEI-S16 A: a road of the last building goes on. HEI-R42: or any road that holds it?"""
    mine = edges(t, tile, HENRY)
    roads = edges_at(t, anchor)
    if t.rulings.solo_rule_a == "direct":
        yield from (d for d in free if d in BESIDE and d in roads and opposite(d) in mine)
    elif roads:
        yield from (d for d in free if joins_road(t, tile, HENRY, ahead(anchor, d), anchor))


def _blocking(t: Table, anchor: Cell, free: list[str]) -> Iterator[str]:
    """HEI-S16 B: a road of the last building ends here. HEI-R55: unless one is blocked already?"""
    roads = [direction for direction in edges_at(t, anchor) if direction in BESIDE]
    if t.rulings.solo_blocked_line == "skip_rule_b" and any(ahead(anchor, d) in t.landscape for d in roads):
        return
    yield from (d for d in free if d in roads)


def edges_at(t: Table, cell: Cell) -> tuple[str, ...]:
    """The sides of the building there that a road touches; none on open terrain."""
    laid = t.landscape.get(cell)
    if laid is None or laid.owner is None or laid.tile is None or laid.spent:
        return ()
    return edges(t, laid.tile, laid.owner)


class PlaceTreasure(Chance[Table], frozen=True):
    """HEI-S18: a treasure of the pile, if there is one."""

    rule: ClassVar[str] = "HEI-S18"
    cell: str

    def draw(self, t: Table) -> Draw | None:
        """Which ones were set aside, nobody knows: so it can be any that was not seen."""
        return Draw("treasure", t.treasures.pile, 1) if t.treasures.left else None

    def drew(self, t: Table, drawn: Drawn) -> Next:
        """HEI-S22: it may be fulfilled already."""
        placed = TreasurePlaced(self.rule, TreasureId(drawn[0]), Cell(self.cell))
        return [placed, LookForTreasures(SOUTH if t.rulings.treasure_removal == "automatic" else HENRY)]


class HenryMoves(Auto[Table], frozen=True):
    """HEI-S19: the troop whose cross has the colour of the tile."""

    rule: ClassVar[str] = "HEI-S19"
    tile: TileId
    cell: str

    def then(self, t: Table) -> Next:
        """HEI-S21: the tile that it leaves is free again."""
        troop = t.edition.troop_for(t.tile(self.tile).terrain)
        return [TroopMoved(self.rule, HENRY, troop, Cell(self.cell))]
