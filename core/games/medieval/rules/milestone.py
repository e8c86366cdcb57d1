"""MED-3.6 Milestones (p. 4): a resource of one's choice for every multiple of five."""

from collections.abc import Iterable
from typing import ClassVar

from core.games.medieval.facts import MilestoneTaken
from core.games.medieval.moves import Bonus
from core.games.medieval.names import COMBAT, RESOURCES, Goods
from core.games.medieval.rules.gains import gained
from core.games.medieval.table import Table
from core.kernel.rules.step import Blocked, Next, Offer, SeatChoice


class Milestone(SeatChoice[Table, Bonus], frozen=True):
    """MED-3.6: a seat that reached or passed a milestone takes a resource at once."""

    rule: ClassVar[str] = "MED-3.6"

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Bonus]]:
        """MED-R15: may it be combat?"""
        barred = t.rulings.milestone_types == "no_combat"
        for resource in RESOURCES:
            blocked = Blocked("MED-R15", "no_combat_here") if barred and resource == COMBAT else None
            yield Offer(Bonus(resource), blocked)

    def resolve(self, t: Table, seat: int, move: Bonus) -> Next:
        gain = gained(self.rule, seat, Goods.only(move.resource, 1), "milestone")
        return [MilestoneTaken(self.rule, seat, move.resource), gain]
