"""What gains make of a stand, as far as it can be foreseen: every choice in them is made for the best."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from core.games.crossing.bot.outlook import GAINED, RESOURCE, Outlook
from core.games.crossing.bot.stand import Stand, count, plus
from core.games.crossing.data import effects
from core.games.crossing.data.edition import TOP
from core.games.crossing.names import RESOURCES, TILES, CardId, DecorationId, ResourceId, SpaceId

PAIR = 2  # paws, bridges


class Gains:
    """Stands after gains."""

    def __init__(self, o: Outlook) -> None:
        self.o = o
        self.data = o.data

    def gained(self, s: Stand, gain: effects.Gain) -> Stand:
        """KIN-8.5.3: the stand after an effect."""
        return _GAINS[gain.__class__](self, s, gain)

    def best(self, stands: tuple[Stand, ...]) -> Stand:
        """The one that is worth most."""
        return max(stands, key=self.o.worth)

    def coins(self, s: Stand, coins: int) -> Stand:
        return replace(s, coins=s.coins + coins)

    def points(self, s: Stand, points: int) -> Stand:
        return replace(s, vp=s.vp + points)

    def advanced(self, s: Stand, resource: ResourceId, steps: int) -> Stand:
        """KIN-15.1: space by space, with what each brings."""
        track, at = self.data.tracks[resource], RESOURCES.index(resource)
        for _ in range(steps):
            if s.tracks[at] == TOP:
                break
            s = replace(s, tracks=plus(s.tracks, at))
            if s.tracks[at] == track.bonus:
                s = self.gained(s, track.gain)
            elif s.tracks[at] == TOP:
                s = self.gained(s, track.top)
        return s

    def any_of(self, s: Stand, amount: int) -> Stand:
        for _ in range(amount):
            s = self.best(tuple(self.advanced(s, resource, 1) for resource in RESOURCES))
        return s

    def different(self, s: Stand, amount: int) -> Stand:
        """D10: the best ones, each once."""
        now = self.o.worth(s)
        gain = {resource: self.o.worth(self.advanced(s, resource, 1)) - now for resource in RESOURCES}
        for resource in sorted(gain, key=lambda each: -gain[each])[:amount]:
            s = self.advanced(s, resource, 1)
        return s

    def invested(self, s: Stand, times: int) -> Stand:
        """KIN-5.17: up or cash, whichever is worth more each time."""
        track = self.data.investment
        for _ in range(times):
            up = replace(s, investment=min(s.investment + 1, track.last))
            cash = replace(s, coins=s.coins + track.coins[s.investment], investment=0)
            s = max(up, cash, key=self.o.money)
        return s

    def two(self, s: Stand, kind: DecorationId) -> Stand:
        """KIN-15.4: two tokens with one symbol, or one with two."""
        return self.best((self.decorated(self.decorated(s, kind, 1), kind, 1), self.decorated(s, kind, 2)))

    def decorated(self, s: Stand, kind: DecorationId | None, size: int) -> Stand:
        """KIN-15.3: on the best space that is free."""
        free = [
            SpaceId(name)
            for name, space in self.data.spaces.items()
            if name not in s.spaces and space.symbols == size and kind in {None, space.kind}
        ]
        return self.best(tuple(self.filled(s, name) for name in free)) if free else s

    def filled(self, s: Stand, space: SpaceId) -> Stand:
        return replace(s, spaces=(*s.spaces, space))

    def set_off(self, s: Stand, most: int) -> Stand:
        """KIN-6.5: the best structures."""
        own = sorted(s.structures, key=lambda each: -self.o.ability(s, each))
        for structure in own[:most]:
            s = self.triggered(s, structure)
        return s

    def triggered(self, s: Stand, structure: CardId) -> Stand:
        return self.gained(s, self.data.ability(structure))

    def upgraded(self, s: Stand) -> Stand:
        """KIN-5.10: the best tile."""
        left = [tile for tile in TILES if tile not in s.upgraded]
        return self.best(tuple(replace(s, upgraded=(*s.upgraded, tile)) for tile in left)) if left else s


_GAINS: dict[type, Callable[[Gains, Stand, Any], Stand]] = {
    effects.Coins: lambda g, s, gain: g.coins(s, gain.amount),
    effects.CoinsPerPaw: lambda g, s, _: g.coins(s, s.paws),
    effects.CoinsMinusPaws: lambda g, s, gain: g.coins(s, max(gain.amount - s.paws, 0)),
    effects.CoinsPer: lambda g, s, gain: g.coins(s, count(g.data, s, gain.counted)),
    effects.Vp: lambda g, s, gain: g.points(s, gain.amount),
    effects.VpPerPawPair: lambda g, s, _: g.points(s, s.paws // PAIR),
    effects.VpPer: lambda g, s, gain: g.points(s, count(g.data, s, gain.counted)),
    effects.Res: lambda g, s, gain: g.advanced(s, gain.resource, gain.amount),
    effects.ResPerPawPair: lambda g, s, gain: g.advanced(s, gain.resource, s.paws // PAIR),
    effects.ResAny: lambda g, s, gain: g.any_of(s, gain.amount),
    effects.ResPerHouse: lambda g, s, _: g.any_of(s, s.houses),
    effects.ResDiff: lambda g, s, gain: g.different(s, gain.amount),
    effects.Invest: lambda g, s, gain: g.invested(s, gain.amount),
    effects.Deco1: lambda g, s, gain: g.decorated(s, gain.kind, 1) if s.paws >= gain.paws else s,
    effects.Deco2: lambda g, s, gain: g.two(s, gain.kind),
    effects.Trigger: lambda g, s, _: g.set_off(s, 1),
    effects.TriggerUpTo: lambda g, s, gain: g.set_off(s, gain.most),
    effects.Upgrade: lambda g, s, _: g.upgraded(s),
    effects.GainFavor: lambda _, s, _gain: replace(s, more=s.more + GAINED),
    effects.TakeBird: lambda _, s, _gain: replace(s, more=s.more + RESOURCE),
}
