"""Lists of matches, from what is kept beside their rows: some at a time, however many there are."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, TypedDict, Unpack

from msgspec import Struct

from core.kernel.errors import Damaged
from core.kernel.log.codec import begins_guessable, kind_of
from core.kernel.log.kinds import KINDS
from store.port import EventStore, Summary

if TYPE_CHECKING:

    class Filters(TypedDict, total=False):
        """What `EventStore.summaries` takes."""

        prefix: str | None
        game: str | None
        seat: str | None
        over: bool | None
        oldest: bool


PAGE = 500
FURTHER = 8  # so many times as many rows are looked at, where those at the end do not tell


class Listed(Struct, frozen=True):
    """A match in a list: how it stands, as everybody may know it."""

    match: str
    game: str
    seats: tuple[str, ...]
    waiting: tuple[str, ...]
    since: int
    stage: tuple[int, ...]
    over: bool
    row: int
    practice: bool  # can anybody know what will be drawn?


class Waiting(Struct, frozen=True):
    """A match in which something may wait for a seat; for anybody, where nobody was named."""

    match: str
    seat: int | None


def pages(store: EventStore, limit: int | None = None, **wanted: "Unpack[Filters]") -> Iterator[Summary]:
    """What `EventStore.summaries` gives, a page after the other."""
    last: Summary | None = None
    while limit is None or limit > 0:
        most = PAGE if limit is None else min(PAGE, limit)
        page = list(store.summaries(**wanted, after=last, limit=most))
        yield from page
        if len(page) < most:
            return
        last, limit = page[-1], None if limit is None else limit - most


def listed(store: EventStore, limit: int | None, **wanted: "Unpack[Filters]") -> Iterator[Listed]:
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
    for found in theirs[0] if len(theirs) == 1 else _by_age(theirs):
        called = next((one for one in spellings if one in found.seats), None)
        if called is not None and may_wait(store, found, called):
            yield Waiting(found.match, found.seats.index(called))


def _by_age(lists: Sequence[Iterator[Summary]]) -> Iterator[Summary]:
    from heapq import merge  # few write their name in several ways

    return merge(*lists, key=lambda summary: (summary.at, summary.match))


def _guessable(store: EventStore, match: str) -> bool:
    """Row 1 says it; of a match that has lost it, nothing is known."""
    with suppress(Damaged):
        return any(map(begins_guessable, store.read(match, 0, 1)))
    return False


def may_wait(store: EventStore, summary: Summary, name: str) -> bool:
    """Must this seat decide, or is there a request at the end of the log that it may have to answer?"""
    return name in summary.waiting or ends_with_request(store, summary.match, summary.head)


def ends_with_request(store: EventStore, match: str, head: int) -> bool:
    """Does a request stand at the end, with nothing behind it but what keeps it waiting? Mostly the last row tells."""
    count = 1
    while head > 0:
        after = max(head - count, 0)
        rows = store.read(match, after, head - after)
        for number, row in zip(range(head, after, -1), reversed(rows), strict=True):
            becomes = KINDS[kind_of(row, number)].request
            if becomes not in {"gains", "waits"}:
                return becomes == "begins"
        head, count = after, count * FURTHER
    return False
