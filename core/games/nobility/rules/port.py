"""RTN-12 Port (p. 16): goods for coins, as far as the ship has room for them. Told good by good: there are hundreds."""

from collections import Counter
from collections.abc import Hashable, Iterator
from typing import Any

from core.games.nobility.data import effects
from core.games.nobility.facts import GoodsLoaded
from core.games.nobility.moves import Port
from core.games.nobility.names import GOODS, PORT, GoodId, Goods, Stock
from core.games.nobility.rules.gains import gained, paid, stocked
from core.games.nobility.rules.hand import Hand, unplayable
from core.games.nobility.rules.lasting import amount
from core.games.nobility.table import Slot, Table, spot
from core.kernel.rules.step import Blocked, Next
from core.kernel.rules.value import Value
from core.kernel.rules.ways import Ending, Part


class Sale(Ending, frozen=True, tag=True):
    """How many coins it brings."""

    coins: int


class Sold(Value, frozen=True):
    """What has been named: so many may follow, from this good on, of which there are so many already."""

    left: int
    at: int = 0
    times: int = 0
    coins: int = 0


def closed(t: Table, seat: int, value: int) -> Blocked | None:
    """RTN-12.1: one slot for each value."""
    return Blocked("RTN-4.10", "slot_taken", have=PORT) if spot(PORT, value) in t.dice else None


def wanted(t: Table, seat: int, good: GoodId) -> int:
    """RTN-12.4: how many of a good the seat can sell: as many as it has, and as there are free spaces."""
    berth = None if t.ship is None else t.edition.ships[t.ship].wants.get(good)
    return 0 if berth is None else min(t.seats[seat].stock.of(good), berth.spaces - t.loaded.of(good))


def price(t: Table, seat: int, good: GoodId) -> int:
    """RTN-12.3: what the ship pays; more by an event and by desks."""
    assert t.ship is not None
    return t.edition.ships[t.ship].wants[good].price + amount(t, seat, effects.PortCoins)


def possible(t: Table, seat: int) -> bool:
    """RTN-12.2: is there anything to sell?"""
    return any(wanted(t, seat, good) > 0 for good in GOODS)


def parts(t: Table, seat: int, hand: Hand, at: Any) -> Iterator[Part]:
    """First the die, then goods, in their order, from one to as many as the value of the die."""
    if at is None:
        for value, dice in hand.ways.items() if possible(t, seat) else ():
            blocked = closed(t, seat, value)
            yield from (Part("die", die, Sold(value), blocked) for die in dice)
        return
    for number, good in enumerate(GOODS[at.at :], at.at):
        times = at.times + 1 if number == at.at else 1
        if times <= wanted(t, seat, good):
            coins = at.coins + price(t, seat, good)
            yield Part("goods", good, Sale(coins))
            if at.left > 1:
                yield Part("goods", good, Sold(at.left - 1, number, times, coins))


def no_part(t: Table, seat: int, at: Hashable, field: str, value: Any) -> Blocked | None:
    """Why this die, or this good, cannot come."""
    if field == "die":
        return unplayable(t, seat, value) or Blocked("RTN-12.2", "nothing_to_sell")
    if isinstance(at, Sold):
        return Blocked("RTN-12.4", "not_wanted", have=value)
    return Blocked("RTN-12.2", "too_many_sold")


def slot(t: Table, seat: int, move: Port, value: int) -> Slot:
    """RTN-12.1: the one of its value."""
    return PORT, value


def placed(t: Table, seat: int, move: Port, value: int) -> Next:
    """RTN-12.3: each good covers a space and is paid at once."""
    counts = Counter(map(str, move.goods))
    goods = Goods(**counts)
    coins = sum(price(t, seat, good) for good in move.goods)
    return [
        *paid("RTN-12.3", seat, stocked(goods), PORT),
        GoodsLoaded("RTN-12.3", seat, goods),
        *gained(t, seat, Stock(coins=coins), "RTN-12.3", PORT),
    ]
