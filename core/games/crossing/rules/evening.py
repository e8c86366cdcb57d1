"""KIN-11 The evening (Phase du soir, p. 11): an income at an own house, tiles and paws come back, goals."""

from collections.abc import Iterable
from typing import ClassVar

from core.games.crossing.facts.course import CollectionBegan, PawsBack, TilesBack
from core.games.crossing.moves import CollectEvening, Done
from core.games.crossing.names import GUILDS, HOME, CardId, GuildId
from core.games.crossing.rules.goals import ClaimGoals
from core.games.crossing.rules.midmatch import heeded
from core.games.crossing.rules.morning import UNDER, guild_income, pairs, structure_income
from core.games.crossing.table import Table
from core.kernel.rules.step import Ask, Blocked, Next, Offer, SeatAuto, SeatChoice


class SpendEvening(SeatAuto[Table], frozen=True):
    """KIN-11: the four steps of a player."""

    rule: ClassVar[str] = "KIN-1.5"
    goals_later: bool = False

    def then(self, t: Table) -> Next:
        """KIN-R10: have bears triggered what they triggered in the morning? KIN-R44: may goals come first, too?

        KIN-11.6: goals come last. KIN-R29: or when everybody is through? So it stays for an Evening that has begun.
        """
        seat, later = self.seat, self.goals_later if heeded(t) else goals_after_all(t)
        triggered = t.sides[seat].triggered if t.rulings.bear_distinct == "per_round" else ()
        goals = [] if later else [ClaimGoals(seat)]
        first = goals if t.rulings.evening_steps == "free" else []
        return [CollectionBegan(self.rule, seat, triggered), *first, CollectOne(seat), ClearBoard(seat), *goals]


def goals_after_all(t: Table) -> bool:
    """KIN-R29: are goals claimed when everybody is through?"""
    return t.rulings.evening_goals == "after_all"


class CollectOne(SeatChoice[Table, CollectEvening | Done], frozen=True):
    """KIN-11.1: who ends the day at an own house collects one income."""

    rule: ClassVar[str] = "KIN-11.1"
    forced = True

    def asks(self, t: Table) -> Ask | None:
        p = t.sides[self.seat]
        return Ask((self.seat,)) if p.region in p.houses else None

    def offers(self, t: Table, seat: int) -> Iterable[Offer[CollectEvening | Done]]:
        """KIN-R57: one structure, or all of them at once (called by the home card)? KIN-R36: or nothing?"""
        for guild in GUILDS:
            few = None if pairs(t, seat, guild) else Blocked("KIN-11.2", "no_pair", have=guild)
            yield Offer(CollectEvening(guild), few)
        one = t.rulings.evening_structure == "one"
        yield from (Offer(CollectEvening(each)) for each in (t.sides[seat].structures if one else (HOME,)))
        if t.rulings.evening_income == "optional":
            yield Offer(Done())

    def resolve(self, t: Table, seat: int, move: CollectEvening | Done) -> Next:
        if isinstance(move, Done):
            return []
        if move.source in UNDER:
            guild = GuildId(move.source)
            return [guild_income(t, seat, guild)] * pairs(t, seat, guild)
        one = t.rulings.evening_structure == "one"
        sources = (CardId(move.source),) if one else t.sides[seat].structures
        return [structure_income(t, seat, each) for each in sources]


class ClearBoard(SeatAuto[Table], frozen=True):
    """KIN-11.4, KIN-11.5: played tiles go back to the left, paws leave the bridges."""

    rule: ClassVar[str] = "KIN-11.4"

    def then(self, t: Table) -> Next:
        return [TilesBack("KIN-11.4", self.seat), PawsBack("KIN-11.5", self.seat)]
