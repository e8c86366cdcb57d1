"""What is done where a database lies, and not at a service of it: the command to run there."""

from collections.abc import Iterator, Sequence
from shlex import join

from core.kernel.errors import Usage

FILE = "FILE"
"""Where the database lies there, nobody here can know."""


def only_at_host(url: str, typed: Sequence[str]) -> Usage:
    """`typed`: all that stands behind `herald`; there the database is a file."""
    return Usage("only_at_host", word=url, command=f"HERALD_DB={FILE} herald {join(_at_file(url, typed))}")


def _at_file(url: str, typed: Sequence[str]) -> Iterator[str]:
    words = iter(typed)
    for word in words:
        if word == "--db":
            next(words, "")
        elif not word.startswith("--db="):
            yield word.replace(url, FILE)
