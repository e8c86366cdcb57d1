"""What lies at home of one host. A copy that begins anew lies in another file beside: nothing is ever written over."""

import os
from collections.abc import Callable
from contextlib import suppress

from store.matches import Matches
from store.remote.heard import Hearing
from store.sqlite.adapter import open_store


class Copies:
    """The copies of one host: the newest is the one that is read."""

    def __init__(self, place: str, now: Callable[[], int], entropy: Callable[[int], bytes]) -> None:
        """`place`: how their names begin."""
        self._place = place
        self._how = now, entropy
        self.hearing = Hearing(f"{place}.heard.json")
        self.home = self._opened(self._newest()[0])

    def begin_anew(self, match: str, begins: Callable[[Matches], None]) -> None:
        """All that is here but one match, which begins otherwise: in a copy of its own, once that is whole."""
        path, number = self._newest()
        part = f"{path}.{os.getpid()}.part"
        _remove(part)
        try:
            fresh = self._opened(part)
            for other in self.home.everything():
                if other != match:
                    _copy(self.home, fresh, other)
            begins(fresh)
            fresh.store.close()
            os.link(part, f"{self._place}.{number + 1}.db")
        finally:
            _remove(part)
        self.hearing.forget(match)
        self.home.store.close()
        self.home = self._opened(self._newest()[0])

    def _opened(self, path: str) -> Matches:
        return Matches(open_store(path, create=True), *self._how)

    def _newest(self) -> tuple[str, int]:
        path, number = f"{self._place}.db", 1
        while os.path.exists(further := f"{self._place}.{number + 1}.db"):
            path, number = further, number + 1
        return path, number


def _remove(part: str) -> None:
    for end in ("", "-wal", "-shm", "-journal"):
        with suppress(FileNotFoundError):
            os.unlink(f"{part}{end}")


def _copy(home: Matches, fresh: Matches, match: str) -> None:
    """With what only this person has of it: a what-if match is played here."""
    rows = home.store.read(match)
    if rows:
        secrets = home.store.secrets(match)
        summary = next(one for one in home.store.summaries(prefix=match) if one.match == match)
        client = "" if secrets is None else home.log(match).bodies[-1].client
        fresh.store.append(match, 0, client, rows, summary, secrets)
