"""EMA-8.6, EMA-8.7, EMA-8.8 The castle (p. 6): a gift for a ring, a book for building points."""

from collections.abc import Iterable
from typing import ClassVar

from core.games.emara.moves import BuildBook, Gift
from core.games.emara.names import CASTLE, RESOURCES, Goods, MarkerId, ResourceId
from core.games.emara.rules.gains import Gain, pay, priced, terms, whenever
from core.games.emara.rules.markers import turned
from core.games.emara.table import Table
from core.kernel.rules.step import Blocked, May, Next, Offer


class MakeGift(May[Table, Gift], frozen=True):
    """EMA-8.6: a type of resource, as many as its marker shows."""

    rule: ClassVar[str] = "EMA-8.6"

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Gift]]:
        for resource in RESOURCES:
            price = terms(t, Goods.only(resource, t.shows(gift_marker(resource))))
            yield from priced(t, seat, Gift(resource), self.rule, price)

    def resolve(self, t: Table, seat: int, move: Gift) -> Next:
        """EMA-9.2: the marker turns after it was used."""
        return [
            *pay(self.rule, seat, move.pay, CASTLE),
            *turned(t, gift_marker(move.resource)),
            Gain(seat, t.edition.board.gift, self.rule, CASTLE),
            *whenever(t, seat, "gift"),
        ]


class GiveBook(May[Table, BuildBook], frozen=True):
    """EMA-8.7: one book for building points."""

    rule: ClassVar[str] = "EMA-8.7"

    def offers(self, t: Table, seat: int) -> Iterable[Offer[BuildBook]]:
        """EMA-10.3: gold is no book."""
        none = not t.seats[seat].goods.book
        yield Offer(BuildBook(), Blocked(self.rule, "cost_too_high", need=1, have=0, what="book") if none else None)

    def resolve(self, t: Table, seat: int, move: BuildBook) -> Next:
        points = Goods(bp=t.edition.board.book_bp)
        return [*pay(self.rule, seat, Goods(book=1), CASTLE), Gain(seat, points, self.rule, CASTLE)]


def gift_marker(resource: ResourceId) -> MarkerId:
    """EMA-9.5: one for each type."""
    return MarkerId(f"gift:{resource}")
