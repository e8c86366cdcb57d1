"""KIN-5.17 Investment (Investissement, p. 6): the marker goes up, or its coins are taken."""

from collections.abc import Iterable
from typing import ClassVar

from core.games.crossing.data import effects
from core.games.crossing.facts.gains import MarkerMoved
from core.games.crossing.moves import InvestCash, InvestUp
from core.games.crossing.names import SourceName
from core.games.crossing.rules.gains import Gain, coins, gives
from core.games.crossing.table import Table
from core.kernel.rules.step import Next, Offer, SeatChoice


class Invest(SeatChoice[Table, InvestUp | InvestCash], frozen=True):
    """KIN-5.17: one Investment action; KIN-R37 doubled_amount: one that counts twice."""

    rule: ClassVar[str] = "KIN-5.17"
    forced = True  # KIN-R3: where a card can only be paid with its coins
    source: SourceName
    times: int = 1

    def offers(self, t: Table, seat: int) -> Iterable[Offer[InvestUp | InvestCash]]:
        return (Offer(InvestUp()), Offer(InvestCash()))

    def resolve(self, t: Table, seat: int, move: InvestUp | InvestCash) -> Next:
        at = t.sides[seat].investment
        if isinstance(move, InvestCash):
            cashed = coins(self.rule, seat, self.times * cash(t, at), self.source)
            return [*cashed, *self._moved(seat, at, 0)]
        to = at
        for _ in range(self.times):
            to = above(t, to)
        return self._moved(seat, at, to)

    def _moved(self, seat: int, at: int, to: int) -> list[MarkerMoved]:
        return [MarkerMoved(self.rule, seat, to - at, self.source)] if to != at else []


def cash(t: Table, space: int) -> int:
    """KIN-5.17: the coins of a space."""
    found: int = t.edition.investment.coins[space]
    return found


def above(t: Table, space: int) -> int:
    """KIN-R32: from the last space the marker goes nowhere, or around to the first?"""
    last = t.edition.investment.last
    if space < last:
        return space + 1
    return last if t.rulings.invest_ends == "stop" else 0


@gives(effects.Invest)
def _invest(_t: Table, g: Gain, effect: effects.Invest) -> Next:
    return [Invest(g.seat, g.source, g.times)] * effect.amount
