"""Texts that somebody hands in (editions, scenarios, keys): read whole, but never more than such a file can have."""

import sys

from core.kernel.errors import Usage
from core.kernel.setup.resources import LONGEST

PIPE = "-"


def read_text(file: str, *, pipe: bool = False) -> str:
    """The text of a file; `pipe`: of stdin, where it is called `-`."""
    try:
        if pipe and file == PIPE:
            data = sys.stdin.buffer.read(LONGEST + 1)
        else:
            with open(file, "rb") as stream:  # noqa: PTH123 - pathlib costs 3 ms
                data = stream.read(LONGEST + 1)
        if len(data) <= LONGEST:
            return data.decode().replace("\r\n", "\n")
    except (OSError, ValueError) as problem:  # a name that no system can have, or no text
        raise not_read(file, problem) from problem
    raise Usage("file_too_large", file=file, expected=LONGEST)


def not_read(file: str, problem: Exception) -> Usage:
    """Return what is said of a file that could not be opened; an address is none."""
    if "://" in file:
        return Usage("file_is_address", word=file)
    return Usage("file_unreadable", file=file, detail=getattr(problem, "strerror", None) or str(problem))
