"""The order of play, as the rulebook lists it: setting up, turns one after the other, the final scoring."""

from typing import Any, ClassVar

from core.games.heirs.options import Options
from core.games.heirs.rules.final import FinalScoring, Finish
from core.games.heirs.rules.henry import HenryMoves, HenryPlaces, HenrysTurn, HenryTakes, PlaceTreasure
from core.games.heirs.rules.setup import (
    ChooseFirst,
    ChooseSets,
    DealRing,
    DrawSets,
    LayStart,
    PlaceCavalry,
    ShowBack,
    ShuffleTreasures,
    StrikeSet,
    TossCrown,
    TurnUpBack,
)
from core.games.heirs.rules.siege import Siege
from core.games.heirs.rules.take import DrawTile, Refill
from core.games.heirs.rules.treasures import LookForTreasures
from core.games.heirs.rules.turn import BeginTurn, ChooseAnchor, EndTurn, Turn, TurnOver
from core.games.heirs.rulings import Rulings
from core.games.heirs.table import HENRY, Player, Setup, Table
from core.kernel.game import Setup as MatchSetup
from core.kernel.rules.step import Auto, Next, Step
from core.kernel.setup.options import as_options
from core.kernel.setup.rulings import as_struct

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


def new(match: MatchSetup) -> tuple[Table, tuple[Step[Table, Any], ...]]:
    """HEI-1: the empty table, and how it is set up."""
    setup = Setup(
        len(match.seats), as_options(Options, match.options), as_struct(Rulings, match.rulings), match.edition
    )
    return Table(setup=setup, seats=(Player(), Player())), (*SETTING_UP, FirstTurn())


class FirstTurn(Auto[Table], frozen=True, tag=True):
    """HEI-3.1: whose crown the shield shows begins."""

    rule: ClassVar[str] = "HEI-3.1"

    def then(self, t: Table) -> Next:
        """HEI-S8: alone, the human."""
        return [BeginTurn(t.crown), NextTurn()]


class NextTurn(Auto[Table], frozen=True, tag=True):
    """HEI-3.1: the other side's turn; HEI-7.6: when both last turns were played, the points are counted."""

    rule: ClassVar[str] = "HEI-3.1"

    def then(self, t: Table) -> Next:
        """HEI-S2: alone, each turn of the human is followed by Henry's."""
        if t.turns_left == 0:
            return FINAL_SCORING
        side = 1 - t.acting
        turn = HenrysTurn() if t.solo and side == HENRY else BeginTurn(side)
        return [turn, NextTurn()]


def owed(t: Table) -> Step[Table, Any] | None:
    """Nothing is owed in the middle of anything."""
    return None


Steps = (
    FirstTurn
    | FinalScoring
    | Finish
    | ChooseAnchor
    | HenryMoves
    | HenryPlaces
    | HenrysTurn
    | HenryTakes
    | PlaceTreasure
    | ChooseFirst
    | ChooseSets
    | DealRing
    | DrawSets
    | LayStart
    | PlaceCavalry
    | ShowBack
    | ShuffleTreasures
    | StrikeSet
    | TossCrown
    | TurnUpBack
    | Siege
    | DrawTile
    | Refill
    | LookForTreasures
    | BeginTurn
    | EndTurn
    | NextTurn
    | Turn
    | TurnOver
)
