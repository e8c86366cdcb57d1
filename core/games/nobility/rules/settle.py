"""RTN-7 Satisfying a settlers card (p. 10): a house, and goods within the budget. Told good by good."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from functools import cache, lru_cache
from typing import Any, ClassVar

from core.games.nobility.data import effects
from core.games.nobility.data.edition import Edition, Settlers, edition
from core.games.nobility.facts.settlers import Settled
from core.games.nobility.moves import Settle
from core.games.nobility.names import GOODS, CharacterId, GoodId, Goods, SettlersId, Stock
from core.games.nobility.rules.gains import Gain, paid, stocked
from core.games.nobility.rules.lasting import by_event
from core.games.nobility.rules.tavern import cards_held, held_by, own_cards
from core.games.nobility.table import Player, Table
from core.kernel.rules.marks import Seat
from core.kernel.rules.step import Ask, Blocked, Next, Offer, one_seat
from core.kernel.rules.value import Value
from core.kernel.rules.ways import Ending, LargeChoice, Part


class Settling(Ending, frozen=True, tag=True):
    """Which card, for how many goods."""

    card: SettlersId
    goods: int


class Spent(Value, frozen=True):
    """What has been named: a card, so many goods, from this type on, of which there are so many already."""

    card: SettlersId
    goods: int = 0
    at: int = 0
    times: int = 0
    more: int = 0  # RTN-R25: by so much the maximum has risen


class SatisfySettlers(LargeChoice[Table, Settle], frozen=True):
    """RTN-7.1: one of the cards in front of the seat."""

    rule: ClassVar[str] = "RTN-7.1"
    large = (Settle,)
    seat: Seat

    def asks(self, t: Table) -> Ask | None:
        """RTN-7.1, RTN-7.8: with a house for a plot, and goods for a card."""
        p = t.seats[self.seat]
        return one_seat(self.seat) if p.stock.houses and cards_held(t, self.seat) and self._any(t, p) else None

    def surely(self, t: Table) -> bool:
        """RTN-5.6: nobody is asked who cannot."""
        return self.asks(t) is not None

    def open_moves(self, t: Table, seat: int) -> list[Any]:
        """None is listed: they are told good by good."""
        return []

    def _any(self, t: Table, p: Player) -> bool:
        """Is there enough for any card? One that nobody else sees may be."""
        return p.hidden is not None or bool(_affordable(t, self.seat, p.held))

    def must(self, t: Table) -> bool:
        return False

    def offers_like(self, t: Table, seat: int, move: Any) -> Iterable[Offer[Any]]:
        """RTN-R29: the card may be known to its seat alone."""
        return super().offers_like(t, seat, move) if held_by(t, seat, move.card) else ()

    def unoffered(self, t: Table, seat: int, move: Any) -> Blocked | None:
        """RTN-7.1: first the house, then the goods."""
        return super().unoffered(t, seat, move) if t.seats[seat].stock.houses else Blocked(self.rule, "no_house")

    def begin(self, t: Table, seat: int, kind: type) -> Hashable:
        return None

    def parts(self, t: Table, seat: int, at: Any) -> Iterator[Part]:
        if at is None:
            yield from (Part("card", card, Spent(card)) for card in _affordable(t, seat, own_cards(t, seat)))
            return
        card, e, p = t.edition.settlers[at.card], t.edition, t.seats[seat]
        types, bonus = types_of(t, card), _bonus(t)
        last = _last(card.goods, types)
        for number, good in enumerate(types[at.at :], at.at):
            times = at.times + 1 if number == at.at else 1
            if times <= min(_limit(e, p.character, good), p.stock.of(good)):
                more = at.more or (bonus if times > e.board.of_a_type else 0)
                yield from _next(card, Spent(card.id, at.goods + 1, number, times, more), good, done=number >= last)
            if good in card.goods and (number > at.at or not at.times):
                return  # RTN-7.2: no type that is asked for is passed over

    def no_part(self, t: Table, seat: int, at: Any, field: str, value: Any) -> Blocked | None:
        if (field == "card") != (at is None):
            return None
        if field == "card":
            if value not in own_cards(t, seat):
                return Blocked("RTN-7.1", "not_held", have=value)
            return _not_that_card(t, seat, t.edition.settlers[value])
        return _not_that_good(t, seat, at, value)

    def unfinished(self, t: Table, seat: int, at: Any) -> Blocked | None:
        """RTN-7.2: each type that the card shows, and enough in all."""
        if at is None:
            return None
        card = t.edition.settlers[at.card]
        left = types_of(t, card)[at.at + 1 if at.times else 0 :]
        missing = next((good for good in left if good in card.goods), None)
        if missing is not None:
            return Blocked("RTN-7.2", "type_missing", have=missing)
        return Blocked("RTN-7.2", "too_few_named", need=card.min, have=at.goods)

    def resolve(self, t: Table, seat: int, move: Settle) -> Next:
        """RTN-7.5: workers, Nobility, a VP for each good and for each communal building."""
        p, card, goods = t.seats[seat], t.edition.settlers[move.card], Goods(**Counter(map(str, move.goods)))
        shown = p.hidden.open() if p.hidden is not None and move.card not in p.held else None
        workers = card.workers + by_event(t, effects.SettleWorkers)
        communal = sum(tile is not None for tile in p.zones) * t.edition.board.settle_vp
        extra = by_event(t, effects.SettleVp)
        return [
            *paid("RTN-7.1", seat, stocked(goods).plus("houses"), move.card),
            Settled("RTN-7.1", seat, move.card, len(move.goods), shown),
            Gain(seat, Stock(workers=workers, nobility=card.stars, vp=len(move.goods)), "RTN-7.5", move.card),
            *([Gain(seat, Stock(vp=communal), "RTN-10.12", "communal")] if communal else []),
            *([Gain(seat, Stock(vp=extra), "RTN-21.3", t.event or "")] if extra else []),
        ]


def types_of(t: Table, card: Settlers) -> tuple[GoodId, ...]:
    """RTN-7.4: the types that may be spent."""
    return _others(t) or _in_order(card.goods)


def _others(t: Table) -> tuple[GoodId, ...]:
    """RTN-R6: may any type be spent?"""
    return GOODS if t.rulings.settle_types == "any_type" else ()


@cache
def _in_order(goods: tuple[GoodId, ...]) -> tuple[GoodId, ...]:
    return tuple(good for good in GOODS if good in goods)


def _limit(e: Edition, character: CharacterId | None, good: GoodId) -> int:
    """RTN-7.3: so many of a type; one more of the type that the character names."""
    own = character is not None and e.characters[character].good == good
    return e.board.of_own_type if own else e.board.of_a_type


def _most(t: Table, seat: int, good: GoodId) -> int:
    p = t.seats[seat]
    return min(_limit(t.edition, p.character, good), p.stock.of(good))


@cache
def _last(wanted: tuple[GoodId, ...], types: tuple[GoodId, ...]) -> int:
    """Where the last type lies that is asked for."""
    return max(map(types.index, wanted))


def _next(card: Settlers, after: Spent, good: GoodId, *, done: bool) -> Iterator[Part]:
    """RTN-7.2: one more good: the card is satisfied with it, once each type is there, or more follow."""
    if after.goods <= card.max + after.more:
        if done and after.goods >= card.min:
            yield Part("goods", good, Settling(card.id, after.goods))
        yield Part("goods", good, after)


def _bonus(t: Table) -> int:
    """RTN-R25: does the fourth good of one's own type raise the maximum?"""
    return int(t.rulings.character_four == "yes_plus_one")


def _affordable(t: Table, seat: int, cards: tuple[SettlersId, ...]) -> tuple[SettlersId, ...]:
    """RTN-7.2: the cards for which there are goods: one of each type, and enough in all."""
    p = t.seats[seat]
    return _for_which(t.setup.edition, cards, p.stock, p.character, _others(t)) if cards else ()


@lru_cache(maxsize=8192)
def _for_which(
    digest: str,
    cards: tuple[SettlersId, ...],
    have: Stock,
    character: CharacterId | None,
    others: tuple[GoodId, ...],
) -> tuple[SettlersId, ...]:
    e = edition(digest)
    found: list[SettlersId] = []
    for card in map(e.settlers.__getitem__, cards):
        if all(map(have.of, card.goods)):
            reach = sum(min(_limit(e, character, good), have.of(good)) for good in others or card.goods)
            if reach >= card.min:
                found.append(card.id)
    return tuple(found)


def within_reach(t: Table, seat: int, card: Settlers) -> int:
    """RTN-7.3: how many goods can be spent on a card."""
    return sum(_most(t, seat, good) for good in types_of(t, card))


def _not_that_card(t: Table, seat: int, card: Settlers) -> Blocked:
    """RTN-7.2: a type that is not there at all, or too little of everything."""
    lacking = next((good for good in _in_order(card.goods) if not t.seats[seat].stock.of(good)), None)
    if lacking is not None:
        return Blocked("RTN-7.2", "none_of_a_type", have=lacking)
    return Blocked("RTN-7.2", "too_few_goods", need=card.min, have=within_reach(t, seat, card))


def _not_that_good(t: Table, seat: int, at: Spent, good: GoodId) -> Blocked:
    card = t.edition.settlers[at.card]
    types = types_of(t, card)
    if good not in types:
        return Blocked("RTN-7.4", "not_asked_for", have=good)
    passed_over = types[at.at + bool(at.times) : types.index(good)]
    left_out = next((one for one in passed_over if one in card.goods), None)
    if left_out is not None:
        return Blocked("RTN-7.2", "type_missing", have=left_out)
    if at.goods >= card.max + at.more:
        return Blocked("RTN-7.2", "too_many_goods_for_card", need=card.max + at.more)
    limit = _limit(t.edition, t.seats[seat].character, good)
    if t.seats[seat].stock.of(good) > limit:
        return Blocked("RTN-7.3", "too_many_of_a_type", need=limit)
    return Blocked("RTN-7.2", "no_more_of_good", need=t.seats[seat].stock.of(good), have=good)
