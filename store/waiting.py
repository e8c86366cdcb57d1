"""Which running matches may wait for a player, without reading them: by their summary, and by the end of their log."""

from core.kernel.log.codec import kind_of
from core.kernel.log.kinds import KINDS
from store.port import EventStore, Summary

FURTHER = 8  # so many times as many rows are looked at, where those at the end do not tell


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
