"""Who waits for whom: readers for nobody, writers for each other, and nobody for ever.

SQLite's own waiting is not fair: it looks again after 1, 2, 5 and at last every 100 milliseconds. While another process
appended without a break (a simulation, an import), a player's move waited 0.3 to 4 seconds here, or failed after 5. But
the lock is free for a moment after each commit. A writer that looks every half millisecond waits for some 10 of them.
"""

import os
import sqlite3
from stat import S_ISREG
from time import perf_counter_ns, sleep
from types import TracebackType
from typing import Self

from store.errors import File, Guard, StoreError
from store.log import log

SLOW = 100_000_000  # nanoseconds of waiting that are worth a line in the log
PAUSE, LONGEST = 0.0002, 0.0005  # seconds between two looks: the first, and at most


class Patience:
    """How long SQLite itself waits: long where a reader meets a recovery or the last one to close, else not at all."""

    __slots__ = ("db", "now", "wait")

    def __init__(self, db: sqlite3.Connection, wait: float) -> None:
        self.db = db
        self.wait = wait
        self.now = -1

    def set(self, milliseconds: int) -> None:
        if self.now != milliseconds:
            self.db.execute(f"PRAGMA busy_timeout = {milliseconds}")
            self.now = milliseconds


class Lies:
    """Place of the file as it was opened, and of its write-ahead log, which is there for as long as a connection is.

    SQLite would go on with files that nobody finds any more, and what it writes there is lost.
    """

    __slots__ = ("_file", "_log", "_log_path", "_path")

    def __init__(self, path: File, db: sqlite3.Connection) -> None:
        self._path = path
        self._log_path = f"{os.fspath(path)}-wal"
        self._file = _file(path)
        shared = db.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
        self._log = _file(self._log_path) if shared else None

    def check(self) -> None:
        """Refuse to go on with a file that is not where it was."""
        if (
            self._file is None
            or _file(self._path) != self._file
            or (self._log is not None and _file(self._log_path) != self._log)
        ):
            raise StoreError("gone", self._path)


class Reading(Guard):
    """`with reading:` asks what is stored; no error of SQLite gets out."""

    __slots__ = ("lies", "milliseconds", "patience")

    def __init__(self, path: File, patience: Patience) -> None:
        super().__init__(path)
        self.patience = patience
        self.lies = Lies(path, patience.db)
        self.milliseconds = int(patience.wait * 1000)

    def __enter__(self) -> Self:
        self.row = 0
        self.lies.check()
        self.patience.set(self.milliseconds)
        return self


class Writing(Guard):
    """`with writing:` holds the write lock: all that is written inside is committed, or nothing.

    No generator with `@contextmanager`: that would cost an append a tenth of its time.
    """

    __slots__ = ("begun", "lies", "patience")

    def __init__(self, path: File, patience: Patience) -> None:
        super().__init__(path)
        self.patience = patience
        self.lies = Lies(path, patience.db)
        self.begun = 0  # when it was asked for, in nanoseconds

    def __enter__(self) -> Self:
        self.begun = perf_counter_ns()
        try:
            self.patience.set(0)
            self._lock()
        except BaseException as error:
            self._give_up(error)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:
            self._give_up(error)
            return
        try:
            self.patience.db.execute("COMMIT")
        except BaseException as failed:
            self._give_up(failed)
            raise

    def _lock(self) -> None:
        pause = PAUSE
        while True:
            try:
                self.patience.db.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                waited = perf_counter_ns() - self.begun
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or waited > self.patience.wait * 1e9:
                    raise
                sleep(pause)
                pause = min(pause * 2, LONGEST)
            else:
                break
        if pause != PAUSE and (waited := perf_counter_ns() - self.begun) > SLOW:
            log().warning("waited", ms=waited // 1_000_000)
        self.lies.check()
        if names_of(self.path) > 1:
            raise StoreError("other_names", self.path)

    def _give_up(self, error: BaseException) -> None:
        try:
            rollback(self.patience.db)
        finally:
            self.told(error)


def _file(path: File) -> tuple[int, int] | None:
    """Which file bears this name now; None if there is none."""
    try:
        found = os.stat(path)  # on the way of every append
    except OSError:
        return None
    return found.st_dev, found.st_ino


def names_of(path: File) -> int:
    """How many names the file has; 0 for what is none."""
    try:
        found = os.stat(path)
    except OSError:
        return 0
    return found.st_nlink if S_ISREG(found.st_mode) else 0


def rollback(connection: sqlite3.Connection) -> None:
    """Leave a transaction, if there still is one: SQLite ends it by itself after some errors."""
    if connection.in_transaction:
        connection.execute("ROLLBACK")
