"""The order of play, as the rulebook lists it: setting up, turns one after the other, the final scoring."""

from typing import ClassVar

from core.games.heirs.rules.final import FinalScoring, Finish
from core.games.heirs.rules.henry import HenrysTurn
from core.games.heirs.rules.setup import (
    ChooseFirst,
    ChooseSets,
    DealRing,
    LayStart,
    PlaceCavalry,
    ShowBack,
    ShuffleTreasures,
    TossCrown,
)
from core.games.heirs.rules.turn import BeginTurn
from core.games.heirs.table import HENRY, Player, Setup, Table
from core.kernel.rules.step import Auto, Next

SETTING_UP = (
    ChooseSets(),
    TossCrown(),
    ChooseFirst(),
    DealRing(),
    LayStart(),
    PlaceCavalry(),
    ShuffleTreasures(),
    ShowBack(),
)
"""HEI-1: in the order of the rulebook."""

FINAL_SCORING = (FinalScoring(), Finish())
"""HEI-8: when nobody has a turn left."""


def new(setup: Setup) -> tuple[Table, Next]:
    """HEI-1: the empty table, and how it is set up."""
    sides = (Player(), Player())
    seats, others = sides[: setup.players], sides[setup.players :]
    return Table(setup=setup, seats=seats, others=others), (*SETTING_UP, FirstTurn())


class FirstTurn(Auto[Table], frozen=True):
    """HEI-3.1: whose crown the shield shows begins."""

    rule: ClassVar[str] = "HEI-3.1"

    def then(self, t: Table) -> Next:
        """HEI-S8: alone, the human."""
        return [BeginTurn(t.crown), NextTurn()]


class NextTurn(Auto[Table], frozen=True):
    """HEI-3.1: the other side's turn; HEI-7.6: when both last turns were played, the points are counted."""

    rule: ClassVar[str] = "HEI-3.1"

    def then(self, t: Table) -> Next:
        """HEI-S2: alone, each turn of the human is followed by Henry's."""
        if t.turns_left == 0:
            return FINAL_SCORING
        side = 1 - t.acting
        turn = HenrysTurn() if t.solo and side == HENRY else BeginTurn(side)
        return [turn, NextTurn()]
