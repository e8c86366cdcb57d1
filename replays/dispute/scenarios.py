"""A scenario in place of a match: everything in it is tried under each reading, from where its table is laid out."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from core.games import game_named
from core.kernel.errors import HeraldError
from core.kernel.rules import engine
from core.kernel.rules.chance import Draw, Drawn, derived, scripted
from core.kernel.rules.engine import AnyGame, State
from core.kernel.rules.secret import Box, Secret, unsalted
from core.kernel.setup.rulings import settle
from replays.dispute.branch import AnyState, Branch, Chance, Roll, Trial, made, tried
from replays.dispute.case import scores_of, views_of
from replays.scenario.entry import Check, Scenario
from replays.scenario.given import Position, Script
from replays.scenario.moves import Asking, spoken

STUCK = (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What rules may run into in a position that no match can reach."""


class ScenarioCase:
    """A scenario: its moves are made, and those that it says are refused are tried."""

    is_noted = False  # what laying out the table asks is not looked at
    reader: int | None = None

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.game: AnyGame = game_named(scenario.game)
        self.seats = scenario.players
        self.readings: Mapping[str, str] = settle((*self.game.rulings, *self.game.changes), scenario.rulings)

    def branch(self, readings: Mapping[str, str]) -> Branch:
        scenario = replace(self.scenario, rulings={**self.readings, **readings})
        trials: list[Trial] = []
        state: AnyState = State(None)
        try:
            for trial in _Playing(self.game, scenario).trials():
                trials.append(trial)
                state = trial.state
            scores = scores_of(self.game, state, self.seats)
            views = views_of(self.game, state, (None, *range(len(self.seats))))
        except (HeraldError, *STUCK) as problem:
            told = problem if isinstance(problem, HeraldError) else None
            trials.append(Trial(None, "", "impossible", state, problem=told))
            scores = views = ()
        return Branch(readings, tuple(trials), state, frozenset(), scores, views)

    def whose(self, box: Box | None) -> tuple[int, ...]:
        return ()


class Fitting(Script):
    """The draws of a scenario under any reading, which may draw in another order, or more or less at once."""

    def deal(self, number: int, draw: Draw) -> Drawn:
        """Of the outcomes that are written, the first that this draw can have; it may leave a part for a later one."""
        for at, outcome in enumerate(self.left):
            items = [self._named(item, draw) for item in outcome]
            if all(item in draw.left for item in items):
                taken = tuple(items[: draw.count])
                self.left[at : at + 1] = [outcome[draw.count :]] if len(outcome) > draw.count else []
                return scripted([taken], derived("scenario"))(number, draw)
        return derived("scenario")(number, draw)

    def _named(self, item: str, draw: Draw) -> str:
        """A seat by its name."""
        return str(self.seats.index(item)) if item in self.seats and item not in draw.left else item


class _Scripted(Chance):
    """The draws that the scenario writes, and those that come of themselves in any run of it."""

    def __init__(self, script: Script) -> None:
        super().__init__("scenario")
        self._script = script

    def deal(self, number: int, draw: Draw) -> Drawn:
        drawn = self._script.deal(number, draw)
        self.rolls.append(Roll(draw.label, drawn, anew=False))
        return drawn

    def seal(self, by: tuple[int, ...], value: Any) -> Secret[Any]:
        return unsalted(by, value)


class _Playing:
    def __init__(self, game: AnyGame, scenario: Scenario) -> None:
        self.game, self.scenario = game, scenario
        self.script = Fitting(scenario)
        self.position = Position(game, scenario)

    def trials(self) -> Iterator[Trial]:
        """The table is laid out, then entry by entry, up to the first move that is not legal."""
        chance = _Scripted(self.script)
        begun = made(None, "", engine.begin(self.position.opened, self.position.setup, chance.deal), chance)
        yield begun
        state = begun.state
        for number, entry in enumerate(self.scenario.when, 1):
            if isinstance(entry, Check):
                yield from self._refused(state, entry)
                continue
            seat, texts = spoken(Asking(self.game, state, self.scenario.players), self.position.values, entry, number)
            for text in texts:
                found = tried(self.game, state, seat, text, _Scripted(self.script))
                yield found
                if found.how != "legal":
                    return
                state = found.state
        yield from self._refused(state, self.scenario.end)

    def _refused(self, state: AnyState, check: Check) -> Iterator[Trial]:
        """Moves that the scenario says are refused: whether they are is asked, and nothing is made of them."""
        for one in check.refused:
            asked: Sequence[int] = engine.asked(state).seats
            if one.seat or len(asked) == 1:
                seat = self.position.values.seat(one.seat, "refused") if one.seat else asked[0]
                yield tried(self.game, state, seat, one.move, _Scripted(self.script), tested=True)
