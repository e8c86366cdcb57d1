"""Taking in a match that was played elsewhere, as far as it is not here: its rows, and what opens them."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

import msgspec

from core.kernel.errors import NotAllowed
from core.kernel.log.row import StoredRow
from core.kernel.rules.secret import Box, Opening
from store.port import EventStore, Head, Summary


class Adopted(msgspec.Struct, frozen=True):
    """How many rows of a log were here before, and how many of their boxes were closed and are open now."""

    before: int
    learned: int


def adopt(store: EventStore, rows_after: Callable[[int], Iterable[StoredRow]], summary: Summary) -> Adopted:
    """Take in a log that was verified.

    `rows_after` reads the log from a row on: it may be larger than the memory. A copy that shows less than what is here
    takes nothing away. Of a match that is played here all is known already. Where somebody else brings it at the same
    moment, the rest is taken in beside what they brought.
    """
    match, before, learned = summary.match, store.head(summary.match), 0
    if before:
        common = min(before, summary.head)
        (here,) = store.read(match, common - 1, 1)
        if here.digest != next(iter(rows_after(common - 1))).digest:
            raise NotAllowed("other_match_same_id", match=match)
        if store.secrets(match) is None:
            learned = store.learn(match, _openings(islice(rows_after(0), common)))
        elif before < summary.head:
            raise NotAllowed("played_here", match=match)  # nobody else can know how it goes on
        if before >= summary.head:
            return Adopted(before, learned)
    elif others := [other for other in store.alike(match, 10) if other != match]:
        raise NotAllowed("id_alike", match=match, known=others)
    appended = store.append(match, before, "", rows_after(before), summary)
    if isinstance(appended, Head):
        return Adopted(before, learned)
    again = adopt(store, rows_after, summary)
    return Adopted(again.before, learned + again.learned)


def _openings(rows: Iterable[StoredRow]) -> Iterator[tuple[Box, Opening]]:
    """What stands beside rows, from the first, with the box that each opens."""
    for number, row in enumerate(rows, 1):
        for place, opening in enumerate(row.openings):
            if opening is not None:
                yield (number, place), opening
