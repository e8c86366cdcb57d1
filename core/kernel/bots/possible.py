"""What is wrong with a position to which no match leads: said as data, one thing at a time.

A game asks these for its own table (`Game.impossible`). Each gives what is wrong, or nothing.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from core.kernel.rules.value import Value


class Impossible(Value, frozen=True):
    """The field of the table, or of a seat, in which something cannot be; `why` names the sentence that says it."""

    field: str
    why: str
    what: Any = None
    expected: int | None = None
    found: int | None = None
    seat: int | None = None


Wrong = Impossible | None


def first(*parts: Iterable[Wrong]) -> Wrong:
    """The first thing that is wrong: nothing after it is looked at."""
    return next((wrong for part in parts for wrong in part if wrong is not None), None)


def length(field: str, row: Sequence[Any], expected: int, seat: int | None = None) -> Wrong:
    """A row has a place for each: no more, no fewer."""
    return None if len(row) == expected else Impossible(field, "scenario_wrong_length", None, expected, len(row), seat)


def at_most(field: str, count: int, limit: int, seat: int | None = None, what: Any = None) -> Wrong:
    """No more than there is room for, or than there are."""
    return None if count <= limit else Impossible(field, "scenario_too_many", what, limit, count, seat)


def at_least(field: str, count: int, limit: int, seat: int | None = None) -> Wrong:
    """No less than that; what is below 0 is owed."""
    return None if count >= limit else Impossible(field, "scenario_too_low", None, limit, count, seat)


def no_twice(field: str, row: Iterable[Any], seat: int | None = None) -> Wrong:
    """Nothing stands there twice; empty places may."""
    twice = [item for item, count in Counter(item for item in row if item is not None).items() if count > 1]
    return Impossible(field, "scenario_twice", twice[0], seat=seat) if twice else None


def all_of(field: str, row: Sequence[Any], whole: Iterable[Any], seat: int | None = None) -> Wrong:
    """Each of the whole stands there, once."""
    missing = [item for item in whole if item not in row]
    return no_twice(field, row, seat) or (
        Impossible(field, "scenario_missing", missing[0], seat=seat) if missing else None
    )


def apart(field: str, row: Iterable[Any], elsewhere: Iterable[Any], seat: int | None = None) -> Wrong:
    """What lies here does not lie elsewhere, too."""
    there = {item for item in elsewhere if item is not None}
    both = [item for item in row if item in there]
    return Impossible(field, "scenario_in_two_places", both[0], seat=seat) if both else None
