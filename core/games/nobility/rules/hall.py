"""RTN-10 Town Hall (Hôtel de Ville, p. 14-15): workshops for guilds, communal buildings for one's own zones."""

from functools import cache
from typing import Any

from core.games.nobility.data import effects
from core.games.nobility.data.edition import Building, HallSlot, edition
from core.games.nobility.facts.buildings import CommunalBuilt, WorkshopBought
from core.games.nobility.moves import Hall
from core.games.nobility.names import HALL, PIPS, GuildId, Stock
from core.games.nobility.rules.gains import Gain, paid
from core.games.nobility.rules.hand import Hand
from core.games.nobility.rules.lasting import amount
from core.games.nobility.table import Slot, Table, spot
from core.kernel.rules.step import Blocked, Next


def moves(t: Table, seat: int, hand: Hand) -> list[Hall]:
    """RTN-10.2: the tile under the value; a communal building in each empty zone."""
    found: list[Hall] = []
    slots, coins = _slots(t.setup.edition), t.seats[seat].stock.coins + amount(t, seat, effects.BuildingDiscount)
    for value, dice in hand.ways.items():
        number, slot = slots[value]
        if slot.cost > coins or t.hall[number - 1] is None or _SPOTS[number - 1] in t.dice:
            continue
        if _unaffordable(t, seat, value) is None:
            found += [Hall(die, zone) for zone in _zones(t, seat, tile_at(t, value)) for die in dice]
    return found


_SPOTS = tuple(spot(HALL, number) for number in PIPS)


def _slot(t: Table, value: int) -> tuple[int, HallSlot]:
    """RTN-10.1: the slot of a value."""
    return _slots(t.setup.edition)[value]


@cache
def _slots(digest: str) -> dict[int, tuple[int, HallSlot]]:
    return {one.value: (number, one) for number, one in edition(digest).hall.items()}


def tile_at(t: Table, value: int) -> Building:
    """The tile under a value, if there is one."""
    tile = t.hall[_slot(t, value)[0] - 1]
    assert tile is not None
    return t.edition.buildings[tile]


def price(t: Table, seat: int, value: int) -> int:
    """RTN-10.2: less by an event and by desks, and never below 0."""
    return max(_slot(t, value)[1].cost - amount(t, seat, effects.BuildingDiscount), 0)


def _zones(t: Table, seat: int, building: Building) -> list[int]:
    """RTN-10.9: the empty communal zones; for a workshop it is no question."""
    if building.kind == "workshop":
        return [0]
    return [zone for zone, tile in enumerate(t.seats[seat].zones, 1) if tile is None]


def occupied(t: Table, seat: int, value: int) -> Blocked | None:
    """RTN-4.10: does a die lie there?"""
    return Blocked("RTN-4.10", "slot_taken", have=HALL) if spot(HALL, _slot(t, value)[0]) in t.dice else None


def closed(t: Table, seat: int, value: int) -> Blocked | None:
    """RTN-10.3: why no die of this value buys anything."""
    empty = t.hall[_slot(t, value)[0] - 1] is None
    return occupied(t, seat, value) or (Blocked("RTN-10.3", "no_tile", have=value) if empty else None)


def refused(t: Table, seat: int, move: Hall, value: int) -> Blocked | None:
    """Why the die cannot go there, or the tile cannot be bought."""
    return closed(t, seat, value) or _unbuyable(t, seat, move, value)


def _unbuyable(t: Table, seat: int, move: Hall, value: int) -> Blocked | None:
    """RTN-10.2, RTN-10.9: what it takes, and where it goes."""
    blocked = _unaffordable(t, seat, value)
    if blocked is None and move.zone not in _zones(t, seat, tile_at(t, value)):
        return Blocked("RTN-10.9", "no_such_zone", have=move.zone)
    return blocked


def _unaffordable(t: Table, seat: int, value: int) -> Blocked | None:
    """RTN-10.5, RTN-10.9: coins, and what its kind of building needs."""
    p, building, cost = t.seats[seat], tile_at(t, value), price(t, seat, value)
    if building.guild is not None:
        if not t.mine(seat, building.guild):
            return Blocked("RTN-10.5", "no_apprentice", have=building.guild)
        if free_place(t, building.guild) is None:
            return Blocked("RTN-10.5", "no_workshop_place", have=building.guild)
    elif not p.stock.workers:
        return Blocked("RTN-10.9", "no_worker")
    elif None not in p.zones:
        return Blocked("RTN-10.9", "no_zone")
    return Blocked("RTN-10.2", "too_dear", need=cost, have=p.stock.coins) if p.stock.coins < cost else None


def free_place(t: Table, guild: GuildId) -> int | None:
    """RTN-10.6: the leftmost free place for a workshop."""
    return next((number for number, shop in enumerate(t.workshops[guild], 1) if shop is None), None)


def slot(t: Table, seat: int, move: Any, value: int) -> Slot:
    """RTN-10.1: the one of its value."""
    return HALL, _slot(t, value)[0]


def placed(t: Table, seat: int, move: Hall, value: int) -> Next:
    """RTN-10.6: tile, Guild Master, Nobility, VP; RTN-10.10: tile, worker, Nobility, VP."""
    building = tile_at(t, value)
    cost: list[Any] = paid("RTN-10.2", seat, Stock(coins=price(t, seat, value)), building.id)
    if building.guild is not None:
        number = free_place(t, building.guild)
        assert number is not None
        place = t.edition.workshops[number]
        built = [*cost, WorkshopBought("RTN-10.6", seat, building.id, building.guild, number)]
        return [*built, *_honours(seat, place.stars, place.vp, "RTN-10.6", building)]
    zone = t.edition.zones[move.zone]
    worker = paid("RTN-10.10", seat, Stock(workers=1), building.id)
    built = [*cost, *worker, CommunalBuilt("RTN-10.10", seat, building.id, move.zone)]
    return [*built, *_honours(seat, zone.stars, zone.vp, "RTN-10.10", building)]


def _honours(seat: int, stars: int, vp: int, rule: str, building: Building) -> list[Gain]:
    return [Gain(seat, Stock(nobility=stars), rule, building.id), Gain(seat, Stock(vp=vp), rule, building.id)]
