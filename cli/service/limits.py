"""What one address may take of the host: so many beginnings an hour, so many listeners."""

import time
from collections import defaultdict, deque
from collections.abc import Callable, Generator
from contextlib import contextmanager

from core.kernel.errors import NotAllowed

HOUR = 3600.0
ADDRESSES = 10_000
"""Of so many addresses it is known what they did."""

ALL_LISTENERS = 2_000
"""Listeners of all addresses together."""

ASKED = 10
"""So many times may be asked for a beginning, for each that one may make: what is refused, or known, is work, too."""


class Hour:
    """What each address did in the last hour: so many times at most."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._done: defaultdict[str, deque[float]] = defaultdict(deque)

    def counts(self, address: str) -> Callable[[], None]:
        """Once more; what is given back says that it was nothing after all."""
        now = time.monotonic()
        done = self._done[address]
        while done and done[0] <= now - HOUR:
            done.popleft()
        if len(done) >= self._most:
            raise NotAllowed("too_many", seconds=int(done[0] + HOUR - now) + 1)
        done.append(now)
        if len(self._done) > ADDRESSES:
            del self._done[next(iter(self._done))]
        return lambda: done.remove(now)


class Limits:
    """By address; behind a proxy that of the proxy's visitor."""

    def __init__(self, *, beginnings: int, listeners: int) -> None:
        self._most_listeners = listeners
        self._begun = Hour(beginnings)
        self._asked = Hour(beginnings * ASKED)
        self._listening: defaultdict[str, int] = defaultdict(int)

    def asks(self, address: str) -> None:
        """Somebody there asks for a beginning."""
        self._asked.counts(address)

    @contextmanager
    def beginning(self, address: str) -> Generator[Callable[[], None]]:
        """Somebody there begins a match. It counts while that is tried, and afterwards if it is said that one began."""
        gives_back, began = self._begun.counts(address), list[bool]()
        try:
            yield lambda: began.append(True)
        finally:
            if not began:
                gives_back()

    @contextmanager
    def listening(self, address: str) -> Generator[None]:
        """Count a listener from now on, or refuse one too many of this address or of all."""
        if self._listening.get(address, 0) >= self._most_listeners or sum(self._listening.values()) >= ALL_LISTENERS:
            raise NotAllowed("too_many", seconds=60)
        self._listening[address] += 1
        try:
            yield
        finally:
            self._listening[address] -= 1
            if not self._listening[address]:
                del self._listening[address]
