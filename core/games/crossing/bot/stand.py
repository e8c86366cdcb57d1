"""How things stand on a player board at one point of a thought, and what can be counted there."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct
from msgspec.structs import astuple, replace

from core.games.crossing.data.edition import Edition, edition
from core.games.crossing.names import (
    BUILDING,
    COLOURS,
    FLOWER,
    GUILDS,
    HOME,
    RESOURCES,
    SCULPTURE,
    CardId,
    CountedId,
    DecorationId,
    FavorId,
    GoalId,
    GuildId,
    ResourceId,
    SpaceId,
    TileId,
)
from core.games.crossing.view import SideView, View


class Stand(Struct, frozen=True):
    """A player board, as far as it matters for what is worth doing."""

    coins: int
    vp: int
    tracks: tuple[int, ...]
    investment: int
    guilds: tuple[int, ...]
    structures: tuple[CardId, ...]
    spaces: tuple[SpaceId, ...]  # those with a decoration
    birds: tuple[int, ...]
    upgraded: tuple[TileId, ...]
    houses: int
    claimed: tuple[GoalId, ...]
    favors: tuple[FavorId, ...]
    paws: int
    more: int = 0  # hundredths of points that cannot be counted here

    def track(self, resource: ResourceId) -> int:
        return self.tracks[RESOURCES.index(resource)]

    def column(self, guild: GuildId) -> int:
        return self.guilds[GUILDS.index(guild)]

    def paid(self, coins: int) -> "Stand":
        return replace(self, coins=self.coins - coins) if coins else self

    def joined(self, guild: GuildId) -> "Stand":
        """One more card of a guild."""
        return replace(self, guilds=plus(self.guilds, GUILDS.index(guild)))


def plus(numbers: tuple[int, ...], at: int, more: int = 1) -> tuple[int, ...]:
    """One of the numbers is higher."""
    return (*numbers[:at], numbers[at] + more, *numbers[at + 1 :])


def stand_of(view: View, me: SideView) -> Stand:
    """How things stand now."""
    birds = edition(view.edition).birds
    colours = [birds[bird].colour for bird in me.birds]
    return Stand(
        coins=me.coins,
        vp=me.vp,
        tracks=astuple(me.resources),
        investment=me.investment,
        guilds=tuple(len(me.guilds[guild]) for guild in GUILDS),
        structures=me.structures,
        spaces=tuple(me.decorations),
        birds=tuple(map(colours.count, COLOURS)),
        upgraded=me.upgraded,
        houses=len(me.houses),
        claimed=tuple(goal.goal for goal in view.goals if me.seat in goal.claims),
        favors=me.favors,
        paws=len(me.paws),
    )


def symbols(data: Edition, s: Stand, kind: DecorationId) -> int:
    """KIN-T21: a double token has two."""
    return sum(data.spaces[space].symbols for space in s.spaces if data.spaces[space].kind == kind)


def _buildings(data: Edition, s: Stand) -> int:
    return sum(card != HOME and data.structures[card].kind == BUILDING for card in s.structures)


def _pairs(data: Edition, s: Stand) -> int:
    return min(symbols(data, s, FLOWER), symbols(data, s, SCULPTURE))


_COUNTS: Final[dict[str, Callable[[Edition, Stand], int]]] = {
    "flower": lambda data, s: symbols(data, s, FLOWER),
    "sculpture": lambda data, s: symbols(data, s, SCULPTURE),
    "symbol": lambda data, s: symbols(data, s, FLOWER) + symbols(data, s, SCULPTURE),
    "symbol_pair": _pairs,
    "house": lambda _data, s: s.houses,
    "structure": lambda _data, s: len(s.structures),
    "building": _buildings,
    "bird": lambda _data, s: sum(s.birds),
    "bird_pair": lambda _data, s: sum(s.birds) // 2,
    "resource_set": lambda _data, s: min(s.tracks),
    "favor": lambda _data, s: len(s.favors),
    "goal": lambda _data, s: len(s.claimed),
    "upgrade": lambda _data, s: len(s.upgraded),
    "investment": lambda data, s: data.investment.vp[s.investment],
}


_PLACES: Final[tuple[str, ...]] = (*RESOURCES, *GUILDS, *COLOURS)


def count(data: Edition, s: Stand, counted: CountedId, cards: int = 0) -> int:
    """KIN-17.6: how many there are of what effects, goals and favors count."""
    if counted in _PLACES:
        return (*s.tracks, *s.guilds, *s.birds)[_PLACES.index(counted)]
    if counted == "guild":
        return sum(size >= cards for size in s.guilds)
    return _COUNTS[counted](data, s)
