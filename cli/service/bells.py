"""Publish/subscribe inside the service: wakes the listeners of a match when rows come in.

A bell says that rows came in, and nothing of them: they are asked for at the door.
"""

import asyncio
from collections import defaultdict
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

from cli.service.office import Office
from core.kernel.errors import HeraldError
from store.log import log, trace_of

EVERY: Final = 0.2
"""Seconds until rows that another process wrote are noticed."""

LONGEST: Final = 5.0
"""Seconds between two looks while the store fails."""

AT_ONCE: Final = 1000
"""Rows that are looked at in one go."""


class Bells:
    """The bells of all listeners."""

    def __init__(self, office: Office) -> None:
        self._office = office
        self._heads: dict[str, int] = {}
        self._bells: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self.closing = False
        self.problem: HeraldError | None = None
        """Why rows of other processes go unnoticed at present."""

    def __len__(self) -> int:
        return sum(map(len, self._bells.values()))

    async def watch(self) -> None:
        """Look for rows of other processes, for as long as the service runs: a store that fails is asked again."""
        position: int | None = None
        pause = EVERY
        while True:
            try:
                position = await self._look(position)
            except Exception as error:  # noqa: BLE001 - whatever it is, later rows must still be heard of
                self.problem = error if isinstance(error, HeraldError) else HeraldError("failed_inside")
                log().warning("feed_failed", problem=self.problem.why, traceback=trace_of(error))
                pause = min(pause * 2, LONGEST)
            else:
                if self.problem is not None:
                    log().info("feed_goes_on")
                self.problem, pause = None, EVERY
            await asyncio.sleep(pause)

    async def _look(self, after: int | None) -> int:
        """Ring for what came in after a position, and return the next one. Where nobody listens, nothing is read."""
        if after is None or not self._bells:
            return await self._office.ask("", lambda desk: desk.position())
        changes = await self._office.ask("", lambda desk: desk.changed(after, AT_ONCE))
        for change in changes:
            self.ring(change.match, change.seq)
        if changes:
            return changes[-1].position
        return min(after, await self._office.ask("", lambda desk: desk.position()))  # less, where a backup was put

    def ring(self, match: str, head: int) -> None:
        """Tell the listeners of a match how many rows it has now."""
        if match not in self._bells:
            return
        self._heads[match] = max(head, self._heads.get(match, 0))
        for bell in self._bells[match]:
            bell.set()

    def wake(self, match: str) -> None:
        """Let the listeners of a match look whether they still may listen."""
        for bell in self._bells.get(match, ()):
            bell.set()

    def head(self, match: str) -> int:
        return self._heads.get(match, 0)

    @contextmanager
    def listening(self, match: str) -> Generator[asyncio.Event]:
        """A bell for one listener."""
        bell = asyncio.Event()
        self._bells[match].add(bell)
        try:
            yield bell
        finally:
            self._bells[match].discard(bell)
            if not self._bells[match]:
                del self._bells[match]
                self._heads.pop(match, None)

    def close(self) -> None:
        """All of them ring a last time."""
        self.closing = True
        for bells in self._bells.values():
            for bell in bells:
                bell.set()
