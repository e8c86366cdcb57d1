"""EMA-8.9, EMA-8.10, EMA-8.11 The market (p. 6): a resource for gold, books for citizen points."""

from collections.abc import Iterable
from typing import ClassVar

from core.games.emara.data.edition import Event, Trade
from core.games.emara.moves import Sell, Teach
from core.games.emara.names import MARKET, Goods
from core.games.emara.rules.gains import Gain, pay, ways_to
from core.games.emara.table import Table, resources
from core.kernel.rules.step import Blocked, May, Next, Offer


class SellResource(May[Table, Sell], frozen=True):
    """EMA-8.9: a resource of any type for a gold; EMA-14.11: with foreign traders one more."""

    rule: ClassVar[str] = "EMA-8.9"
    arrived: bool

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Sell]]:
        """EMA-R8: may gold be sold, where that changes anything?"""
        gold = t.rulings.gold_for_gold == "allowed"
        most = 1 + self._more(t)
        for count in range(1, most + 1):
            trade = Trade(any=count, gain=t.edition.board.sale.times(count))
            for _, way in ways_to(t, seat, trade, gold=gold, market=True):
                yield Offer(Sell(way.goods), said="" if way.plain else "pay")
        if not resources(t.seats[seat].goods):
            yield Offer(Sell(), Blocked(self.rule, "resources_missing", need=1, have=0))

    def _more(self, t: Table) -> int:
        """EMA-R35: also on an errand?"""
        if not self.arrived and t.rulings.foreign_traders_scope == "market_visit_only":
            return 0
        event = t.event_of_round
        return 0 if event is None else event.sales

    def resolve(self, t: Table, seat: int, move: Sell) -> Next:
        """One gold for each; what an event adds bears its rule."""
        more = move.pay.total() - 1
        traders = [card for card in t.lasting(seat) if isinstance(card, Event) and card.sales]
        added = [Gain(seat, t.edition.board.sale.times(more), card.rule, card.id) for card in traders[:more]]
        return [*pay(self.rule, seat, move.pay, MARKET), Gain(seat, t.edition.board.sale, self.rule, MARKET), *added]


class TeachPeople(May[Table, Teach], frozen=True):
    """EMA-8.10: one to five books for citizen points."""

    rule: ClassVar[str] = "EMA-8.10"

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Teach]]:
        have = t.seats[seat].goods.book
        for books in t.edition.board.books:
            short = Blocked(self.rule, "cost_too_high", need=books, have=have, what="book") if books > have else None
            yield Offer(Teach(books), short)

    def unoffered(self, t: Table, seat: int, move: Teach) -> Blocked:
        return Blocked(self.rule, "too_many_books", need=max(t.edition.board.books), have=move.books)

    def resolve(self, t: Table, seat: int, move: Teach) -> Next:
        points = Goods(cp=t.edition.board.books[move.books])
        return [*pay(self.rule, seat, Goods(book=move.books), MARKET), Gain(seat, points, self.rule, MARKET)]
