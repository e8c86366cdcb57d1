"""What is hidden from a reader, drawn anew so that it fits all that they know.

First as in a fork from their log: what they did not see is drawn once more, who answered in secret answers once more.
What a fork needs no more (cards that were looked at and put back) comes out of what lies nowhere else. All of it comes
from the match's id and the row, which everybody knows: two logs that a reader cannot tell apart are filled alike.
"""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple, replace

from core.kernel.errors import Refused
from core.kernel.log.fork import past_of
from core.kernel.log.log import Seen, secrets_in
from core.kernel.log.row import AnyBody
from core.kernel.rules import engine
from core.kernel.rules.chance import deal, derived, stream
from core.kernel.rules.contents import with_parts
from core.kernel.rules.engine import State
from core.kernel.rules.secret import Box, Secret, unsalted
from replays.scenario.hints import hints_of, plain_type

_SECRET: Any = Secret
_TUPLE: Any = tuple

LATER = 12
"""So many moves a branch goes on at most."""


def redrawn(log: Seen) -> tuple[State[Any], frozenset[Box]]:
    """The state of a log's last row with nothing hidden, every secret without its box; and which boxes were hidden."""
    state = log.state()
    hidden = frozenset(secret.box for secret in secrets_in(state.table) if not secret.known)
    table = _Redraw(log).table() if hidden else state.table
    return replace(state, table=with_parts(table, _SECRET, lambda box: unsalted(box.by, box.value))), hidden


class _Redraw:
    """What may lie in the boxes that a reader cannot open."""

    def __init__(self, log: Seen) -> None:
        self.log = log
        self.seed = f"scenario {log.match} {log.head}"
        self.dice = stream(self.seed)
        self.state = log.state()
        self.found: dict[Box, Any] = {}

    def table(self) -> Any:
        """The last table with every box filled."""
        branch = self._branch()
        self._learn(branch)
        for _ in range(LATER):
            if branch is None or all(hole.box in self.found or self._possible(hole) for hole in self._missing()):
                break
            branch = self._later(branch)
            self._learn(branch)
        for hole in self._missing():
            self.found[hole.box] = self._in(hole)
        return self._filled(self.state.table)

    def _learn(self, branch: State[Any] | None) -> None:
        """What lies in the same places of a branch; what was found before stays."""
        if branch is not None:
            self.found = dict(_both(self.state.table, branch.table)) | self.found

    def _missing(self) -> list[Any]:
        return [hole for hole in self._holes(self.state.table) if hole.box not in self.found]

    def _possible(self, hole: Any) -> bool:
        """Can it be filled without a branch?"""
        body = self._row_of(hole)
        answered = body.sealed_move is not None and body.sealed_move.box == hole.box
        return answered or bool(self._kind(body, hole)[0])

    def _later(self, branch: State[Any]) -> State[Any] | None:
        """The branch goes on by itself: a hand that was not needed yet is drawn."""
        seats = engine.asked(branch).seats
        if not seats:
            return None
        move = engine.some_legal(branch, seats[0], self.dice)[0]
        return engine.decide(self.log.game, branch, seats[0], move, derived(self.seed)).state

    def _branch(self) -> State[Any] | None:
        """A fork, in which everybody who is asked once more has answered."""
        try:
            past, game, dealer = past_of(self.log, over=True), self.log.game, derived(self.seed)
            branch, again = past.sealed(game, dealer, unsalted).state, set(past.again)
        except Refused:  # something was moved on unseen
            return None
        while asked := [seat for seat in engine.asked(branch).seats if seat in again]:
            move = engine.some_legal(branch, asked[0], self.dice)[0]
            branch = engine.decide(game, branch, asked[0], move, dealer).state
            again.remove(asked[0])
        return branch

    def _in(self, hole: Any) -> Any:
        """Something for a box: an answer that was possible then, or of its cards as many as lie in it."""
        body = self._row_of(hole)
        if body.sealed_move is not None and body.sealed_move.box == hole.box:
            before = self.log.state(body.parent)
            for older in self._holes(before.table):
                self.found.setdefault(older.box, self._in(older))
            step: Any = engine.waiting(before)
            return step.sample(self._filled(before.table), hole.by[0], self.dice)
        return self._cards(*self._kind(body, hole))

    def _row_of(self, hole: Any) -> AnyBody:
        number: int = hole.box[0]
        return self.log.bodies[number - 1]

    def _kind(self, body: AnyBody, hole: Any) -> tuple[str, int]:
        """What cards lie in a box and how many, as the fact says that put them there."""
        for fact in body.facts:
            for name, hint in hints_of(fact.__class__).items():
                if getattr(fact, name) == hole:
                    return plain_type(hint)[1], getattr(fact, "count", 1)
        return "", 1

    def _cards(self, kind: str, count: int) -> tuple[str, ...]:
        """So many that lie in no other box; where there are not as many, in none of the table."""
        words = self.log.game.vocabulary(self.state.table).get(kind, ())
        boxes = [(one.box, one.value if one.known else self.found.get(one.box)) for one in secrets_in(self.state.table)]
        for filled in ({**self.found, **dict(boxes)}, dict(boxes)):
            elsewhere = {word for value in filled.values() for word in _words_in(value)}
            free = [word for word in words if word not in elsewhere]
            if len(free) >= count:
                return deal(self.dice, free, count)
        raise Refused("", "fork_meets_hole", seats=[])

    def _holes(self, table: Any) -> list[Any]:
        """What is closed in a table, from the oldest on."""
        return sorted((one for one in secrets_in(table) if not one.known), key=lambda one: one.box)

    def _filled(self, table: Any) -> Any:
        return with_parts(
            table,
            _SECRET,
            lambda one: one if one.known or one.box not in self.found else unsalted(one.by, self.found[one.box]),
        )


def _both(value: Any, other: Any) -> Iterator[tuple[Box, Any]]:
    """What lies in the same place of another value, for each box that is closed."""
    if isinstance(value, _SECRET):
        if not value.known and isinstance(other, _SECRET) and other.known:
            yield value.box, other.value
    elif isinstance(value, _TUPLE):
        for one, two in zip(value, other if isinstance(other, _TUPLE) else (), strict=False):
            yield from _both(one, two)
    elif isinstance(value, Struct) and type(other) is type(value):
        for name in value.__struct_fields__:
            yield from _both(getattr(value, name), getattr(other, name))


def _words_in(value: Any) -> Iterator[str]:
    """The words of cards and answers."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, _TUPLE):
        for item in value:
            yield from _words_in(item)
    elif isinstance(value, Struct):
        yield from _words_in(astuple(value))
