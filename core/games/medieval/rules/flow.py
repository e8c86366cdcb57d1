"""The order of play, as the rulebook lists it: setting up, seven rounds of seven steps, the end."""

from typing import Any, ClassVar

from core.games.medieval.data.edition import edition
from core.games.medieval.facts import RoundBegan
from core.games.medieval.rules.acquire import Contest, Income, Produce, RemoveWalls
from core.games.medieval.rules.actions import Action, Turns
from core.games.medieval.rules.auction import Auction, Bidding
from core.games.medieval.rules.final import EndEffects, Finish, Honour, Leftovers
from core.games.medieval.rules.gains import FinalScore, Gain, GainLeader, Score
from core.games.medieval.rules.majority import AcceptMajority, AwardMajority
from core.games.medieval.rules.milestone import Milestone
from core.games.medieval.rules.order import ExtraProduction, SetOrder
from core.games.medieval.rules.placement import PlaceLeaders
from core.games.medieval.rules.play import ChooseResource, EnterRealm, TakeCard
from core.games.medieval.rules.round_end import CloseUp, DiscardSlots, RefillUpcoming, TopUp
from core.games.medieval.rules.setup import (
    ChooseMonarch,
    ChoosePair,
    DealCurrent,
    DealUpcoming,
    DrawOrder,
    GiveStock,
    TakePairs,
)
from core.games.medieval.rulings import Rulings
from core.games.medieval.table import Player, Setup, Table
from core.kernel.game import Setup as MatchSetup
from core.kernel.rules.step import Auto, Next, Step
from core.kernel.setup.rulings import as_struct


def new(match: MatchSetup) -> tuple[Table, tuple[Step[Table, Any], ...]]:
    """MED-7: the empty table, and how it is set up."""
    setup = Setup(len(match.seats), as_struct(Rulings, match.rulings), match.edition)
    data = edition(match.edition)
    table = Table(
        setup=setup,
        seats=(Player(),) * setup.players,
        supply=data.stock.box,
        reserve=tuple(sorted(data.cards)),
        current=(None,) * data.board.current,
    )
    steps = (
        DealCurrent(),
        DealUpcoming(),
        *(ChooseMonarch(seat) for seat in range(setup.players)),
        GiveStock(),
        DrawOrder(),
        TakePairs(),
        Round(1),
    )
    return table, steps


END_OF_ROUND = (DiscardSlots(), CloseUp(), TopUp(), RefillUpcoming())
"""MED-18: step 7."""

FINAL_SCORING = (EndEffects(), Leftovers(), Honour(), Finish())
"""MED-19: three counts, then the winner."""


class Round(Auto[Table], frozen=True, tag=True):
    """MED-8.1: seven steps; MED-19.1: after the last round, the final scoring."""

    rule: ClassVar[str] = "MED-8.1"
    number: int

    def then(self, t: Table) -> Next:
        """MED-18.9: the last round's end of round is skipped, it has no effect on anything."""
        last = self.number >= t.edition.board.rounds
        return [
            RoundBegan("MED-8.2", self.number),
            PlaceLeaders(),
            RemoveWalls(),
            Produce(),
            Income(),
            Contest(),
            ExtraProduction(),
            SetOrder(),
            Turns(),
            *(FINAL_SCORING if last else (*END_OF_ROUND, Round(self.number + 1))),
        ]


def owed(t: Table) -> Milestone | None:
    """MED-3.6: a milestone's resource is chosen at once, in the middle of anything."""
    for seat, player in enumerate(t.seats):
        if player.picks:
            return Milestone(seat)
    return None


Steps = (
    Round
    | FinalScore
    | Gain
    | GainLeader
    | Score
    | Contest
    | Income
    | Produce
    | RemoveWalls
    | Action
    | Turns
    | Auction
    | Bidding
    | EndEffects
    | Finish
    | Honour
    | Leftovers
    | AcceptMajority
    | AwardMajority
    | Milestone
    | ExtraProduction
    | SetOrder
    | PlaceLeaders
    | ChooseResource
    | EnterRealm
    | TakeCard
    | CloseUp
    | DiscardSlots
    | RefillUpcoming
    | TopUp
    | ChooseMonarch
    | ChoosePair
    | DealCurrent
    | DealUpcoming
    | DrawOrder
    | GiveStock
    | TakePairs
)
