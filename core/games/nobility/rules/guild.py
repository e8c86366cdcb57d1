"""RTN-9 Guilds (Guildes, p. 12-13): a die activates workshops, then goods are bought, then workers placed."""

from collections.abc import Iterable
from functools import cache
from typing import Any, ClassVar

from core.games.nobility.data import effects
from core.games.nobility.data.edition import GuildSlot, edition
from core.games.nobility.moves import Buy, Guild
from core.games.nobility.names import AUTOMA_SLOT, DICE_OF_A_GUILD, GUILDS, MADE, WORKSHOPS_OF_A_GUILD, GuildId, Stock
from core.games.nobility.rules.apprentices import PutWorkers
from core.games.nobility.rules.gains import gained, paid
from core.games.nobility.rules.hand import Hand
from core.games.nobility.rules.lasting import by_event
from core.games.nobility.rules.workshops import ActivateWorkshop
from core.games.nobility.table import Slot, Table, spot
from core.kernel.rules.step import Blocked, Next, Offer, SeatChoice

SLOTS = tuple(range(1, DICE_OF_A_GUILD + 1))
PLACES = tuple(range(1, WORKSHOPS_OF_A_GUILD + 1))  # for workshops


def moves(t: Table, seat: int, hand: Hand) -> list[Guild]:
    """RTN-9.2: every guild with an open slot for a die; activating is reason enough (RTN-9.8)."""
    most, taken = t.count.guild_dice, _taken(t)
    fitting = [(number, dice, named) for number, values, named in _usable(t) if (dice := hand.of(values))]
    return [
        Guild(die, guild, named)
        for guild in GUILDS
        if len(there := taken.get(guild, ())) < most
        for number, dice, named in fitting
        if number not in there
        for die in dice
    ]


def _taken(t: Table) -> dict[GuildId, list[int]]:
    """The die slots in which there is one, of guilds with any."""
    found: dict[GuildId, list[int]] = {}
    for where in t.dice:
        slot = _SLOTS.get(where)
        if slot is not None:
            found.setdefault(slot[0], []).append(slot[1])
    return found


def surely(t: Table, hand: Hand) -> bool:
    """Is there a slot for a die, as there nearly always is?"""
    most, board = t.count.guild_dice, t.dice
    for number, values, _ in _usable(t):
        if not hand.ways.keys().isdisjoint(values):
            for spots in _SPOTS.values():
                if spots[number] not in board and [where in board for where in spots].count(True) < most:
                    return True
    return False


Slots = tuple[tuple[int, tuple[int, ...], int], ...]
"""Of each die slot of a guild that can be used: its number, the values that it shows, and how it must be named."""


def _usable(t: Table) -> Slots:
    """RTN-R3: any of the slots, or the leftmost ones?"""
    most = DICE_OF_A_GUILD if t.rulings.guild_slots == "any_n" else t.count.guild_dice
    return _shown(t.setup.edition, most)


@cache
def _shown(digest: str, most: int) -> Slots:
    """RTN-D8: where a value shows on several slots, one must be named."""
    shown = [(number, edition(digest).guild[number].values) for number in SLOTS[:most]]
    values = [value for _, each in shown for value in each]
    several = len({*values}) < len(values)
    return tuple((number, each, number if several else 0) for number, each in shown)


_SPOTS = {guild: tuple(spot(guild, number) for number in (AUTOMA_SLOT, *SLOTS)) for guild in GUILDS}
_SLOTS = {where: (guild, number) for guild, spots in _SPOTS.items() for number, where in enumerate(spots)}


def free_slots(t: Table, guild: GuildId) -> tuple[int, ...]:
    """RTN-9.2: the die slots of a guild that can be used."""
    taken = _taken(t).get(guild, ())
    closed = len(taken) >= t.count.guild_dice
    return () if closed else tuple(number for number, _, _ in _usable(t) if number not in taken)


def refused(t: Table, seat: int, move: Guild, value: int) -> Blocked | None:
    """RTN-9.2, RTN-9.3: why the die cannot go there."""
    free = free_slots(t, move.guild)
    if not free:
        return Blocked("RTN-9.3", "guild_closed", have=move.guild)
    fitting = [number for number in free if value in t.edition.guild[number].values]
    if not fitting:
        return Blocked("RTN-9.2", "no_slot_for_value", have=value)
    if move.slot not in (fitting if len(fitting) > 1 else (0, *fitting)):
        return Blocked("RTN-9.2", "no_such_slot", have=move.slot)
    return None


def slot(t: Table, seat: int, move: Guild, value: int) -> Slot:
    """RTN-9.2: the one that shows the value; of several, the one that is meant."""
    fitting = (number for number, values, _ in _usable(t) if value in values)
    return move.guild, move.slot or next(fitting)


def placed(t: Table, seat: int, move: Guild, value: int) -> Next:
    """RTN-9.4: first the workshops, from the left; RTN-9.8: then goods, then workers."""
    _, number = slot(t, seat, move, value)
    places = [n for n in PLACES if t.edition.workshops[n].least <= value and t.workshops[move.guild][n - 1] is not None]
    return [*(ActivateWorkshop(seat, move.guild, n) for n in places), BuyGoods(seat, move.guild, number)]


class BuyGoods(SeatChoice[Table, Buy], frozen=True):
    """RTN-9.9: goods of the guild, from none up to what the slot says."""

    rule: ClassVar[str] = "RTN-9.9"
    forced = True
    guild: GuildId
    slot: int

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Buy]]:
        return [Offer(Buy(goods)) for goods in range(self._most(t) + 1)]

    def _most(self, t: Table) -> int:
        price, coins = t.edition.board.good_price, t.seats[self.seat].stock.coins
        sold = goods_of(t, t.edition.guild[self.slot])
        return sold if not price else min(sold, coins // price)

    def unoffered(self, t: Table, seat: int, move: Buy) -> Blocked:
        return Blocked(self.rule, "too_many_goods", need=self._most(t), have=move.goods)

    def resolve(self, t: Table, seat: int, move: Buy) -> Next:
        """RTN-9.10: who buys gets free goods by apprentices."""
        workers = PutWorkers(seat, self.guild, workers_of(t, t.edition.guild[self.slot]), bool(move.goods))
        if not move.goods:
            return [workers]
        free = t.mine(seat, self.guild) + by_event(t, effects.FreeGoods)
        good = MADE[self.guild]
        found: list[Any] = paid(self.rule, seat, Stock(coins=move.goods * t.edition.board.good_price), self.guild)
        found += gained(t, seat, Stock.only(good, move.goods), self.rule, self.guild)
        found += gained(t, seat, Stock.only(good, free), "RTN-9.10", self.guild) if free else []
        return [*found, workers]


def goods_of(t: Table, where: GuildSlot) -> int:
    """RTN-9.9, RTN-21.3: which slot sells how many goods; fewer by an event."""
    return max(where.goods - by_event(t, effects.FewerGoods), 0)


def workers_of(t: Table, where: GuildSlot) -> int:
    """RTN-R4: which slot places how many workers?"""
    return where.workers if t.rulings.guild_worker_curve == "tradeoff" else where.aligned
