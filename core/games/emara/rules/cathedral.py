"""EMA-8.1, EMA-8.2, EMA-8.3, EMA-8.4, EMA-8.5 The cathedral (p. 6): a donation for a book and a favor."""

from collections.abc import Iterable
from typing import ClassVar

from core.games.emara.facts import FavorsDue
from core.games.emara.moves import Donate
from core.games.emara.names import CATHEDRAL, RESOURCES, Goods, MarkerId, ResourceId
from core.games.emara.rules.gains import Gain, pay, priced, terms, whenever
from core.games.emara.rules.markers import turned
from core.games.emara.table import Table
from core.kernel.rules.step import May, Next, Offer, SeatAuto


class MakeDonation(May[Table, Donate], frozen=True):
    """EMA-8.1: a type of resource, as many as its marker shows."""

    rule: ClassVar[str] = "EMA-8.1"

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Donate]]:
        for resource in RESOURCES:
            price = terms(t, Goods.only(resource, t.shows(donation_marker(resource))))
            yield from priced(t, seat, Donate(resource), self.rule, price)

    def resolve(self, t: Table, seat: int, move: Donate) -> Next:
        """EMA-R41: is it paid before or after the favors are seen?"""
        if t.rulings.donation_rewards_order == "look_before_paying":
            return [FavorsDue("EMA-8.3", seat, move)]
        return [*donated(t, seat, move), LookForFavors(seat)]


class LookForFavors(SeatAuto[Table], frozen=True):
    """EMA-8.2: beside the book, a favor."""

    rule: ClassVar[str] = "EMA-8.2"

    def then(self, t: Table) -> Next:
        return [FavorsDue("EMA-8.3", self.seat)]


def donation_marker(resource: ResourceId) -> MarkerId:
    """EMA-9.5: one for each type."""
    return MarkerId(f"donation:{resource}")


def donated(t: Table, seat: int, move: Donate) -> Next:
    """EMA-8.1, EMA-8.2: what is paid, and what it gives beside the favor."""
    return [
        *pay("EMA-8.1", seat, move.pay, CATHEDRAL),
        *turned(t, donation_marker(move.resource)),
        Gain(seat, t.edition.board.donation, "EMA-8.2", CATHEDRAL),
        *whenever(t, seat, "donation"),
    ]
