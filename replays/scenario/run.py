"""A scenario is played: its position, its moves, the checks between them and at the end."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from core.games import game_named
from core.kernel.errors import HeraldError, Usage
from core.kernel.game import Setup
from core.kernel.language.notation import read_move
from core.kernel.language.words import Words
from core.kernel.rules import engine
from replays.scenario.checks import Moment
from replays.scenario.decoding import Value
from replays.scenario.entry import Check, Scenario
from replays.scenario.facts import show_fact
from replays.scenario.given import Position, Script
from replays.scenario.moves import MORE, Asking, spoken
from replays.scenario.slips import naming
from replays.scenario.values import Difference

__all__ = ["MORE", "Verdict", "run"]

AnyState = engine.State[Value]

IMPOSSIBLE = (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What rules may run into in a position that no match can reach."""


class Verdict(Struct, frozen=True):
    """What came of a scenario; where it is not borne out, what differed and what is on the table."""

    scenario: Scenario
    differences: tuple[Difference, ...]
    facts: tuple[str, ...]  # what followed, as `then.facts` would say it
    told: tuple[str, ...]  # the same as sentences, if there are words
    draws: tuple[str, ...]  # each with its label, in the order of `chance`
    checked: int  # how many of the facts an earlier check has looked at
    asked: tuple[str, ...]
    moves: Mapping[str, tuple[str, ...]]  # the legal moves of those who are asked
    may: Mapping[str, tuple[str, ...]]  # the same as they are typed in the language of the words
    view: Value  # what the public sees: `Game.board` draws it

    @property
    def passed(self) -> bool:
        return not self.differences


def run(scenario: Scenario, words: Words | None = None, setup: Setup | None = None) -> Verdict:
    """Play a scenario and compare; with words, what differs is told in their language."""
    with naming(scenario.file, scenario.title):
        playing = _Playing(scenario, words, setup)
        try:
            return playing.outcome()
        except IMPOSSIBLE as problem:
            raise Usage("scenario_stuck", entry=playing.at, word="") from problem


class _Playing:
    """One scenario, from its position to its outcome."""

    def __init__(self, scenario: Scenario, words: Words | None, setup: Setup | None) -> None:
        self.scenario = scenario
        self.setup = setup
        self.words = words
        self.game = game_named(scenario.game)
        self.script = Script(scenario)
        self.facts: list[Value] = []
        self.at = "given"

    def outcome(self) -> Verdict:
        """The moves and the checks, up to the first that fails."""
        self.position = Position(self.game, self.scenario, self.words, self.setup)
        self.values = self.position.values
        self.before, self.checked, self.looked = self.position.table, 0, False
        state = self._after(engine.begin(self.position.opened, self.position.setup, self.script.deal))
        for number, entry in enumerate(self.scenario.when, 1):
            self.at = f"when {number}"
            if isinstance(entry, Check):
                differences = self._check(state, entry)
            else:
                state, differences = self._play(state, entry, number)
            if differences:
                return self._outcome(state, differences)
        self.at = "then"
        return self._outcome(state, [*self._check(state, self.scenario.end), *self._left_over(state)])

    def _play(self, state: AnyState, entry: str, number: int) -> tuple[AnyState, list[Difference]]:
        """The moves of an entry; one that is refused is the only difference."""
        seat, texts = spoken(self._asking(state), self.values, entry, number)
        for text in texts:
            try:
                move = read_move(self.game, state, seat, text)
            except HeraldError as problem:
                told = self._asking(state).said(problem, self.words, self.scenario.sides)
                return state, [Difference(f"{self.at}: {entry}", "", "", "not_legal", told)]
            state = self._after(engine.decide(self.game, state, seat, move, self.script.deal))
        return state, []

    def _check(self, state: AnyState, check: Check) -> list[Difference]:
        """What does not hold here; the next check looks back to here."""
        since = self.checked
        moment = Moment(self.position, self._asking(state), self.before, self.facts[since:], self.words, self.looked)
        differences = list(moment.differences(check))
        if not differences:  # else what followed since the check before it is told
            self.before, self.checked, self.looked = state.table, len(self.facts), True
        return differences

    def _asking(self, state: AnyState) -> Asking:
        return Asking(self.game, state, self.scenario.players)

    def _after(self, happened: engine.Consequences[Value]) -> AnyState:
        self.facts += happened.facts
        return happened.state

    def _outcome(self, state: AnyState, differences: Sequence[Difference]) -> Verdict:
        asking, words, codes = self._asking(state), self.words, self.position.values.codes
        return Verdict(
            self.scenario,
            tuple(differences),
            tuple(show_fact(codes, fact) for fact in self.facts),
            tuple(self._sentences(words, state)) if words and differences else (),
            tuple(self.script.came),
            self.checked,
            asking.asked,
            self._moves(asking),
            self._moves(asking, words.lang) if words and differences else {},
            self.game.view(state.table, None),
        )

    def _moves(self, asking: Asking, lang: str = "") -> dict[str, tuple[str, ...]]:
        return {self.scenario.players[seat]: asking.legal(seat, lang) for seat in engine.asked(asking.state).seats}

    def _sentences(self, words: Words, state: AnyState) -> Iterator[str]:
        telling = self.game.telling(state.table, words.lang)
        return (telling.fact(fact, self.scenario.sides) for fact in self.facts)

    def _left_over(self, state: AnyState) -> Iterator[Difference]:
        """No draw, no piece and no number that the rules do not account for."""
        if self.script.left:
            written = len(self.scenario.chance)
            yield Difference("chance", str(written), str(written - len(self.script.left)), "draws")
        for piece, expected, found in self.position.miscounted(state.table):
            yield Difference(f"pieces {piece}", str(expected), str(found), "pieces")
        yield from self._unaccounted(state)

    def _unaccounted(self, state: AnyState) -> Iterator[Difference]:
        """Every number that changed must have changed through a fact that says so."""
        accounts = dict(self.game.counters(self.position.table))
        for fact in self.facts:
            for entry in fact.entries():
                accounts[entry.seat, entry.what] = accounts.get((entry.seat, entry.what), 0) + entry.amount
        for (seat, what), count in self.game.counters(state.table).items():
            if accounts.get((seat, what), 0) != count:
                booked = accounts.get((seat, what), 0)
                yield Difference(f"{self.scenario.sides[seat]}.{what}", str(booked), str(count), "ledger")
