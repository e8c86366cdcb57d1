"""MED-19 and MED-20 End of the match (FIN DE LA PARTIE, p. 15): three counts in this order, then the winner."""

from typing import ClassVar

from core.games.medieval.facts import MatchEnded
from core.games.medieval.rules.gains import FinalScore
from core.games.medieval.rules.scoring import end_points, honour_points, leftover_points, ranking_keys
from core.games.medieval.table import Table
from core.kernel.rules.result import ranks_of
from core.kernel.rules.step import Auto, Next


class EndEffects(Auto[Table], frozen=True):
    """MED-19.3: every end-of-game effect of the cards in play, in the order in which they came."""

    rule: ClassVar[str] = "MED-19.3"

    def then(self, t: Table) -> Next:
        """All conditions read the table as it is now."""
        return [
            FinalScore(seat, points, card.rule, card.id)
            for seat in range(t.players)
            for card in t.cards(t.seats[seat].realm)
            for effect in card.end
            if (points := end_points(t, seat, card, effect))
        ]


class Leftovers(Auto[Table], frozen=True):
    """MED-19.4: a point for every two resources that are left."""

    rule: ClassVar[str] = "MED-19.4"

    def then(self, t: Table) -> Next:
        """Milestone tokens of the count before are in it."""
        counts = [(seat, leftover_points(t, seat)) for seat in range(t.players)]
        return [FinalScore(seat, points, self.rule, "leftovers") for seat, points in counts if points]


class Honour(Auto[Table], frozen=True):
    """MED-19.5: points by the number of persons of honour."""

    rule: ClassVar[str] = "MED-19.5"

    def then(self, t: Table) -> Next:
        counts = [(seat, honour_points(t, seat)) for seat in range(t.players)]
        return [FinalScore(seat, points, self.rule, "honour") for seat, points in counts if points]


class Finish(Auto[Table], frozen=True):
    """MED-19.6: most points win; MED-20: the tie-breaks, of which the last always decides."""

    rule: ClassVar[str] = "MED-19.6"

    def then(self, t: Table) -> Next:
        """Ranks below the winner by the same criteria."""
        ranks = ranks_of(ranking_keys(t))
        return [MatchEnded(self.rule, tuple(player.vp for player in t.seats), ranks, ranks.index(1))]
