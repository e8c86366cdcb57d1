"""MED-11 Extra production and the turn order (p. 12)."""

from typing import ClassVar

from core.games.medieval.facts import OrderSet
from core.games.medieval.names import PRODUCTION, Goods
from core.games.medieval.rules.gains import Gain
from core.games.medieval.table import Table
from core.kernel.rules.step import Auto, Next


class ExtraProduction(Auto[Table], frozen=True):
    """MED-11.1: two more production tokens for everybody."""

    rule: ClassVar[str] = "MED-11.1"

    def then(self, t: Table) -> Next:
        extra = Goods.only(PRODUCTION, t.edition.board.extra_production)
        return [Gain(seat, extra, self.rule, "extra") for seat in range(t.players)]


class SetOrder(Auto[Table], frozen=True):
    """MED-11.2, MED-11.3: by production tokens; MED-11.4: with as many, as in the order before."""

    rule: ClassVar[str] = "MED-11.2"

    def then(self, t: Table) -> Next:
        """MED-11.5: counted after the extra tokens."""
        return [OrderSet(self.rule, tuple(sorted(t.order, key=lambda seat: -t.seats[seat].palace.production)))]
