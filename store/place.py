"""The one factory of desks: from the path of a database file on this machine."""

import os
import time
from typing import TYPE_CHECKING

from core.kernel.errors import HeraldError
from store.matches import Matches
from store.port import EventStore
from store.reader import AT_HAND
from store.sqlite.adapter import open_store

if TYPE_CHECKING:
    from store.desk import Desk


def desk_at(place: str, *, create: bool = False, usual: bool = False) -> "Desk":
    """The desk of this file. `create`: it is made if it is not there; the `usual` one comes with the first match."""
    if usual and not create and not os.path.exists(place):
        from store.nowhere import Nowhere

        return OfFile(place, Nowhere(place))
    return OfFile(place, open_store(place, create=create))


class OfFile(Matches):
    """The matches in a file of this machine."""

    def __init__(self, place: str, store: EventStore, *, most: int = AT_HAND) -> None:
        super().__init__(store, lambda: int(time.time()), os.urandom, most=most)
        self.place = place

    def arrived(self) -> bool | None:
        """Are the rows there that were last about to be written? None where the file cannot be read.

        Asked through a connection of its own: the other one may hang in a transaction that will never be committed.
        """
        attempt = self.attempt
        if attempt is None or not os.path.exists(self.place):
            return False
        try:
            with open_store(self.place, create=False) as store:
                rows = store.read(attempt.match, attempt.last - 1, 1)
        except HeraldError as problem:
            return False if problem.why == "no_file" else None
        return bool(rows) and rows[0].digest == attempt.digest

    def close(self) -> None:
        """Let go of the file."""
        self.store.close()
