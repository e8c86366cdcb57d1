"""The one door for gains and costs: what the tracks, one's own pieces and the supply allow, and nothing more."""

from typing import Any, ClassVar, Final

from msgspec.structs import replace

from core.games.nobility.data import effects
from core.games.nobility.facts.goods import Gained, Paid, Returned
from core.games.nobility.names import MADE, Goods, GuildId, SourceName, Stock
from core.games.nobility.rules.midmatch import heeded
from core.games.nobility.table import Table
from core.kernel.rules.step import Next, SeatAuto

COINS_IN_BOX, MODIFIERS_IN_BOX = 48, 20  # RTN-R31 strict

TRACKS: Final = {"0..24": (0, 24), "1..30": (1, 30)}  # RTN-R10


class Gain(SeatAuto[Table], frozen=True):
    """RTN-1.1: from the supply, as far as it goes."""

    rule: ClassVar[str] = "RTN-1.1"
    stock: Stock
    under: str
    source: SourceName = ""

    def then(self, t: Table) -> Next:
        return gained(t, self.seat, self.stock, self.under, self.source)


class LoseReputation(SeatAuto[Table], frozen=True):
    """RTN-13.5, RTN-23.20: back on the track, as far as it goes."""

    rule: ClassVar[str] = "RTN-13.5"
    number: int
    under: str
    source: SourceName = ""

    def then(self, t: Table) -> Next:
        return paid(self.under, self.seat, Stock(reputation=min(self.number, losable(t, self.seat))), self.source)


def losable(t: Table, seat: int) -> int:
    """RTN-R10: how much Reputation can be lost."""
    lowest, _ = reputation_track(t)
    return max(t.seats[seat].stock.reputation - lowest, 0)


def gained(t: Table, seat: int, stock: Stock, rule: str, source: str = "") -> list[Gained]:
    """What fits; nothing is no fact."""
    fitting = _fitting(t, seat, stock)
    return [Gained(rule, seat, fitting, source)] if fitting.total() else []


def paid(rule: str, seat: int, stock: Stock, source: str = "") -> list[Paid]:
    """RTN-1.1: back to the supply, or to work; a cost of nothing is no fact."""
    return [Paid(rule, seat, stock, source)] if stock.total() else []


def returned(rule: str, seat: int, source: str = "") -> Returned:
    """A worker comes back to the lot."""
    return Returned(rule, seat, Stock(workers=1), source)


def _fitting(t: Table, seat: int, stock: Stock) -> Stock:
    """RTN-R10, RTN-R11: as far as the tracks go; RTN-1.3: as far as one's own pieces do."""
    p = t.seats[seat]
    more: dict[str, int] = {}
    if stock.reputation:
        more["reputation"] = min(stock.reputation, max(reputation_track(t)[1] - p.stock.reputation, 0))
    if stock.nobility:
        more["nobility"] = _nobility(t, p.stock.nobility, stock.nobility)
    if stock.workers or stock.houses:
        more["workers"], more["houses"] = min(stock.workers, p.spare.workers), min(stock.houses, p.spare.houses)
    if stock.coins or stock.modifiers:
        most = _in_supply(t, stock)
        if most is not None:
            more["coins"], more["modifiers"] = most
    return replace(stock, **more) if more else stock


PLENTY: Final = 999
ENDING: Final = Stock(coins=PLENTY, reputation=PLENTY, nobility=PLENTY, modifiers=PLENTY, workers=PLENTY, houses=PLENTY)


def room(t: Table, seat: int) -> dict[str, int]:
    """Return how much more a seat can have of whatever has an end."""
    fitting = _fitting(t, seat, ENDING)
    return {kind: most for kind in Stock.__struct_fields__ if (most := fitting.of(kind)) < ENDING.of(kind)}


def reputation_track(t: Table) -> tuple[int, int]:
    """RTN-R10: where it begins and ends."""
    return TRACKS.get(t.rulings.reputation_bounds, t.edition.tracks.reputation)


def _nobility(t: Table, have: int, more: int) -> int:
    """RTN-R11: as far as the track goes."""
    end = nobility_end(t)
    if end is None:
        return more
    left = end - have  # below 0: the track had no end before
    return min(more, max(left, 0) if heeded(t) else left)


def nobility_end(t: Table) -> int | None:
    """RTN-R11: the last space of the track, if that is its end."""
    return None if t.rulings.nobility_bounds == "unbounded" else t.edition.tracks.nobility


def _in_supply(t: Table, stock: Stock) -> tuple[int, int] | None:
    """RTN-1.1: coins and modifiers, as far as the supply goes."""
    every = in_box(t)
    if every is None:
        return None
    coins = every.coins - sum(p.stock.coins for p in t.seats)
    modifiers = every.modifiers - sum(p.stock.modifiers for p in t.seats)
    return max(min(stock.coins, coins), 0), max(min(stock.modifiers, modifiers), 0)


def in_box(t: Table) -> Stock | None:
    """RTN-R31: do coins and modifiers run out?"""
    strict = t.rulings.supply_limits == "strict"
    return Stock(coins=COINS_IN_BOX, modifiers=MODIFIERS_IN_BOX) if strict else None


def modifiers_there(t: Table, wanted: int) -> int:
    """As many of them as the supply has."""
    most = _in_supply(t, Stock(modifiers=wanted))
    return wanted if most is None else most[1]


def stocked(goods: Goods) -> Stock:
    """Goods as part of what a seat has."""
    return Stock(goods.book, goods.weapon, goods.furniture, goods.relic, goods.jewel, goods.artwork)


def worth(effect: Any, guild: GuildId | None = None, times: int = 1) -> Stock:
    """What an effect gives that leaves no choice."""
    match effect:
        case effects.GuildGoods() if guild is not None:
            return Stock.only(MADE[guild], effect.amount * times)
        case effects.Coins():
            return Stock(coins=effect.amount * times)
        case effects.Modifiers():
            return Stock(modifiers=effect.amount * times)
        case effects.Reputation():
            return Stock(reputation=effect.amount * times)
        case effects.Nobility():
            return Stock(nobility=effect.amount * times)
        case effects.Workers():
            return Stock(workers=effect.amount * times)
        case effects.Houses():
            return Stock(houses=effect.amount * times)
        case _:
            return Stock()
