"""Several things in any order, each once, one finished before the next: a turn, a visit, a set of claims.

    class Turn(AnyOrder[Table, CardAction | Movement, RaiseRank | Hire | Recruit | UsePower], frozen=True, tag=True):
        rule: ClassVar[str] = "EMA-4.5"
        stop: ClassVar[End] = End()

The items are the steps that are still open. Choosing something of one puts what follows from it on top, then the rest
of the order: "finish one before the next" is the agenda, not a check. What is allowed at any point is an aside: an
ordinary step beside the items that the order never uses up; how often it can be done is told by its own offers.
"""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from msgspec.structs import replace

from core.kernel.rules.marks import Seat
from core.kernel.rules.step import Ask, Blocked, Choice, Next, Offer, kinds_of, move_kinds, parameters_of, tag_of

T = TypeVar("T")
I = TypeVar("I")  # noqa: E741 - the union of the items
A = TypeVar("A")  # the union of the asides


class AnyOrder(Choice[T, Any], Generic[T, I, A], frozen=True):
    """All of the items, in any order, until the seat stops."""

    stop: ClassVar[Any] = None  # the move that ends it; without one it ends when all items are done
    declared: ClassVar[bool] = False  # it ends when that is declared, even if nothing else is left
    seat: Seat
    items: tuple[I, ...]

    @classmethod
    def kinds(cls) -> tuple[type, ...]:
        """The moves of everything that can be in it."""
        _, items, asides = parameters_of(cls)
        steps = (*kinds_of(items), *kinds_of(asides))
        found = dict.fromkeys(kind for step in steps for kind in step.kinds())
        return tuple(found) if cls.stop is None else (*found, cls.stop.__class__)

    def asides(self, t: T) -> Sequence[A]:
        """What may be done besides, as often as its own rule allows."""
        return ()

    def asks(self, t: T) -> Ask | None:
        """Nobody, when nothing is left."""
        return Ask((self.seat,)) if self.declared or self._goes_on(t) else None

    def offers(self, t: T, seat: int) -> Iterable[Offer[Any]]:
        """What each item offers, the asides, and to stop."""
        for step in (*self.items, *self.asides(t)):
            yield from _offers(step, t, seat)
        if self.stop is not None:
            yield Offer(self.stop, self._unfinished(t))

    def offers_like(self, t: T, seat: int, move: Any) -> Iterable[Offer[Any]]:
        """What those offer that take such a move."""
        kind: Any = move.__class__
        steps: tuple[Any, ...] = (*self.items, *self.asides(t))
        for step in steps:
            if kind in move_kinds(step) and step.asks(t) is not None:
                yield from step.offers_like(t, seat, move)
        if kind is self.stop.__class__:
            yield Offer(self.stop, self._unfinished(t))

    def resolve(self, t: T, seat: int, move: Any) -> Next:
        """What follows from it, then the others."""
        kind: Any = move.__class__
        if kind is self.stop.__class__:
            return self.stopped(t)
        for at, item in enumerate(self.items):
            step: Any = item
            if kind in move_kinds(step):
                return [*step.resolve(t, seat, move), replace(self, items=self.left(t, at))]
        aside: Any = next(step for step in self.asides(t) if kind in move_kinds(step))
        return [*aside.resolve(t, seat, move), self]

    def left(self, t: T, at: int) -> tuple[I, ...]:
        """What is still to do after this item."""
        return self.items[:at] + self.items[at + 1 :]

    def stopped(self, t: T) -> Next:
        """What follows when the seat stops."""
        return []

    def step_for(self, t: T, move: Any) -> Choice[T, Any]:
        """The item or aside that takes it, as long as it is left."""
        steps: tuple[Any, ...] = (*self.items, *self.asides(t))
        return next((step for step in steps if move.__class__ in move_kinds(step)), self)

    def takes(self, t: T, move: Any) -> bool:
        """What is left, an aside, or to stop."""
        kind: Any = move.__class__
        return kind is self.stop.__class__ or any(kind in move_kinds(step) for step in (*self.items, *self.asides(t)))

    def unoffered(self, t: T, seat: int, move: Any) -> Blocked | None:
        """What was done is not among the items any more."""
        return Blocked(self.rule, "not_left")

    def _goes_on(self, t: T) -> bool:
        """Can anything be done? Asides alone keep nothing open that cannot be stopped."""
        steps = self.items if self.stop is None else (*self.items, *self.asides(t))
        return any(offer.blocked is None for step in steps for offer in _offers(step, t, self.seat))

    def _unfinished(self, t: T) -> Blocked | None:
        """An item that must be done, and can be."""
        for item in self.items:
            step: Any = item
            if not step.must(t):
                continue
            due = next((offer.move for offer in _offers(step, t, self.seat) if offer.blocked is None), None)
            if due is not None:
                return Blocked(step.rule, "not_done_yet", what=tag_of(due))
        return None


def _offers(step: Any, t: Any, seat: int) -> Iterable[Offer[Any]]:
    return step.offers(t, seat) if step.asks(t) is not None else ()
