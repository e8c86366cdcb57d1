"""The feed: to whoever listens it says that rows have come in, and nothing of them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack, suppress
from typing import Final

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from cli.service.answering import PRIVATE
from cli.service.bells import Bells
from cli.service.limits import Limits
from cli.service.office import Office
from core.kernel.errors import HeraldError
from store.log import log, trace_of
from store.remote.door import Visitor

EVENTS: Final = "text/event-stream"
HEADERS: Final = {**PRIVATE, "x-accel-buffering": "no"}

HEARTBEAT: Final = 15.0
"""Seconds after which a listener hears that we are still there."""


class Listening(StreamingResponse):
    """The feed of one listener, who counts until it ends, also where it never begins."""

    def __init__(self, events: AsyncIterator[bytes], counted: ExitStack) -> None:
        super().__init__(events, headers=HEADERS, media_type=EVENTS)
        self._counted = counted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._counted:
            await super().__call__(scope, receive, send)


class Feed:
    """Listeners, their bells, and how many there may be."""

    def __init__(self, office: Office, limits: Limits) -> None:
        self.bells = Bells(office)
        self._office = office
        self._limits = limits

    async def listens(self, match: str, key: str | None, known: int, address: str) -> Listening:
        """A listener, who counts before anything is looked at, and hears of every row after `known`."""
        with ExitStack() as counted:
            counted.enter_context(self._limits.listening(address))
            bell = counted.enter_context(self.bells.listening(match))
            self.bells.ring(match, await self._head(match, key))
            return Listening(self._events(match, key, known, bell), counted.pop_all())

    async def check(self, match: str, key: str | None) -> None:
        """Refuse whoever may not listen."""
        await self._head(match, key)

    async def _head(self, match: str, key: str | None) -> int:
        return await self._office.ask(match, lambda desk: Visitor(desk, match, key).seen().head)

    async def _events(self, match: str, key: str | None, known: int, bell: asyncio.Event) -> AsyncIterator[bytes]:
        try:
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
        except Exception as error:  # noqa: BLE001 - the stream ends, and its listener comes back
            log().error("failed", what="feed", match=match, traceback=trace_of(error))

    async def _may_look(self, match: str, key: str | None) -> bool:
        """A key can be replaced, and a spectators' link withdrawn, while somebody listens."""
        if self._office.is_open:
            return True
        try:
            await self._office.ask(match, lambda desk: Visitor(desk, match, key))
        except HeraldError:
            return False
        return True
