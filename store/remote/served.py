"""The desk of this machine as a service asks it: about many matches by turns, and what came in."""

from collections.abc import Sequence

from core.kernel.log.row import StoredRow
from store.place import OfFile
from store.port import Append, Change, Head, Repeated, Secrets, Stale, Summary
from store.remote.knocking import is_watched_by, may_open
from store.remote.together import Together
from store.sqlite.adapter import open_store

LOCK_WAIT = 0.05
"""Seconds that a thread waits for the write lock of another program, while looks wait for the thread."""

AT_HAND = 100
"""Matches that are kept as they were read last."""


def make_file(place: str) -> None:
    """Make the file of a service, or bring it up to date, before its threads open it."""
    open_store(place, create=True).close()


class BotsAsked(Exception):
    """Bots must decide before the act ends. Nothing is written yet."""


class Served(OfFile):
    """The matches of a file, for one thread of a service."""

    def __init__(self, place: str, together: Together, *, is_open: bool = False) -> None:
        """`is_open`: everybody may look on at everything."""
        self._own = open_store(place, create=False)
        self._own.hurry(LOCK_WAIT)
        self._together = together
        super().__init__(place, self._own, most=AT_HAND)
        self.is_open = is_open
        self.shut_out = False  # was somebody refused a look?
        self.lets_bots_think = True

    def append(
        self, expected: int, client: str, rows: Sequence[StoredRow], summary: Summary, secrets: Secrets | None = None
    ) -> Head | Stale | Repeated:
        """With what other threads have to write at this moment."""
        return self._together.append(self._own, Append(summary.match, expected, client, rows, summary, secrets))

    def before_bots(self) -> None:
        """Leave the act to a thread for which nobody waits."""
        if not self.lets_bots_think:
            raise BotsAsked

    def may_open(self, match: str, bearer: str) -> bool:
        """Return whether somebody may look into a match at all."""
        return may_open(self.store, match, bearer)

    def is_watched_by(self, match: str, token: str) -> bool:
        """Is it the token of a spectators' link?"""
        return is_watched_by(self.store, match, token)

    def position(self) -> int:
        """Where what came in ends now."""
        return self.store.position()

    def changed(self, after: int, limit: int) -> list[Change]:
        """Which rows came in after a position, by whichever process."""
        return self.store.changed(after, limit)
