"""The order of play, as the rulebook lists it: setting up, four rounds of morning, day and evening, the scoring."""

from collections.abc import Sequence
from typing import Annotated, ClassVar

from core.games.crossing.data.edition import edition
from core.games.crossing.facts.course import RoundBegan
from core.games.crossing.names import SHOWN, SLOTS
from core.games.crossing.rules import birds, decorations, favors, investment, structures, tiles, tracks
from core.games.crossing.rules.birds import SendBirds
from core.games.crossing.rules.day import TakeTurn
from core.games.crossing.rules.decks import ShowCard
from core.games.crossing.rules.evening import SpendEvening, goals_after_all
from core.games.crossing.rules.favors import OpenFavors, ShowFavor
from core.games.crossing.rules.final import Settle
from core.games.crossing.rules.goals import ClaimGoals, LookAtGoals
from core.games.crossing.rules.midmatch import heeded
from core.games.crossing.rules.morning import CollectIncome, WakeQueen
from core.games.crossing.rules.paco import PacoTurn, ShuffleTiles, TakeRest
from core.games.crossing.rules.setup import (
    ChooseFirst,
    DrawStarts,
    LayDecks,
    LayGoals,
    MakePiles,
    PickPairs,
    PlaceBalloon,
)
from core.games.crossing.table import Player, Setup, Table
from core.kernel.rules.marks import Seat, UpTo
from core.kernel.rules.step import Auto, Next


def new(setup: Setup) -> tuple[Table, Next]:
    """KIN-2: the empty table, and how it is set up."""
    solo = setup.players == 1
    setup.refuse("level", when=not solo and setup.options.level != "beginner")
    data = edition(setup.edition)
    table = Table(
        setup=setup,
        seats=(Player(),) * setup.players,
        others=(Player(),) if solo else (),
        decks=data.decks,
        empties=tuple(data.empties),
        birds=tuple(data.birds),
        queens=tuple(data.queens),
        starts=tuple(data.starts),
        favors=tuple(data.favors),
    )
    return table, (*SETTING_UP, Round(1))


GIVING = (birds, decorations, favors, investment, structures, tiles, tracks)
"""The files that say what becomes of effects which bring no coins and no points (`gains.gives`)."""

SETTING_UP = (
    LayDecks(),
    *map(ShowCard, SLOTS),
    LayGoals(),
    MakePiles(),
    *map(ShowFavor, SHOWN),
    ChooseFirst(),
    DrawStarts(),
    PickPairs(),
    TakeRest(),
    PlaceBalloon(),
)
"""KIN-2 to KIN-4: in the order of the rulebook's steps, what does not depend on chance left out."""

FINAL_SCORING = (LookAtGoals(), OpenFavors(), Settle())
"""KIN-17: after the last round; KIN-S4.3: Paco & Paca's goals first."""


class Round(Auto[Table], frozen=True):
    """KIN-1.2: the morning (KIN-1.3), the day (KIN-1.4), the evening."""

    rule: ClassVar[str] = "KIN-1.2"
    number: Annotated[int, UpTo("edition.board.rounds", least=1)]

    def then(self, t: Table) -> Next:
        """KIN-9.5: from the holder of the first player token on, clockwise."""
        order = t.around(t.token)
        last = self.number == t.edition.board.rounds
        return [
            RoundBegan(self.rule, self.number, order),
            *incomes(t, order),
            SendBirds(),
            WakeQueen(),
            ShuffleTiles(),
            *day(t, order),
            Evening(),
            *(FINAL_SCORING if last else (Round(self.number + 1),)),
        ]


def incomes(t: Table, order: Sequence[Seat]) -> Next:
    """KIN-6.1: in turn order. KIN-R41: one by one, or at once?"""
    seats = tuple(side for side in order if side < t.players)
    one_by_one = t.rulings.morning_sync == "sequential"
    return [CollectIncome((seat,)) for seat in seats] if one_by_one else [CollectIncome(seats)]


def day(t: Table, order: Sequence[Seat]) -> Next:
    """KIN-7.1, KIN-S3.1: four times around the table, Paco & Paca, too."""
    turns = range(1, t.edition.board.actions + 1)
    return [TakeTurn(side, turn) if side < t.players else PacoTurn(turn) for turn in turns for side in order]


class Evening(Auto[Table], frozen=True):
    """KIN-1.5: each player in turn order."""

    rule: ClassVar[str] = "KIN-1.5"

    def then(self, t: Table) -> Next:
        """KIN-R9: in the order of the round, or of the new first player? KIN-R29: goals with each, or after all?"""
        order = t.order if t.rulings.first_player_change == "next_round" else t.around(t.token)
        seats = [side for side in order if side < t.players]
        late = goals_after_all(t)
        evenings = [SpendEvening(side, goals_later=late and heeded(t)) for side in seats]
        return [*evenings, *(map(ClaimGoals, seats) if late else ())]
