"""Buildings and who works there: the tiles in bag and town hall, workshops, apprentices, communal zones."""

from msgspec.structs import replace

from core.games.nobility.facts import Fact, SeatFact
from core.games.nobility.facts.course import at_work
from core.games.nobility.names import BuildingId, GuildId, SourceName
from core.games.nobility.table import Apprentice, Player, Table, Workshop
from core.kernel.rules.marks import Seat
from core.kernel.rules.piles import put, without

# --- tiles -----------------------------------------------------------------------------------------------------------


class TileShown(Fact, frozen=True):
    """A tile of the bag lies face up in the town hall."""

    tile: BuildingId
    slot: int

    def on(self, t: Table) -> Table:
        return replace(t, bag=without(t.bag, (self.tile,)), hall=put(t.hall, self.slot - 1, self.tile))


class TileRefused(Fact, frozen=True):
    """RTN-18.4: a tile that was drawn is discarded: its guild is full."""

    tile: BuildingId

    def on(self, t: Table) -> Table:
        return replace(t, bag=without(t.bag, (self.tile,)), lately=(*t.lately, self.tile))


class TilesDiscarded(Fact, frozen=True):
    """Tiles leave the town hall. RTN-18.8: while it is being filled, they do not come back `meanwhile`."""

    tiles: tuple[BuildingId, ...]
    meanwhile: bool = False
    bagged: bool = False  # RTN-R47 bottom_of_deck

    def on(self, t: Table) -> Table:
        hall = tuple(None if tile in self.tiles else tile for tile in t.hall)
        if self.bagged:
            return replace(t, hall=hall, bag=(*t.bag, *self.tiles))
        if self.meanwhile:
            return replace(t, hall=hall, lately=(*t.lately, *self.tiles))
        return replace(t, hall=hall, discarded=(*t.discarded, *self.tiles))


class TilePutAside(Fact, frozen=True):
    """RTN-R18 literal: a tile of the wrong kind; it goes back into the bag."""

    tile: SourceName
    seat: Seat | None = None  # who was to get a dice tile


class TilesMoved(Fact, frozen=True):
    """RTN-18.4: the tiles of the town hall, from the left."""

    tiles: tuple[BuildingId, ...]

    def on(self, t: Table) -> Table:
        return replace(t, hall=(*self.tiles, *(None,) * (len(t.hall) - len(self.tiles))))


class BagRefilled(Fact, frozen=True):
    """RTN-R13: the tiles that were discarded before are in the bag again."""

    def on(self, t: Table) -> Table:
        return replace(t, bag=(*t.bag, *t.discarded), discarded=())


class HallFilled(Fact, frozen=True):
    """RTN-18.8: what was discarded meanwhile may come back from now on."""

    bagged: bool = False  # RTN-R47 bottom_of_deck

    def on(self, t: Table) -> Table:
        if self.bagged:
            return replace(t, bag=(*t.bag, *t.lately), lately=())
        return replace(t, discarded=(*t.discarded, *t.lately), lately=())


# --- workshops -------------------------------------------------------------------------------------------------------


class WorkshopLaid(Fact, frozen=True):
    """RTN-2.3: a workshop that nobody owns."""

    tile: BuildingId
    guild: GuildId
    slot: int

    def on(self, t: Table) -> Table:
        return replace(_in_guild(t, self.guild, self.slot, Workshop(self.tile)), bag=without(t.bag, (self.tile,)))


class WorkshopActivated(Fact, frozen=True):
    """RTN-9.4: the workshop on a place of a guild."""

    tile: BuildingId
    guild: GuildId


class WorkshopBought(SeatFact, frozen=True):
    """RTN-10.6: a tile leaves the town hall for a guild, where an apprentice becomes its Guild Master."""

    tile: BuildingId
    guild: GuildId
    slot: int

    def on(self, t: Table) -> Table:
        bought = replace(t, hall=tuple(None if tile == self.tile else tile for tile in t.hall))
        there = _without_apprentice(bought, self.seat, self.guild)
        return _in_guild(there, self.guild, self.slot, Workshop(self.tile, self.seat))


class WorkshopClaimed(SeatFact, frozen=True):
    """RTN-R19 by_apprentice: an apprentice moves onto a workshop that nobody owned."""

    tile: BuildingId
    guild: GuildId
    slot: int

    def on(self, t: Table) -> Table:
        there = _without_apprentice(t, self.seat, self.guild)
        return _in_guild(there, self.guild, self.slot, Workshop(self.tile, self.seat))


class WorkshopSold(SeatFact, frozen=True):
    """RTN-11.2: it stays where it is, and nobody owns it."""

    tile: BuildingId
    guild: GuildId
    slot: int

    def on(self, t: Table) -> Table:
        return at_work(_in_guild(t, self.guild, self.slot, Workshop(self.tile)))


def _in_guild(t: Table, guild: GuildId, slot: int, workshop: Workshop) -> Table:
    return replace(t, workshops={**t.workshops, guild: put(t.workshops[guild], slot - 1, workshop)})


# --- apprentices -----------------------------------------------------------------------------------------------------


class ApprenticePlaced(SeatFact, frozen=True):
    """RTN-9.11: a worker becomes an apprentice, or an apprentice changes guilds."""

    guild: GuildId
    origin: GuildId | None = None

    def on(self, t: Table) -> Table:
        left = t if self.origin is None else _without_apprentice(t, self.seat, self.origin)
        there = (*left.apprentices[self.guild], Apprentice(self.seat, t.round, fresh=True))
        return replace(left, apprentices={**left.apprentices, self.guild: there})


class ApprenticeRecalled(SeatFact, frozen=True):
    """RTN-16.1: an apprentice leaves a guild."""

    guild: GuildId
    first: bool = False  # RTN-R44 not_same_round: the one who has been there longest

    def on(self, t: Table) -> Table:
        return _without_apprentice(t, self.seat, self.guild, first=self.first)


def _without_apprentice(t: Table, seat: int, guild: GuildId, *, first: bool = False) -> Table:
    """The one who came last leaves, or the first."""
    placed = t.apprentices[guild]
    mine = [number for number, one in enumerate(placed) if one.seat == seat]
    at = mine[0 if first else -1]
    return replace(t, apprentices={**t.apprentices, guild: (*placed[:at], *placed[at + 1 :])})


# --- communal zones --------------------------------------------------------------------------------------------------


class CommunalBuilt(SeatFact, frozen=True):
    """RTN-10.10: a tile leaves the town hall for a communal zone."""

    tile: BuildingId
    zone: int

    def on(self, t: Table) -> Table:
        return replace(super().on(t), hall=tuple(None if tile == self.tile else tile for tile in t.hall))

    def change(self, p: Player) -> Player:
        return replace(p, zones=put(p.zones, self.zone - 1, self.tile))


class CommunalSold(SeatFact, frozen=True):
    """RTN-11.3: the tile is discarded, and the zone is free."""

    tile: BuildingId
    bagged: bool = False  # RTN-R47

    def on(self, t: Table) -> Table:
        sold = at_work(super().on(t))
        if self.bagged:
            return replace(sold, bag=(*t.bag, self.tile))
        return replace(sold, discarded=(*t.discarded, self.tile))

    def change(self, p: Player) -> Player:
        return replace(p, zones=tuple(None if tile == self.tile else tile for tile in p.zones))
