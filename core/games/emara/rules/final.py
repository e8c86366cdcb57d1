"""EMA-15 The end of the match (Fin de partie, p. 7): final points, the lower track counts, tie-breaks."""

from collections.abc import Iterable
from typing import ClassVar

from core.games.emara.facts import MatchEnded, Split
from core.games.emara.moves import Split as SplitMove
from core.games.emara.names import Goods
from core.games.emara.rules.scoring import best_split, final_points, ranking_keys, winners_of, within_track
from core.games.emara.table import Table
from core.kernel.rules.result import ranks_of
from core.kernel.rules.step import Auto, Blocked, Next, Offer, SeatAuto, SeatChoice


class FinalPoints(Auto[Table], frozen=True):
    """EMA-15.2: points for what is left."""

    rule: ClassVar[str] = "EMA-15.2"

    def then(self, t: Table) -> Next:
        """EMA-R21: split by itself, or by the players?"""
        return [SplitPoints(seat) for seat in t.clockwise(t.first)]


class SplitPoints(SeatAuto[Table], frozen=True):
    """EMA-15.3: for citizens, for buildings, or for both."""

    rule: ClassVar[str] = "EMA-15.3"

    def then(self, t: Table) -> Next:
        """EMA-R21 auto_optimal: first the lower track, then evenly."""
        points = final_points(t, self.seat)
        if t.rulings.final_split != "auto_optimal" and points:
            return [ChooseSplit(self.seat)]
        goods = t.seats[self.seat].goods
        return [split(t, self.seat, points, *best_split(goods.cp, goods.bp, points))]


class ChooseSplit(SeatChoice[Table, SplitMove], frozen=True):
    """EMA-D31, EMA-R21: the player says how."""

    rule: ClassVar[str] = "EMA-15.3"

    def offers(self, t: Table, seat: int) -> Iterable[Offer[SplitMove]]:
        """EMA-R21: must all be used?"""
        points = final_points(t, seat)
        wasted = range(points + 1) if t.rulings.final_split == "manual_may_waste" else range(1)
        for lost in wasted:
            for citizens in range(points - lost + 1):
                yield Offer(SplitMove(citizens, points - lost - citizens))

    def unoffered(self, t: Table, seat: int, move: SplitMove) -> Blocked:
        """More than there is, or not all of it."""
        points, shared = final_points(t, seat), move.citizens + move.buildings
        return Blocked(self.rule, "split_too_much" if shared > points else "split_too_little", need=points, have=shared)

    def resolve(self, t: Table, seat: int, move: SplitMove) -> Next:
        return [split(t, seat, final_points(t, seat), move.citizens, move.buildings)]


def split(t: Table, seat: int, points: int, citizens: int, buildings: int) -> Split:
    """EMA-R27: does the track end?"""
    have = t.seats[seat].goods
    goods = Goods(cp=within_track(t, have.cp, citizens), bp=within_track(t, have.bp, buildings))
    return Split("EMA-15.3", seat, points, goods)


class Finish(Auto[Table], frozen=True):
    """EMA-15.4: the smaller track is the score; EMA-15.5: ties; EMA-16.15: against Victoria."""

    rule: ClassVar[str] = "EMA-15.4"

    def then(self, t: Table) -> Next:
        keys = ranking_keys(t)
        return [MatchEnded(self.rule, tuple(key[0] for key in keys), ranks_of(keys), winners_of(t, keys))]
