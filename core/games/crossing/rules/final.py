"""KIN-17 The end of the match (Fin de la partie, p. 12): leftover coins, the scores, ties."""

from typing import ClassVar

from core.games.crossing.facts.course import MatchEnded
from core.games.crossing.facts.gains import MarkerMoved
from core.games.crossing.names import LEVELS, LevelId
from core.games.crossing.rules.gains import pay, points
from core.games.crossing.rules.scoring import final_points, ranks
from core.games.crossing.rules.tally import steps_left
from core.games.crossing.table import PACO, Table
from core.kernel.game import Outcome
from core.kernel.rules.step import Auto, Next, SeatAuto


class Settle(Auto[Table], frozen=True):
    """KIN-17.1: first everybody's coins, then everybody's points."""

    rule: ClassVar[str] = "KIN-17.1"

    def then(self, t: Table) -> Next:
        """KIN-R34: which coins break ties: those that are left then, or those of now?"""
        before = tuple(p.coins for p in t.seats) if t.rulings.tiebreak_coins == "before" else ()
        sides = range(len(t.sides))
        return [*map(SpendCoins, range(t.players)), *map(Score, sides), Finish(before)]


class SpendCoins(SeatAuto[Table], frozen=True):
    """KIN-17.2: for each five coins the investment marker goes one space up."""

    rule: ClassVar[str] = "KIN-17.2"

    def then(self, t: Table) -> Next:
        """KIN-R33: are coins spent, too, when it can go no further?"""
        p, each = t.seats[self.seat], t.edition.board.coins_per_step
        steps = steps_left(t, p)
        spent = steps * each if t.rulings.end_coins_track_full == "keep" else p.coins - p.coins % each
        moved = [MarkerMoved(self.rule, self.seat, steps, self.rule)] if steps else []
        return [*pay(self.rule, self.seat, spent, self.rule), *moved]


class Score(SeatAuto[Table], frozen=True):
    """KIN-17.3 to KIN-17.6: the points of each category."""

    rule: ClassVar[str] = "KIN-17.7"

    def then(self, t: Table) -> Next:
        found = final_points(t, self.seat).items()
        return [fact for rule, amount in found for fact in points(rule, self.seat, amount, rule)]


class Finish(Auto[Table], frozen=True):
    """KIN-17.7: most points win; ties by coins; who is still equal shares the victory."""

    rule: ClassVar[str] = "KIN-17.7"
    coins: tuple[int, ...]

    def then(self, t: Table) -> Next:
        scores = tuple(p.vp for p in t.seats)
        coins = self.coins or tuple(p.coins for p in t.seats)
        if t.solo:
            return [alone(t, *scores, *coins)]
        placed = ranks(scores, coins)
        return [MatchEnded(self.rule, scores, placed, tuple(seat for seat, rank in enumerate(placed) if rank == 1))]


def alone(t: Table, score: int, coins: int) -> MatchEnded:
    """KIN-S5.2: against Paco & Paca. KIN-R52: does a coin that is left break a tie, as they have none?"""
    rival, ahead = t.sides[PACO].vp, t.rulings.solo_tie == "coins" and coins > 0
    won = score >= rival
    return MatchEnded("KIN-S5.2", (score,), (1 if won else 2,), (0,) if won else (), score == rival and not ahead)


def outcome(t: Table) -> Outcome | None:
    """KIN-S5.2: alone, one's points against those of Paco & Paca; KIN-S1.8: from the easiest level on."""
    if not t.solo or t.end is None:
        return None
    return Outcome(LEVELS.index(LevelId(t.options.level)), t.end.scores[0], t.sides[PACO].vp, bool(t.end.winners))
