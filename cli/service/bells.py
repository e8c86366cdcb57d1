"""Who waits for news of which match.

A bell says that rows came in, and nothing of them: they are asked for at the door.
"""

import asyncio
from collections import defaultdict
from collections.abc import Generator
from contextlib import contextmanager

from cli.service.office import Office

EVERY = 0.2
"""So many seconds pass until what another process wrote is noticed."""

AT_ONCE = 1000
"""Rows that are looked at in one go."""


class Bells:
    """The bells of all listeners."""

    def __init__(self, office: Office) -> None:
        self._office = office
        self._heads: dict[str, int] = {}
        self._bells: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self.closing = False

    def __len__(self) -> int:
        return sum(map(len, self._bells.values()))

    async def watch(self) -> None:
        """Look for rows of other processes."""
        position = await self._office.ask("", lambda desk: desk.position())
        while True:
            await asyncio.sleep(EVERY)
            position = await self._look(position)

    async def _look(self, after: int) -> int:
        """Where nobody listens, nothing is read."""
        if not self._bells:
            return await self._office.ask("", lambda desk: desk.position())
        changes = await self._office.ask("", lambda desk: desk.changed(after, AT_ONCE))
        for change in changes:
            self.ring(change.match, change.seq)
        return changes[-1].position if changes else after

    def ring(self, match: str, head: int) -> None:
        """There are so many rows now."""
        if match not in self._bells:
            return
        self._heads[match] = max(head, self._heads.get(match, 0))
        for bell in self._bells[match]:
            bell.set()

    def wake(self, match: str) -> None:
        """Who listens here may not any more."""
        for bell in self._bells.get(match, ()):
            bell.set()

    def head(self, match: str) -> int:
        return self._heads.get(match, 0)

    @contextmanager
    def listening(self, match: str, head: int) -> Generator[asyncio.Event]:
        """A bell of one's own."""
        bell = asyncio.Event()
        self._bells[match].add(bell)
        self._heads[match] = max(head, self.head(match))
        try:
            yield bell
        finally:
            self._bells[match].discard(bell)
            if not self._bells[match]:
                del self._bells[match], self._heads[match]

    def close(self) -> None:
        """All of them ring a last time."""
        self.closing = True
        for bells in self._bells.values():
            for bell in bells:
                bell.set()
