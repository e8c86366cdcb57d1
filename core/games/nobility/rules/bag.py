"""RTN-2.10, RTN-18.4, RTN-14.4 The buildings in the town hall, and the bag from which they come."""

from typing import ClassVar

from core.games.nobility.facts.buildings import (
    BagRefilled,
    HallFilled,
    TilePutAside,
    TileRefused,
    TilesDiscarded,
    TileShown,
    TilesMoved,
)
from core.games.nobility.names import HALL, PIPS, BuildingId
from core.games.nobility.rules.display import discarded_below
from core.games.nobility.table import Table, spot
from core.kernel.rules.chance import Draw, Drawn
from core.kernel.rules.step import Auto, Chance, Next


class SlideHall(Auto[Table], frozen=True):
    """RTN-18.4: the tiles move left; workshops of full guilds are discarded, and the gaps close."""

    rule: ClassVar[str] = "RTN-18.4"

    def then(self, t: Table) -> Next:
        tiles = tuple(tile for tile in t.hall if tile is not None)
        gone = tuple(tile for tile in tiles if full(t, tile))
        left = tuple(tile for tile in tiles if tile not in gone)
        purged = [lost(t, self.rule, gone)] if gone else []
        moved = [TilesMoved(self.rule, left)] if left and t.hall[: len(left)] != left else []
        return [*purged, *moved, FillHall(purge=True)]


def lost(t: Table, rule: str, tiles: tuple[BuildingId, ...]) -> TilesDiscarded:
    """RTN-18.8: they come back once the hall is filled; it used to be at once, where they go into the bag (RTN-R47)."""
    at_once = t.rulings.lost_tiles == "at_once" and discarded_below(t)
    return TilesDiscarded(rule, tiles, meanwhile=True, bagged=at_once)


def full(t: Table, tile: BuildingId) -> bool:
    """RTN-18.4: is it a workshop of a guild whose three places are taken?"""
    guild = t.edition.buildings[tile].guild
    return guild is not None and None not in t.workshops[guild]


class FillHall(Auto[Table], frozen=True):
    """RTN-2.11, RTN-18.4: tiles of the bag on the empty slots, from the cheapest to the dearest."""

    rule: ClassVar[str] = "RTN-18.4"
    purge: bool = False  # RTN-18.4: new tiles of full guilds are replaced, too
    most: int | None = None  # RTN-R17 same_number

    def then(self, t: Table) -> Next:
        """RTN-18.8: it always ends. RTN-R13: what if the bag runs out?"""
        ready = [HallFilled("RTN-18.8", discarded_below(t))] if t.lately else []
        if self.most == 0 or not _free_slots(t):
            return ready
        if t.bag:
            return [DrawBuilding(self.purge, self.most)]
        if t.discarded and t.rulings.bag_empty == "return_discards":
            return [BagRefilled("RTN-18.8"), self]
        return ready


def _free_slots(t: Table) -> list[int]:
    """RTN-14.4: empty, and without a die."""
    return [slot for slot, tile in enumerate(t.hall, 1) if tile is None and _SPOTS[slot - 1] not in t.dice]


_SPOTS = tuple(spot(HALL, slot) for slot in PIPS)


class DrawBuilding(Chance[Table], frozen=True):
    """RTN-2.11: a tile at random."""

    rule: ClassVar[str] = "RTN-2.11"
    purge: bool = False
    most: int | None = None
    aside: tuple[str, ...] = ()  # RTN-R18: dice tiles that were drawn

    def draw(self, t: Table) -> Draw:
        return Draw("building", mixed(t, t.bag, t.dice_tiles, self.aside), 1)

    def drew(self, t: Table, drawn: Drawn) -> Next:
        """RTN-R15: is a new workshop of a full guild replaced?"""
        if drawn[0] not in t.bag:
            again = DrawBuilding(self.purge, self.most, (*self.aside, drawn[0]))
            return [TilePutAside("RTN-23.1", drawn[0]), again]
        tile = BuildingId(drawn[0])
        if self.purge and t.rulings.full_guild_redraw == "repeat" and full(t, tile):
            return [TileRefused("RTN-18.4", tile), FillHall(self.purge, self.most)]
        left = None if self.most is None else self.most - 1
        rule = "RTN-18.4" if self.purge else "RTN-14.4" if t.round else self.rule
        return [TileShown(rule, tile, _free_slots(t)[0]), FillHall(self.purge, left)]


def mixed(t: Table, wanted: tuple[str, ...], others: tuple[str, ...], aside: tuple[str, ...]) -> tuple[str, ...]:
    """RTN-R18: is it drawn among all that lies in the bag, or among tiles of the kind that is needed?"""
    if t.rulings.mixed_bag == "by_kind":
        return wanted
    return (*wanted, *(tile for tile in others if tile not in aside))


class RenewHall(Auto[Table], frozen=True):
    """RTN-14.4: the tiles are discarded, and others come, past the slots where a die lies."""

    rule: ClassVar[str] = "RTN-14.4"

    def then(self, t: Table) -> Next:
        """RTN-R17: for every slot without a die, or as many as there were?"""
        gone = tuple(tile for tile in t.hall if tile is not None)
        same = t.rulings.hall_renew_scope == "same_number"
        return [lost(t, self.rule, gone), FillHall(most=len(gone) if same else None)]
