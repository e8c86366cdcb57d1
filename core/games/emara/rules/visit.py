"""EMA-4.8, EMA-6.4, EMA-8 Visits (Actions des Lieux, p. 5-6): what can be done at a place, each once, in any order."""

from collections.abc import Sequence
from functools import cache
from typing import Any, ClassVar

from core.games.emara.moves import Hire as HireMove
from core.games.emara.moves import Leave, Use
from core.games.emara.moves import RaiseRank as RaiseMove
from core.games.emara.moves import Recruit as RecruitMove
from core.games.emara.names import CASTLE, CATHEDRAL, CONSTRUCTION_SITE, COUNTRYSIDE, MARKET, FavorId, PlaceId
from core.games.emara.rules.advisors import Recruit
from core.games.emara.rules.castle import GiveBook, MakeGift
from core.games.emara.rules.cathedral import MakeDonation
from core.games.emara.rules.construction import BakeForAll, DeliverStone, DeliverWood
from core.games.emara.rules.countryside import GatherGoods
from core.games.emara.rules.craftsmen import Hire
from core.games.emara.rules.favors import RedeemFavor
from core.games.emara.rules.market import SellResource, TeachPeople
from core.games.emara.rules.nobility import RaiseRank
from core.games.emara.rules.power import UsePower
from core.games.emara.table import Table
from core.kernel.rules.any_order import AnyOrder
from core.kernel.rules.step import Blocked

InTown = MakeDonation | MakeGift | GiveBook | SellResource | TeachPeople | DeliverStone | BakeForAll | DeliverWood
SubAction = GatherGoods | InTown
Beside = RedeemFavor | UsePower | RaiseRank | Hire | Recruit


class Visit(AnyOrder[Table, SubAction, Beside], frozen=True):
    """EMA-4.8: the actions of a place, until the visit is left or nothing is possible there any more."""

    rule: ClassVar[str] = "EMA-4.8"
    stop: ClassVar[Any] = Leave()
    place: PlaceId
    arrived: bool  # a councilor stands here; else it is an errand
    held: tuple[FavorId, ...] = ()  # the favors of the place when the visit began

    def asides(self, t: Table) -> Sequence[Beside]:
        """EMA-13.3: favors. EMA-R4: powers? EMA-R2: bonus actions, too?"""
        if self.place in COUNTRYSIDE and not self.items:  # gathered: that closes it
            return ()
        fresh = self.items == sub_actions(self.seat, self.place, arrived=self.arrived)
        found: list[Beside] = [RedeemFavor(self.seat, self.place, self.held, fresh, self.arrived)]
        if t.rulings.advisor_power_window == "any_own_decision_point":
            found.append(UsePower(self.seat))
        free = t.rulings.visit_atomic
        if free == "free" or (free == "split_move_visit" and fresh):
            found += [RaiseRank(self.seat), Hire(self.seat), Recruit(self.seat)]
        return found

    def unoffered(self, t: Table, seat: int, move: Any) -> Blocked:
        """EMA-8: each thing once in a visit; EMA-4.5: what is no part of it comes afterwards."""
        waits = isinstance(move, RaiseMove | HireMove | RecruitMove | Use)  # EMA-R2, EMA-R4
        return Blocked(self.rule, "visit_first" if waits else "not_at_this_place", have=self.place)

    def left(self, t: Table, at: int) -> tuple[SubAction, ...]:
        """EMA-R3 printed_order: what stands before is over, too."""
        return self.items[at + 1 :] if t.rulings.sub_actions_order == "printed_order" else super().left(t, at)


@cache
def sub_actions(seat: int, place: PlaceId, *, arrived: bool) -> tuple[SubAction, ...]:
    """EMA-7, EMA-8: what each place offers, in the order in which it is printed."""
    if place == CATHEDRAL:
        return (MakeDonation(seat),)
    if place == CASTLE:
        return (MakeGift(seat), GiveBook(seat))
    if place == MARKET:
        return (SellResource(seat, arrived), TeachPeople(seat))
    if place == CONSTRUCTION_SITE:
        return (DeliverStone(seat), BakeForAll(seat), DeliverWood(seat))
    return (GatherGoods(seat, place),)


def opened(t: Table, seat: int, place: PlaceId, *, arrived: bool) -> list[Visit]:
    """EMA-4.8: a visit starts afresh each time."""
    held = tuple(favor for favor in t.seats[seat].favors if t.edition.favors[favor].place == place)
    return [Visit(seat, sub_actions(seat, place, arrived=arrived), place, arrived, held)]
