"""Connections: how many there may be, and which are dropped.

Whoever does not send a whole head in time, or does not read what is said to them, holds memory and a descriptor of the
process for nothing.
"""

import asyncio
import time
from socket import SO_SNDBUF, SOL_SOCKET
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

from cli.service.traffic import PIECE
from core.kernel.errors import HeraldError
from store.log import log
from store.remote.problems import problem_of
from store.remote.wire import encode

MOST: Final = 2_500
"""Connections at once, where the system has descriptors for them."""

KEPT: Final = 64
"""Descriptors that are kept for the database and the program itself."""

HEAD: Final = 20.0
"""Seconds in which the head of a request has to be there."""

UNREAD: Final = 20.0
"""Seconds after which somebody who reads nothing of what is said to them is dropped."""

BUFFER: Final = 2**17
"""Bytes that the system itself holds for a line."""

QUIET: Final = 60.0
"""Seconds between two lines of the log that say the same."""


def most_lines() -> int:
    """Return how many connections there may be at once, by the descriptors of this process."""
    try:
        from resource import RLIMIT_NOFILE, getrlimit
    except ImportError:  # a system that counts them otherwise
        return MOST
    return max(min(MOST, getrlimit(RLIMIT_NOFILE)[0] - KEPT), 1)


class _Seldom:
    """Says something to the log, and not again for a while."""

    def __init__(self, event: str) -> None:
        self._event = event
        self._said = -QUIET

    def say(self, **fields: object) -> None:
        if time.monotonic() - self._said >= QUIET:
            self._said = time.monotonic()
            log().error(self._event, **fields)


_full, _exhausted = _Seldom("too_many_lines"), _Seldom("out_of_descriptors")


def complain(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log what the loop cannot do; only seldom, where the system has nothing left to accept with."""
    problem = context.get("exception")
    if isinstance(problem, OSError) and "accept" in str(context.get("message")):
        _exhausted.say(detail=str(problem))
    else:
        loop.default_exception_handler(context)


def _busy() -> bytes:
    body = encode(problem_of(HeraldError("crowded_there")))
    head = "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nconnection: close\r\n"
    return f"{head}content-length: {len(body)}\r\n\r\n".encode() + body


class Line(H11Protocol):
    """One connection."""

    most = MOST

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._late: asyncio.TimerHandle | None = None
        self._stuck: asyncio.TimerHandle | None = None
        transport.set_write_buffer_limits(high=PIECE)
        if (own := transport.get_extra_info("socket")) is not None:
            own.setsockopt(SOL_SOCKET, SO_SNDBUF, BUFFER)
        if len(self.connections) > self.most:
            _full.say(lines=len(self.connections) - 1)
            transport.write(_busy())
            transport.close()
        self._awaits_head()

    def connection_lost(self, exc: Exception | None) -> None:
        for timer in (self._late, self._stuck):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._awaits_head()

    def pause_writing(self) -> None:
        """Give whoever is at the other end some time to read: the line takes nothing more."""
        self.flow.pause_writing()
        if self._stuck is None:
            self._stuck = self.loop.call_later(UNREAD, self.transport.abort)

    def resume_writing(self) -> None:
        self.flow.resume_writing()
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None

    def _awaits_head(self) -> None:
        if self._late is not None:
            self._late.cancel()
        self._late = self.loop.call_later(HEAD, self._drop_if_idle)

    def _drop_if_idle(self) -> None:
        """Hang up if nothing is being answered: no head came, or the last answer was not taken."""
        answering = getattr(self.cycle, "response_complete", True) is False
        if not answering:
            self.transport.abort()
