"""What this person used and looked at, in a file of their own: two people at one database do not move each other's `@`.

Nothing depends on it: a damaged file is begun anew. What must not get lost, the keys, lies beside it (`keyring.py`).
"""

import os
import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager, suppress
from typing import Protocol

import msgspec

from cli.person.folders import make_folder, persons_folder
from core.kernel.decoding import decode

LOOKED = 500
"""Of so many matches it is known up to where this person has seen them: those that they looked at last."""


class OfStore(msgspec.Struct, omit_defaults=True):
    """What the person did at one store."""

    last: str | None = None  # the match last used: `@`
    looked: dict[str, dict[str, int]] = {}  # match -> seat ("" for the public) -> the last row that was shown
    hidden: list[str] = []  # matches that are left out of lists


class Kept(msgspec.Struct, omit_defaults=True):
    """All of the file."""

    stores: dict[str, OfStore] = {}  # by absolute path, or address
    legends: list[str] = []  # the games whose legend was shown


class Tell(Protocol):
    """Says a sentence of the word files beside the result."""

    def __call__(self, key: str, **terms: object) -> None: ...


class Person:
    """A person at one store. `tell` says, once, what is wrong with the file."""

    def __init__(self, store: str, tell: Tell) -> None:
        self.store = store if "://" in store else os.path.realpath(store)
        self.path = os.path.join(persons_folder(), "person.json")
        self._tell = tell
        self._told: set[str] = set()
        self._kept = self._read()

    # --- the match last used ----------------------------------------------------------------------------------------

    @property
    def last(self) -> str | None:
        """The match that `@` means."""
        return self._here(self._kept).last

    def used(self, match: str) -> None:
        """From now on `@` means this match."""
        if self.last != match:
            self._change(lambda kept: setattr(self._here(kept), "last", match))

    # --- what was seen ----------------------------------------------------------------------------------------------

    def looked(self, match: str, seat: str | None) -> int:
        """The last row that was shown as this seat (None: as the public); 0 before the first look."""
        return self._here(self._kept).looked.get(match, {}).get(seat or "", 0)

    def looks(self, match: str, seat: str | None, row: int) -> None:
        """All rows up to this one have been shown."""
        if self.looked(match, seat) == row:
            return

        def change(kept: Kept) -> None:
            looked = self._here(kept).looked
            looked[match] = {**looked.pop(match, {}), seat or "": row}  # put at the end: the oldest go first
            for old in list(looked)[:-LOOKED]:
                del looked[old]

        self._change(change)

    def knows_legend(self, game: str) -> bool:
        """Was the legend of this game shown before?"""
        return game in self._kept.legends

    def learns_legend(self, game: str) -> None:
        """It has been shown now."""
        if not self.knows_legend(game):
            self._change(lambda kept: kept.legends.append(game))

    # --- what is left out of lists ----------------------------------------------------------------------------------

    @property
    def hidden(self) -> frozenset[str]:
        """The matches that this person does not want to see in lists."""
        return frozenset(self._here(self._kept).hidden)

    def hide(self, matches: Iterable[str]) -> None:
        """These are left out from now on."""
        self._change(lambda kept: self._set_hidden(kept, {*self._here(kept).hidden, *matches}))

    def unhide(self, matches: Iterable[str]) -> None:
        """These are listed again."""
        self._change(lambda kept: self._set_hidden(kept, {*self._here(kept).hidden} - {*matches}))

    def _set_hidden(self, kept: Kept, matches: Iterable[str]) -> None:
        self._here(kept).hidden = sorted(matches)

    # --- the file ---------------------------------------------------------------------------------------------------

    def _here(self, kept: Kept) -> OfStore:
        return kept.stores.setdefault(self.store, OfStore())

    def _read(self) -> Kept:
        try:
            with open(self.path, "rb") as file:
                return decode(file.read(), Kept)
        except (FileNotFoundError, NotADirectoryError):
            return Kept()
        except (OSError, ValueError) as problem:
            self._once("person_damaged", problem)
            return Kept()

    def _change(self, change: Callable[[Kept], None]) -> None:
        """On top of what other processes have written meanwhile. Where nothing can be kept, the command goes on."""
        try:
            with locked(self.path):
                self._kept = self._read()
                change(self._kept)
                put(self.path, msgspec.json.encode(self._kept))
        except OSError as problem:
            self._once("person_unwritable", problem)

    def _once(self, what: str, problem: Exception) -> None:
        if what not in self._told:
            self._told.add(what)
            from replays.files.system import cause

            self._tell(what, file=self.path, detail=cause(problem))


@contextmanager
def locked(path: str) -> Generator[None]:
    """One process after the other writes this file; its folder is made if it is not there."""
    make_folder(os.path.dirname(path))
    number = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
    try:
        _lock(number)
        yield
    finally:
        os.close(number)


def put(path: str, data: bytes) -> None:
    """All of the file or none of it, for its owner alone. Under its lock, so the name of the part is nobody else's."""
    target = os.path.realpath(path)  # a link goes on leading there
    part = f"{target}.part"
    with suppress(FileNotFoundError):
        os.unlink(part)  # of a program that was killed
    with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)
    os.replace(part, target)


if sys.platform == "win32":

    def _lock(_number: int) -> None:
        """There are no such locks."""

else:
    from fcntl import LOCK_EX, flock

    def _lock(number: int) -> None:
        with suppress(OSError):  # a file system without locks
            flock(number, LOCK_EX)
