"""The port: what the rest of the program asks of an event store, whatever engine is behind it.

The sequence number within a match is the truth. The position is only a place in the feed. What is kept beside the rows
(summaries, notes) is disposable: it can be thrown away and made again from the rows.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

import msgspec

from core.kernel.log.row import StoredRow
from core.kernel.rules.secret import Box, Opening


class Head(msgspec.Struct, frozen=True):
    """The rows are stored, on disk: the match's new head, and the position of its last row in the feed."""

    seq: int
    position: int


class Stale(msgspec.Struct, frozen=True):
    """Somebody moved first, nothing was written: where the match stands now."""

    head: int


class Repeated(msgspec.Struct, frozen=True):
    """The client id was used in the match before, nothing was written: the rows that it made then."""

    first: int
    last: int


class Change(msgspec.Struct, frozen=True):
    """One row came in; go on reading the feed after `position`."""

    position: int
    match: str
    seq: int


class Secrets(msgspec.Struct, frozen=True):
    """What a running match keeps to itself. No text form shows it: it may end up in an error."""

    seed: str
    salt_key: bytes

    def __repr__(self) -> str:
        return "Secrets(...)"


class Summary(msgspec.Struct, frozen=True):
    """What the list and the inbox show of a match: kept in the same transaction as its rows, never the truth."""

    match: str
    game: str
    seats: tuple[str, ...]
    waiting: tuple[str, ...]
    since: int
    round: str
    over: bool
    head: int
    at: int


class Watch(msgspec.Struct, frozen=True):
    """A spectator's link: what the host keeps of it, beside the log. `number`: within its match."""

    match: str
    number: int
    digest: str  # `watch_digest` of the token, which nobody keeps here
    by: str  # the seat whose key made it, or the arbiter
    at: int


class Append(msgspec.Struct, frozen=True):
    """Rows on their way into a store: what `EventStore.append` is told."""

    match: str
    expected: int
    client: str
    rows: Sequence[StoredRow]
    summary: Summary
    secrets: Secrets | None = None


class EventStore(Protocol):
    """Append with an expected sequence number, read, follow. Nothing here changes or removes a row."""

    def append(
        self,
        match: str,
        expected: int,
        client: str,
        rows: Iterable[StoredRow],
        summary: Summary,
        secrets: Secrets | None = None,
    ) -> Head | Stale | Repeated:
        """Store all the rows or none, also if they cannot be read to their end; on a `Head`, they are on disk.

        `rows` follow `expected` without a gap; 0 starts the match, and only then may `secrets` come along.
        A client id ("" for none) is used once in a match: a retry never plays twice, even where it is stale by now.
        `ValueError` if the arguments contradict each other: that is a mistake in the program, never of a player.
        """
        ...

    def learn(self, match: str, openings: Iterable[tuple[Box, Opening]]) -> int:
        """Keep openings of boxes whose rows are here, all of them or none; how many were not known before?

        The store looks itself whether each fits its commitment (SHA-256, no game is needed for that): `Damaged` says of
        one that it does not. What is known already stays as it is, so it can be said twice, and by two at once. No row
        changes by it, and none is told in the feed. `ValueError` where there is no such box.
        """
        ...

    def made_by(self, match: str, client: str) -> Repeated | None:
        """The rows that this client id made. Ask before deciding: a move that was played may be refused by now."""
        ...

    def head(self, match: str) -> int:
        """The sequence number of the last row; 0 if there is no such match."""
        ...

    def read(self, match: str, after: int = 0, limit: int | None = None) -> list[StoredRow]:
        """The rows after `after` (so many at most), in order; `Damaged` where one is missing or cannot be read."""
        ...

    def changed(self, after: int, limit: int | None = None) -> list[Change]:
        """What came in after a position, in order. It never skips a row that becomes visible later."""
        ...

    def position(self) -> int:
        """Where the feed ends now; 0 before the first row."""
        ...

    def find(self, prefix: str, limit: int | None = None) -> list[str]:
        """The ids that begin so (so many at most), in order; an id that is exactly this is the only answer."""
        ...

    def alike(self, word: str, limit: int | None = None) -> list[str]:
        """The ids that begin so, and those with which this word begins, in order: beside them it could be mistaken."""
        ...

    def everything(self, after: str | None = None, limit: int | None = None) -> list[str]:
        """The ids of all matches of which anything is here, in order: also of those that have lost their first row.

        Those that come after this one, so many at most.
        """
        ...

    def called(self, name: str) -> list[str]:
        """The names of seats that are this one in any case: `summaries` takes a name as it is written."""
        ...

    def summaries(  # noqa: PLR0913 - by whatever a list can be narrowed down
        self,
        *,
        prefix: str | None = None,
        game: str | None = None,
        seat: str | None = None,
        waiting: str | None = None,
        over: bool | None = None,
        oldest: bool = False,
        after: Summary | None = None,
        limit: int | None = None,
    ) -> Iterator[Summary]:
        """The matches that fit all filters, the newest first (or the `oldest`).

        `prefix`: of the id; `seat`, `waiting`: a name.

        Those that come after this one, so many at most.
        """
        ...

    def locks(self, match: str) -> list[bytes]:
        """The bodies of the rows that say which keys open a match: the first one, and those that replace a key.

        Rows that others wrote in another form may be left out. Nothing else of the match is read.
        """
        ...

    def secrets(self, match: str) -> Secrets | None:
        """What was stored at the start; none for a match that came from elsewhere or was shredded."""
        ...

    def watches(self, match: str) -> list[Watch]:
        """The spectators' links of a match that are in force, in order."""
        ...

    def is_watched(self, match: str, digest: str) -> bool:
        """Return whether a link of this digest is in force, by one look-up whether the match exists or not."""
        ...

    def let_watch(self, match: str, digest: str, by: str, at: int) -> Watch:
        """One more, on disk when this returns; of a digest that is there already, the one that is there.

        No row, so no match changes by it, and nothing is told in the feed. `ValueError` where there is no such match.
        """
        ...

    def end_watch(self, match: str, numbers: Iterable[int]) -> None:
        """These are in force no more; of one that is not there, nothing is said."""
        ...

    def close(self) -> None:
        """Let go of the file; may be called twice."""
        ...
