"""What one address may take of the host: so many beginnings an hour, so many listeners."""

import time
from collections import defaultdict, deque
from collections.abc import Generator
from contextlib import contextmanager

from core.kernel.errors import NotAllowed

HOUR = 3600.0
ADDRESSES = 10_000
"""Of so many addresses it is known what they did."""


class Limits:
    """By address; behind a proxy that of the proxy's visitor."""

    def __init__(self, *, beginnings: int, listeners: int) -> None:
        self._most_beginnings = beginnings
        self._most_listeners = listeners
        self._begun: defaultdict[str, deque[float]] = defaultdict(deque)
        self._listening: defaultdict[str, int] = defaultdict(int)

    def begins(self, address: str) -> None:
        """Somebody there begins a match."""
        now = time.monotonic()
        begun = self._begun[address]
        while begun and begun[0] <= now - HOUR:
            begun.popleft()
        if len(begun) >= self._most_beginnings:
            raise NotAllowed("too_many", seconds=int(begun[0] + HOUR - now) + 1)
        begun.append(now)
        if len(self._begun) > ADDRESSES:
            del self._begun[next(iter(self._begun))]

    def admits(self, address: str) -> None:
        """May somebody more there wait for news?"""
        if self._listening.get(address, 0) >= self._most_listeners:
            raise NotAllowed("too_many", seconds=60)

    @contextmanager
    def listening(self, address: str) -> Generator[None]:
        """Somebody there waits for news."""
        self._listening[address] += 1
        try:
            yield
        finally:
            self._listening[address] -= 1
            if not self._listening[address]:
                del self._listening[address]
