"""A store that lies where nothing can be written: a mounted archive, somebody else's folder.

SQLite cannot even read a write-ahead log there, because it keeps an index of it beside the file. So a copy of the file
is read, made at one moment, together with what a writer that was killed may have left in the log.
"""

from pathlib import Path
from shutil import copyfile
from time import sleep

from store.errors import StoreError

TRIES = 20  # how often a copy is made anew, because somebody wrote meanwhile


def copied(path: Path, copy: Path) -> None:
    """Copy the file and its write-ahead log as they were at one moment."""
    for _ in range(TRIES):
        if _copied(path, copy):
            return
        sleep(0.01)
    raise StoreError("locked", path)


def _copied(path: Path, copy: Path) -> bool:
    log, copied_log = (Path(f"{each}-wal") for each in (path, copy))
    copied_log.unlink(missing_ok=True)
    before = _mark(path), _mark(log)
    _private(copy)
    copyfile(path, copy)
    if before[1] is not None:
        _private(copied_log)
        copyfile(log, copied_log)
    return (_mark(path), _mark(log)) == before


def _private(copy: Path) -> None:
    """Nobody else reads it, from its first byte on."""
    copy.touch(mode=0o600)


def _mark(path: Path) -> tuple[int, int] | None:
    """By what one sees that a file has changed; None for one that is not there."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_size, found.st_mtime_ns
