"""Several things in any order, each once, one finished before the next: a turn, a visit, a set of claims.

    class Turn(AnyOrder[Table, CardAction | Movement, RaiseRank | Hire | Recruit | UsePower], frozen=True, tag=True):
        rule: ClassVar[str] = "EMA-4.5"
        stop: ClassVar[End] = End()

The items are the steps that are still open. Choosing something of one puts what follows from it on top, then the rest
of the order: "finish one before the next" is the agenda, not a check. What is allowed at any point is an aside: an
ordinary step beside the items that the order never uses up; how often it can be done is told by its own offers. Several
may take the same kind of move, such as incomes that are named: the one that offers the move gets it.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from msgspec.structs import replace

from core.kernel.rules.marks import Seat
from core.kernel.rules.step import (
    Ask,
    Blocked,
    Breaks,
    Choice,
    Next,
    Offer,
    kinds_of,
    large_kinds,
    move_kinds,
    offers_openly,
    one_seat,
    parameters_of,
    tag_of,
)

if TYPE_CHECKING:
    from core.kernel.rules.ways import Ways

T = TypeVar("T")
I = TypeVar("I")  # noqa: E741 - the union of the items
A = TypeVar("A")  # the union of the asides


class AnyOrder(Choice[T, Any], Generic[T, I, A], frozen=True):
    """All of the items, in any order, until the seat stops."""

    stop: ClassVar[Any] = None  # the move that ends it; without one it ends when all items are done
    declared = False  # it ends when that is declared, even if nothing else is left
    seat: Seat
    items: tuple[I, ...]

    @classmethod
    def kinds(cls) -> tuple[type, ...]:
        """The moves of everything that can be in it."""
        _, items, asides = parameters_of(cls)
        steps = (*kinds_of(items), *kinds_of(asides))
        found = dict.fromkeys(kind for step in steps for kind in step.kinds())
        return tuple(found) if cls.stop is None else (*found, cls.stop.__class__)

    @classmethod
    def large_kinds(cls) -> tuple[type, ...]:
        """Those of everything that can be in it."""
        _, items, asides = parameters_of(cls)
        steps = (*kinds_of(items), *kinds_of(asides))
        return tuple(dict.fromkeys(kind for step in steps for kind in step.large_kinds()))

    def ways(self, t: T, seat: int, breaks: Breaks | None = None) -> "Iterable[Ways]":
        """Those of what is left, and of what may be done besides."""
        if not large_kinds(self):
            return ()
        held: tuple[Any, ...] = (*self.items, *self.asides(t))
        return chain.from_iterable(step.ways(t, seat, breaks) for step in held)

    def asides(self, t: T) -> Sequence[A]:
        """What may be done besides, as often as its own rule allows."""
        return ()

    def asks(self, t: T) -> Ask | None:
        """Nobody, when nothing is left."""
        return one_seat(self.seat) if self.declared or self._goes_on(t) else None

    def offers(self, t: T, seat: int) -> Iterable[Offer[Any]]:
        """What each item offers, the asides, and to stop."""
        return self._listed(t, seat, _offers)

    def open_offers(self, t: T, seat: int) -> Iterable[Offer[Any]]:
        """The same, where nobody asks for reasons."""
        return self._listed(t, seat, _open_offers)

    def _listed(self, t: T, seat: int, listed: "Listed") -> Iterable[Offer[Any]]:
        due: Blocked | None = None
        for item in self.items:
            step: Any = item
            if due is not None or self.stop is None or not step.must(t):
                yield from listed(step, t, seat)
                continue
            for offer in listed(step, t, seat):
                due = due or _due(step, offer)
                yield offer
            due = due or _large_due(step, t, seat)
        for aside in self.asides(t):
            yield from listed(aside, t, seat)
        if self.stop is not None:
            yield Offer(self.stop, due)

    def offers_like(self, t: T, seat: int, move: Any) -> Iterable[Offer[Any]]:
        """What those offer that take such a move."""
        for _, step in self._takers(t, move):
            if step.asks(t) is not None:
                yield from step.offers_like(t, seat, move)
        if move.__class__ is self.stop.__class__:
            yield Offer(self.stop, self._unfinished(t))

    def resolve(self, t: T, seat: int, move: Any) -> Next:
        if move.__class__ is self.stop.__class__:
            return self.stopped(t)
        takers = self._takers(t, move)
        if len(takers) > 1:
            takers = [(at, step) for at, step in takers if offers_openly(step, t, seat, move)]
        at, step = takers[0]
        rest = self.without(self.left(t, at)) if at < len(self.items) else self
        return [*step.resolve(t, seat, move), rest]

    def without(self, items: tuple[I, ...]) -> "AnyOrder[T, I, A]":
        """The rest of the order, when one of its items is done: these are left."""
        return replace(self, items=items)

    def left(self, t: T, at: int) -> tuple[I, ...]:
        """What is still to do after this item."""
        return self.items[:at] + self.items[at + 1 :]

    def stopped(self, t: T) -> Next:
        return []

    def step_for(self, t: T, move: Any) -> Choice[T, Any]:
        """The item or aside that takes it, as long as it is left; of several, the one that has it among its offers."""
        takers: list[Choice[T, Any]] = [step for _, step in self._takers(t, move)] or [self]
        if len(takers) == 1:
            return takers[0]
        has_it = (step for step in takers if any(offer.move == move for offer in _offers(step, t, self.seat)))
        return next(has_it, takers[0])

    def takes(self, t: T, move: Any) -> bool:
        """What is left, an aside, or to stop."""
        return move.__class__ is self.stop.__class__ or bool(self._takers(t, move))

    def unoffered(self, t: T, seat: int, move: Any) -> Blocked | None:
        """What was done is not among the items any more."""
        return Blocked(self.rule, "not_left")

    def _takers(self, t: T, move: Any) -> list[tuple[int, Any]]:
        """The items, then the asides, that take such a move, each with its place among them all."""
        kind: Any = move.__class__
        asides = self.asides(t) if kind in _kinds_beside(self.__class__) else ()
        return [(at, step) for at, step in enumerate((*self.items, *asides)) if kind in move_kinds(step)]

    def _goes_on(self, t: T) -> bool:
        """Can anything be done? Asides alone keep nothing open that cannot be stopped."""
        steps = self.items if self.stop is None else (*self.items, *self.asides(t))
        if any(offer.blocked is None for step in steps for offer in _open_offers(step, t, self.seat)):
            return True
        return any(_large_due(step, t, self.seat) is not None for step in steps)

    def _unfinished(self, t: T) -> Blocked | None:
        """An item that must be done, and can be."""
        for item in self.items:
            step: Any = item
            if not step.must(t):
                continue
            due = next((due for offer in _open_offers(step, t, self.seat) if (due := _due(step, offer))), None)
            due = due or _large_due(step, t, self.seat)
            if due is not None:
                return due
        return None


def _offers(step: Any, t: Any, seat: int) -> Iterable[Offer[Any]]:
    return step.offers(t, seat) if step.asks(t) is not None else ()


def _open_offers(step: Any, t: Any, seat: int) -> Iterable[Offer[Any]]:
    return step.open_offers(t, seat) if step.asks(t) is not None else ()


Listed = Callable[[Any, Any, int], Iterable[Offer[Any]]]


def _due(step: Any, offer: Offer[Any]) -> Blocked | None:
    """Why one cannot stop as long as this is open."""
    return Blocked(step.rule, "not_done_yet", what=tag_of(offer.move)) if offer.blocked is None else None


def _large_due(step: Any, t: Any, seat: int) -> Blocked | None:
    """The same as long as a large move of it is possible."""
    found = (ways for ways in step.ways(t, seat) if ways.possible())
    return next((Blocked(step.rule, "not_done_yet", what=tag_of(ways.kind)) for ways in found), None)


@cache
def _kinds_beside(order: Any) -> frozenset[type]:
    """The moves that asides of such an order take: for any other nobody has to look at them."""
    return frozenset(kind for step in kinds_of(parameters_of(order)[2]) for kind in step.kinds())
