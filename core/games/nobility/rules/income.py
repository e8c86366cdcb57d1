"""RTN-17 The income phase (3. Revenus, p. 7 and 13): apprentices, Chancery, workshops, communal buildings."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from core.games.nobility.data import effects
from core.games.nobility.moves import IncomeGood
from core.games.nobility.names import CHANCERY, GOODS, GUILDS, MADE, BuildingId, GuildId, Stock
from core.games.nobility.rules.gains import Gain, gained, worth
from core.games.nobility.rules.lasting import by_event
from core.games.nobility.rules.sell import workshops_of
from core.games.nobility.rules.solo import LookAtObjective
from core.games.nobility.table import Table
from core.kernel.rules.step import Auto, Next, Offer, SeatAuto, SeatChoice


class Income(Auto[Table], frozen=True):
    """RTN-17: every player, in turn order."""

    rule: ClassVar[str] = "RTN-17.1"

    def then(self, t: Table) -> Next:
        """RTN-R50: player by player, or kind by kind?"""
        order, kinds = t.clockwise(t.first), (Apprentices, Clerks, Workshops, Communal)
        by_source = t.rulings.income_order == "by_source"
        each = ((seat, kind) for kind in kinds for seat in order) if by_source else _by_seat(order, kinds)
        return [*(kind(seat) for seat, kind in each), *([LookAtObjective()] if t.solo else [])]


def _by_seat(order: Iterable[int], kinds: "tuple[type[IncomeOf], ...]") -> "Iterator[tuple[int, type[IncomeOf]]]":
    return ((seat, kind) for seat in order for kind in kinds)


class IncomeOf(SeatAuto[Table], frozen=True):
    """One kind of income of a seat."""


class Apprentices(IncomeOf, frozen=True):
    """RTN-17.1: coins for each, by how many there are in the guild."""

    rule: ClassVar[str] = "RTN-17.1"

    def then(self, t: Table) -> Next:
        """RTN-21.3: more by an event."""
        more = by_event(t, effects.ApprenticeCoins)
        found: list[Gain] = []
        for guild in GUILDS:
            mine = _paid_apprentices(t, self.seat, guild)
            if mine:
                coins = t.count.income[min(_apprentices(t, guild), t.count.apprentices) - 1]
                found.append(Gain(self.seat, Stock(coins=coins * mine), self.rule, guild))
                found += [Gain(self.seat, Stock(coins=more * mine), "RTN-21.3", t.event or "")] if more else []
        return found


def _apprentices(t: Table, guild: GuildId) -> int:
    """RTN-17.1: of all players. RTN-R26: do Guild Masters count, too?"""
    masters = sum(shop is not None and shop.owner is not None for shop in t.workshops[guild])
    return len(t.apprentices[guild]) + (masters if t.rulings.guild_master_count == "yes" else 0)


def _paid_apprentices(t: Table, seat: int, guild: GuildId) -> int:
    """RTN-R7: is one paid whose player has done nothing since in this round? Once even a pass was enough for that."""
    strict = t.rulings.apprentice_delay == "strict" and t.rulings.turn_since == "done"
    return sum(one.seat == seat and not (strict and one.fresh and one.round == t.round) for one in t.apprentices[guild])


class Clerks(IncomeOf, frozen=True):
    """RTN-17.4, RTN-23.11: coins for each apprentice in the Chancery."""

    rule: ClassVar[str] = "RTN-17.4"

    def then(self, t: Table) -> Next:
        clerks = sum(owner == self.seat for owner in t.desks.values())
        coins = clerks * t.edition.chancery.coins
        return [Gain(self.seat, Stock(coins=coins), self.rule, CHANCERY)] if clerks else []


class Workshops(IncomeOf, frozen=True):
    """RTN-17.2: a good for each; RTN-21.3: coins by an event."""

    rule: ClassVar[str] = "RTN-17.2"

    def then(self, t: Table) -> Next:
        mine, coins = workshops_of(t, self.seat), by_event(t, effects.WorkshopCoins)
        goods = [Gain(self.seat, Stock.only(MADE[guild]), self.rule, tile) for guild, _, tile in mine]
        more = Stock(coins=coins * len(mine))
        return [*goods, *([Gain(self.seat, more, "RTN-21.3", t.event or "")] if more.coins else [])]


class Communal(IncomeOf, frozen=True):
    """RTN-17.3: the reward of each zone with a building."""

    rule: ClassVar[str] = "RTN-17.3"

    def then(self, t: Table) -> Next:
        found: list[Gain | ChooseIncome] = []
        for zone, tile in enumerate(t.seats[self.seat].zones, 1):
            income = t.edition.zones[zone].income
            if tile is not None and isinstance(income, effects.AnyGoods):
                found += [ChooseIncome(self.seat, tile)] * income.amount
            elif tile is not None:
                found.append(Gain(self.seat, worth(income), self.rule, tile))
        return found


class ChooseIncome(SeatChoice[Table, IncomeGood], frozen=True):
    """RTN-17.3: a good of one's choice."""

    rule: ClassVar[str] = "RTN-17.3"
    tile: BuildingId

    def offers(self, t: Table, seat: int) -> Iterable[Offer[IncomeGood]]:
        return [Offer(IncomeGood(good)) for good in GOODS]

    def resolve(self, t: Table, seat: int, move: IncomeGood) -> Next:
        return gained(t, seat, Stock.only(move.good), self.rule, self.tile)
