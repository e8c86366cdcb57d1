"""The feed: to whoever listens it says that rows have come in, and nothing of them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Final

from cli.service.bells import Bells
from cli.service.limits import Limits
from cli.service.office import Office
from core.kernel.errors import HeraldError
from store.remote.door import Visitor

HEARTBEAT: Final = 15.0
"""Seconds after which a listener hears that we are still there."""


class Feed:
    """Listeners, their bells, and how many there may be."""

    def __init__(self, office: Office, limits: Limits) -> None:
        self.bells = Bells(office)
        self._office = office
        self._limits = limits

    async def events(self, match: str, key: str | None, head: int, known: int, address: str) -> AsyncIterator[bytes]:
        with self._limits.listening(address), self.bells.listening(match, head) as bell:
            yield b"retry: 2000\n\n"
            while not self.bells.closing:
                bell.clear()
                if not await self._may_look(match, key):
                    return
                now = self.bells.head(match)
                if now > known:
                    known = now
                    yield b"id: %d\nevent: rows\ndata: %d\n\n" % (now, now)
                with suppress(TimeoutError):
                    await asyncio.wait_for(bell.wait(), HEARTBEAT)
                    continue
                yield b": still here\n\n"

    async def _may_look(self, match: str, key: str | None) -> bool:
        """A key can be replaced, and a spectators' link withdrawn, while somebody listens."""
        if self._office.is_open:
            return True
        try:
            await self._office.ask(match, lambda desk: Visitor(desk, match, key))
        except HeraldError:
            return False
        return True
