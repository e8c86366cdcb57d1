"""RTN-11 Selling a building (p. 15): without a die, and without going anywhere."""

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from core.games.nobility.data.edition import WorkshopSlot
from core.games.nobility.facts.buildings import CommunalSold, WorkshopSold
from core.games.nobility.moves import Sell
from core.games.nobility.names import BuildingId, GuildId, Stock
from core.games.nobility.rules.display import discarded_below
from core.games.nobility.rules.gains import Gain, paid, returned
from core.games.nobility.table import Table
from core.kernel.rules.step import Blocked, May, Next, Offer

SALE = "sale"


class SellBuilding(May[Table, Sell], frozen=True):
    """RTN-5.4: one of one's workshops or communal buildings."""

    rule: ClassVar[str] = "RTN-11.1"

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Sell]]:
        return [Offer(Sell(tile), short(t, seat, lost)) for tile, lost in sales(t, seat)]

    def open_moves(self, t: Table, seat: int) -> list[Any]:
        return [Sell(tile) for tile, lost in sales(t, seat) if short(t, seat, lost) is None]

    def surely(self, t: Table) -> bool:
        """RTN-5.6: has the seat a building that it can sell?"""
        return any(short(t, self.seat, lost) is None for _, lost in sales(t, self.seat))

    def unoffered(self, t: Table, seat: int, move: Sell) -> Blocked:
        return Blocked(self.rule, "not_your_building", have=move.tile)

    def resolve(self, t: Table, seat: int, move: Sell) -> Next:
        """RTN-11.1, RTN-11.3: coins; the VP are gone, the worker is back, the Nobility stays."""
        coins = Gain(seat, Stock(coins=t.edition.board.sale), self.rule, SALE)
        zones = t.seats[seat].zones
        if move.tile in zones:
            lost = of_zone(t, zones.index(move.tile))
            sold: Any = CommunalSold("RTN-11.3", seat, move.tile, discarded_below(t))
            return [*paid("RTN-11.3", seat, lost, SALE), sold, returned("RTN-11.3", seat, SALE), coins]
        guild, slot, _ = next(one for one in workshops_of(t, seat) if one[2] == move.tile)
        lost = taken_back(t, seat, t.edition.workshops[slot])
        sold = WorkshopSold("RTN-11.2", seat, move.tile, guild, slot)
        return [*paid(self.rule, seat, lost, SALE), sold, returned(self.rule, seat, SALE), coins]


def workshops_of(t: Table, seat: int) -> list[tuple[GuildId, int, BuildingId]]:
    """Guild, place and tile of each workshop that the seat owns."""
    return [
        (guild, shops.index(shop) + 1, shop.tile)
        for guild, shops in t.workshops.items()
        for shop in shops
        if shop is not None and shop.owner == seat
    ]


def communal_of(t: Table, seat: int) -> tuple[BuildingId, ...]:
    """The communal buildings of a seat."""
    return tuple(tile for tile in t.seats[seat].zones if tile is not None)


def sales(t: Table, seat: int) -> Iterator[tuple[BuildingId, Stock]]:
    """List what a seat can sell, each with what the seat loses by it."""
    for _, slot, tile in workshops_of(t, seat):
        yield tile, taken_back(t, seat, t.edition.workshops[slot])
    for zone, building in enumerate(t.seats[seat].zones):
        if building is not None:
            yield building, of_zone(t, zone)


def taken_back(t: Table, seat: int, place: WorkshopSlot) -> Stock:
    """RTN-R20: the VP of its place; the Nobility, too, as far as there is any?"""
    if t.rulings.sale_vp == "slot_vp":
        return Stock(vp=place.vp)
    return Stock(vp=place.vp, nobility=min(place.stars, t.seats[seat].stock.nobility))


def of_zone(t: Table, zone: int) -> Stock:
    """RTN-11.3: the VP that a communal building there gave."""
    return Stock(vp=t.edition.zones[zone + 1].vp)


def short(t: Table, seat: int, lost: Stock) -> Blocked | None:
    """RTN-R51: can one sell what takes more VP than one has?"""
    have = t.seats[seat].stock.vp
    if lost.vp <= have or t.rulings.short_sale == "below_zero":
        return None
    return Blocked("RTN-R51", "too_few_vp", need=lost.vp, have=have)
