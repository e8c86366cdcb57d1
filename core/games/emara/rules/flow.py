"""The order of play, as the rulebook lists it: setting up, six rounds of event, turns and end, the final scoring."""

from typing import Any, ClassVar

from core.games.emara.data.edition import edition
from core.games.emara.facts import RoundBegan
from core.games.emara.names import RANKS
from core.games.emara.options import Options
from core.games.emara.rules.advisors import FillStand, FillStands, ShowAdvisor
from core.games.emara.rules.cathedral import LookForFavors
from core.games.emara.rules.countryside import Bake
from core.games.emara.rules.events import ApplyEvent, EndEvent, EventWindow, ShowEvent
from core.games.emara.rules.favors import (
    KeepFavor,
    LookAtFavors,
    NoFavors,
    RefillPile,
    ShufflePile,
    looking,
    refill_due,
)
from core.games.emara.rules.final import ChooseSplit, FinalPoints, Finish, SplitPoints
from core.games.emara.rules.gains import Gain, MayGain
from core.games.emara.rules.round_end import (
    ChooseHands,
    ClearSlots,
    DrawHand,
    DrawHands,
    PassStatue,
    ShuffleDecks,
    hand_due,
)
from core.games.emara.rules.setup import (
    ChooseStart,
    DrawFirst,
    LayCountryside,
    LayMixed,
    LayTown,
    PlaceAdvisors,
    PlaceCouncilors,
    SetBuildings,
    SetMarkers,
    StartResources,
)
from core.games.emara.rules.turn import BeforeCard, PlayCard, TakeTurn, Turn
from core.games.emara.rules.victoria import VictoriaBuilds, VictoriaRises
from core.games.emara.rules.visit import Visit
from core.games.emara.rulings import Rulings
from core.games.emara.table import Player, Setup, Table, Victoria
from core.kernel.errors import Usage
from core.kernel.game import Setup as MatchSetup
from core.kernel.rules.step import Auto, Next, Step
from core.kernel.setup.options import as_options
from core.kernel.setup.rulings import as_struct


def new(match: MatchSetup) -> tuple[Table, tuple[Step[Table, Any], ...]]:
    """EMA-2: the empty table, and how it is set up."""
    setup = Setup(
        len(match.seats), as_options(Options, match.options), as_struct(Rulings, match.rulings), match.edition
    )
    _check(setup)
    data, solo = edition(match.edition), setup.players == 1
    table = Table(
        setup=setup,
        seats=(Player(slots=(None,) * len(data.board.slots)),) * setup.players,
        box=data.advisors_of("A"),
        stack=data.advisors_of("B"),
        events=tuple(event for event in data.events if not (solo and event in data.solo.removed)),
        favors=tuple(data.favors),
        ranks=(0,) * len(RANKS),
        victoria=Victoria() if solo else None,
    )
    return table, (*SETTING_UP, *(() if _late(setup) else (DrawHands(),)), Round(1))


def _check(setup: Setup) -> None:
    """EMA-16.21: what is for one player, and what is not. EMA-R28: can a campaign come below the track?"""
    start, solo = setup.options.building_start, setup.players == 1
    if not solo and setup.options.solo != "highscore":
        raise Usage("option_not_here", word="solo", players=setup.players)
    if solo and start in {"event", "first_game"}:
        raise Usage("option_not_here", word="building_start", players=setup.players)
    endless = solo and setup.options.solo == "campaign" and setup.rulings.campaign_floor == "unbounded"
    if start.startswith("-") and not endless:
        raise Usage("option_not_here", word="building_start", players=setup.players)


def _late(setup: Setup) -> bool:
    """EMA-R39: is the hand drawn after the event of the round?"""
    return setup.rulings.draw_before_event == "after_event"


SETTING_UP = (
    LayCountryside(),
    LayTown(),
    LayMixed(),
    SetMarkers(),
    PlaceAdvisors(),
    ShowAdvisor(),
    ShowEvent(),
    DrawFirst(),
    SetBuildings(),
    PlaceCouncilors(),
)
"""EMA-2: in the order of the rulebook's steps, what does not depend on chance left out."""

FINAL_SCORING = (FinalPoints(), Finish())
"""EMA-15: after the last round."""


class Round(Auto[Table], frozen=True, tag=True):
    """EMA-3.3: the event, the turns, the end of the round."""

    rule: ClassVar[str] = "EMA-3.3"
    number: int

    def then(self, t: Table) -> Next:
        """EMA-3.5: three turns each, in turn order. EMA-R29: is the first event played, too?"""
        order = t.clockwise(t.first)
        as_it_is = self.number == 1 and t.rulings.setup_event_effect == "yes_as_round_1"
        return [
            RoundBegan("EMA-3.2", self.number),
            *(() if as_it_is else (ShowEvent(),)),
            ApplyEvent(),
            *((DrawHands(),) if _late(t.setup) else ()),
            *(TakeTurn(seat, turn) for turn in range(1, t.edition.board.turns + 1) for seat in order),
            RoundEnd(self.number),
        ]


class RoundEnd(Auto[Table], frozen=True, tag=True):
    """EMA-3.7: the event, the statue, the cards, the next hand; EMA-3.8: after the last round the final scoring."""

    rule: ClassVar[str] = "EMA-3.7"
    number: int

    def then(self, t: Table) -> Next:
        """EMA-R25: Victoria after the event, or before?"""
        victoria = (VictoriaBuilds(), VictoriaRises())
        first = t.rulings.victoria_order == "victoria_then_event"
        event = (*victoria, EndEvent()) if first else (EndEvent(), *victoria)
        if self.number >= t.edition.board.rounds:
            return [*event, PassStatue(), ClearSlots(), *FINAL_SCORING]
        hands = () if _late(t.setup) else (DrawHands(),)
        return [*event, PassStatue(), ClearSlots(), ShuffleDecks(), *hands, Round(self.number + 1)]


def owed(t: Table) -> Step[Table, Any] | None:
    """EMA-8.3: favors that somebody looks at come before anything else; hands are drawn as soon as they are due."""
    return refill_due(t) or (hand_due(t) if t.looking is None else looking(t, t.looking))


Steps = (
    Round
    | RoundEnd
    | Gain
    | MayGain
    | FillStand
    | FillStands
    | ShowAdvisor
    | LookForFavors
    | Bake
    | ApplyEvent
    | EndEvent
    | EventWindow
    | ShowEvent
    | KeepFavor
    | LookAtFavors
    | NoFavors
    | RefillPile
    | ShufflePile
    | ChooseSplit
    | FinalPoints
    | Finish
    | SplitPoints
    | ChooseHands
    | ClearSlots
    | DrawHand
    | DrawHands
    | PassStatue
    | ShuffleDecks
    | ChooseStart
    | DrawFirst
    | LayCountryside
    | LayMixed
    | LayTown
    | PlaceAdvisors
    | PlaceCouncilors
    | SetBuildings
    | SetMarkers
    | StartResources
    | BeforeCard
    | PlayCard
    | TakeTurn
    | Turn
    | VictoriaBuilds
    | VictoriaRises
    | Visit
)
