"""What is wrong with a position to which no match leads: said as data, one thing at a time.

A game asks these for its own table (`Game.impossible`). Each gives what is wrong, or nothing. What the marks on its
types say is asked of every table (`bounds.py`).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from msgspec.structs import replace

from core.kernel.bots.bounds import Impossible, Where, bounds, path_of
from core.kernel.game import Game

Wrong = Impossible | None


def wrongs(game: Game[Any, Any], t: Any, earlier: Iterable[Any] = ()) -> Iterator[Impossible]:
    """Find all that no match can come to, neither under its readings as they are nor under those from earlier.

    `earlier`: the set-ups of the table while other readings counted; what one of them made possible is not wrong.
    """
    now = _now(game, t)
    first = next(now, None)
    if first is None:  # nearly always
        return
    before = [[*_now(game, replace(t, setup=setup))] for setup in earlier]
    for wrong in chain((first,), now):
        if all(any(wrong.like(other) for other in found) for found in before):
            yield wrong


def _now(game: Game[Any, Any], t: Any) -> Iterator[Impossible]:
    """Find what cannot be as the table is read now: first beyond its bounds, then what does not go together."""
    yield from bounds(t)
    yield from said(_end(t))
    yield from game.impossible(t)


def _end(t: Any) -> Iterator[Wrong]:
    """How a match ended: a score and a rank for each seat, or for each side."""
    result = getattr(t, "end", None)
    if result is not None:
        each = len(t.sides) if len(result.scores) == len(t.sides) else t.players
        yield length(("end", "scores"), result.scores, each)
        yield length(("end", "ranks"), result.ranks, each)
        for at, rank in enumerate(result.ranks, 1):
            yield within(("end", "ranks", str(at)), rank, (1, len(t.sides)))
        yield no_twice(("end", "winners"), result.winners)


def said(*parts: Iterable[Wrong]) -> Iterator[Impossible]:
    """Return what is wrong, one thing after the other."""
    return (wrong for part in parts for wrong in part if wrong is not None)


def wrong(
    field: Where,
    why: str,
    what: Any = None,
    seat: int | None = None,
    *,
    expected: int | None = None,
    found: int | None = None,
    least: int | None = None,
) -> Impossible:
    """Something that cannot be, at a field of the table or of a seat."""
    return Impossible(path_of(field), why, what, expected, found, seat, least)


def length(field: Where, row: Sequence[Any], expected: int, seat: int | None = None) -> Wrong:
    """A row has a place for each: no more, no fewer."""
    found, why = len(row), "scenario_wrong_length"
    return None if found == expected else wrong(field, why, seat=seat, expected=expected, found=found)


def at_most(field: Where, count: int, limit: int, seat: int | None = None, what: Any = None) -> Wrong:
    """No more than there is room for, or than there are."""
    return None if count <= limit else wrong(field, "scenario_too_many", what, seat, expected=limit, found=count)


def at_least(field: Where, count: int, limit: int, seat: int | None = None, what: Any = None) -> Wrong:
    """No less than that; what is below 0 is owed."""
    return None if count >= limit else wrong(field, "scenario_too_low", what, seat, expected=limit, found=count)


def within(field: Where, number: int, track: tuple[int, int], seat: int | None = None, what: Any = None) -> Wrong:
    """On a track, both of its ends included."""
    least, most = track
    if least <= number <= most:
        return None
    return wrong(field, "scenario_out_of_range", what, seat, expected=most, found=number, least=least)


def no_twice(field: Where, row: Iterable[Any], seat: int | None = None) -> Wrong:
    """Nothing stands there twice; empty places may."""
    twice = [item for item, count in Counter(item for item in row if item is not None).items() if count > 1]
    return wrong(field, "scenario_twice", twice[0], seat) if twice else None


def all_of(field: Where, row: Sequence[Any], whole: Iterable[Any], seat: int | None = None) -> Wrong:
    """Each of the whole stands there, once."""
    missing = [item for item in whole if item not in row]
    return no_twice(field, row, seat) or (wrong(field, "scenario_missing", missing[0], seat) if missing else None)


def apart(field: Where, row: Iterable[Any], elsewhere: Iterable[Any], seat: int | None = None) -> Wrong:
    """What lies here does not lie elsewhere, too."""
    there = {item for item in elsewhere if item is not None}
    both = [item for item in row if item in there]
    return wrong(field, "scenario_in_two_places", both[0], seat) if both else None


def among(
    field: Where, row: Iterable[Any], known: Iterable[Any], seat: int | None = None, why: str = "scenario_cannot_stand"
) -> Wrong:
    """Find what is there and is none of these; places may be empty."""
    fit = {*known, None}
    strange = [item for item in row if item not in fit]
    return wrong(field, why, strange[0], seat) if strange else None


def one_of(field: Where, found: int, known: Sequence[int], seat: int | None = None) -> Wrong:
    """A number is one of these."""
    return None if found in known else Impossible(path_of(field), "scenario_one_of", found, seat=seat, known=(*known,))
