"""New keys are on the disk of those whom they are for before the desk is told what opens by them.

So no interruption, at whatever moment, loses a key of a match that is there. What came to nothing goes again.
"""

import os
import sys
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING

from cli.person.private import read_text, write_new
from core.kernel.errors import HeraldError
from replays.files.system import cause
from store.files import refuse_database

if TYPE_CHECKING:
    from cli.terminal.terminal import Terminal

IN_RING, UNSURE = "keys_in_ring", "keys_unsure"


def made(names: Iterable[str]) -> dict[str, str]:
    """New keys that nobody can guess, by whom they are for. They are known here and nowhere else."""
    return {name: os.urandom(16).hex() for name in names}


def digests(match: str, keys: Mapping[str, str]) -> dict[str, str]:
    """What the desk is told of them: enough to see whether one opens."""
    from core.kernel.log.keys import key_digest  # most matches have no keys

    return {name: key_digest(match, name, key) for name, key in keys.items()}


@contextmanager
def in_ring(here: "Terminal", match: str, keys: Mapping[str, str], *, shown: bool = True) -> Generator[set[str]]:
    """In the person's key ring, until they have been shown: all that is done with them is done inside.

    What is yielded takes the names whose keys are this person's own, and stay there.
    """
    stay = set[str]()
    if not keys:
        yield stay
        return
    if shown and sys.stdout is None:  # `>&-`: what is shown there, nobody sees
        raise HeraldError("nowhere_to_show")
    from cli.person.keyring import Key

    ring, mine = here.keyring, [Key(match, name, key, here.keyring.at) for name, key in keys.items()]
    try:
        ring.keep(mine)
        yield stay
        if shown:
            _to_disk()
    except BaseException as error:
        came = here.arrived()
        if came is False:
            ring.forget(mine)
        else:
            error.add_note(IN_RING)
        _doubt(error, came)
        raise
    ring.replace([key for key in mine if key.seat in stay], gone=[key for key in mine if key.seat not in stay])


@contextmanager
def in_file(here: "Terminal", path: Path, key: str) -> Generator[None]:
    """In a new file that only its owner can read."""
    refuse_database(path, here.db)
    try:
        write_new(path, key)
        yield
    except BaseException as error:
        came = here.arrived()
        if came is False and _holds(path, key):
            path.unlink()
        _doubt(error, came)
        raise


def _doubt(error: BaseException, came: bool | None) -> None:
    """Once: a key may lie in the ring and in a file."""
    if came is None and UNSURE not in getattr(error, "__notes__", ()):
        error.add_note(UNSURE)


def _holds(path: Path, key: str) -> bool:
    """Is it our file? Where it could not be written, there may be another one of this name."""
    try:
        return path.is_file() and read_text(path) == key
    except HeraldError:
        return False


def _to_disk() -> None:
    """Where stdout is a file, it has what was written to it."""
    try:
        sys.stdout.flush()
        number = sys.stdout.fileno()
        if S_ISREG(os.fstat(number).st_mode):
            os.fsync(number)
    except ValueError:  # no file of the system
        return
    except BrokenPipeError:
        raise
    except OSError as problem:
        raise HeraldError("output_failed", detail=cause(problem)) from problem
