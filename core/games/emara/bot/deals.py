"""What there is to do in a turn: what is paid and taken, at each place and beside them."""

from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Final

from msgspec.structs import astuple

from core.games.emara.bot.outlook import BREADS, STONES, Outlook
from core.games.emara.data.edition import Advisor
from core.games.emara.names import (
    CASTLE,
    CATHEDRAL,
    CONSTRUCTION_SITE,
    COUNTRYSIDE,
    EXCHANGE,
    GRAIN,
    MARKET,
    RANKS,
    RESOURCES,
    TOWN,
    AdvisorId,
    FavorId,
    Goods,
    MarkerId,
    PlaceId,
)

NOTHING: Final = Goods()
PIECES: Final[Mapping[str, Goods]] = {resource: Goods.only(resource) for resource in RESOURCES}


class Deal:
    """What is paid and taken, and what else it is worth."""

    __slots__ = ("change", "costs", "more", "pay")

    def __init__(self, pay: Goods, gain: Goods, more: int = 0) -> None:
        self.pay = pay
        self.costs: tuple[int, ...] = astuple(pay)
        self.change = gain - pay
        self.more = more


Places = tuple[PlaceId, ...]
Groups = Sequence[Sequence[Deal]]
"""What can be done, each group once."""


class Deals:
    """All of them, as a seat sees them at one moment; each is made once."""

    def __init__(self, o: Outlook) -> None:
        self.o = o
        self._there: dict[PlaceId, Groups] = {}
        self._people: dict[tuple[Places, int, str], Sequence[Deal]] = {}
        self._spare: dict[tuple[Goods, int], Goods] = {}
        self._trades: dict[AdvisorId, Sequence[Deal]] = {}

    # --- at the places ------------------------------------------------------------------------------------------------

    def at(self, place: PlaceId) -> Groups:
        """All that can be done at a place, favors first."""
        known = self._there.get(place)
        if known is None:
            favors = [[self.favor(favor)] for favor in self.o.me.favors if self.o.data.favors[favor].place == place]
            known = self._there[place] = [*favors, *self._actions(place)]
        return known

    def _actions(self, place: PlaceId) -> Groups:
        """EMA-7, EMA-8: what each place offers."""
        if place == CATHEDRAL:
            return [[self.donation(self._price("donation", resource)) for resource in RESOURCES]]
        if place == CASTLE:
            return [[self.gift(self._price("gift", resource)) for resource in RESOURCES], [self.book()]]
        if place == MARKET:
            sales = [self.sale(piece) for piece in PIECES.values()]
            more = 0 if self.o.event is None else self.o.event.sales  # EMA-14.11
            return [*([sales] * (1 + more)), [self.lesson(books) for books in self.o.data.board.books]]
        if place == CONSTRUCTION_SITE:
            breads = [self.meal(breads) for breads in range(1, self.o.data.board.most_bread + 1)]
            wood = [self.timber(wood, Goods(wood=wood)) for wood in self.o.data.board.wood_bp]
            return [[self.stone(Goods(stone=1))], breads, wood]
        one, bread = Deal(NOTHING, self.yields(place)), Deal(PIECES[GRAIN], Goods(bread=1))
        return [[one], *([[one, bread]] * self.o.crew(place))]

    def favor(self, favor: FavorId) -> Deal:
        """EMA-13.3: its reward for the token."""
        return Deal(NOTHING, self.o.raised(self.o.data.favors[favor].reward), -self.o.favor(favor))

    def yields(self, place: PlaceId) -> Goods:
        """EMA-7.1: what a place yields."""
        return PIECES[self.o.data.countryside[place].resource]

    def donation(self, pay: Goods) -> Deal:
        """EMA-8.2: a book and a favor."""
        return Deal(pay, self.o.data.board.donation + self.o.bonus("donation"), self.o.any_favor())

    def gift(self, pay: Goods) -> Deal:
        """EMA-8.6: a ring."""
        return Deal(pay, self.o.data.board.gift + self.o.bonus("gift"))

    def book(self) -> Deal:
        """EMA-8.7: a book for building points."""
        return Deal(Goods(book=1), self.o.raised(Goods(bp=self.o.data.board.book_bp)))

    def _price(self, kind: str, resource: str) -> Goods:
        return Goods.only(resource, self.o.view.markers[MarkerId(f"{kind}:{resource}")])

    def sale(self, pay: Goods) -> Deal:
        """EMA-8.9: a gold for each resource."""
        return Deal(pay, Goods(gold=pay.total()))

    def lesson(self, books: int) -> Deal:
        """EMA-8.10: books for citizen points."""
        return Deal(Goods(book=books), Goods(cp=self.o.data.board.books[books]))

    def stone(self, pay: Goods) -> Deal:
        """EMA-8.12: both kinds of points."""
        return Deal(pay, self.o.raised(Goods(cp=self.o.view.markers[STONES], bp=self.o.data.board.stone_bp)))

    def meal(self, breads: int) -> Deal:
        """EMA-8.13: citizen points for breads."""
        return Deal(Goods(bread=breads), Goods(cp=breads * self.o.view.markers[BREADS]))

    def timber(self, wood: int, pay: Goods) -> Deal:
        """EMA-8.14: building points for wood."""
        return Deal(pay, self.o.raised(Goods(bp=self.o.data.board.wood_bp[wood])))

    # --- beside them --------------------------------------------------------------------------------------------------

    def ranks(self, goods: Goods) -> Sequence[Deal]:
        """EMA-11.2: the next one, if it can be paid."""
        if self.o.me.rank == len(RANKS) or goods.lacking(self.o.view.ranks[self.o.me.rank].cost) is not None:
            return ()
        return (self.rank(goods),)

    def rank(self, goods: Goods) -> Deal:
        """EMA-11.2: the next noble rank; the one after it is nearer then."""
        level = self.o.me.rank
        card = self.o.view.ranks[level]
        left = goods - card.cost
        nearer = self.o.ladder(level + 1, left.ring, left.gold) - self.o.ladder(level, left.ring, left.gold)
        return Deal(card.cost, Goods(cp=card.cp[0]) + self.o.bonus("rank"), nearer)

    def exchanges(self, goods: Goods) -> Sequence[Deal]:
        """EMA-5.2: a resource for a gold, or three for two: those of which one has most."""
        return [self.exchange(pay) for pay in (*PIECES.values(), self._most(goods, 3))]

    def exchange(self, pay: Goods) -> Deal:
        """EMA-5.2: one for one, three for two."""
        trades = self.o.data.actions[EXCHANGE].trades
        return Deal(pay, next(trade.gain for trade in trades if trade.any == pay.total()))

    def crew(self, goods: Goods, places: Places, off: int) -> Sequence[Deal]:
        """EMA-11.8: the empty huts where the councilors stand; EMA-12.19: or anywhere."""
        key = (places, off, "hire")
        known = self._people.get(key)
        if known is None:
            there = COUNTRYSIDE if self.o.anywhere else places
            huts = [hut for hut in self.o.view.huts if hut.owner is None and hut.hut.partition(":")[0] in there]
            found = [self.craftsman(hut.hut, hut.cost) for hut in huts] if self.o.me.craftsmen else []
            known = self._people[key] = self._for_less(found, off)
        return self._freely(goods, known)

    def advisors(self, goods: Goods, places: Places, off: int) -> Sequence[Deal]:
        """EMA-11.13: the advisors where the councilors stand; EMA-12.19: or anywhere; EMA-14.16: for less."""
        key = (places, off, "recruit")
        known = self._people.get(key)
        if known is None:
            off += 0 if self.o.event is None else self.o.event.discount
            there = TOWN if self.o.anywhere else places
            stands = [(stand.partition(":")[0], advisor) for stand, advisor in self.o.view.stands.items()]
            ids = [advisor for place, advisor in stands if advisor is not None and place in there]
            found = [self.advisor(advisor, self.o.data.advisors[advisor].cost.goods) for advisor in ids]
            known = self._people[key] = self._for_less(found, off)
        return self._freely(goods, known)

    def _for_less(self, deals: Sequence[Deal], off: int) -> Sequence[Deal]:
        """EMA-10.6: whatever is left out of the cost."""
        for _ in range(off):
            deals = [
                Deal(deal.pay - piece, deal.change + deal.pay, deal.more)
                for deal in deals
                for piece in (*(PIECES[each] for each in RESOURCES if deal.pay.of(each)),) or (NOTHING,)
            ]
        return deals

    def _freely(self, goods: Goods, deals: Sequence[Deal]) -> Sequence[Deal]:
        """EMA-12.17: the Scholar pays with whatever one has most of."""
        if not self.o.any_resources:
            return deals
        return [Deal(self._most(goods, deal.pay.total()), deal.change + deal.pay, deal.more) for deal in deals]

    def _most(self, goods: Goods, count: int) -> Goods:
        """So many resources, each time the one of which most is left."""
        known = self._spare.get((goods, count))
        if known is None:
            known = NOTHING
            for _ in range(count):
                known += PIECES[max(RESOURCES, key=(goods - known).of)]
            self._spare[goods, count] = known
        return known

    def craftsman(self, hut: str, pay: Goods) -> Deal:
        """EMA-11.9: its points, and its work."""
        points = self.o.data.board.craftsmen[-self.o.me.craftsmen]
        return Deal(pay, Goods(cp=points), self.o.craftsman(PlaceId(hut.partition(":")[0])))

    def advisor(self, advisor: AdvisorId, pay: Goods) -> Deal:
        """EMA-11.15: its points, what it gives at once, and what it will do."""
        card = self.o.data.advisors[advisor]
        return Deal(pay, Goods(cp=card.cp) + self.o.raised(card.now), self.o.advisor(advisor))

    def powers(self, advisor: AdvisorId) -> Sequence[Deal]:
        """EMA-12.3: the trades of an advisor, once in a turn; a swap that can be undone is left to its own moment."""
        known = self._trades.get(advisor)
        if known is None:
            known = self._trades[advisor] = self._trades_of(self.o.data.advisors[advisor])
        return known

    def _trades_of(self, card: Advisor) -> Sequence[Deal]:
        found: list[Deal] = []
        for trade in card.power if not card.free else ():
            for any_ in combinations_with_replacement(PIECES.values(), trade.any):
                pay = sum(any_, trade.cost)
                others = [PIECES[r] for r in RESOURCES if not pay.of(r)] if trade.other else [NOTHING]
                found += [Deal(pay, self.o.raised(trade.gain) + other) for other in others]
        return found
