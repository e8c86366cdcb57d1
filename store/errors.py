"""What can go wrong with the store itself: the file, the folder, the disk, another program.

No bare `sqlite3` error leaves this package: a person gets a reason that the command line can word.
A log that is damaged is not such an error but `core.kernel.errors.Damaged`.
"""

import os
import sqlite3
from types import TracebackType
from typing import Self, TypeAlias

from core.kernel.errors import Damaged, HeraldError

File: TypeAlias = str | os.PathLike[str]
"""Where a store lies. Text will do: to import pathlib takes a thirtieth of the time of a move."""

# Every `why` of a StoreError, with its terms besides `file`: the word files have a sentence for each.
REASONS: dict[str, tuple[str, ...]] = {
    "not_ours": (),  # a file of another program, or no database at all
    "newer": ("found", "expected"),  # written by a later Herald
    "no_folder": (),  # the folder of the file does not exist
    "no_file": (),  # nothing there, and nothing was to be created
    "is_folder": (),  # a folder where a file should be
    "no_access": (),  # the system does not let us open it
    "read_only": (),  # the file or its folder cannot be written
    "disk_full": (),
    "disk_failed": (),  # the system could not read or write; also a quota or a size limit
    "locked": (),  # somebody else kept the write lock for longer than we wait
    "file_unwritable": ("detail",),  # what was to be written beside the database
    "gone": (),  # moved, deleted or replaced while it was open
    "other_names": (),  # hard links lead to it, too
    "no_wal": (),  # a file system that cannot share the file between processes safely
    "old_sqlite": ("found", "expected"),  # the SQLite of this Python lacks what the tables need
    "answers_missing": ("match", "names", "row", "last"),  # of rows that are to be taken back
    "failed": ("detail",),  # anything else that SQLite says
}


class StoreError(HeraldError):
    """The store cannot do what was asked, and nothing was written: `why` is a key of `REASONS`."""

    code = "failure"

    def __init__(self, why: str, path: File, **terms: object) -> None:
        super().__init__(why, file=str(path), **terms)

    def elsewhere(self) -> HeraldError:
        """That it failed, and how: what is said of files, and by the system, is for whoever runs this machine."""
        return HeraldError("failed_there", reason=self.why)


# SQLite's result codes: an extended code is looked up first, then its last byte.
_WHY = {
    sqlite3.SQLITE_READONLY_DBMOVED: "gone",
    sqlite3.SQLITE_PERM: "read_only",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_IOERR: "disk_failed",
    sqlite3.SQLITE_FULL: "disk_full",
}
_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT}


def translate(error: sqlite3.Error, path: File, row: int = 0, *, create: bool = False) -> HeraldError:
    """The error of this program for one of SQLite's; `row` is the row that was being read, 0 if none was."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        if "Could not decode" in str(error):  # Python's own: text that is no UTF-8
            return Damaged("undecodable", row=row, part="text")
        return StoreError("failed", path, detail=str(error))
    if code & 0xFF in _DAMAGE or str(error).startswith("no such table"):  # the file is ours: it had that table
        return Damaged("file_damaged", row=row, part="file", found=str(error))
    if code & 0xFF == sqlite3.SQLITE_CANTOPEN:
        return cannot_open(path, create=create)
    why = _WHY.get(code) or _WHY.get(code & 0xFF)
    return StoreError(why, path) if why else StoreError("failed", path, detail=str(error))


def cannot_open(path: File, *, create: bool = False) -> StoreError:
    """SQLite only says that it cannot: look why. `create`: the file was to be made."""
    return StoreError(_obstacle(path, create=create), path)


def _obstacle(path: File, *, create: bool) -> str:
    from pathlib import Path  # only where something is wrong

    file = Path(path)
    try:
        if file.is_dir():
            return "is_folder"
        if not file.parent.is_dir():
            return "no_folder"
        if not file.exists():
            return "read_only" if create else "no_file"
    except OSError:
        return "no_access"
    return "read_only" if may(path, os.R_OK) else "no_access"


def may(path: File, what: int) -> bool:
    """Ask the system, without opening: to close a file would end the locks that SQLite holds on it in this process."""
    return os.access(path, what, effective_ids=os.access in os.supports_effective_ids)


class Guard:
    """`with guard:` lets no error of SQLite out as it is. A mistake in the use of `sqlite3` itself stays visible."""

    __slots__ = ("create", "path", "row")

    def __init__(self, path: File, *, create: bool = False) -> None:
        self.path = path
        self.create = create  # was the file to be made?
        self.row = 0  # the row being read, for the report of a damage

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:
            self.told(error)

    def told(self, error: BaseException) -> None:
        """Raise our own error for one of SQLite's."""
        if isinstance(error, sqlite3.Error) and not isinstance(error, sqlite3.ProgrammingError):
            raise translate(error, self.path, self.row, create=self.create) from error
        if isinstance(error, UnicodeDecodeError):  # SQLite quotes a damaged file in its message
            raise Damaged("file_damaged", row=self.row, part="file") from error
