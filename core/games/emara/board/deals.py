"""What a seat could do at a place of the town with what it has: so one knows where to go."""

from collections.abc import Iterable

from core.games.emara.board.cardtext import goods_text
from core.games.emara.data.edition import Edition
from core.games.emara.names import CASTLE, CATHEDRAL, CONSTRUCTION_SITE, RESOURCES, Goods, MarkerId, PlaceId
from core.games.emara.rules.construction import STONES
from core.games.emara.view import View
from core.kernel.language.words import Words


def deals(v: View, seat: int, place: PlaceId, data: Edition, words: Words) -> list[str]:
    """EMA-8: gold is any resource (EMA-10.1), but no book and no bread (EMA-10.3)."""
    found = _Deals(v, seat, data, words)
    ways = {CASTLE: found.castle, CATHEDRAL: found.cathedral, CONSTRUCTION_SITE: found.construction}
    return list(ways.get(place, found.market)())


class _Deals:
    """With the goods of the seat."""

    def __init__(self, v: View, seat: int, data: Edition, words: Words) -> None:
        self.v = v
        self.have = v.seats[seat].goods
        self.board = data.board
        self.words = words

    def castle(self) -> Iterable[str]:
        """EMA-8.6, 8.7."""
        yield from self._given("gift", self.board.gift)
        if self.have.book:
            yield self._trade(self._count("book", 1), Goods(bp=self.board.book_bp))

    def cathedral(self) -> Iterable[str]:
        """EMA-8.2."""
        yield from self._given("donation", self.board.donation)

    def _given(self, kind: str, gain: Goods) -> Iterable[str]:
        prices = {resource: self.v.markers[MarkerId(f"{kind}:{resource}")] for resource in RESOURCES}
        open_to = [self._count(it, price) for it, price in prices.items() if self.have.of(it) + self.have.gold >= price]
        if open_to:
            yield self._trade(self.words.effects["or"].join(open_to), gain)

    def market(self) -> Iterable[str]:
        """EMA-8.9, 8.10."""
        if any(map(self.have.of, RESOURCES)):
            yield self.words.effects["sell"].format(gain=self._goods(self.board.sale))
        books = max((count for count in self.board.books if count <= self.have.book), default=0)
        if books:
            yield self._trade(self._count("book", books), Goods(cp=self.board.books[books]))

    def construction(self) -> Iterable[str]:
        """EMA-8.12, EMA-8.13, EMA-8.14."""
        if self.have.stone + self.have.gold:
            yield self._trade(self._count("stone", 1), Goods(cp=self.v.markers[STONES], bp=self.board.stone_bp))
        breads = min(self.have.bread, len(self.v.breads))
        if breads:
            yield self._trade(self._count("bread", breads), Goods(cp=self.v.breads[breads - 1]))
        wood = max((count for count in self.board.wood_bp if count <= self.have.wood + self.have.gold), default=0)
        if wood:
            yield self._trade(self._count("wood", wood), Goods(bp=self.board.wood_bp[wood]))

    def _trade(self, pay: str, gain: Goods) -> str:
        return self.words.effects["trade"].format(pay=pay, gain=self._goods(gain))

    def _count(self, good: str, count: int) -> str:
        return self.words.count("good", good, count)

    def _goods(self, goods: Goods) -> str:
        return goods_text(goods, self.words)
