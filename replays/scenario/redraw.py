"""What is hidden from a reader, drawn anew so that it fits all that they know.

First as in a fork from their log: what they did not see is drawn once more, who answered in secret answers once more.
What a fork needs no more (cards that were looked at and put back) comes out of what lies nowhere else. All of it comes
from the match's id and the row, which everybody knows: two logs that a reader cannot tell apart are filled alike.
"""

from collections.abc import Collection, Iterator
from contextlib import suppress
from functools import cached_property
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple, replace

from core.kernel.bots.possible import wrongs
from core.kernel.errors import Refused
from core.kernel.log.fork import past_of
from core.kernel.log.log import Seen, secrets_in
from core.kernel.log.row import AnyBody
from core.kernel.rules import engine
from core.kernel.rules.chance import deal, derived, stream
from core.kernel.rules.contents import with_parts
from core.kernel.rules.engine import State
from core.kernel.rules.secret import Box, Secret, unsalted
from core.kernel.rules.step import SEALED_CHOICE
from replays.scenario.hints import hints_of, plain_type

_SECRET: Any = Secret
_TUPLE: Any = tuple

LATER = 12
"""So many moves a branch goes on at most."""

TRIES = 50
"""So often an answer is looked for that fits all others."""


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
        self.dealt: set[Box] = set()  # boxes that no branch has filled

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
        self._part()
        return self._filled(self.state.table)

    def _part(self) -> None:
        """A branch may deal a card that lies in a box of its reader: where that cannot be, another one is drawn."""
        wrong = self._wrong()
        for hole in self._holes(self.state.table) if wrong else ():
            kind, count = self._kind(self._row_of(hole), hole)
            if kind and wrong:
                before = self.found[hole.box]
                with suppress(Refused):  # nothing else may lie there
                    self.found[hole.box] = self._cards(hole, kind, count)
                if (now := self._wrong()) < wrong:
                    wrong = now
                else:
                    self.found[hole.box] = before

    def _wrong(self) -> int:
        """How much is wrong with the table as it is filled?"""
        return len([*wrongs(self.log.game, self._filled(self.state.table))])

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
        for _ in range(LATER):
            asked = [seat for seat in engine.asked(branch).seats if seat in again]
            if not asked:
                break
            self._learn(branch)  # what lies there before something else is asked of the same seat
            again -= {asked[0]} if isinstance(engine.waiting(branch), SEALED_CHOICE) else set[int]()
            move = engine.some_legal(branch, asked[0], self.dice)[0]
            branch = engine.decide(game, branch, asked[0], move, dealer).state
        return branch

    def _in(self, hole: Any) -> Any:
        """Something for a box: an answer that was possible then, or of its cards as many as lie in it."""
        body = self._row_of(hole)
        if body.sealed_move is not None and body.sealed_move.box == hole.box:
            return self._answer(hole, self.log.state(body.parent))
        return self._cards(hole, *self._kind(body, hole))

    def _answer(self, hole: Any, before: State[Any]) -> Any:
        """An answer that was possible then; of cards that are found here one that lies nowhere else now."""
        for older in self._holes(before.table):
            if older.box not in self.found:
                self.found[older.box] = self._in(older)
        own = [one.box for one in secrets_in(before.table) if one.by == hole.by]
        step: Any = engine.waiting(before)
        elsewhere = self._lying(self.state.table, [hole.box, *own])
        filled, seat = self._filled(before.table), hole.by[0]
        tries = [step.sample(filled, seat, self.dice) for _ in range(TRIES if self.dealt & {*own} else 1)]
        return next((answer for answer in tries if elsewhere.isdisjoint(_words_in(answer))), tries[0])

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

    def _cards(self, hole: Any, kind: str, count: int) -> tuple[str, ...]:
        """So many that lay in no other box then, and if they still lie there, in none now, nor were seen openly.

        Of a box that lies nowhere any more one card is such a free one, so that it can be what was kept of a hand; the
        rest may be cards that lie somewhere now, as what was put back.
        """
        then = self._lying(self.log.state(hole.box[0]).table, [hole.box])
        now = self._lying(self.state.table, [hole.box]) | self.seen
        words = [word for word in self.log.game.vocabulary(self.state.table).get(kind, ()) if word not in then]
        free, lying = [word for word in words if word not in now], [word for word in words if word in now]
        self.dealt.add(hole.box)
        if len(free) >= count and any(one.box == hole.box for one in secrets_in(self.state.table)):
            return deal(self.dice, free, count)
        if len(words) >= count:
            kept = deal(self.dice, free, min(1, len(free)))
            others = deal(self.dice, lying, min(count - len(kept), len(lying)))
            rest = [word for word in free if word not in kept]
            return (*kept, *others, *deal(self.dice, rest, count - len(kept) - len(others)))
        raise Refused("", "fork_meets_hole", seats=[])

    @cached_property
    def seen(self) -> set[str]:
        """The words that everybody has read in facts: cards that lie somewhere openly, or did."""
        return {word for row in self.log.line() for fact in row.facts for word in _words_in(fact)}

    def _lying(self, table: Any, but: Collection[Box]) -> set[str]:
        """The words in the boxes of a table that are open or filled by now."""
        boxes = [one for one in secrets_in(table) if one.box not in but]
        values = (one.value if one.known else self.found.get(one.box) for one in boxes)
        return {word for value in values for word in _words_in(value)}

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
    """What lies in the same place of another value, for each box that is closed; of a row that lacks some, nothing."""
    if isinstance(value, _SECRET):
        if not value.known and isinstance(other, _SECRET) and other.known and other.by == value.by:
            yield value.box, other.value
    elif isinstance(value, _TUPLE):
        if isinstance(other, _TUPLE) and len(other) == len(value):
            for one, two in zip(value, other, strict=True):
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
