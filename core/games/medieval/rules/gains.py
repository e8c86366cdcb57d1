"""The one door for gains and costs: nothing else makes Gained, Paid, VpGained or LeaderGained."""

from collections.abc import Iterable
from typing import ClassVar

from core.games.medieval.facts import Gained, LeaderGained, LeaderMissing, Paid, VpGained
from core.games.medieval.names import PRODUCTION, Goods, LeaderId, ResourceId, SourceName
from core.games.medieval.table import Table
from core.kernel.rules.step import Next, SeatAuto


class Gain(SeatAuto[Table], frozen=True):
    """MED-2.4: a gain is never refused; resources are unlimited."""

    rule: ClassVar[str] = "MED-2.4"
    goods: Goods
    under: str
    source: SourceName = ""

    def then(self, t: Table) -> Next:
        return [gained(self.under, self.seat, self.goods, self.source)]


class Score(SeatAuto[Table], frozen=True):
    """MED-3.6: points bring a resource for each milestone that they reach or pass."""

    rule: ClassVar[str] = "MED-3.6"
    points: int
    under: str
    source: SourceName = ""

    def then(self, t: Table) -> Next:
        """The picks are owed from now on (`Game.owed`)."""
        return [VpGained(self.under, self.seat, self.points, self.source, milestones(t, self.seat, self.points))]


class FinalScore(SeatAuto[Table], frozen=True):
    """MED-19.3, MED-19.4, MED-19.5: in the final scoring only the number of milestone tokens matters, so nobody is
    asked.

    MED-R32 per_type: what kind they are matters as long as the leftovers are not counted, so it is chosen then.
    """

    rule: ClassVar[str] = "MED-19.2"
    points: int
    under: str
    source: SourceName

    def then(self, t: Table) -> Next:
        """MED-R14: do these points bring milestone tokens at all?"""
        count = milestones(t, self.seat, self.points) if t.rulings.final_milestones == "yes" else 0
        chosen = t.rulings.leftovers == "per_type" and self.source in t.edition.cards
        scored = VpGained(self.under, self.seat, self.points, self.source, count if chosen else 0)
        if chosen or not count:
            return [scored]
        return [scored, Gained("MED-3.6", self.seat, Goods.only(PRODUCTION, count), "milestone", final=True)]


class GainLeader(SeatAuto[Table], frozen=True):
    """MED-2.9: leaders are limited pieces."""

    rule: ClassVar[str] = "MED-2.9"
    leader: LeaderId
    under: str
    source: SourceName

    def then(self, t: Table) -> Next:
        """MED-R35: does an empty supply matter?"""
        if t.supply.of(self.leader) <= 0 and t.rulings.leader_supply == "limited":
            return [LeaderMissing("MED-2.9", self.seat, self.leader, self.source)]
        return [LeaderGained(self.under, self.seat, self.leader, self.source)]


def milestones(t: Table, seat: int, points: int) -> int:
    """MED-3.7: how many milestones these points reach or pass; MED-R16: does a gain bring one at the most?"""
    every, before = t.edition.board.milestone, t.seats[seat].vp
    reached = (before + points) // every - before // every
    return reached if t.rulings.milestone_multiple == "each" else min(reached, 1)


def gained(rule: str, seat: int, goods: Goods, source: str = "") -> Gained:
    """A gain that must not wait on the agenda: what is owed would come before it."""
    return Gained(rule, seat, goods, source)


def pay(rule: str, seat: int, goods: Goods, source: str = "") -> list[Paid]:
    """MED-2.5: what is spent goes back to the supply; a price of nothing is no fact."""
    return [Paid(rule, seat, goods, source)] if goods.total() else []


def one_each(resources: Iterable[ResourceId]) -> Goods:
    """A token of each of these; of one that is named twice, two."""
    named = [*resources]
    return Goods(**{resource: named.count(resource) for resource in named})
