"""Large moves: told part by part, as a walk, a flight and a card, because there are hundreds of them and more.

    class Working(LargeChoice[Table, Rest | Work], frozen=True):
        large = (Work,)

        def begin(self, t: Table, seat: int, kind: type) -> Spot: ...

        def parts(self, t: Table, seat: int, at: Spot) -> Iterable[Part]: ...

A game says where one is before the first part, and at each place which parts may come next and where one is then; what
may not come is a blocked part. That is all: from it moves are checked (along the one way that is typed), sampled,
completed, grouped and listed. Parts come in the order of the move's fields, the words of a tuple one by one, and an
optional field that is left out is no part. A place holds what matters for what can still come, and nothing else: where
two ways meet, what lies behind is looked at once. What cannot end in a legal move is found by going on to an end, and
is not offered.

A sample takes at each place any of the parts that can end in a legal move, each as likely: a move's chance is the
product of one over the number of such parts at each of its places. So every legal move can come, those behind few
alternatives more often; and no more than one way is looked at, besides what turns out to lead nowhere.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Generic, TypeVar

from core.kernel.rules.chance import Stream
from core.kernel.rules.marks import fields_of
from core.kernel.rules.step import Blocked, Breaks, Choice, Offer, SealedChoice
from core.kernel.rules.value import Value

T = TypeVar("T")
M = TypeVar("M")

MOST = 100_000
"""Places that are looked at in one position: beyond that a game tells places apart by what does not matter."""

Said = Sequence[tuple[str, tuple[Any, ...]]]
"""Parts as they are typed: for each its field, and the values that it can mean."""

Tally = dict[Any, tuple[int, tuple["Part", ...]]]
"""For each end how many ways lead there, and the parts of the first one."""


class Ending(Value, frozen=True, tag=True, tag_field="ending"):
    """How a large move ends: what people tell such moves apart by, such as where it ends and what it costs."""


class Part(Value, frozen=True):
    """What may come next in a large move: the value of a field, or one word of a tuple; or why it may not."""

    field: str
    value: Any
    then: Any = None  # the place after it; an `Ending`, where the move is whole
    blocked: Blocked | None = None


class LargeChoice(Choice[T, M], Generic[T, M], frozen=True):
    """A choice among large moves; others may be listed beside them, as ever."""

    def begin(self, t: T, seat: int, kind: type) -> Hashable:
        """Where one is before the first part of such a move."""
        raise NotImplementedError

    def parts(self, t: T, seat: int, at: Any) -> Iterable[Part]:
        """What may come next here, and what may not and why."""
        raise NotImplementedError

    def no_part(self, t: T, seat: int, at: Any, field: str, value: Any) -> Blocked | None:
        """Why something that is not among the parts cannot come here, where the position tells.

        Any field of the move may be asked for, as people type them in any order.
        """
        return None

    def no_more(self, t: T, seat: int, end: Any, field: str, value: Any) -> Blocked | None:
        """Why something cannot come behind the end of a move, where a rule says so."""
        return None

    def unfinished(self, t: T, seat: int, at: Any) -> Blocked | None:
        """Why a move that ends here is not whole, where a rule says what it lacks."""
        return None

    def offers(self, t: T, seat: int) -> Iterable[Offer[M]]:
        """What is listed beside the large moves."""
        return ()

    def offers_like(self, t: T, seat: int, move: Any) -> Iterable[Offer[Any]]:
        """A large move alone, which is checked; else the listed ones."""
        if move.__class__ not in self.large:
            return self.offers(t, seat)
        return (Offer(move, Ways(self, t, seat, move.__class__).check(move)),)

    def ways(self, t: T, seat: int, breaks: Breaks | None = None) -> "Iterable[Ways]":
        return (Ways(self, t, seat, kind, breaks) for kind in self.large) if self.asks(t) is not None else ()

    def unoffered(self, t: T, seat: int, move: Any) -> Blocked | None:
        """Where a large move breaks."""
        return Ways(self, t, seat, move.__class__).check(move) if move.__class__ in self.large else None


class SealedLargeChoice(LargeChoice[T, M], SealedChoice[T, M], Generic[T, M], frozen=True):
    """A large move that stays closed until a fact opens it."""

    def check(self, t: T, seat: int, move: M, *, whole: bool = True) -> Blocked | None:
        """Why the move is not legal."""
        return Ways(self, t, seat, move.__class__).check(move)

    def sample(self, t: T, seat: int, dice: Stream) -> M:
        """A legal move at random."""
        sampled = (Ways(self, t, seat, kind).sample(dice) for kind in self.large)
        found: M = next(move for move in sampled if move is not None)
        return found


class Way(Value, frozen=True):
    """The beginning of a large move, and the place that it leads to."""

    said: tuple[Part, ...]
    at: Any


class Broken(Value, frozen=True):
    """Where a way breaks: before which part, why, and how far it had come."""

    number: int
    blocked: Blocked
    ways: tuple[Way, ...]


class Group(Value, frozen=True):
    """Large moves that end alike: how many, and one of them."""

    ending: Any
    count: int
    example: Any


class Ways:
    """The large moves of one kind in one position; what was looked at is remembered for as long as this lives.

    `breaks`: the promise that a whole move would break, where any is to be kept.
    """

    __slots__ = ("_breaks", "_dead", "_ends", "_parts", "_tallies", "begun", "kind", "seat", "step", "table")

    def __init__(self, step: Any, table: Any, seat: int, kind: Any, breaks: Breaks | None = None) -> None:
        self.step = step
        self.table = table
        self.seat = seat
        self.kind = kind
        self.begun = Way((), step.begin(table, seat, kind))
        self._breaks = breaks
        self._parts: dict[Any, list[Part]] = {}
        self._dead: set[Any] = set()
        self._ends = 0  # how often an end was reached
        self._tallies: dict[Any, Tally] = {}

    # --- one way -----------------------------------------------------------------------------------------------------

    def check(self, move: Any) -> Blocked | None:
        """Why the move is not legal, found where its way breaks; promises are not looked at."""
        found = self.follow([(field, (value,)) for field, value in told(move)])
        if isinstance(found, Broken):
            return found.blocked
        return None if any(isinstance(way.at, Ending) for way in found) else self.unfinished(found)

    def unfinished(self, ways: Sequence[Way]) -> Blocked:
        """Something must still be said."""
        for way in ways:
            told: Blocked | None = None if _is_end(way.at) else self.step.unfinished(self.table, self.seat, way.at)
            if told is not None:
                return told
        return Blocked(self.step.rule, "part_missing")

    def follow(self, said: Said) -> tuple[Way, ...] | Broken:
        """The ways that begin so; several, where a part can mean several things."""
        ways: tuple[Way, ...] = (self.begun,)
        for number, (field, values) in enumerate(said):
            met = [(way, part) for way in ways for part in self._at(way.at) if _is(part, field, values)]
            onward = tuple(Way((*way.said, part), part.then) for way, part in met if part.blocked is None)
            if not onward:
                return Broken(number, self._reason(ways, met, field, values[0]), ways)
            ways = onward
        return ways

    def leading(self, said: Said) -> tuple[Way, ...]:
        """Those of them that can end in a legal move."""
        found = self.follow(said)
        return () if isinstance(found, Broken) else tuple(way for way in found if self.possible(way))

    def _reason(self, ways: Sequence[Way], met: list[tuple[Way, Part]], field: str, value: Any) -> Blocked:
        if met and (blocked := met[0][1].blocked) is not None:
            return blocked
        for way in ways:
            why = self.step.no_more if _is_end(way.at) else self.step.no_part
            told: Blocked | None = why(self.table, self.seat, way.at, field, value)
            if told is not None:
                return told
        return Blocked(self.step.rule, "part_not_here")

    # --- many --------------------------------------------------------------------------------------------------------

    def moves(self, way: Way | None = None) -> Iterator[Any]:
        """The legal moves that begin so, one by one as they are asked for."""
        way = way or self.begun
        return (move for move, _ in self._kept(way.said, way.at))

    def _kept(self, said: tuple[Part, ...], at: Any) -> Iterator[tuple[Any, tuple[Part, ...]]]:
        """The same, with their parts."""
        if _is_end(at):
            self._ends += 1
            move = self._made(said)
            if self._breaks is None or self._breaks(move) is None:
                yield move, said
            return
        if at in self._dead:
            return
        ends = self._ends
        for part in self._open(at):
            yield from self._kept((*said, part), part.then)
        if self._ends == ends:  # no end anywhere behind it
            self._dead.add(at)

    def sample(self, dice: Stream) -> Any:
        """A legal move at random: the first of a list whose branches are shuffled as it goes; None if there is none."""
        return self._sampled((), self.begun.at, dice)

    def _sampled(self, said: tuple[Part, ...], at: Any, dice: Stream) -> Any:
        if _is_end(at):
            self._ends += 1
            move = self._made(said)
            return move if self._breaks is None or self._breaks(move) is None else None
        if self._dead and at in self._dead:
            return None
        ends, left = self._ends, self._open(at)
        while left:
            picked = dice.below(len(left))
            left[picked], left[-1] = left[-1], left[picked]
            part = left.pop()
            move = self._sampled((*said, part), part.then, dice)
            if move is not None:
                return move
        if self._ends == ends:  # no end anywhere behind it
            self._dead.add(at)
        return None

    def next(self, way: Way) -> list[Part]:
        """What can come next on a way so that it ends in a legal move."""
        return [part for part in self._open(way.at) if self.possible(Way((*way.said, part), part.then))]

    def possible(self, way: Way | None = None) -> bool:
        """Is there a legal move that begins so?"""
        return next(self.moves(way), None) is not None

    def groups(self, way: Way | None = None) -> list[Group]:
        """The legal moves that begin so, by how they end, in the order in which they are met."""
        way = way or self.begun
        tally = self._tally(way.at) if self._breaks is None else self._tally_kept(way)
        return [Group(ending, count, self._made((*way.said, *rest))) for ending, (count, rest) in tally.items()]

    def _tally(self, at: Any) -> Tally:
        """How many ways lead from here to each end, and how the first of them goes on; each place is looked at once."""
        if _is_end(at):
            return {at: (1, ())}
        found = self._tallies.get(at)
        if found is None:
            found = self._tallies[at] = {}
            for part in self._open(at):
                for ending, (more, rest) in self._tally(part.then).items():
                    known = found.get(ending)
                    found[ending] = (more, (part, *rest)) if known is None else (known[0] + more, known[1])
        return found

    def _tally_kept(self, way: Way) -> Tally:
        """The same where a promise may hang on the whole way."""
        found: Tally = {}
        for _, said in self._kept(way.said, way.at):
            ending = said[-1].then if said else way.at
            count, rest = found.get(ending, (0, said[len(way.said) :]))
            found[ending] = (count + 1, rest)
        return found

    def _open(self, at: Any) -> list[Part]:
        return [part for part in self._at(at) if part.blocked is None]

    def _at(self, at: Any) -> list[Part]:
        """The parts at a place."""
        found = self._parts.get(at)
        if found is None:
            if _is_end(at):
                return []
            if len(self._parts) >= MOST:
                raise OverflowError(f"too many places in a move: {self.kind.__name__}")
            found = self._parts[at] = list(self.step.parts(self.table, self.seat, at))
        return found

    def _made(self, said: Sequence[Part]) -> Any:
        """The move that these parts make."""
        values: dict[str, Any] = {}
        for part in said:
            values[part.field] = part.value
        for name in _many(self.kind):
            values[name] = tuple([part.value for part in said if part.field == name])
        return self.kind(**values)


def told(move: Any) -> list[tuple[str, Any]]:
    """The parts of a whole move, each with its field."""
    found: list[tuple[str, Any]] = []
    for field in fields_of(move.__class__):
        value = getattr(move, field.name)
        if field.many:
            found += ((field.name, one) for one in value)
        elif field.required or value != field.default:
            found.append((field.name, value))
    return found


@cache
def _many(kind: Any) -> tuple[str, ...]:
    """The fields of which a move has several parts."""
    return tuple(field.name for field in fields_of(kind) if field.many)


def _is_end(at: Any) -> bool:
    return isinstance(at, Ending)


def _is(part: Part, field: str, values: tuple[Any, ...]) -> bool:
    return part.field == field and part.value in values
