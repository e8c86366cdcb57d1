"""Rule scenarios: given a position, when these moves are made, then this holds.

Anybody who knows the rules can write one:

    game = "medieval"

    [[scenario]]
    title = "the richest player is blocked by the card's colour"
    rules = ["MED-14.4", "MED-14.5"]                  # every rule, ruling or example that it proves
    players = ["P", "Q", "R"]                         # in the order of the seats
    rulings = { majority_tie = "activator_any_tie" }  # what is not the default, or what it is about
    edition = "editions/mine.toml"                    # an owner's edition, beside this file
    given.table = { order = ["Q", "P", "R"], current = { 6 = "MIS-01" } }
    given.all = { leaders = "4 mayor" }               # every seat,
    given.P = { palace = "4 religion", deployed = ["TIT-01"] }  # and one
    given.agenda = "actions Q"                        # openings of the game, parted by `;`, in the order they come
    conserve = false                                  # the position has other pieces than the box
    chance = [["CAS-01", "MKT-01"], ["Q"]]            # a list for each draw; what it leaves open is drawn at random
    when = ["Q: activate 6", "pass"]                  # the seat may be left out where exactly one is asked
    then.R = { deployed = ["MIS-01"], palace.production = 2 }   # each field that is named, exactly
    then.table = { current = { 6 = "" } }             # an empty text is nothing
    then.view.public = { reserve = 90 }               # what a seat, or the public, sees
    then.facts = ["Deployed MED-14.5 seat=R", "no Discarded"]   # in this order, others between; or nowhere
    then.asked = ["R"]                                # who must choose now; [] when nobody
    then.moves.R = { contain = ["pass"], lack = ["activate 6"] }  # or `exactly`
    refused = { seat = "R", move = "activate 6", rule = "MED-12.5", why = "slot_empty" }  # after `when`; or a list;
                                                      # `need` and `have` say what the refusal tells; "which":
                                                      # it must say more: several moves fit, or one spends a stand-in

A game on a grid is drawn, north above: the numbers of the columns, then each row behind its number. `.` is an empty
cell; what lies on any other is one word, as the game reads it. In `then` a cell beyond the picture may be anything:

    given.map = '''
          -1      0            1
      1    .      ~TRA4        AGR7v:n1v*   # ~ open terrain; v or ^ a building, and where its owner sits
      0   TRA9^   ~wood:cavv   AGR8^:cav^   # nobody has seen the face of ~wood; what stands there, behind a colon
    '''

A text for an amount (`palace = "4 religion"`) is the whole of it; a table (`palace.religion = 4`) names parts of it.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from core.games import game_named
from core.kernel import engine
from core.kernel.chance import stream
from core.kernel.errors import HeraldError, Refused, Usage
from core.kernel.notation import commands, format_move, read_move
from core.kernel.step import OPEN_CHOICE
from replays.scenario_entry import ALL, PUBLIC, Moves, Refusal, Scenario, ScenarioError, load, naming
from replays.scenario_facts import fact_differences, read_pattern, show_fact
from replays.scenario_given import Position, Script
from replays.scenario_map import map_differences
from replays.scenario_values import Difference, Value

__all__ = ["MORE", "Difference", "Outcome", "Scenario", "ScenarioError", "load", "run"]

SAMPLES = 3  # of the moves that are too many to list
WHICH = "which"  # several moves fit a text, or only some that must be said in full
MORE = "..."  # stands for the others

AnyState = engine.State[Value]

_IMPOSSIBLE = (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What rules may run into in a position that no match can reach."""


class Outcome(Struct, frozen=True):
    """What came of a scenario; where it is not borne out, what differed and what is on the table."""

    scenario: Scenario
    differences: tuple[Difference, ...]
    facts: tuple[str, ...]  # what followed, as `then.facts` would say it
    asked: tuple[str, ...]
    moves: Mapping[str, tuple[str, ...]]  # the legal moves of those who are asked
    view: Value  # what the public sees: `Game.board` draws it

    @property
    def passed(self) -> bool:
        """Is it borne out?"""
        return not self.differences


def run(scenario: Scenario) -> Outcome:
    """Play a scenario and compare."""
    with naming(scenario.file, scenario.title):
        try:
            return _Run(scenario).outcome()
        except _IMPOSSIBLE as problem:
            said = f"{type(problem).__name__}: {problem}"
            raise Usage("scenario_impossible", entry="given", word=said) from problem


class _Run:
    """One scenario, from its position to its outcome."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.game = game_named(scenario.game)
        self.position = Position(self.game, scenario)
        self.values = self.position.values
        self.script = Script(scenario)
        self.facts: list[Value] = []

    def outcome(self) -> Outcome:
        """The moves, and what is then found; a move that is refused is the only difference."""
        state = self._after(engine.begin(self.position.opened, self.position.setup, self.script.deal))
        for number, entry in enumerate(self.scenario.when, 1):
            seat, texts = self._spoken(state, entry, f"when {number}")
            for text in texts:
                try:
                    move = read_move(self.game, state, seat, text)
                except HeraldError as problem:
                    return self._outcome(state, [Difference(f"when {number}: {entry}", "a legal move", _said(problem))])
                state = self._after(engine.decide(self.game, state, seat, move, self.script.deal))
        return self._outcome(state, list(self._differences(state)))

    def _after(self, happened: engine.Happened[Value]) -> AnyState:
        self.facts += happened.facts
        return happened.state

    def _outcome(self, state: AnyState, differences: Sequence[Difference]) -> Outcome:
        return Outcome(
            self.scenario,
            tuple(differences),
            tuple(show_fact(self.values, fact) for fact in self.facts),
            self._asked(state),
            {self.scenario.players[seat]: self._legal(state, seat) for seat in engine.asked(state).seats},
            self.game.view(state.table, None),
        )

    def _spoken(self, state: AnyState, entry: str, at: str) -> tuple[int, list[str]]:
        """`SEAT: move; move`, or the moves alone where exactly one seat is asked."""
        name, colon, rest = entry.partition("#")[0].partition(":")
        if colon:
            return self.values.seat(name.strip(), at), commands(rest)
        return self._only_seat(state, at), commands(entry)

    def _only_seat(self, state: AnyState, at: str) -> int:
        asked = engine.asked(state).seats
        if len(asked) != 1:
            raise Usage("scenario_whose_move", known=self._asked(state), entry=at, word="")
        return asked[0]

    def _differences(self, state: AnyState) -> Iterator[Difference]:
        """Everything that `then` and `refused` say, and that nothing is lost or left over."""
        yield from self._on_the_table(state)
        yield from self._seen(state)
        yield from self._followed()
        yield from self._asked_differences(state)
        for name, moves in self.scenario.then.moves.items():
            yield from self._move_differences(state, self.values.seat(name, "then.moves"), moves, f"then.moves.{name}")
        for number, refusal in enumerate(self.scenario.refusals, 1):
            yield from self._refusal_differences(state, refusal, f"refused {number}: {refusal.move}")
        if self.script.left:
            yield Difference("chance", f"{len(self.scenario.chance)} draws", f"{len(self.script.left)} never came")
        for piece, expected, found in self.position.miscounted(state.table):
            yield Difference("pieces of the box", f"{expected} {piece}", str(found))
        yield from self._unaccounted(state)

    def _unaccounted(self, state: AnyState) -> Iterator[Difference]:
        """Every number that changed must have changed through a fact that says so."""
        accounts = dict(self.game.counters(self.position.table))
        for fact in self.facts:
            for entry in fact.entries():
                accounts[entry.seat, entry.what] = accounts.get((entry.seat, entry.what), 0) + entry.amount
        for (seat, what), count in self.game.counters(state.table).items():
            if accounts.get((seat, what), 0) != count:
                name = self.scenario.sides[seat]
                yield Difference(f"the ledger of {name}: {what}", str(accounts.get((seat, what), 0)), str(count))

    def _on_the_table(self, state: AnyState) -> Iterator[Difference]:
        then, compare = self.scenario.then, self.values.differences
        yield from map_differences(self.game, then.map, self.position.fresh, state.table)
        yield from compare(self.game.table, then.table, state.table, "then.table")
        for name, seat in zip(self.scenario.sides, state.table.seats, strict=True):
            for expected in (then.seats.get(ALL, {}), then.seats.get(name, {})):
                yield from compare(self.position.player, expected, seat, f"then.{name}")

    def _seen(self, state: AnyState) -> Iterator[Difference]:
        for viewer, expected in self.scenario.then.view.items():
            seat = None if viewer == PUBLIC else self.values.seat(viewer, "then.view")
            seen = self.game.view(state.table, seat)
            yield from self.values.differences(type(seen), expected, seen, f"then.view.{viewer}")

    def _followed(self) -> Iterator[Difference]:
        texts = enumerate(self.scenario.then.facts, 1)
        patterns = [read_pattern(self.game, self.values, text, f"then.facts {number}") for number, text in texts]
        return fact_differences(patterns, self.facts, self.values)

    def _asked_differences(self, state: AnyState) -> Iterator[Difference]:
        if self.scenario.then.asked is not None:
            wanted = {self.values.seat(name, "then.asked") for name in self.scenario.then.asked}
            if wanted != set(engine.asked(state).seats):
                names = [self.scenario.players[seat] for seat in sorted(wanted)]
                yield Difference("then.asked", _listed(names), _listed(self._asked(state)))

    def _move_differences(self, state: AnyState, seat: int, moves: Moves, entry: str) -> Iterator[Difference]:
        for text in moves.contain:
            why = self._refused(state, seat, text)
            if why is not None:
                yield Difference(entry, f"{text}: legal", _said(why))
        for text in moves.lack:
            why = self._refused(state, seat, text)
            if not isinstance(why, Refused):  # a text that is no move of the game at all proves nothing
                yield Difference(entry, f"{text}: not legal", _said(why) if why else "legal")
        if moves.exactly is not None and sorted(moves.exactly) != sorted(self._legal(state, seat)):
            yield Difference(entry, _listed(moves.exactly), _listed(self._legal(state, seat)))

    def _refusal_differences(self, state: AnyState, refusal: Refusal, entry: str) -> Iterator[Difference]:
        seat = self.values.seat(refusal.seat, entry) if refusal.seat else self._only_seat(state, entry)
        why = self._problem(state, seat, refusal.move)
        if why is None or (why.why == WHICH and refusal.why != WHICH):
            yield Difference(entry, "refused", "a legal move")
            return
        rule = why.rule if isinstance(why, Refused) else ""
        need, have = (why.need, why.have) if isinstance(why, Refused) else (None, None)
        for wanted, found in ((refusal.rule, rule), (refusal.why, why.why), (refusal.need, need), (refusal.have, have)):
            if wanted not in {"", None, found}:
                yield Difference(entry, str(wanted), _said(why))

    def _refused(self, state: AnyState, seat: int, text: str) -> HeraldError | None:
        """Why a text is no legal move; nothing if it is one, or if several fit it."""
        problem = self._problem(state, seat, text)
        return None if problem is not None and problem.why == WHICH else problem

    def _problem(self, state: AnyState, seat: int, text: str) -> HeraldError | None:
        """Why a text cannot be played as it stands."""
        try:
            read_move(self.game, state, seat, text)
        except HeraldError as problem:
            return problem
        return None

    def _asked(self, state: AnyState) -> tuple[str, ...]:
        return tuple(self.scenario.players[seat] for seat in engine.asked(state).seats)

    def _legal(self, state: AnyState, seat: int) -> tuple[str, ...]:
        """The legal moves; where they are too many to list, some of them."""
        if seat not in engine.asked(state).seats:
            return ()
        shown = [format_move(move) for move in engine.some_legal(state, seat, stream("scenario"), SAMPLES)]
        return (*shown, MORE) if isinstance(engine.waiting(state), OPEN_CHOICE) else tuple(shown)


def _said(problem: HeraldError) -> str:
    """A refusal as data: its rule, its reason, and what was near."""
    near = f"; near: {_listed(problem.nearest)}" if isinstance(problem, Refused) and problem.nearest else ""
    rule = f"{problem.rule} " if isinstance(problem, Refused) else ""
    return f"{rule}{problem}{near}"


def _listed(words: Sequence[str]) -> str:
    return ", ".join(words) or "nothing"
