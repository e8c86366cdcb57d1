"""Rows for tests: small JSON bodies, chained as real ones are."""

from collections.abc import Sequence

import msgspec

from core.kernel.log.row import StoredRow, chain, origin
from core.kernel.rules.secret import Sealer
from store.port import EventStore, Head, Repeated, Stale, Summary

ROUND = "round 2"


class Line:
    """A match being written: makes the next rows, remembers where the chain stands."""

    def __init__(self, match: str, rows: Sequence[StoredRow] = ()) -> None:
        self.match = match
        self.seq = len(rows)
        self.digest = rows[-1].digest if rows else origin(match)

    def next(self, count: int = 1, *, boxes: int = 0, redacted: bool = False, by: str = "ana") -> list[StoredRow]:
        rows: list[StoredRow] = []
        for _ in range(count):
            self.seq += 1
            sealer = Sealer(self.match, self.seq, b"salt")
            for box in range(boxes):
                sealer.seal((0,), f"card {box} of {by}")
            # The odd order and the space are on purpose: the store keeps bytes, it does not encode again.
            body = b'{"v":1, "seq":%d,"match":%s,"text":"raise %d","actor":"%s"}' % (
                self.seq,
                msgspec.json.encode(self.match),
                self.seq,
                by.encode(),
            )
            self.digest = chain(self.digest, body, sealer.commits())
            openings = tuple(None if redacted else opening for opening in sealer.openings)
            rows.append(StoredRow(msgspec.Raw(body), sealer.commits(), openings, self.digest))
        return rows


def summary(
    match: str,
    head: int,
    *,
    game: str = "emara",
    seats: tuple[str, ...] = ("ana", "ben"),
    waiting: tuple[str, ...] = ("ana",),
    over: bool = False,
    at: int = 0,
) -> Summary:
    return Summary(match, game, seats, waiting, since=at, round=ROUND, over=over, head=head, at=at or head)


def play(
    store: EventStore, match: str, count: int = 1, *, client: str = "", boxes: int = 0, at: int = 0
) -> Head | Stale | Repeated:
    """Go on with a match by `count` rows."""
    rows = store.read(match)
    new = Line(match, rows).next(count, boxes=boxes)
    return store.append(match, len(rows), client, new, summary(match, len(rows) + count, at=at))


def chained(match: str, rows: Sequence[StoredRow]) -> bool:
    """Do these rows, from the first, hang together?"""
    digest = origin(match)
    for row in rows:
        digest = chain(digest, row.body, row.commits)
        if digest != row.digest:
            return False
    return True
