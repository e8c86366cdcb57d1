"""EMA-11.2, EMA-11.3, EMA-11.4, EMA-11.5, EMA-11.6, EMA-11.7 The noble rank (Élever votre Rang de Noblesse, p. 7)."""

from collections.abc import Iterable
from typing import ClassVar

from core.games.emara.facts import BonusDone, RankRaised
from core.games.emara.moves import RaiseRank as RaiseMove
from core.games.emara.names import RANK, RANKS, Goods
from core.games.emara.rules.gains import Gain, pay, whenever
from core.games.emara.table import Table
from core.kernel.rules.step import Blocked, May, Next, Offer


class RaiseRank(May[Table, RaiseMove], frozen=True):
    """EMA-11.2: the next of five ranks, none is skipped; EMA-11.5: at no particular place."""

    rule: ClassVar[str] = "EMA-11.2"

    def offers(self, t: Table, seat: int) -> Iterable[Offer[RaiseMove]]:
        """EMA-11.3: rings and gold; EMA-11.6: one rank in a turn."""
        yield Offer(RaiseMove(), self._blocked(t, seat))

    def _blocked(self, t: Table, seat: int) -> Blocked | None:
        player = t.seats[seat]
        if RANK in player.done:
            return Blocked("EMA-11.6", "bonus_done")
        if player.rank == len(RANKS):
            return Blocked(self.rule, "highest_rank")
        cost = t.edition.ranks[RANKS[player.rank]].cost.goods
        short = player.goods.lacking(cost)
        if short is None:
            return None
        return Blocked("EMA-11.3", "cost_too_high", need=cost.of(short), have=player.goods.of(short), what=short)

    def resolve(self, t: Table, seat: int, move: RaiseMove) -> Next:
        """EMA-11.4: the top card of the stack, and its points."""
        level = t.seats[seat].rank
        rank = t.edition.ranks[RANKS[level]]
        points = rank.cp[t.ranks[level]]
        more = whenever(t, seat, "rank")
        highest = points + (sum(step.goods.cp for step in more) if with_bonus(t) else 0)
        return [
            BonusDone("EMA-11.1", seat, RANK),
            *pay("EMA-11.3", seat, rank.cost.goods, rank.id),
            RankRaised(self.rule, seat, rank.id, level + 1, highest),
            Gain(seat, Goods(cp=points), "EMA-11.4", rank.id),
            *more,
        ]


def with_bonus(t: Table) -> bool:
    """EMA-R23: does what an event adds to the points of a rank count for ties, too?"""
    return t.rulings.tiebreak3 == "with_event_bonus"
