"""The file in which a player keeps a nonce, and the head of the match as it was when they joined.

    9a41...                                  the nonce
    sable-griffin-421 3 17dae0...            match, row, digest of that row

The second line is what makes the first one safe to open: a host who wrote the beginning anew, over another seed, would
have another digest there.
"""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from cli.person.folders import persons_folder
from cli.person.private import private_folder, read_text, write_new
from core.kernel.errors import Damaged, Usage
from core.kernel.log.joining import well_formed
from core.kernel.log.log import Seen
from store.files import refuse_database

if TYPE_CHECKING:
    from cli.terminal.terminal import Terminal


class NonceFile:
    """The nonce of a seat, kept until it is opened."""

    def __init__(self, here: "Terminal", match: str, seat: int, chosen: str | None) -> None:
        self.path = Path(chosen or _folder() / f"{match}-{seat}.nonce")
        refuse_database(self.path, here.db)

    def nonce(self, log: Seen, *, new: bool) -> str:
        """The nonce that lies there, in the match that it was made for; else a `new` one, if there may be one.

        `log`: the match as it is now. Where it is another one than the player joined, nothing is handed over.
        """
        kept = read_text(self.path)
        if kept is not None:
            nonce, *heads = kept.splitlines() or [""]
            if not well_formed(nonce):
                raise Usage("nonce_unreadable", file=str(self.path))
            for head in heads:
                _check(log, head.split())
            return nonce
        if not new:
            raise Usage("nonce_lost", file=str(self.path))
        nonce = os.urandom(32).hex()
        if self.path.parent == _folder():
            private_folder(self.path.parent)
        write_new(self.path, f"{nonce}\n{log.match} {log.head} {log.digest}")
        return nonce


def _check(log: Seen, head: list[str]) -> None:
    """The match still begins as it did when the player joined it."""
    match head:
        case [match, row, digest] if match == log.match and row.isdecimal() and len(row) < 10:  # noqa: PLR2004
            found = log.rows[int(row) - 1].digest if 0 < int(row) <= log.head else ""
            if found != digest:
                raise Damaged("begun_anew", int(row), "digest", digest, found)
        case _:  # of another match, or a remark
            return


def _folder() -> Path:
    return Path(persons_folder()) / "nonces"
