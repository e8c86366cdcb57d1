"""A scenario played under one reading: what follows from its moves, what is refused, what may be done at its end."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from core.games import game_named
from core.kernel.errors import HeraldError, Usage
from core.kernel.language.notation import commands, read_move
from core.kernel.rules import engine
from core.kernel.rules.chance import Draw, Drawn, derived, scripted
from replays.scenario import Scenario
from replays.scenario.entry import Check
from replays.scenario.given import Position, Script, setup_of
from replays.scenario.moves import Asking
from replays.scenario.run import IMPOSSIBLE

AnyState = engine.State[Any]


class Deed(Struct, frozen=True):
    """Something that is done, or tried: by whom (nobody: the beginning), as it is typed, and what comes of it."""

    seat: int | None
    text: str
    facts: tuple[Any, ...] = ()
    problem: HeraldError | None = None
    tried: bool = False
    """Only tried: play does not go on from it."""

    @property
    def outcome(self) -> tuple[object, ...]:
        """What tells it from the same deed under another reading."""
        problem = self.problem
        why = None if problem is None else (type(problem).__name__, getattr(problem, "rule", ""), str(problem))
        return self.facts, why


class Trace(Struct, frozen=True):
    """All that is seen of a scenario under one reading."""

    begun: AnyState | None
    """Where its moves begin; nothing where no match can be set up so."""

    deeds: tuple[Deed, ...]
    moves: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """At the end: who is asked, and what each may do."""

    seen: tuple[Any, ...] = ()
    """What the public and every seat see at the end."""

    @property
    def bare(self) -> tuple[Any, ...]:
        """The same without the readings, which are seen, too."""
        return tuple(replace(view, rulings=None) if hasattr(view, "rulings") else view for view in self.seen)


def traced(scenario: Scenario, option: str, reading: str) -> Trace | None:
    """Nothing where the scenario cannot be played so: its position does not fit, or the rules run into it."""
    under = {key: one for key, one in scenario.rulings.items() if key != option}
    try:
        return _Playing(replace(scenario, rulings={**under, option: reading})).trace()
    except (HeraldError, *IMPOSSIBLE):
        return None


class Fitting(Script):
    """The draws of a scenario under another reading, which may draw in another order, or more or less at once."""

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


class _Playing:
    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.game = game_named(scenario.game)
        self.script = Fitting(scenario)
        self.deeds: list[Deed] = []

    def trace(self) -> Trace:
        """Also where the table may not be set up so: then that is refused."""
        try:
            self.game.new(setup_of(self.game, self.scenario))
        except Usage as problem:
            return Trace(None, (Deed(None, "", problem=problem),))
        self.position = Position(self.game, self.scenario)
        happened = engine.begin(self.position.opened, self.position.setup, self.script.deal)
        self.deeds.append(Deed(None, "", happened.facts))
        begun = state = happened.state
        for entry in (*self.scenario.when, self.scenario.end):
            if isinstance(entry, Check):
                self._try(state, entry)
                continue
            goes_on = self._play(state, entry)
            if goes_on is None:
                break
            state = goes_on
        asking = self._asking(state)
        moves = tuple((name, asking.legal(self.scenario.players.index(name))) for name in asking.asked)
        readers = (None, *range(len(self.scenario.players)))
        seen = tuple(self.game.view(state.table, reader) for reader in readers)
        return Trace(begun, tuple(self.deeds), moves, seen)

    def _play(self, state: AnyState, entry: str) -> AnyState | None:
        """Nothing where a move of it is not legal."""
        seat, texts = self._spoken(state, entry)
        for text in texts:
            if seat is None:
                return None
            try:
                move = read_move(self.game, state, seat, text)
            except HeraldError as problem:
                self.deeds.append(Deed(seat, text, problem=problem))
                return None
            happened = engine.decide(self.game, state, seat, move, self.script.deal)
            self.deeds.append(Deed(seat, text, happened.facts))
            state = happened.state
        return state

    def _try(self, state: AnyState, check: Check) -> None:
        """What a scenario says to be refused, and what it says to be legal or not."""
        tried = [(refusal.seat, refusal.move) for refusal in check.refused]
        tried += [(name, text) for name, moves in check.then.moves.items() for text in (*moves.contain, *moves.lack)]
        for name, text in tried:
            seat = self.position.values.seat(name, "") if name else self._only(state)
            if seat is not None:
                problem = self._asking(state).refused(seat, text)
                self.deeds.append(Deed(seat, text, problem=problem, tried=True))

    def _spoken(self, state: AnyState, entry: str) -> tuple[int | None, Sequence[str]]:
        name, colon, rest = entry.partition("#")[0].partition(":")
        if colon:
            return self.position.values.seat(name.strip(), ""), commands(rest)
        return self._only(state), commands(entry)

    def _only(self, state: AnyState) -> int | None:
        """The seat that is asked, if it is one alone."""
        seats = engine.asked(state).seats
        return seats[0] if len(seats) == 1 else None

    def _asking(self, state: AnyState) -> Asking:
        return Asking(self.game, state, self.scenario.players)
