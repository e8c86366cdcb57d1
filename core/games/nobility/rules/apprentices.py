"""RTN-9.11 to RTN-9.13 Apprentices (p. 13): workers that are placed in a guild."""

from collections.abc import Iterator
from typing import Any, ClassVar

from core.games.nobility.facts.buildings import ApprenticePlaced, WorkshopClaimed
from core.games.nobility.facts.course import TurnClosed
from core.games.nobility.moves import Claim, Done, Put
from core.games.nobility.names import GUILDS, LOT, BuildingId, GuildId, Stock
from core.games.nobility.rules.gains import gained, paid
from core.games.nobility.table import Table
from core.kernel.rules.step import Blocked, Next, Offer, SeatAuto, SeatChoice


class PutWorkers(SeatAuto[Table], frozen=True):
    """RTN-9.11: so many more may be placed in the guild."""

    rule: ClassVar[str] = "RTN-9.11"
    guild: GuildId
    left: int
    busy: bool = True  # goods were bought, or a worker was placed

    def then(self, t: Table) -> Next:
        if self.left:
            return [PutWorker(self.seat, self.guild, self.left, self.busy)]
        return stopped(t, self.seat, busy=self.busy)


def stopped(t: Table, seat: int, *, busy: bool) -> Next:
    """RTN-9.8: the action of the die is over. RTN-R8: is the turn, too, if nothing followed the workshops?"""
    ends = not busy and t.rulings.end_turn_after_activation == "whole_turn_ends"
    return [TurnClosed("RTN-9.8", seat)] if ends else []


class PutWorker(SeatChoice[Table, Put | Claim | Done], frozen=True):
    """RTN-9.11: a worker from the lot, or an apprentice from another guild."""

    rule: ClassVar[str] = "RTN-9.11"
    forced = True
    guild: GuildId
    left: int
    busy: bool

    def offers(self, t: Table, seat: int) -> Iterator[Offer[Put | Claim | Done]]:
        if free_place(t, self.guild):
            if t.seats[seat].stock.workers:
                yield Offer(Put(LOT))
            yield from (Offer(Put(guild)) for guild in GUILDS if guild != self.guild and t.mine(seat, guild))
        yield from (Offer(Claim(tile)) for tile in self._claimable(t, seat))
        yield Offer(Done())

    def _claimable(self, t: Table, seat: int) -> list[BuildingId]:
        """RTN-R19: can a workshop that nobody owns be claimed?"""
        if t.rulings.sold_workshop_reclaim == "never" or not t.mine(seat, self.guild):
            return []
        return [shop.tile for shop in t.workshops[self.guild] if shop is not None and shop.owner is None]

    def unoffered(self, t: Table, seat: int, move: Put | Claim | Done) -> Blocked | None:
        """RTN-9.11, RTN-9.12: why nobody comes from there."""
        if isinstance(move, Claim):
            return Blocked("RTN-11.2", "not_claimable", have=move.tile)
        if not free_place(t, self.guild):
            return Blocked("RTN-9.12", "guild_full", have=self.guild)
        return Blocked(self.rule, "nobody_there", have=move.origin if isinstance(move, Put) else None)

    def resolve(self, t: Table, seat: int, move: Put | Claim | Done) -> Next:
        if isinstance(move, Done):
            return stopped(t, seat, busy=self.busy)
        again = PutWorkers(seat, self.guild, self.left - 1)
        if isinstance(move, Claim):
            return [*self._claimed(t, seat, move.tile), again]
        if move.origin == LOT:
            here = [*paid(self.rule, seat, Stock(workers=1), self.guild), ApprenticePlaced(self.rule, seat, self.guild)]
            return [*here, again]
        return [ApprenticePlaced(self.rule, seat, self.guild, GuildId(move.origin)), again]

    def _claimed(self, t: Table, seat: int, tile: BuildingId) -> list[Any]:
        """RTN-R19 by_apprentice: the VP of its place, but no Nobility."""
        shops = t.workshops[self.guild]
        slot = next(n for n, shop in enumerate(shops, 1) if shop is not None and shop.tile == tile)
        vp = gained(t, seat, Stock(vp=t.edition.workshops[slot].vp), "RTN-10.6", tile)
        return [WorkshopClaimed(self.rule, seat, tile, self.guild, slot), *vp]


def free_place(t: Table, guild: GuildId) -> bool:
    """RTN-9.12: is there an empty place for an apprentice?"""
    return len(t.apprentices[guild]) < t.count.apprentices
