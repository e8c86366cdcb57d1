"""RTN-12 Port (p. 16): goods for coins, as far as the ship has room for them. Told good by good: there are hundreds."""

from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

from core.games.nobility.data import effects
from core.games.nobility.data.edition import edition
from core.games.nobility.facts.goods import GoodsLoaded
from core.games.nobility.moves import Port
from core.games.nobility.names import GOODS, PIPS, PLAYED, PORT, DieId, GoodId, Goods, ShipId, Stock
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
    """What has been named: so many may follow, from this good of the market on, of which there are so many already."""

    left: int
    at: int = 0
    times: int = 0
    coins: int = 0


def closed(t: Table, seat: int, value: int) -> Blocked | None:
    """RTN-12.1: one slot for each value."""
    return Blocked("RTN-4.10", "slot_taken", have=PORT) if _SPOTS[value] in t.dice else None


_SPOTS = {value: spot(PORT, value) for value in PIPS}

Market = tuple[tuple[GoodId, int, int], ...]
"""Of each good in its order: how many can be sold, and for how many coins each."""


def market(t: Table, seat: int) -> Market:
    """RTN-12.3, RTN-12.4: what the ship still wants of what the seat has; more coins by an event and by desks."""
    if t.ship is None:
        return ()
    return _market(t.setup.edition, t.ship, t.loaded, t.seats[seat].stock, amount(t, seat, effects.PortCoins))


@lru_cache(maxsize=4096)
def _market(digest: str, ship: ShipId, loaded: Goods, have: Stock, more: int) -> Market:
    berths = edition(digest).ships[ship].wants
    sold = [
        (good, min(have.of(good), berths[good].spaces - loaded.of(good)), berths[good].price + more)
        for good in GOODS
        if good in berths
    ]
    return tuple(one for one in sold if one[1] > 0)


def for_die(t: Table, seat: int, hand: Hand) -> Iterator[Part]:
    """First the die."""
    for value, dice in hand.ways.items() if market(t, seat) else ():
        blocked = closed(t, seat, value)
        if blocked is None:
            yield from map(_die, dice)
        else:
            yield from (Part("die", die, None, blocked) for die in dice)


@cache
def _die(die: DieId) -> Part:
    return Part("die", die, Sold(PLAYED[die][1]))


def parts(t: Table, seat: int, at: Sold) -> list[Part]:
    """Then goods, in their order, from one to as many as the value of the die."""
    found: list[Part] = []
    for number, (good, most, coins) in enumerate(market(t, seat)[at.at :], at.at):
        times = at.times + 1 if number == at.at else 1
        if times <= most:
            found.append(Part("goods", good, Sale(at.coins + coins)))
            if at.left > 1:
                found.append(Part("goods", good, Sold(at.left - 1, number, times, at.coins + coins)))
    return found


def no_part(t: Table, seat: int, at: Any, field: str, value: Any) -> Blocked | None:
    """Why this die, or one more of this good, cannot come."""
    if field == "die":
        return unplayable(t, seat, value) or Blocked("RTN-12.2", "nothing_to_sell")
    named = at.times if market(t, seat)[at.at][0] == value else 0
    return _unsellable(t, seat, value, named + 1)


def refused(t: Table, seat: int, move: Port, value: int) -> Blocked | None:
    """Why the die cannot go there, or the goods cannot be sold so: each good for itself, then how many they are."""
    if not market(t, seat):
        return closed(t, seat, value) or Blocked("RTN-12.2", "nothing_to_sell")
    sold = len(move.goods)
    each = (_unsellable(t, seat, good, times) for good, times in Counter(move.goods).items())
    too_many = Blocked("RTN-12.2", "too_many_sold", need=value, have=sold) if sold > value else None
    return closed(t, seat, value) or next(filter(None, each), too_many)


def _unsellable(t: Table, seat: int, good: GoodId, times: int) -> Blocked | None:
    """RTN-12.3, RTN-12.4: what the ship has room for, and what the seat has."""
    wants = {} if t.ship is None else t.edition.ships[t.ship].wants
    room = wants[good].spaces - t.loaded.of(good) if good in wants else 0
    own = t.seats[seat].stock.of(good)
    if room <= 0:
        return Blocked("RTN-12.4", "not_wanted", have=good)
    if times > own:
        return Blocked("RTN-12.3", "too_few_to_sell", need=own, have=times, what=good)
    return Blocked("RTN-12.4", "no_room_on_ship", need=room, have=times, what=good) if times > room else None


def slot(t: Table, seat: int, move: Port, value: int) -> Slot:
    """RTN-12.1: the one of its value."""
    return PORT, value


def placed(t: Table, seat: int, move: Port, value: int) -> Next:
    """RTN-12.3: each good covers a space and is paid at once."""
    counts = Counter(map(str, move.goods))
    goods = Goods(**counts)
    prices = {good: coins for good, _, coins in market(t, seat)}
    coins = sum(prices[good] for good in move.goods)
    return [
        *paid("RTN-12.3", seat, stocked(goods), PORT),
        GoodsLoaded("RTN-12.3", seat, goods),
        *gained(t, seat, Stock(coins=coins), "RTN-12.3", PORT),
    ]
