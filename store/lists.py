"""Lists of matches, from what is kept beside their rows: some at a time, however many there are."""

from collections.abc import Iterator
from contextlib import suppress
from heapq import merge
from typing import TypedDict, Unpack

from core.kernel.errors import Damaged
from core.kernel.log.codec import begins_guessable
from store.acts import Listed, Waiting
from store.port import EventStore, Summary
from store.waiting import may_wait

PAGE = 500


class Filters(TypedDict, total=False):
    """What `EventStore.summaries` takes."""

    prefix: str | None
    game: str | None
    seat: str | None
    over: bool | None
    oldest: bool


def pages(store: EventStore, limit: int | None = None, **wanted: Unpack[Filters]) -> Iterator[Summary]:
    """What `EventStore.summaries` gives, a page after the other."""
    last: Summary | None = None
    while limit is None or limit > 0:
        most = PAGE if limit is None else min(PAGE, limit)
        page = list(store.summaries(**wanted, after=last, limit=most))
        yield from page
        if len(page) < most:
            return
        last, limit = page[-1], None if limit is None else limit - most


def listed(store: EventStore, limit: int | None, **wanted: Unpack[Filters]) -> Iterator[Listed]:
    """Each match with what everybody may know of how it stands."""
    for found in pages(store, limit, **wanted):
        stage = tuple(int(number) for number in found.round.split("."))
        practice = _guessable(store, found.match)
        who = found.match, found.game, found.seats
        yield Listed(*who, found.waiting, found.since, stage, found.over, found.head, practice)


def inbox(store: EventStore, name: str | None) -> Iterator[Waiting]:
    """The running matches in which something may wait for this player (for anybody), the longest waiting first."""
    if name is None:
        for found in pages(store, over=False, oldest=True):
            yield Waiting(found.match, None)
        return
    spellings = store.called(name)
    theirs = [pages(store, over=False, seat=one, oldest=True) for one in spellings]
    for found in merge(*theirs, key=lambda summary: (summary.at, summary.match)):
        called = next((one for one in spellings if one in found.seats), None)
        if called is not None and may_wait(store, found, called):
            yield Waiting(found.match, found.seats.index(called))


def _guessable(store: EventStore, match: str) -> bool:
    """Row 1 says it; of a match that has lost it, nothing is known."""
    with suppress(Damaged):
        return any(map(begins_guessable, store.read(match, 0, 1)))
    return False
