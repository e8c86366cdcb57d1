"""What is only there while somebody writes bears a name that nobody can guess, and a lock.

A program that is killed loses its lock: so the next one sees that what it left is nobody's any more, and removes it.
What is somebody else's, or in use, or called otherwise, is never touched.
"""

import os
import re
import shutil
import stat
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from tempfile import gettempdir

PART = re.compile(r"\.herald-[0-9a-f]{16}\.part")
SHELF = re.compile(r"herald-shelf-[0-9a-f]{16}")
BESIDE = ("-journal", "-wal", "-shm")  # what SQLite puts beside a database
ONLY = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


def new_part(folder: Path, mode: int) -> tuple[Path, int]:
    """A new file for what is being written, held open and locked; `mode`: who may read it, from its first byte on."""
    sweep(folder, PART)
    while True:
        path = folder / f".herald-{token_hex(8)}.part"
        with suppress(FileExistsError):
            number = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | ONLY, mode)
            if _held(path, number):
                return path, number


@contextmanager
def shelf() -> Generator[Path]:
    """A new folder for a copy, among the temporary files of this system; nobody else can look into it."""
    among = Path(gettempdir())
    sweep(among, SHELF)
    while True:
        path = among / f"herald-shelf-{token_hex(8)}"
        path.mkdir(mode=0o700)
        number = os.open(path, os.O_RDONLY | ONLY)
        if _held(path, number):
            break
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)
        os.close(number)


def remove(part: Path) -> None:
    """A part, after what SQLite may have put beside it."""
    for end in (*BESIDE, ""):
        with suppress(OSError):
            os.unlink(f"{part}{end}")


def same(path: Path, number: int) -> bool:
    """Is the open file still what bears this name? Where others may change the folder, it may have been replaced."""
    try:
        found, held = path.lstat(), os.fstat(number)
    except OSError:
        return False
    return (found.st_dev, found.st_ino) == (held.st_dev, held.st_ino)


def sweep(folder: Path, called: re.Pattern[str]) -> None:
    """Remove what killed programs of this user left here under such names."""
    with suppress(OSError):
        for entry in os.listdir(folder):
            if called.fullmatch(entry):
                _remove_nobodys(folder / entry)


def _remove_nobodys(path: Path) -> None:
    with suppress(OSError):
        number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | ONLY)
        try:
            found = os.fstat(number)
            if _mine(found) and _locked(number, wait=False) and same(path, number):
                removing: Callable[[Path], object] = shutil.rmtree if stat.S_ISDIR(found.st_mode) else remove
                removing(path)
        finally:
            os.close(number)


def _held(path: Path, number: int) -> bool:
    """Take the lock; False if somebody who sweeps was faster, and took it for nobody's."""
    with suppress(OSError):  # a file system without locks, where nobody sweeps either
        _locked(number, wait=True)
    if same(path, number):
        return True
    os.close(number)
    return False


if sys.platform == "win32":

    def _mine(_found: os.stat_result) -> bool:
        """Nothing is swept there."""
        return False

    def _locked(_number: int, *, wait: bool) -> bool:  # noqa: ARG001 - there are no such locks
        return True

else:
    from fcntl import LOCK_EX, LOCK_NB, flock

    def _mine(found: os.stat_result) -> bool:
        return found.st_uid == os.geteuid()

    def _locked(number: int, *, wait: bool) -> bool:
        """Is the lock ours? It goes with the open file, also where the program is killed."""
        try:
            flock(number, LOCK_EX | (0 if wait else LOCK_NB))
        except BlockingIOError:
            return False
        return True
