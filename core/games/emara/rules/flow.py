"""The order of play, as the rulebook lists it: setting up, six rounds of event, turns and end, the final scoring."""

from typing import Annotated, Any, ClassVar

from core.games.emara.data.edition import edition
from core.games.emara.facts import RoundBegan
from core.games.emara.names import RANKS
from core.games.emara.rules.advisors import ShowAdvisor
from core.games.emara.rules.events import ApplyEvent, EndEvent, ShowEvent
from core.games.emara.rules.favors import (
    looking,
    refill_due,
)
from core.games.emara.rules.final import FinalPoints, Finish
from core.games.emara.rules.round_end import (
    ClearSlots,
    DrawHands,
    PassStatue,
    ShuffleDecks,
    hand_due,
)
from core.games.emara.rules.setup import (
    DrawFirst,
    LayCountryside,
    LayMixed,
    LayTown,
    PlaceAdvisors,
    PlaceCouncilors,
    SetBuildings,
    SetMarkers,
)
from core.games.emara.rules.turn import TakeTurn
from core.games.emara.rules.victoria import VictoriaBuilds, VictoriaRises
from core.games.emara.table import Player, Setup, Table, Victoria
from core.kernel.rules.marks import UpTo
from core.kernel.rules.step import Auto, Next, Step


def new(setup: Setup) -> tuple[Table, Next]:
    """EMA-2: the empty table, and how it is set up."""
    _check(setup)
    data, solo = edition(setup.edition), setup.players == 1
    table = Table(
        setup=setup,
        seats=(Player(slots=(None,) * len(data.board.slots)),) * setup.players,
        box=data.advisors_of("A"),
        stack=data.advisors_of("B"),
        events=tuple(event for event in data.events if not (solo and event in data.solo.removed)),
        favors=tuple(data.favors),
        ranks=(0,) * len(RANKS),
        others=(Victoria(),) if solo else (),
    )
    return table, (*SETTING_UP, *(() if _late(setup) else (DrawHands(),)), Round(1))


def _check(setup: Setup) -> None:
    """EMA-16.21: what is for one player, and what is not. EMA-R28: can a campaign come below the track?"""
    start, solo = setup.options.building_start, setup.players == 1
    setup.refuse("solo", when=not solo and setup.options.solo != "highscore")
    setup.refuse("building_start", when=solo and start in {"event", "first_game"})
    endless = solo and setup.options.solo == "campaign" and setup.rulings.campaign_floor == "unbounded"
    setup.refuse("building_start", when=start.startswith("-") and not endless)


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


class Round(Auto[Table], frozen=True):
    """EMA-3.3: the event, the turns, the end of the round."""

    rule: ClassVar[str] = "EMA-3.3"
    number: Annotated[int, UpTo("edition.board.rounds", least=1)]

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


class RoundEnd(Auto[Table], frozen=True):
    """EMA-3.7: the event, the statue, the cards, the next hand; EMA-3.8: after the last round the final scoring."""

    rule: ClassVar[str] = "EMA-3.7"
    number: Annotated[int, UpTo("edition.board.rounds", least=1)]

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
