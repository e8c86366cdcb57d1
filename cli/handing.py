"""New keys are in the hands of those whom they are for before any row makes them open something.

So no interruption, at whatever moment, loses a key of a match that is there. What may be left over is a key that opens
nothing: that is said, and its file goes.
"""

import os
import sys
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING

from cli.private import read_text, write_new
from cli.system import cause
from core.kernel.errors import HeraldError, Stale
from store.acts import Handing, Written
from store.files import refuse_database

if TYPE_CHECKING:
    from cli.terminal import Terminal

VOID, UNSURE = "keys_void", "keys_unsure"


def made(names: Iterable[str]) -> dict[str, str]:
    """New keys that nobody can guess, by whom they are for. They are known here and nowhere else."""
    return {name: os.urandom(16).hex() for name in names}


def digests(match: str, keys: Mapping[str, str]) -> dict[str, str]:
    """What the desk is told of them: enough to see whether one opens."""
    from core.kernel.log.keys import key_digest  # most matches have no keys

    return {name: key_digest(match, name, key) for name, key in keys.items()}


@contextmanager
def shown(here: "Terminal", show: Callable[[Written], None]) -> Generator[Handing]:
    """`show` writes them to stdout, once. As JSON that is the whole document, which then cannot be taken back: who is
    overtaken after it is told so, and does not try again.
    """
    known: Written | None = None

    def hand(outcome: Written) -> None:
        nonlocal known
        if known is None:
            _refuse_nowhere()
            known = outcome
            show(outcome)
            _to_disk()
        elif here.is_json:
            raise Stale(outcome.log.match, known.first - 1, outcome.first - 1)

    try:
        yield hand
    except BaseException as error:
        if known is not None:
            _remark(error, here.arrived())
        raise


@contextmanager
def in_file(here: "Terminal", path: Path, key: str) -> Generator[Handing]:
    """In a new file that only its owner can read."""
    refuse_database(path, here.db)
    handed = False

    def hand(_outcome: Written) -> None:
        nonlocal handed
        if not handed:
            handed = True
            write_new(path, key)

    try:
        yield hand
    except BaseException as error:
        if handed:
            came = here.arrived()
            if came is False and _holds(path, key):
                path.unlink()
            elif came is None:
                _remark(error, came)
        raise


def _remark(error: BaseException, came: bool | None) -> None:
    """What is said besides the error: see `cli.errors`."""
    if not came:
        error.add_note(VOID if came is False else UNSURE)


def _holds(path: Path, key: str) -> bool:
    """Is it our file? Where it could not be written, there may be another one of this name."""
    try:
        return path.is_file() and read_text(path) == key
    except HeraldError:
        return False


def _refuse_nowhere() -> None:
    """`>&-`: what is shown there, nobody sees."""
    if sys.stdout is None:
        raise HeraldError("nowhere_to_show")


def _to_disk() -> None:
    """Where stdout is a file, it has what was written to it."""
    try:
        number = sys.stdout.fileno()
        if S_ISREG(os.fstat(number).st_mode):
            os.fsync(number)
    except ValueError:  # no file of the system
        return
    except OSError as problem:
        raise HeraldError("output_failed", detail=cause(problem)) from problem
