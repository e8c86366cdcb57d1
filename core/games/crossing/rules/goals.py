"""KIN-12 Bridge goals (Revendiquer un Objectif Pont, p. 11): claimed after an action, and in the evening."""

from typing import Final

from core.games.crossing.names import EASY, HARD, FaceId, GoalId
from core.games.crossing.table import Table

ROW: Final = 2  # KIN-2.6: goals beside each other


def face(t: Table, goal: GoalId) -> FaceId:
    """KIN-2.6: how the tile lies."""
    return HARD if goal in t.hard else EASY


def positions(t: Table) -> tuple[int, ...]:
    """KIN-12.1: the places that are taken one after the other. KIN-12.5: of two sides the second takes the third place.

    KIN-R28: is there a fourth?
    """
    if len(t.sides) == 2:  # two players, or one against Paco & Paca
        return (0, 2)
    return (0, 1, 2) if t.rulings.goal_positions == "3" else (0, 1, 2, 3)[: len(t.sides)]
