"""Facts that change numbers of a seat: they say which, and the kernel adds up and keeps the books."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from operator import add, sub
from typing import Any, Generic, TypeVar

from msgspec.structs import asdict, replace

from core.kernel.rules.amounts import Amounts
from core.kernel.rules.marks import fields_of
from core.kernel.rules.step import Entry, SeatFact, SideFact, entries_of, kinds_of

T = TypeVar("T")
P = TypeVar("P")

NOTHING: Mapping[str, str] = {}


class Counting(SideFact[T, P], Generic[T, P], frozen=True):
    """Something comes to a side, or goes: amounts, a number, or one of a kind, which a text names.

    What it came from is its `source`: a field, or the same for all such facts.
    """

    adds = NOTHING  # to this counter of the side, what stands in this field
    takes = NOTHING

    def change(self, p: P) -> P:
        player: Any = p
        counts: dict[str, Any] = {}
        for counter, field, count in _changes(self.__class__):
            counts[counter] = count(getattr(player, counter), getattr(self, field))
        changed: P = replace(player, **counts)
        return changed

    def entries(self) -> Iterable[Entry]:
        fact: Any = self
        seat, source = fact.seat, fact.source
        for counter, field, sign in _counts(self.__class__):
            amount = getattr(self, field)
            if isinstance(amount, Amounts):
                yield from entries_of(seat, amount, sign, source)
            elif isinstance(amount, str):
                yield Entry(seat, amount, sign, source)
            else:
                yield Entry(seat, counter, sign * amount, source)


class Counted(Counting[T, P], SeatFact[T, P], Generic[T, P], frozen=True):
    """The same, of the side that the fact names."""


@cache
def _counts(kind: Any) -> tuple[tuple[str, str, int], ...]:
    adds = ((counter, field, 1) for counter, field in kind.adds.items())
    return (*adds, *((counter, field, -1) for counter, field in kind.takes.items()))


@cache
def _changes(kind: Any) -> tuple[tuple[str, str, Callable[[Any, Any], Any]], ...]:
    """Counter, field, and what is done with the two."""
    named = {field.name for field in fields_of(kind) if field.counter is None and field.kind != "int"}
    done = {1: add, -1: sub}, {1: _one_more, -1: _one_less}
    return tuple((counter, field, done[field in named][sign]) for counter, field, sign in _counts(kind))


def _one_more(have: Amounts, kind: str) -> Amounts:
    return have.plus(kind)


def _one_less(have: Amounts, kind: str) -> Amounts:
    return have.plus(kind, -1)


@cache
def counters_of(facts: Any) -> frozenset[str]:
    """The fields of a side that these kinds of fact count."""
    counting: Any = Counting
    kinds = (kind for kind in kinds_of(facts) if issubclass(kind, counting))
    return frozenset(counter for kind in kinds for counter, _, _ in _counts(kind))


def counters(facts: Any, table: Any) -> dict[tuple[int, str], int]:
    """Every number that a side has."""
    counted = counters_of(facts)
    return {
        (seat, what): number
        for seat, player in enumerate(table.sides)
        for counter in player.__struct_fields__
        if counter in counted
        for what, number in _numbers(counter, getattr(player, counter))
    }


def _numbers(counter: str, have: Any) -> Iterable[tuple[str, int]]:
    return asdict(have).items() if isinstance(have, Amounts) else ((counter, have),)
