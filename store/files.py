"""Files that are there in full or not at all, whatever ends the program meanwhile: written beside their place, on disk
before they bear their name, and readable by nobody who should not, from their first byte on.
"""

import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from errno import ESTALE
from pathlib import Path
from typing import BinaryIO

import msgspec

from core.kernel.errors import Usage
from store.errors import StoreError
from store.leftovers import BESIDE, new_part, remove, same

OWNER, EVERYBODY = 0o600, 0o666  # the system's umask still takes from these


class Part(msgspec.Struct, frozen=True):
    """A file that does not bear its name yet: where it lies, and open for writing."""

    path: Path
    file: BinaryIO


@contextmanager
def beside(path: Path, *, secret: bool, replace: bool = False, instead: str = "") -> Generator[Part]:
    """Where to write what shall be called `path`; it is put there if nothing fails, and over nothing unless `replace`.

    `secret`: for its owner alone. What is replaced keeps who may read it, but for a secret.
    `instead`: the option that would replace what is there, for the error.
    """
    if path.is_dir():
        raise StoreError("is_folder", path)
    taken = Usage("file_exists", file=str(path), option=instead)
    if os.path.lexists(path) and not replace:
        raise taken
    target = Path(os.path.realpath(path))  # a link goes on leading there
    part, number = new_part(target.parent, OWNER if secret else EVERYBODY)
    try:
        with open(number, "wb") as file:  # an open file, not a path
            if replace:
                _keep_mode(target, number, OWNER if secret else 0o777)
            yield Part(part, file)
            file.flush()
            os.fsync(number)
            if not same(part, number):
                raise OSError(ESTALE, os.strerror(ESTALE))
            if replace:
                part.replace(target)
            else:
                _name(part, target, taken)
            _folder_to_disk(target.parent)
    finally:
        remove(part)


def refuse_database(path: Path, db: str) -> None:
    """Nothing else goes where a database lies, or where SQLite looks for what belongs to it, by whatever name."""
    for end in ("", *BESIDE):
        own = os.path.realpath(db) + end
        if os.path.realpath(path) == own or _one_file(path, own):
            raise Usage("is_database", file=str(path))


def _one_file(path: Path, own: str) -> bool:
    """Two names of one file: a hard link."""
    try:
        return path.samefile(own)
    except OSError:
        return False


def _keep_mode(target: Path, number: int, most: int) -> None:
    with suppress(FileNotFoundError):
        os.fchmod(number, target.stat().st_mode & most)


def _name(part: Path, target: Path, taken: Usage) -> None:
    """Give it its name, unless somebody else was faster to take it."""
    try:
        os.link(part, target)
    except FileExistsError:
        raise taken from None
    except OSError:  # a file system without second names
        part.replace(target)


def _folder_to_disk(folder: Path) -> None:
    """Also the name is on disk, where the system can be asked for that."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
