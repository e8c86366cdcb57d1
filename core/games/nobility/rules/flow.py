"""The order of play, as the rulebook lists it: setting up, ten rounds of four phases, the final scoring."""

from typing import Annotated, Any, ClassVar

from core.games.nobility.data.edition import Edition, edition
from core.games.nobility.facts.course import DiceRolled, RoundBegan
from core.games.nobility.names import FACES, PIPS, Stock
from core.games.nobility.rules.bag import FillHall, SlideHall
from core.games.nobility.rules.commissions import DrawDiceTile, KeepCommission, commission_due
from core.games.nobility.rules.dice_tiles import LastTokens, LayTokens
from core.games.nobility.rules.display import FillTavern
from core.games.nobility.rules.events import EndEvent, ShowEvent
from core.games.nobility.rules.final import Finish, OpenCommissions, ScoreRest
from core.games.nobility.rules.income import Income
from core.games.nobility.rules.maintenance import FillCouncil, NextShip, PassMarker, TakeDiceBack
from core.games.nobility.rules.setup import (
    DealCharacters,
    DealClosed,
    DealCommissions,
    DealSettlers,
    DrawFirst,
    GiveStart,
    LayWorkshops,
    ShuffleCommissions,
)
from core.games.nobility.rules.solo import DrawObjective, LookAtObjective, RollAutoma
from core.games.nobility.rules.start import StartBonuses
from core.games.nobility.rules.turn import Turns
from core.games.nobility.table import Automa, Player, Setup, Table
from core.kernel.rules.chance import Draw, Drawn
from core.kernel.rules.marks import UpTo
from core.kernel.rules.step import Auto, Next, SeatChance, Step


def new(setup: Setup) -> tuple[Table, Next]:
    """RTN-2: the empty table, and how it is set up."""
    data = edition(setup.edition)
    _check(setup)
    table = Table(
        setup=setup,
        seats=(_pieces(data, setup.players),) * setup.players,
        others=(Automa(),) if setup.players == 1 else (),
        deck=tuple(data.settlers),
        tavern=(None,) * data.board.tavern,
        bag=tuple(data.buildings),
        hall=(None,) * len(PIPS),
        ships=tuple(data.ships),
        stack=tuple(data.demands),
        characters=tuple(data.characters),
        events=tuple(data.events),
        dice_tiles=tuple(data.dice_tiles),
    )
    return table, (*SETTING_UP, *(CHANCERY if table.chancery else ()), DrawObjective(), StartBonuses(), Round(1))


def _pieces(data: Edition, players: int) -> Player:
    """RTN-1.3, RTN-20.4: workers and houses of one's colour, and dice, which are not rolled yet."""
    return Player(
        spare=Stock(workers=data.board.workers, houses=data.board.houses),
        dice=(NOT_ROLLED,) * data.counts[players].dice,
        zones=(None,) * len(data.zones),
    )


NOT_ROLLED = 0


def _check(setup: Setup) -> None:
    """What such a match cannot have."""
    solo, agreed, data = setup.players == 1, setup.options, edition(setup.edition)
    chancery, objective = agreed.chancery, agreed.objective
    setup.refuse("chancery", when=solo and chancery == "on")  # RTN-22.7
    setup.refuse("chancery", when=setup.players == 6 and chancery == "off")  # RTN-20.2
    forbidden = setup.rulings.events_in_solo == "forbidden"  # RTN-R33
    setup.refuse("events", when=solo and forbidden and agreed.events == "on")
    known = objective == "random" or (solo and int(objective) <= len(data.objectives))  # RTN-22.6
    setup.refuse("objective", when=not known)
    setup.refuse("rounds", when=int(agreed.rounds) > data.board.rounds)  # RTN-3.6


SETTING_UP = (
    DrawFirst(),
    DealCharacters(),
    GiveStart(),
    DealSettlers(),
    FillTavern(),
    NextShip(),
    FillCouncil(),
    LayWorkshops(),
    FillHall(),
)
"""RTN-2: in the order in which chance is asked."""


def owed(t: Table) -> Step[Table, Any] | None:
    """RTN-2.5: cards that only their players see. RTN-23.3: in a branch, those that its reader did not see."""
    for p in t.seats:  # asked again and again, and nearly always of nothing
        if p.due or p.contracts:
            return DealClosed() if any(one.due for one in t.seats) else commission_due(t)
    return None


class DrawDiceTiles(Auto[Table], frozen=True):
    """RTN-23.4: one for each player."""

    rule: ClassVar[str] = "RTN-23.4"

    def then(self, t: Table) -> Next:
        return [DrawDiceTile(seat) for seat in t.clockwise(t.first)]


CHANCERY = (DealCommissions(), KeepCommission(), ShuffleCommissions(), DrawDiceTiles())
"""RTN-23.3, RTN-23.4."""


class Round(Auto[Table], frozen=True):
    """RTN-3.1: preparation, actions, income, maintenance."""

    rule: ClassVar[str] = "RTN-3.1"
    number: Annotated[int, UpTo("edition.board.rounds", least=1)]

    def then(self, t: Table) -> Next:
        """RTN-R32: does the event come before the dice are rolled?"""
        early = t.rulings.event_timing == "before_roll"
        return [
            RoundBegan("RTN-18.6" if self.number > 1 else "RTN-2.1", self.number),
            *((ShowEvent(),) if early else ()),
            *(RollDice(seat) for seat in t.clockwise(t.first)),
            *(() if early else (ShowEvent(),)),
            RollAutoma(),
            Turns(t.first),
            EndRound(self.number),
        ]


class RollDice(SeatChance[Table], frozen=True):
    """RTN-3.2, RTN-20.4: all dice of a seat."""

    rule: ClassVar[str] = "RTN-3.2"

    def draw(self, t: Table) -> Draw:
        return Draw(f"dice {self.seat}", FACES, t.count.dice, back=True)

    def drew(self, t: Table, drawn: Drawn) -> Next:
        return [DiceRolled(self.rule, self.seat, tuple(map(int, drawn)))]


class EndRound(Auto[Table], frozen=True):
    """RTN-3.5: income, maintenance, the next round; RTN-3.6: after the last one the final scoring."""

    rule: ClassVar[str] = "RTN-3.5"
    number: Annotated[int, UpTo("edition.board.rounds", least=1)]

    def then(self, t: Table) -> Next:
        """RTN-22.13: an objective that is fulfilled ends the match. RTN-R22: has the last round an income?"""
        if t.fulfilled:
            return [Finish()]
        last = self.number >= int(t.options.rounds)
        income = () if last and t.rulings.round10_income == "neither" else (Income(),)
        return [*income, AfterIncome(self.number)]


class AfterIncome(Auto[Table], frozen=True):
    """RTN-18: maintenance, and the next round; or RTN-19: the end."""

    rule: ClassVar[str] = "RTN-18.6"
    number: Annotated[int, UpTo("edition.board.rounds", least=1)]

    def then(self, t: Table) -> Next:
        if t.fulfilled:
            return [Finish()]
        if self.number >= int(t.options.rounds):
            return [*FINAL_SCORING, *_last_look(t), Finish()]
        return [*MAINTENANCE, Round(self.number + 1)]


MAINTENANCE: tuple[Any, ...] = (
    LayTokens(),
    TakeDiceBack(),
    NextShip(),
    FillCouncil(),
    SlideHall(),
    PassMarker(),
    EndEvent(),
)
"""RTN-18: in the order of the rulebook."""

FINAL_SCORING = (LastTokens(), ScoreRest(), OpenCommissions())
"""RTN-19.1."""


def _last_look(t: Table) -> tuple[LookAtObjective, ...]:
    """RTN-22.13: the objective is looked at with the final score, too."""
    return (LookAtObjective(last=True),) if t.solo else ()
