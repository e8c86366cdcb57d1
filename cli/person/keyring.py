"""The keys that a person holds, in one file that nobody else can read: `keys.json` in their folder.

What is kept there is on the disk before anything depends on it. A file that cannot be read is never written over.
"""

import os
from collections.abc import Callable, Iterable
from functools import cached_property

import msgspec

from cli.person.folders import persons_folder
from core.kernel.decoding import decode
from core.kernel.errors import HeraldError
from replays.files.system import cause


class Key(msgspec.Struct, frozen=True, omit_defaults=True):
    """A key of a seat, or of the arbiter (`core.kernel.log.keys.ARBITER`); a spectator's token has no seat."""

    match: str
    seat: str
    key: str
    at: str = ""  # the address of the service that keeps the match; none for a file of this machine
    invitation: str = ""  # in whose place it came: the client id under which it was sent
    pending: bool = False  # whether it came there is not known yet


class _Ring(msgspec.Struct):
    keys: tuple[Key, ...] = ()


class Keyring:
    """The person's own. There may be several keys of one seat, the newest first: digests say which one opens.

    A key for a match at a service is shown to that service alone: another one could show a match of the same id, with
    the same digests, and would learn it. Files may move, and are all one place.
    """

    def __init__(self, at: str = "") -> None:
        self.at = at
        self.path = os.path.join(persons_folder(), "keys.json")

    @cached_property
    def keys(self) -> tuple[Key, ...]:
        """All of them, the newest first."""
        return self._read()

    def of(self, match: str) -> tuple[Key, ...]:
        """Those of a match in this place, the newest first."""
        return tuple(key for key in self.keys if (key.match, key.at) == (match, self.at))

    def keep(self, new: Iterable[Key]) -> None:
        """These, too; when this returns, they are on the disk."""
        self._write(tuple(dict.fromkeys(new)), lambda _: True)

    def replace(self, new: Iterable[Key], gone: Iterable[Key] = ()) -> None:
        """They alone open their seats from now on; what is `gone` is needed no more."""
        found, old = tuple(new), frozenset(gone)
        seats = {(key.match, key.seat, key.at) for key in found}
        self._write(found, lambda key: key not in old and (key.match, key.seat, key.at) not in seats)

    def instead(self, invited: Key, invitation: str, make: Callable[[], str]) -> Key:
        """The key that comes in the place of an invitation's: however often it is asked for, the same one."""
        new = msgspec.structs.replace(invited, key=make(), invitation=invitation, pending=True)

        def found(before: tuple[Key, ...]) -> Key | None:
            place = (new.match, new.seat, new.at, invitation)
            return next((key for key in before if (key.match, key.seat, key.at, key.invitation) == place), None)

        self._change(lambda before: before if found(before) else (new, *before))
        return found(self.keys) or new

    def forget(self, old: Iterable[Key]) -> None:
        """These no longer."""
        gone = frozenset(old)
        self._write((), lambda key: key not in gone)

    def _read(self) -> tuple[Key, ...]:
        try:
            with open(self.path, "rb") as file:
                return decode(file.read(), _Ring).keys
        except FileNotFoundError:
            return ()
        except (OSError, ValueError) as problem:
            raise HeraldError("ring_unreadable", file=self.path, detail=cause(problem)) from problem

    def _write(self, new: tuple[Key, ...], stays: Callable[[Key], bool]) -> None:
        self._change(lambda before: (*new, *(key for key in before if stays(key) and key not in new)))

    def _change(self, change: Callable[[tuple[Key, ...]], tuple[Key, ...]]) -> None:
        """On top of what another process has kept meanwhile; where nothing changes, nothing is written."""
        from pathlib import Path  # seldom: most commands only read, or not even that

        from cli.person.memory import locked
        from cli.person.private import write_anew

        path = os.path.realpath(self.path)  # a link goes on leading there
        with locked(path):
            before = self._read()
            self.keys = change(before)
            if self.keys == before:
                return
            write_anew(Path(path), msgspec.json.format(msgspec.json.encode(_Ring(self.keys)), indent=1))


class Held:
    """The keys of a ring, as the desk of a service asks for them."""

    def __init__(self, ring: Keyring) -> None:
        self._ring = ring

    def of(self, match: str) -> list[tuple[str, str]]:
        return [(key.seat, key.key) for key in self._ring.of(match)]

    def matches(self) -> list[str]:
        return list(dict.fromkeys(key.match for key in self._ring.keys if key.at == self._ring.at))
