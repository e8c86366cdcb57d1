"""What several threads of a service write is written together: they wait for the disk once, not one after the other.

No answer leaves before its rows are on disk. But a disk takes as long for the rows of ten acts as for those of one: so
whoever finds it free writes all that waits by then, and the others find theirs done.
"""

from collections.abc import Sequence
from threading import Condition

from store.errors import StoreError
from store.port import Append, Head, Repeated, Stale
from store.sqlite.adapter import SqliteStore


class _Waiting:
    def __init__(self, append: Append) -> None:
        self.append = append
        self.outcome: Head | Stale | Repeated | Exception | None = None

    def said(self) -> Head | Stale | Repeated:
        assert self.outcome is not None
        if isinstance(self.outcome, Exception):
            raise self.outcome
        return self.outcome


class Together:
    """The way to the disk, for all threads."""

    def __init__(self) -> None:
        self._free = Condition()
        self._waiting: list[_Waiting] = []
        self._writing = False

    def append(self, store: SqliteStore, append: Append) -> Head | Stale | Repeated:
        """As the store does it, perhaps by another thread and through the store of that one."""
        mine = _Waiting(append)
        with self._free:
            self._waiting.append(mine)
            while self._writing and mine.outcome is None:
                self._free.wait()
            if mine.outcome is not None:
                return mine.said()
            self._writing = True
            batch, self._waiting = self._waiting, []
        try:
            _write(store, batch)
        finally:
            with self._free:
                self._writing = False
                self._free.notify_all()
        return mine.said()


def _write(store: SqliteStore, batch: Sequence[_Waiting]) -> None:
    """All at once. What the file or the disk refuses is refused to all; what is wrong with one, to that one alone."""
    outcomes: Sequence[Head | Stale | Repeated | Exception]
    try:
        outcomes = store.append_all([one.append for one in batch])
    except StoreError as error:  # nobody waits for a lock once more for each
        outcomes = [error] * len(batch)
    except Exception as error:  # noqa: BLE001 - raised again where it belongs
        outcomes = [error] if len(batch) == 1 else [_alone(store, one.append) for one in batch]
    for one, outcome in zip(batch, outcomes, strict=True):
        one.outcome = outcome


def _alone(store: SqliteStore, append: Append) -> Head | Stale | Repeated | Exception:
    try:
        return store.append_all([append])[0]
    except Exception as error:  # noqa: BLE001 - raised again where it belongs
        return error
