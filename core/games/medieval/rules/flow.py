"""The order of play, as the rulebook lists it: setting up, seven rounds of seven steps, the end."""

from typing import Annotated, ClassVar

from core.games.medieval.data.edition import edition
from core.games.medieval.facts import RoundBegan
from core.games.medieval.rules.acquire import Contest, Income, Produce, RemoveWalls
from core.games.medieval.rules.actions import Turns
from core.games.medieval.rules.final import EndEffects, Finish, Honour, Leftovers
from core.games.medieval.rules.milestone import Milestone
from core.games.medieval.rules.order import ExtraProduction, SetOrder
from core.games.medieval.rules.placement import PlaceLeaders
from core.games.medieval.rules.round_end import CloseUp, DiscardSlots, RefillUpcoming, TopUp
from core.games.medieval.rules.setup import (
    ChooseMonarch,
    DealCurrent,
    DealUpcoming,
    DrawOrder,
    GiveStock,
    TakePairs,
)
from core.games.medieval.rulings import Rulings
from core.games.medieval.table import Player, Table
from core.kernel.rules.marks import UpTo
from core.kernel.rules.step import Auto, Next
from core.kernel.rules.table import NoOptions, Settled


def new(setup: Settled[Rulings, NoOptions]) -> tuple[Table, Next]:
    """MED-7: the empty table, and how it is set up."""
    data = edition(setup.edition)
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


class Round(Auto[Table], frozen=True):
    """MED-8.1: seven steps; MED-19.1: after the last round, the final scoring."""

    rule: ClassVar[str] = "MED-8.1"
    number: Annotated[int, UpTo("edition.board.rounds", least=1)]

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
