"""HEI-8 The end of the match (Décompte des points, p. 5): buildings, roads, treasures, and who has won."""

from typing import Any, ClassVar

from core.games.heirs.facts import BuildingScored, MatchEnded, RoadScored, TreasuresScored
from core.games.heirs.rules.scoring import road_points, treasure_points, twice, value
from core.games.heirs.table import HENRY, SOUTH, Table
from core.kernel.rules.result import ranks_of
from core.kernel.rules.step import Auto, Next


class FinalScoring(Auto[Table], frozen=True):
    """HEI-8.1: every building, then the roads; HEI-S42: then the treasures that are left."""

    rule: ClassVar[str] = "HEI-8.1"

    def then(self, t: Table) -> Next:
        facts: list[Any] = []
        for side in range(2):
            double = twice(t, side)
            for cell in t.buildings(side):
                points, tile = value(t, cell), t.landscape[cell].tile
                if points and tile is not None:
                    kind = t.kind(t.landscape[cell])
                    rule = self.rule if kind is None else kind.rule
                    facts.append(
                        BuildingScored(rule, side, cell, tile, points * (1 + (cell in double)), cell in double)
                    )
        facts += [RoadScored("HEI-8.5", *road) for road in road_points(t)]
        count = t.treasures.left + len(t.treasures.placed)
        if t.solo and count:
            facts.append(TreasuresScored("HEI-S42", HENRY, count, treasure_points(t)))
        return facts


class Finish(Auto[Table], frozen=True):
    """HEI-8.10: most points; then more troops in the royal supply; else nobody. HEI-S43: Henry must be beaten."""

    rule: ClassVar[str] = "HEI-8.10"

    def then(self, t: Table) -> Next:
        totals = tuple(player.points for player in t.sides)
        if t.solo:
            won = totals[SOUTH] > totals[HENRY]
            return [MatchEnded("HEI-S43", totals, totals[:1], (1,), (SOUTH,) if won else (), not won)]
        keys = [(points, t.supply(side)) for side, points in enumerate(totals)]
        ranks = ranks_of(keys)
        winners = tuple(side for side, rank in enumerate(ranks) if rank == 1) if keys[0] != keys[1] else ()
        return [MatchEnded(self.rule, totals, totals, ranks, winners)]
