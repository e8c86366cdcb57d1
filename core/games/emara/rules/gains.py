"""The one door for gains and costs: the only file that knows modifiers, and the only one that makes Gained and Paid."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, ClassVar, TypeVar

from msgspec.structs import replace

from core.games.emara.data.edition import Advisor, Lasting, Occasion, Trade
from core.games.emara.facts import Gained, ModifiersCounted, Paid
from core.games.emara.moves import Accept, Decline
from core.games.emara.names import CONSTRUCTION_SITE, RESOURCES, TOWN, Goods, SourceName
from core.games.emara.rules.scoring import within_track
from core.games.emara.table import Table, resources
from core.kernel.rules.payments import Payment, Terms, payments
from core.kernel.rules.step import Blocked, Next, Offer, SeatAuto, SeatChoice

M = TypeVar("M", bound=Any)

GOLD = "gold"


class Gain(SeatAuto[Table], frozen=True):
    """EMA-1.7: a gain is never refused; EMA-7: building points are received with what modifies them."""

    rule: ClassVar[str] = "EMA-1.7"
    goods: Goods
    under: str
    source: SourceName = ""
    more: bool = False  # it is itself what a modifier adds

    def then(self, t: Table) -> Next:
        """EMA-7: only building points are modified. EMA-R17: in every reception, or once in a visit?"""
        if not self.goods.bp:
            return [_gained(t, self.seat, self.goods, self.under, self.source)]
        once = t.rulings.bp_bonus_unit == "per_visit" and self._in_visit()
        over = once and t.seats[self.seat].raised
        # What lowers a reception comes first: the end of the track cuts off what the whole comes to (EMA-R27).
        cards = sorted(() if over else self._modifiers(t), key=lambda card: card.bp > 0)
        lowered = sum(min(card.bp, 0) for card in cards)
        counted = [ModifiersCounted("EMA-R17", self.seat)] if once and cards else []
        return [
            _gained(t, self.seat, self.goods, self.under, self.source, lowered),
            *counted,
            *(extra(t, self.seat, Goods(bp=card.bp), card, more=True) for card in cards),
        ]

    def _modifiers(self, t: Table) -> list[Lasting]:
        return [card for card in t.lasting(self.seat) if self._modified_by(t, card)]

    def _modified_by(self, t: Table, card: Lasting) -> bool:
        """EMA-12.21, EMA-14.10, EMA-14.12; EMA-R18: does the Toolmaker count everywhere?"""
        if not card.bp or self.more:
            return False
        only_there = isinstance(card, Advisor) and t.rulings.toolmaker_before_self == "construction_site_only"
        return self.source == CONSTRUCTION_SITE if only_there else True

    def _in_visit(self) -> bool:
        return self.source.partition(":")[0] in TOWN


class MayGain(SeatChoice[Table, Accept | Decline], frozen=True):
    """EMA-12.4, EMA-R24 ask_every_time: what an advisor gives can be left."""

    rule: ClassVar[str] = "EMA-12.4"
    goods: Goods
    under: str
    source: SourceName
    more: bool = False

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Accept | Decline]]:
        return (Offer(Accept()), Offer(Decline()))

    def resolve(self, t: Table, seat: int, move: Accept | Decline) -> Next:
        """As if it had not been asked for."""
        return [Gain(seat, self.goods, self.under, self.source, self.more)] if isinstance(move, Accept) else []


def extra(t: Table, seat: int, goods: Goods, card: Lasting, *, more: bool = False) -> Gain | MayGain:
    """What a card gives; an advisor's gift may be asked for (EMA-R24)."""
    if isinstance(card, Advisor) and t.rulings.optional_gains == "ask_every_time":
        return MayGain(seat, goods, card.rule, card.id, more)
    return Gain(seat, goods, card.rule, card.id, more)


def whenever(t: Table, seat: int, occasion: Occasion) -> list[Gain | MayGain]:
    """EMA-12.18, EMA-12.20, EMA-14.13, EMA-14.14, EMA-14.15: what comes with a gift, a donation or a rank."""
    cards = t.lasting(seat)
    return [extra(t, seat, bonus.gain, card) for card in cards for bonus in card.bonus if bonus.on == occasion]


def _gained(t: Table, seat: int, goods: Goods, rule: str, source: str, lowered: int = 0) -> Gained:
    """As far as the tracks go; so many building points as are taken off again at once go beyond the end."""
    if not (goods.cp or goods.bp):
        return Gained(rule, seat, goods, source)
    have = t.seats[seat].goods
    fitting = replace(goods, cp=within_track(t, have.cp, goods.cp), bp=within_track(t, have.bp + lowered, goods.bp))
    return Gained(rule, seat, fitting, source)


def pay(rule: str, seat: int, goods: Goods, source: str = "") -> list[Paid]:
    """EMA-10.1: back to the supply; a cost of nothing is no fact."""
    return [Paid(rule, seat, goods, source)] if goods.total() else []


def terms(
    t: Table, cost: Goods, *, free: int = 0, off: int = 0, gold: bool = True, market: bool = False
) -> Terms[Goods]:
    """EMA-10.2: gold stands in for any resource. EMA-R7: everywhere, or at the market only?"""
    stand_in = GOLD if gold and (market or t.rulings.gold_wild_scope == "everywhere") else ""
    return Terms(cost, RESOURCES, stand_in, free, off)


def priced(t: Table, seat: int, move: M, rule: str, *prices: Terms[Goods], told: bool = True) -> Iterator[Offer[M]]:
    """EMA-10.4: an offer for each way to pay one of the prices; gold is spent only when one says so (EMA-10.5).

    `told`: if there is none, what is lacking.
    """
    have = t.seats[seat].goods
    ways = payments(have, *prices)
    if told and not ways:
        yield Offer(move, too_dear(have, prices[0], rule))
    for way in ways:
        yield Offer(replace(move, pay=way.goods), said="" if way.plain else "pay")


@lru_cache(maxsize=1024)
def refused(kind: Callable[[Any], M], closed: tuple[Any, ...], why: Blocked) -> tuple[Offer[M], ...]:
    """The same answer for several: the same offers, again and again."""
    return tuple(Offer(kind(place), why) for place in closed)


def too_dear(have: Goods, price: Terms[Goods], rule: str) -> Blocked:
    """What is lacking."""
    short = None if price.off else have.lacking(price.cost)
    if short is not None:
        return Blocked(rule, "cost_too_high", need=price.cost.of(short), have=have.of(short), what=short)
    need = resources(price.cost) + price.free - price.off
    if price.off:
        return Blocked(rule, "cost_not_covered", need=need, have=resources(have.capped(price.cost)))
    return Blocked(rule, "resources_missing", need=need, have=resources(have))


def ways_to(
    t: Table, seat: int, trade: Trade, *, gold: bool = True, market: bool = False, owed: bool = False
) -> Iterator[tuple[Goods, Payment[Goods]]]:
    """Every way to make a trade: what is taken, what is paid; no gold for the same gold (EMA-R8).

    `owed`: points are paid that one does not have (EMA-R42).
    """
    have = t.seats[seat].goods
    if owed:
        have = replace(have, cp=trade.cost.cp)
    for way in payments(have, terms(t, trade.cost, free=trade.any, gold=gold, market=market)):
        for taken in _taken(t, trade, way):
            if trade.other or taken != way.goods:
                yield taken, way


def outcomes(trade: Trade) -> tuple[Goods, ...]:
    """What a trade may bring."""
    if not trade.other:
        return (trade.gain,)
    return tuple(trade.gain + Goods.only(resource, trade.other) for resource in RESOURCES)


def _taken(t: Table, trade: Trade, way: Payment[Goods]) -> Iterator[Goods]:
    """EMA-12.15, EMA-R30: another resource than the one paid?"""
    any_type = not trade.other or t.rulings.merchant_other == "any_type"
    for taken in outcomes(trade):
        if any_type or not taken.capped(way.goods).total():
            yield taken
