"""KIN-14 Houses (Maisons, p. 10): one for a card of each guild, the last one for two of each."""

from collections.abc import Iterable
from typing import ClassVar

from core.games.crossing.facts.gains import HousePlaced
from core.games.crossing.moves import Later
from core.games.crossing.moves import PlaceHouse as HouseMove
from core.games.crossing.names import GUILDS, REGIONS
from core.games.crossing.rules.favors import ChooseFavor
from core.games.crossing.rules.midmatch import heeded
from core.games.crossing.table import HOUSES, Player, Table
from core.kernel.rules.step import Ask, Blocked, Next, Offer, SeatAuto, SeatChoice


def sets(t: Table, p: Player) -> int:
    """KIN-14.1: the houses that the cards have earned. KIN-R24: with start and queen cards, or characters alone?"""
    data = t.edition
    every = t.rulings.set_members == "all_guild_cards"
    guilds = [data.guild_of[card] for card in p.cards if every or card in data.characters]
    lowest = min(guilds.count(guild) for guild in GUILDS)
    return sum(lowest >= need for need in data.board.sets)


def due(t: Table, p: Player) -> bool:
    """KIN-14.1: is a house earned that does not stand yet? One stands from the start."""
    return len(p.houses) - 1 < min(sets(t, p), HOUSES - 1)


def house_waits(t: Table, *, for_card: bool = False) -> bool:
    """KIN-R23: is a house placed at once, or may it wait, for the next card or for any moment of a turn?"""
    return t.rulings.house_timing == ("optional_now" if for_card else "deferred")


def put_off(t: Table, p: Player) -> bool:
    """KIN-R23 immediate: does a house still wait that another reading let its player put off?"""
    waits = house_waits(t) or house_waits(t, for_card=True)
    return not waits and heeded(t) and due(t, p)


class HouseDue(SeatAuto[Table], frozen=True):
    """KIN-8.6: a card has joined its column: does it complete a set?"""

    rule: ClassVar[str] = "KIN-14.1"

    def then(self, t: Table) -> Next:
        if house_waits(t) or not due(t, t.sides[self.seat]):
            return []
        return [MayPlaceHouse(self.seat) if house_waits(t, for_card=True) else PlaceHouse(self.seat)]


class PlaceHouse(SeatChoice[Table, HouseMove], frozen=True):
    """KIN-14.1: in a region without an own house; there always is one (KIN-14.4)."""

    rule: ClassVar[str] = "KIN-14.1"
    forced = True

    def asks(self, t: Table) -> Ask | None:
        return Ask((self.seat,)) if due(t, t.sides[self.seat]) else None

    def offers(self, t: Table, seat: int) -> Iterable[Offer[HouseMove]]:
        own = t.sides[seat].houses
        for region in REGIONS:
            yield Offer(HouseMove(region), Blocked(self.rule, "house_there", have=region) if region in own else None)

    def resolve(self, t: Table, seat: int, move: HouseMove) -> Next:
        """KIN-14.2: for the last one a favor."""
        last = len(t.sides[seat].houses) + 1 == HOUSES
        favor = [ChooseFavor(seat, "KIN-14.2")] if last else []
        return [HousePlaced(self.rule, seat, move.region), *favor, HouseDue(seat)]


class MayPlaceHouse(SeatChoice[Table, HouseMove | Later], frozen=True):
    """KIN-14.1: now, or when the next card joins a column."""

    rule: ClassVar[str] = "KIN-14.1"

    def offers(self, t: Table, seat: int) -> Iterable[Offer[HouseMove | Later]]:
        return (*PlaceHouse(seat).offers(t, seat), Offer(Later()))

    def resolve(self, t: Table, seat: int, move: HouseMove | Later) -> Next:
        return [] if isinstance(move, Later) else PlaceHouse(seat).resolve(t, seat, move)
