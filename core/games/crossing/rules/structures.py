"""KIN-5.5 Structures (Structures; Appendice): their ability, when they are bought, as income, and when triggered."""

from collections.abc import Iterable
from itertools import chain, permutations
from typing import ClassVar

from core.games.crossing.data import effects
from core.games.crossing.facts.gains import Triggered
from core.games.crossing.moves import Trigger
from core.games.crossing.names import BEAR, CardId, SourceName
from core.games.crossing.rules.gains import Gain, gives, points
from core.games.crossing.table import Table
from core.kernel.rules.step import Blocked, Next, Offer, SeatAuto, SeatChoice


def ability(t: Table, seat: int, structure: CardId, under: str, times: int = 1) -> Gain:
    """KIN-5.5: the same when bought, as income, and when it is triggered."""
    return Gain(seat, t.edition.ability(structure), under, structure, times)


class BearTriggers(SeatAuto[Table], frozen=True):
    """KIN-6.5: for a pair of bears one structure, another one each time."""

    rule: ClassVar[str] = "KIN-6.5"

    def then(self, t: Table) -> Next:
        """KIN-R11: when all have been triggered, is the rest lost?"""
        p = t.sides[self.seat]
        if any(structure not in p.triggered for structure in p.structures):
            return [TriggerOne(self.seat, self.rule, BEAR, bear=True)]
        lost = t.rulings.bear_surplus == "lost"
        return [] if lost else points("KIN-R11", self.seat, t.edition.board.boar, BEAR)


class TriggerOne(SeatChoice[Table, Trigger], frozen=True):
    """KIN-15.1: the ability of one own structure."""

    rule: ClassVar[str] = "KIN-15.1"
    forced = True
    under: str
    source: SourceName
    bear: bool = False
    times: int = 1

    def asked_under(self) -> str:
        """KIN-6.5, KIN-15.1, …: that of the bears, or of the track."""
        return self.under

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Trigger]]:
        p = t.sides[seat]
        for structure in p.structures:
            again = self.bear and structure in p.triggered
            yield Offer(Trigger((structure,)), Blocked("KIN-6.5", "triggered", have=structure) if again else None)

    def unoffered(self, t: Table, seat: int, move: Trigger) -> Blocked:
        """One, and one's own."""
        return not_triggered(t, seat, move, self.under, 1)

    def resolve(self, t: Table, seat: int, move: Trigger) -> Next:
        (structure,) = move.structures
        triggered = Triggered(self.under, seat, structure, self.bear)
        return [triggered, ability(t, seat, structure, self.under, self.times)]


class TriggerSome(SeatChoice[Table, Trigger], frozen=True):
    """KIN-5.4: the abilities of different own structures, at most so many, in the order named."""

    rule: ClassVar[str] = "KIN-5.4"
    most: int
    under: str

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Trigger]]:
        own = t.sides[seat].structures
        orders = chain.from_iterable(permutations(own, many) for many in range(self.most + 1))
        return [Offer(Trigger(order)) for order in orders]

    def unoffered(self, t: Table, seat: int, move: Trigger) -> Blocked:
        """Not more than allowed, each once, and one's own."""
        return not_triggered(t, seat, move, self.rule, self.most)

    def resolve(self, t: Table, seat: int, move: Trigger) -> Next:
        triggered = [Triggered(self.under, seat, structure) for structure in move.structures]
        return [*triggered, *(ability(t, seat, structure, self.under) for structure in move.structures)]


def not_triggered(t: Table, seat: int, move: Trigger, rule: str, most: int) -> Blocked:
    """Why these structures cannot be triggered."""
    other = next((each for each in move.structures if each not in t.sides[seat].structures), None)
    if other is not None:
        return Blocked(rule, "not_own_structure", have=other)
    return Blocked(rule, "structures_different", need=most, have=len(move.structures))


@gives(effects.Trigger)
def _one_structure(_t: Table, g: Gain, _effect: effects.Trigger) -> Next:
    if g.source == BEAR:
        return [BearTriggers(g.seat)]
    return [TriggerOne(g.seat, g.under, g.source, times=g.times)]


@gives(effects.TriggerUpTo)
def _some_structures(_t: Table, g: Gain, effect: effects.TriggerUpTo) -> Next:
    return [TriggerSome(g.seat, effect.most * g.times, g.under)]
