"""HEI-2 The royal protocol and what it gives access to: pure functions of the table, always counted anew."""

from core.games.heirs.names import PRODUCERS, TERRAINS, Resources, SourceId, TerrainId, TileId, TroopId
from core.games.heirs.table import Table


def reach(t: Table, side: int) -> list[TileId]:
    """HEI-2.3, HEI-2.4: so many tiles clockwise from the shield. HEI-R11: live, or as at the start of the turn?"""
    kept = t.sides[side].reach
    if kept is not None:
        return [tile for tile in kept if tile in t.ring]
    return t.shown()[: t.supply(side) + t.edition.board.reach]


def sources(t: Table, side: int) -> list[tuple[SourceId, TerrainId]]:
    """HEI-5.5: every source that a side has access to, and what it gives."""
    found = [(SourceId(tile), t.tile(tile).terrain) for tile in reach(t, side)]
    found += [(SourceId(troop), terrain) for troop, terrain in _troops(t, side)]
    found += [(SourceId(tile), terrain) for tile, terrain in _producers(t, side)]
    return found


def _troops(t: Table, side: int) -> list[tuple[TroopId, TerrainId]]:
    """HEI-5.5: the tiles on which one's troops stand. HEI-R12: also the opponent's buildings?"""
    player = t.sides[side]
    stood = player.troops if player.stood is None else player.stood
    own_only = t.rulings.opponent_tile_resource == "no"
    found: list[tuple[TroopId, TerrainId]] = []
    for troop, cell in stood.items():
        laid = t.landscape[cell]
        if not (own_only and laid.owner not in (None, side)):
            found.append((TroopId(troop), laid.terrain))
    return found


def _producers(t: Table, side: int) -> list[tuple[TileId, TerrainId]]:
    """HEI-9.14, HEI-9.15, HEI-9.16: farms, sawmills, quarries; HEI-9.17: with a troop on it they give two.

    HEI-R11 start_of_turn: not those that were built in the turn.
    """
    player = t.sides[side]
    later = () if player.stood is None else player.built
    found: list[tuple[TileId, TerrainId]] = []
    for cell, laid in t.landscape.items():
        kind = t.kind(laid) if laid.owner == side and cell not in later else None
        if kind is not None and kind.id in PRODUCERS and kind.terrain is not None and laid.tile is not None:
            found.append((laid.tile, kind.terrain))
    return found


def access(t: Table, side: int) -> Resources:
    """HEI-5.5: how much of each resource. HEI-R1 spent_per_source: without the sources that have paid."""
    spent = t.sides[side].spent if t.rulings.resource_use == "spent_per_source" else ()
    counts = dict.fromkeys(TERRAINS, 0)
    for source, terrain in sources(t, side):
        if source not in spent:
            counts[terrain] += 1
    return Resources(**counts)


def takeable(t: Table, side: int) -> list[TileId]:
    """HEI-4.1: the tiles within reach. HEI-R10: also those that served as a resource in this turn?"""
    used = t.sides[side].spent if t.rulings.use_then_take == "no" else ()
    return [tile for tile in reach(t, side) if SourceId(tile) not in used]


def take_open(t: Table, side: int) -> bool:
    """HEI-3.6: does the shield show one's own crown, and is there a tile?"""
    return t.crown == side and bool(t.shown())
