"""RTN-9.4 to RTN-9.7, RTN-9.14 Workshops that are activated (p. 12 and 22): rewards of owners, bonuses of tiles."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import ClassVar

from core.games.nobility.facts.buildings import WorkshopActivated
from core.games.nobility.facts.course import DiceRerolled
from core.games.nobility.moves import Skip, Use, UseGood, UseReroll, UseSwap
from core.games.nobility.names import (
    ANY_GOOD,
    COIN,
    EXCHANGE,
    FACES,
    GOODS,
    GUILD_GOOD,
    MADE,
    REPUTATION,
    REROLL,
    BonusId,
    BuildingId,
    FaceId,
    GuildId,
    Stock,
)
from core.games.nobility.rules.gains import Gain, gained, paid, worth
from core.games.nobility.table import Player, Table
from core.kernel.rules.chance import Draw, Drawn
from core.kernel.rules.step import Ask, Blocked, Next, Offer, SeatAuto, SeatChance, SeatChoice

Bonus = Use | UseGood | UseReroll | UseSwap | Skip


class ActivateWorkshop(SeatAuto[Table], frozen=True):
    """RTN-9.4: what lies on one place of a guild; nothing may lie there."""

    rule: ClassVar[str] = "RTN-9.4"
    guild: GuildId
    slot: int

    def then(self, t: Table) -> Next:
        """RTN-9.5: the bonus, if the player likes; RTN-9.6: the reward, if another player owns it."""
        shop = t.workshops[self.guild][self.slot - 1]
        if shop is None:
            return []
        reward = [] if shop.owner in {None, self.seat} else [rewarded(t, self.guild, self.slot, t.count.rewards)]
        return [WorkshopActivated(self.rule, shop.tile, self.guild), *reward, *self._bonuses(t, shop.tile, shop.owner)]

    def _bonuses(self, t: Table, tile: BuildingId, owner: int | None) -> list["ChooseBonus"]:
        """RTN-R42: also of one's own workshop? RTN-R21: twice with two players?"""
        if owner == self.seat and t.rulings.own_tile_bonus == "no":
            return []
        twice = t.players == 2 and t.rulings.reward_2p == "owner_reward_and_bonus"
        return [ChooseBonus(self.seat, tile)] * (t.count.rewards if twice else 1)


def rewarded(t: Table, guild: GuildId, slot: int, times: int) -> Gain:
    """RTN-9.6, RTN-9.7: what stands above the workshop."""
    shop = t.workshops[guild][slot - 1]
    assert shop is not None
    assert shop.owner is not None
    rule = "RTN-9.6" if times == 1 else "RTN-22.10" if t.solo else "RTN-9.7"
    return Gain(shop.owner, worth(t.edition.workshops[slot].reward, guild, times), rule, shop.tile)


class ChooseBonus(SeatChoice[Table, Bonus], frozen=True):
    """RTN-9.5: to take it, or to leave it; RTN-9.15: of two effects one."""

    rule: ClassVar[str] = "RTN-9.5"
    tile: BuildingId

    def asks(self, t: Table) -> Ask | None:
        """Nobody, where nothing could be taken."""
        p = t.seats[self.seat]
        return Ask((self.seat,)) if any(_possible(p, bonus) for bonus in t.edition.buildings[self.tile].bonus) else None

    def offers(self, t: Table, seat: int) -> Iterator[Offer[Bonus]]:
        p = t.seats[seat]
        whole = t.rulings.reroll_scope == "all_or_nothing"
        for bonus in t.edition.buildings[self.tile].bonus:
            yield from _used(bonus, p.goods.capped(_ONE_EACH), p.dice, whole)
        yield Offer(Skip())

    def unoffered(self, t: Table, seat: int, move: Bonus) -> Blocked:
        """RTN-R43: which dice may be rolled again? RTN-9.14: what is not on the tile, or not at hand."""
        if isinstance(move, UseReroll) and REROLL in t.edition.buildings[self.tile].bonus:
            return Blocked("RTN-9.14", "other_dice")
        return Blocked("RTN-9.14", "not_on_tile", have=self.tile)

    def resolve(self, t: Table, seat: int, move: Bonus) -> Next:
        guild = t.edition.buildings[self.tile].guild
        match move:
            case Use(bonus=bonus):
                return gained(t, seat, _given(bonus, guild), "RTN-9.14", self.tile)
            case UseGood(good=good):
                return gained(t, seat, Stock.only(good), "RTN-9.14", self.tile)
            case UseSwap(give=give, take=take):
                given = paid("RTN-9.14", seat, Stock.only(give), self.tile)
                return [*given, *gained(t, seat, Stock.only(take), "RTN-9.14", self.tile)]
            case UseReroll(faces=faces):
                return [RollAgain(seat, faces)]
            case Skip():
                return []


_ONE_EACH = Player(stock=Stock(1, 1, 1, 1, 1, 1)).goods


def _possible(p: Player, bonus: BonusId) -> bool:
    if bonus == REROLL:
        return bool(p.dice)
    return bonus != EXCHANGE or any(p.stock.of(good) for good in GOODS)


@lru_cache(maxsize=1024)
def _used(bonus: BonusId, have: object, dice: tuple[int, ...], whole: bool) -> tuple[Offer[Bonus], ...]:  # noqa: FBT001
    """Every way to take a bonus."""
    return tuple(Offer(move) for move in _ways(bonus, have, dice, whole=whole))


def _ways(bonus: BonusId, have: object, dice: tuple[int, ...], *, whole: bool) -> Iterable[Bonus]:
    if bonus == ANY_GOOD:
        return [UseGood(good) for good in GOODS]
    if bonus == EXCHANGE:
        return [UseSwap(one, other) for one in GOODS if getattr(have, one) for other in GOODS if other != one]
    if bonus == REROLL:
        counts = (len(dice),) if whole and dice else range(1, len(dice) + 1)
        chosen = dict.fromkeys(some for count in counts for some in combinations(dice, count))
        return [UseReroll(tuple(FaceId(str(face)) for face in some)) for some in chosen]
    return [Use(bonus)]


def _given(bonus: BonusId, guild: GuildId | None) -> Stock:
    if bonus == GUILD_GOOD and guild is not None:
        return Stock.only(MADE[guild])
    return {COIN: Stock(coins=1), REPUTATION: Stock(reputation=1)}[bonus]


class RollAgain(SeatChance[Table], frozen=True):
    """RTN-9.14: some of the dice that are not placed."""

    rule: ClassVar[str] = "RTN-9.14"
    faces: tuple[FaceId, ...]

    def draw(self, t: Table) -> Draw:
        return Draw(f"again {self.seat}", FACES, len(self.faces), back=True)

    def drew(self, t: Table, drawn: Drawn) -> Next:
        return [DiceRerolled(self.rule, self.seat, tuple(map(int, self.faces)), tuple(map(int, drawn)))]
