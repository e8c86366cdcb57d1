"""What a turn of Rise to Nobility allows, written down from its rules alone, without looking at how the game finds it.

Cards and tiles are the edition's; what is printed on the boards stands here once more.
"""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from core.games.nobility.moves import (
    Activate,
    Adjust,
    Berk,
    Block,
    Castle,
    Chancery,
    Commission,
    Council,
    Guild,
    Hall,
    Port,
    Recall,
    Sell,
    Settle,
    Tavern,
    Yard,
)
from core.games.nobility.names import (
    CHANCERY,
    COMMISSION,
    GOODS,
    GUILDS,
    HALL,
    PEOPLES,
    PORT,
    RECALL,
    TAVERN,
    YARD,
    DeskId,
    DieId,
    GoodId,
    PlaceId,
)
from core.games.nobility.table import Table

SLOTS = {1: 2, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6}  # of tavern, yard, apprentices of a guild, by players
GUILD_DICE = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3}
COSTS = {1: 3, 2: 4, 3: 4, 4: 5, 5: 5, 6: 6}


def band(value: int) -> int:
    """Which of three slots shows the value."""
    return (value + 1) // 2


class Turn:
    """What one seat can do with a turn, before it has done anything."""

    def __init__(self, t: Table, seat: int) -> None:
        self.t, self.seat, self.p = t, seat, t.seats[seat]
        self.ruled = t.rulings

    # --- what is otherwise: events, desks --------------------------------------------------------------------------

    def desks(self, *names: str) -> int:
        """RTN-23.10: so many of these are the seat's."""
        return sum(self.t.desks.get(DeskId(name)) == self.seat for name in names)

    def stacked(self, *names: str) -> int:
        """RTN-R35: coins of several desks."""
        return self.desks(*names) if self.ruled.desk_stacking == "additive" else min(self.desks(*names), 1)

    def house(self) -> int:
        return max(5 - (self.t.event == "E05") - self.stacked("D05", "D08"), 0)

    def building(self, value: int) -> int:
        return max(COSTS[value] - 2 * (self.t.event == "E16") - self.stacked("D06", "D09"), 0)

    # --- dice ------------------------------------------------------------------------------------------------------

    def dice(self, *, limited: bool = True) -> Iterator[tuple[DieId, int]]:
        """RTN-4.1, RTN-4.5, RTN-4.6: each way to play a die, and what it counts."""
        spare = self.p.stock.modifiers if self.ruled.modifier_timing == "at_placement" else 0
        limit = self.p.stock.reputation - 2 * (self.t.event == "E15")
        for face in {*self.p.dice}:
            for value in range(1, 7):
                if abs(value - face) <= spare and (not limited or self.p.used + value <= limit):
                    yield _die(face, value), value

    def free(self, where: str) -> bool:
        return where not in self.t.dice

    def queue(self, place: str) -> list[int]:
        """RTN-6.1, RTN-8.1: the values that lie there, from the left."""
        return [die.value for where, die in sorted(self.t.dice.items()) if where.startswith(f"{place}:")]

    # --- everything ------------------------------------------------------------------------------------------------

    def small(self) -> set[Any]:
        """Every move of a turn but the port's and the settlers'."""
        found: set[Any] = {*self.sales(), *self.adjusted(), *self.activated()}
        for die, value in self.dice():
            for place in PLACES:
                found |= {*place(self, die, value)}
            if self.ruled.commission_die_limit == "yes":
                found |= {*self.covered(die, value)}
        if self.ruled.commission_die_limit != "yes":
            for die, value in self.dice(limited=False):
                found |= {*self.covered(die, value)}
        return found

    def adjusted(self) -> Iterator[Adjust]:
        """RTN-R9."""
        if self.ruled.modifier_timing == "any_own_turn":
            for face, value in product({*self.p.dice}, range(1, 7)):
                if 0 < abs(value - face) <= self.p.stock.modifiers:
                    yield Adjust(_die(face, value))

    def activated(self) -> Iterator[Activate]:
        """RTN-R39."""
        if self.ruled.commission_activation == "manual":
            for one in self.p.contracts:
                if one.tile is not None and len(one.done) == 3 and not one.active:
                    yield Activate(one.tile)

    def sales(self) -> Iterator[Sell]:
        """RTN-11; RTN-R51."""
        least = 0 if self.ruled.short_sale == "refused" else -1_000
        yield from (Sell(tile) for tile in self.p.zones if tile is not None and self.p.stock.vp - 5 >= least)
        for shops in self.t.workshops.values():
            for vp, shop in enumerate(shops, 3):
                if shop is not None and shop.owner == self.seat and self.p.stock.vp - vp >= least:
                    yield Sell(shop.tile)

    # --- the places ------------------------------------------------------------------------------------------------

    def tavern(self, die: DieId, value: int) -> Iterator[Tavern]:
        """RTN-6; RTN-R46."""
        there, full = self.queue("tavern"), len(self.p.held) >= 3
        if self.ruled.voluntary_end_with_3_cards == "count_at_turn_start":
            full = full or self.t.full
        if len(there) < SLOTS[self.t.players] and (not there or value >= there[-1] or self.t.event == "E04"):
            for card in self.t.tavern:
                if card is not None:
                    yield from (Tavern(die, card, drop) for drop in (self.p.held if full else (None,)))

    def yard(self, die: DieId, value: int) -> Iterator[Yard]:
        """RTN-8."""
        there = self.queue("yard")
        fits = len(there) < SLOTS[self.t.players] and (not there or value <= there[-1])
        if fits and self.p.spare.houses and self.p.stock.coins >= self.house():
            yield Yard(die)

    def guild(self, die: DieId, value: int) -> Iterator[Guild]:
        """RTN-9.2, RTN-9.3; RTN-R3."""
        most = GUILD_DICE[self.t.players]
        for guild in GUILDS:
            there = [where for where in self.t.dice if where.startswith(f"{guild}:")]
            reachable = self.ruled.guild_slots == "any_n" or band(value) <= most
            if len(there) < most and reachable and self.free(f"{guild}:{band(value)}"):
                yield Guild(die, guild)

    def hall(self, die: DieId, value: int) -> Iterator[Hall]:
        """RTN-10.2, RTN-10.5, RTN-10.9."""
        tile = self.t.hall[value - 1]
        if tile is None or not self.free(f"hall:{value}") or self.p.stock.coins < self.building(value):
            return
        guild = self.t.edition.buildings[tile].guild
        if guild is None:
            empty = [zone for zone, there in enumerate(self.p.zones, 1) if there is None]
            yield from (Hall(die, zone) for zone in (empty if self.p.stock.workers else ()))
        elif None in self.t.workshops[guild] and any(one.seat == self.seat for one in self.t.apprentices[guild]):
            yield Hall(die)

    def council(self, die: DieId, value: int) -> Iterator[Council]:
        """RTN-13; RTN-R45."""
        once = self.ruled.council_people_consumed == "once_per_card"
        for space, tile in enumerate(self.t.council):
            if tile is None or space // 6 != band(value) - 1:
                continue
            demand, people = self.t.edition.demands[tile], PEOPLES[space % 6]
            coins = 0 if self.desks("D01", "D10") else demand.coins
            enough = all(getattr(self.p.stock, good) >= getattr(demand.cost, good) for good in GOODS)
            met = any(self.people(one) == people and not (once and one.used) for one in self.p.satisfied)
            if met and enough and self.p.stock.coins >= coins and self.p.stock.nobility >= demand.nobility:
                yield Council(die, tile)

    def people(self, satisfied: Any) -> str:
        return self.t.edition.settlers[satisfied.card].people

    def berk(self, die: DieId, value: int) -> Iterator[Berk]:
        """RTN-14, RTN-23.19; RTN-R31, RTN-R37, RTN-R38."""
        if not self.free(f"berk:{band(value)}"):
            return
        most = 1 + (self.t.event == "E07") + min(band(value) - 1, self.p.stock.coins)
        if self.ruled.supply_limits == "strict":
            most = min(most, max(20 - sum(p.stock.modifiers for p in self.t.seats), 0))
        there = {TAVERN: self.t.tavern, HALL: self.t.hall}
        renewed = [None, *(name for name, cards in there.items() if any(cards))]
        for mods, renew, more in product(range(most + 1), renewed, [None, *self.commission(band(value))]):
            if mods or renew or more:
                yield Berk(die, mods, renew, more)

    def commission(self, wanted: int) -> Iterator[PlaceId]:
        clerks = self.desks(*self.t.desks)
        most = clerks + 1 if self.ruled.commission_room == "apprentices_plus_one" else max(clerks, 1)
        left = self.t.commissions + self.t.refused
        enough = left >= (wanted if self.ruled.commission_low_deck == "forbid" else 1)
        if self.t.chancery and len(self.p.contracts) < most and enough and self.t.dice_tiles:
            yield COMMISSION

    def castle(self, die: DieId, value: int) -> Iterator[Castle]:
        """RTN-15.1, RTN-20.3; RTN-R41."""
        if self.free(f"castle:{band(value)}"):
            yield Castle(die)
        same = self.ruled.castle_extra_slot == "same_as_slot2"
        if self.t.players == 6 and self.free("castle:4") and (not same or band(value) == 2):
            yield Castle(die, "extra")

    def recall(self, die: DieId, value: int) -> Iterator[Recall]:
        """RTN-16.1; RTN-R44."""
        if value < 5 or not self.free(f"recall:{self.seat}"):
            return
        for guild, there in self.t.apprentices.items():
            mine = [one for one in there if one.seat == self.seat]
            if any(one.round < self.t.round or self.ruled.recall_scope == "any_once_per_round" for one in mine):
                yield Recall(die, guild)

    def chancery(self, die: DieId, value: int) -> Iterator[Chancery]:
        """RTN-23.5 to RTN-23.7; RTN-R45."""
        if not self.t.chancery or not self.free(f"chancery:{value}") or not self.p.stock.workers:
            return
        once = self.ruled.council_people_consumed == "once_per_card"
        peoples = {self.people(one) for one in self.p.satisfied if not (once and one.used)}
        for row, desk, people in self.open_desks(value):
            if desk not in self.t.desks and people in peoples:
                yield Chancery(die, row)

    def open_desks(self, value: int) -> list[tuple[str | None, DeskId, str]]:
        """RTN-23.6: the row as it is named, the desk, its people."""
        both = self.t.players >= 5
        upper = ("upper" if both else None, DeskId(f"D{value:02}"), PEOPLES[value - 1])
        return [upper, *([("lower", DeskId(f"D{value + 6:02}"), PEOPLES[(value + 2) % 6])] if both else [])]

    def covered(self, die: DieId, value: int) -> Iterator[Commission]:
        """RTN-23.14: a space of the value without a die or token."""
        for one in self.p.contracts:
            if one.tile is not None and not one.active:
                spaces = self.t.edition.dice_tiles[one.tile].dice
                if any(wanted == value and n not in one.done for n, wanted in enumerate(spaces, 1)):
                    yield Commission(die, one.tile)

    def blocked(self, die: DieId, value: int) -> Iterator[Block]:
        """RTN-R5, RTN-R34."""
        allowed = self.ruled.blocking == "allowed"
        tavern, yard = self.queue("tavern"), self.queue("yard")
        queue = SLOTS[self.t.players]
        if allowed and len(tavern) < queue and (self.t.event == "E04" or value >= max([0, *tavern[-1:]])):
            yield Block(die, TAVERN)
        if allowed and len(yard) < queue and value <= min([6, *yard[-1:]]):
            yield Block(die, YARD)
        for place in (HALL, PORT):
            if allowed and self.free(f"{place}:{value}"):
                yield Block(die, place)
        if allowed and value >= 5 and self.free(f"recall:{self.seat}"):
            yield Block(die, RECALL)
        taken = all(desk in self.t.desks for _, desk, _ in self.open_desks(value))
        allowed = allowed or (taken and self.ruled.chancery_full_slot == "yes_blocking")
        if allowed and self.t.chancery and self.free(f"chancery:{value}"):
            yield Block(die, CHANCERY)

    # --- goods -----------------------------------------------------------------------------------------------------

    def port(self) -> set[Port]:
        """RTN-12.2 to RTN-12.4: from one good to as many as the die says, as far as there is room for each."""
        wants = self.t.edition.ships[self.t.ship].wants if self.t.ship else {}
        room = {
            good: min(getattr(self.p.stock, good), wants[good].spaces - getattr(self.t.loaded, good))
            for good in GOODS
            if good in wants
        }
        heaps = [heap for heap in _heaps(room) if 0 < len(heap) <= 6]
        return {
            Port(die, heap)
            for die, value in self.dice()
            if self.free(f"port:{value}")
            for heap in heaps
            if len(heap) <= value
        }

    def settlers(self) -> set[Settle]:
        """RTN-7.1 to RTN-7.4; RTN-R6, RTN-R25."""
        return (
            {Settle(card, heap) for card in self.p.held for heap in self.budgets(card)}
            if self.p.stock.houses
            else set()
        )

    def budgets(self, card: Any) -> Iterator[tuple[GoodId, ...]]:
        settlers = self.t.edition.settlers[card]
        own = self.t.edition.characters[self.p.character].good if self.p.character else None
        types = GOODS if self.ruled.settle_types == "any_type" else settlers.goods
        for heap in _heaps({good: min(getattr(self.p.stock, good), 4 if good == own else 3) for good in types}):
            more = self.ruled.character_four == "yes_plus_one" and own is not None and heap.count(own) == 4
            if settlers.min <= len(heap) <= settlers.max + more and {*settlers.goods} <= {*heap}:
                yield heap


PLACES: tuple[Callable[[Turn, DieId, int], Iterator[Any]], ...] = (
    Turn.tavern,
    Turn.yard,
    Turn.guild,
    Turn.hall,
    Turn.council,
    Turn.berk,
    Turn.castle,
    Turn.recall,
    Turn.chancery,
    Turn.blocked,
)


def _die(face: int, value: int) -> DieId:
    return DieId(f"{face}" if face == value else f"{face}{value - face:+}")


def _heaps(limits: Any) -> list[tuple[GoodId, ...]]:
    """Every heap of goods within these limits, in the order of the goods."""
    ranges = [range(max(limits.get(good, 0), 0) + 1) for good in GOODS]
    return [
        tuple(GoodId(good) for good, number in zip(GOODS, numbers, strict=True) for _ in range(number))
        for numbers in product(*ranges)
    ]
