"""Files that are there in full or not at all, whatever ends the program meanwhile: written beside their place, on disk
before they bear their name. A program that is killed leaves at most `.herald-NUMBER` behind, which nobody reads.
"""

import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from core.kernel.errors import Usage


@contextmanager
def beside(path: Path, *, replace: bool = False, instead: str = "") -> Generator[Path]:
    """Where to write what shall be called `path`; it is put there if nothing fails, and over nothing unless `replace`.

    `instead`: the option that would replace what is there, for the error.
    """
    if path.exists() and not replace:
        raise Usage("file_exists", file=str(path), option=instead)
    target = Path(os.path.realpath(path))  # a link goes on leading there
    part = target.with_name(f".herald-{os.getpid()}")
    with suppress(OSError):
        part.unlink()  # of somebody who was killed, and had our number
    try:
        yield part
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        if replace:
            part.replace(target)
        else:
            _name(part, target, Usage("file_exists", file=str(path), option=instead))
    finally:
        with suppress(OSError):
            part.unlink()


def _name(part: Path, target: Path, taken: Usage) -> None:
    """Give it its name, unless somebody else was faster to take it."""
    try:
        os.link(part, target)
    except FileExistsError:
        raise taken from None
    except OSError:  # a file system without second names
        part.replace(target)
