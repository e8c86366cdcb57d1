"""KIN-15 Resources (Plateau joueur; Bonus du plateau joueur): markers move on, and gain what they reach."""

from collections.abc import Iterable
from itertools import permutations
from typing import ClassVar

from core.games.crossing.data import effects
from core.games.crossing.data.edition import TOP
from core.games.crossing.facts.gains import ResourceGained
from core.games.crossing.moves import ChooseResources
from core.games.crossing.names import RESOURCES, ResourceId, Resources, SourceName
from core.games.crossing.rules.gains import Gain, gives
from core.games.crossing.rules.tally import houses
from core.games.crossing.table import Player, Table
from core.kernel.rules.step import Ask, Blocked, Next, Offer, SeatAuto, SeatChoice


class Advance(SeatAuto[Table], frozen=True):
    """KIN-15.1: a marker moves on by so many spaces."""

    rule: ClassVar[str] = "KIN-15.1"
    resource: ResourceId
    spaces: int
    under: str
    source: SourceName

    def then(self, t: Table) -> Next:
        """KIN-15.2: what a space gives comes before the next step; KIN-19.8: on the last one it stays."""
        at = t.sides[self.seat].resources.of(self.resource)
        if at == TOP:
            return beyond(t, self)
        end = min(at + self.spaces, TOP)
        there = next_stop(t, self.resource, at, end)
        gained = ResourceGained(self.under, self.seat, Resources.only(self.resource, there - at), self.source)
        left = at + self.spaces - there
        onward = [Advance(self.seat, self.resource, left, self.under, self.source)] if left else []
        return [gained, *reached(t, self.seat, self.resource, there), *onward]


def next_stop(t: Table, resource: ResourceId, at: int, end: int) -> int:
    """KIN-R14: is a bonus gained on the way, or where the marker comes to stand?"""
    bonus = t.edition.tracks[resource].bonus
    passes = t.rulings.track_bonus == "each_space_reached" and at < bonus < end
    return bonus if passes else end


def reached(t: Table, seat: int, resource: ResourceId, space: int) -> list[Gain]:
    """KIN-15.1: the bonus of a space."""
    track = t.edition.tracks[resource]
    if space == TOP:
        return [Gain(seat, track.top, "KIN-15.1", resource)]
    return [Gain(seat, track.gain, "KIN-15.1", resource)] if space == track.bonus else []


def beyond(t: Table, step: Advance) -> Next:
    """KIN-R13: is what goes beyond the last space lost?"""
    if t.rulings.resource_overflow == "lost" or not free_tracks(t.sides[step.seat]):
        return []
    return [Resource(step.seat, 1, step.under, step.source) for _ in range(step.spaces)]


def free_tracks(p: Player) -> tuple[ResourceId, ...]:
    """KIN-R13: those whose marker can move on."""
    return tuple(resource for resource in RESOURCES if p.resources.of(resource) < TOP)


class Resource(SeatChoice[Table, ChooseResources], frozen=True):
    """KIN-6.7: resources of choice, so many different ones (D9, D10); nobody is asked when all markers stand still."""

    rule: ClassVar[str] = "KIN-6.7"
    forced = True
    different: int
    under: str
    source: SourceName
    times: int = 1

    def asked_under(self) -> str:
        """KIN-5.4, KIN-6.7, KIN-8.5.2, …: that of the card, the income, the bird that gives it."""
        return self.under

    def asks(self, t: Table) -> Ask | None:
        return Ask((self.seat,)) if free_tracks(t.sides[self.seat]) else None

    def offers(self, t: Table, seat: int) -> Iterable[Offer[ChooseResources]]:
        """KIN-19.8: a full track only where too few others are left."""
        free = free_tracks(t.sides[seat])
        full = tuple(resource for resource in RESOURCES if resource not in free)
        if self.different <= len(free):
            orders: Iterable[tuple[ResourceId, ...]] = permutations(free, self.different)
        else:
            lost = full[: self.different - len(free)]
            orders = ((*order, *lost) for order in permutations(free))
        yield from (Offer(ChooseResources(order)) for order in orders)
        if self.different == 1:
            yield from (Offer(ChooseResources((each,)), Blocked("KIN-19.8", "track_full", have=each)) for each in full)

    def unoffered(self, t: Table, seat: int, move: ChooseResources) -> Blocked | None:
        """KIN-5.4: as many as the effect says, each once."""
        if len({*move.resources}) == self.different == len(move.resources):
            return Blocked("KIN-19.8", "free_tracks_first")
        return Blocked(self.under, "resources_different", need=self.different, have=len(move.resources))

    def resolve(self, t: Table, seat: int, move: ChooseResources) -> Next:
        return [Advance(seat, resource, self.times, self.under, self.source) for resource in move.resources]


@gives(effects.Res)
def _one_track(_t: Table, g: Gain, effect: effects.Res) -> Next:
    return [Advance(g.seat, effect.resource, g.times * effect.amount, g.under, g.source)]


@gives(effects.ResPerPawPair)
def _by_paws(t: Table, g: Gain, effect: effects.ResPerPawPair) -> Next:
    """KIN-16.2, KIN-16.4: rounded down."""
    spaces = g.times * (len(t.sides[g.seat].paws) // 2)
    return [Advance(g.seat, effect.resource, spaces, g.under, g.source)] if spaces else []


@gives(effects.ResAny)
def _any_track(_t: Table, g: Gain, effect: effects.ResAny) -> Next:
    return [Resource(g.seat, 1, g.under, g.source, g.times)] * effect.amount


@gives(effects.ResDiff)
def _different_tracks(_t: Table, g: Gain, effect: effects.ResDiff) -> Next:
    return [Resource(g.seat, effect.amount, g.under, g.source, g.times)]


@gives(effects.ResPerHouse)
def _by_houses(t: Table, g: Gain, _effect: effects.ResPerHouse) -> Next:
    return [Resource(g.seat, 1, g.under, g.source, g.times)] * houses(t, g.seat)
