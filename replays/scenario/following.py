"""What follows from moves at a cast position: the draws that came, the facts, what changed; or that one is refused."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec import Struct

from core.kernel.errors import Refused
from core.kernel.language.notation import read_move
from core.kernel.language.spelling import format_move
from core.kernel.log.kinds import KINDS
from core.kernel.log.log import Seen, secrets_in
from core.kernel.log.row import AnyBody
from core.kernel.rules import engine
from core.kernel.rules.chance import Draw, Drawn, derived
from core.kernel.rules.engine import State
from replays.scenario.casting import TABLE, Cast
from replays.scenario.decoding import Value
from replays.scenario.entry import Refusal
from replays.scenario.facts import show_field
from replays.scenario.given import NOT_GIVEN
from replays.scenario.hints import hints_of, tag_of_kind
from replays.scenario.moves import Asking, whose_moves
from replays.scenario.written import Written

MANY: Final = 12
"""Facts that are told; of more, the first of each kind."""

LONG: Final = 160
"""Signs of what changed; a pile of which one card is gone says more in the facts."""


class Following(Struct, frozen=True):
    """What happens, as a scenario has it."""

    when: tuple[str, ...] = ()
    chance: tuple[tuple[str, ...], ...] = ()
    refused: Refusal | None = None
    facts: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    changed: dict[str, dict[str, Written]] = {}
    asked: tuple[str, ...] = ()


def following(cast: Cast, line: str, seen: Seen, row: int, seat: int | None) -> Following:
    """What comes of moves, typed in one line; those that were made in the match are drawn for as they were there.

    `seen`: the whole log, as its reader knows it; `seat`: who moves first, where no name says it. Later a move without
    a name is of whoever moved before.
    """
    playing = _Playing(cast, _made_after(seen, row))
    moves = whose_moves(cast.names, line)
    for number, (said, text) in enumerate(moves, 1):
        seat = playing.whose(seat if said is None else said)
        try:
            playing.move(text, seat)
        except Refused as problem:
            if number < len(moves):
                raise
            return playing.outcome(problem)
    return playing.outcome()


def _made_after(seen: Seen, row: int) -> list[AnyBody]:
    """The decisions that follow on the row in the match, as it stands now."""
    line = [body for body in seen.line() if KINDS[body.kind].plays]
    return [body for body in line if body.seq > row] if any(body.seq == row for body in seen.line()) else []


class _Playing:
    def __init__(self, cast: Cast, made: Sequence[AnyBody]) -> None:
        self.cast = cast
        self.position = cast.position
        self.game = cast.position.game
        self.state: State[Any] = cast.state
        self.made = list(made)
        self.recorded: list[Drawn] = []
        self.facts: list[Value] = []
        self.when: list[str] = []
        self.chance: list[tuple[str, ...]] = []
        self.last: tuple[int, str] = (0, "")
        self._otherwise = derived("scenario")

    def whose(self, seat: int | None) -> int:
        """Whose move it is: where nobody is named, of whoever alone is asked."""
        return Asking(self.game, self.state, self.position.scenario.players).only_seat("when") if seat is None else seat

    def move(self, typed: str, seat: int) -> None:
        """One move, as it is typed."""
        self.last = seat, typed
        move = read_move(self.game, self.state, seat, typed)
        body = self.made.pop(0) if self.made else None
        same = body is not None and body.seat == seat and body.move == move
        self.recorded = list(body.chance) if body is not None and same else []
        self.made = self.made if same else []
        happened = engine.decide(self.game, self.state, seat, move, self._deal)
        self.when.append(f"{self._name(seat)}: {format_move(move)}")
        self.facts += happened.facts
        self.state = happened.state

    def _deal(self, number: int, draw: Draw) -> Drawn:
        """As the match has it, else anew."""
        recorded = self.recorded.pop(0) if self.recorded else ()
        drawn = recorded if recorded and draw.allows(recorded) else self._otherwise(number, draw)
        names = self.position.scenario.players
        seats = {str(seat): name for seat, name in enumerate(names)}
        self.chance.append(tuple(seats.get(item, item) if {*draw.left} <= {*seats} else item for item in drawn))
        return drawn

    def _name(self, seat: int) -> str:
        return self.position.scenario.players[seat]

    def outcome(self, problem: Refused | None = None) -> Following:
        seat, typed = self.last
        refused = None if problem is None else Refusal(typed, self._name(seat), problem.rule, problem.why)
        facts = self._told()
        return Following(
            tuple(self.when),
            tuple(self.chance),
            refused,
            tuple(self._pattern(fact) for fact in facts),
            tuple(dict.fromkeys(rule for fact in facts if (rule := fact.rule))),
            self._changed(),
            tuple(self._name(seat) for seat in sorted(engine.asked(self.state).seats)),
        )

    def _told(self) -> list[Value]:
        """The main facts."""
        if len(self.facts) <= MANY:
            return self.facts
        first: dict[Any, Value] = {}
        for fact in self.facts:
            first.setdefault(type(fact), fact)
        return list(first.values())

    def _pattern(self, fact: Value) -> str:
        """A fact with those of its fields that can be written on a line, and are not closed."""
        values = self.position.values.codes
        kind: Any = fact.__class__
        words = [tag_of_kind(kind), fact.rule]
        for name, hint in hints_of(kind).items():
            value = getattr(fact, name)
            if name == "rule" or value is None or any(True for _ in secrets_in(value)):
                continue
            text = show_field(values, hint, value)
            if text:
                words.append(f"{name}={text}")
        return " ".join(words)

    def _changed(self) -> dict[str, dict[str, Written]]:
        """The fields that are not as they were, and short enough to be read."""
        found: dict[str, dict[str, Written]] = {}
        before, after, values = self.cast.state.table, self.state.table, self.position.values
        parts = [(TABLE, values, self.game.table, before, after)]
        for number, name in enumerate(self.position.scenario.sides):
            hint, side = self.position.side(after, number)
            parts.append((name, values.of(number), hint, before.sides[number], side))
        for name, writing, kind, old, new in parts:
            for field, hint in hints_of(kind).items():
                was, now = getattr(old, field), getattr(new, field)
                if now == was or (name == TABLE and field in NOT_GIVEN) or any(True for _ in secrets_in(now)):
                    continue
                written = writing.write(hint, now, was)
                if len(str(written)) <= LONG:
                    found.setdefault(name, {})[field] = written
        return found


def entries(found: Following) -> Iterator[tuple[tuple[str, ...], Written]]:
    """What a scenario has of it behind `given`."""
    if found.chance:
        yield ("chance",), [list(outcome) for outcome in found.chance]
    if found.when:
        yield ("when",), list(found.when)
    if found.facts:
        yield ("then", "facts"), list(found.facts)
    for name, fields in found.changed.items():
        yield ("then", name), fields
    yield ("then", "asked"), list(found.asked)
    if found.refused is not None:
        refused = {"seat": found.refused.seat, "move": found.refused.move}
        named = {"rule": found.refused.rule, "why": found.refused.why if not found.refused.rule else ""}
        yield ("refused",), refused | {name: text for name, text in named.items() if text}
