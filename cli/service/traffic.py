"""Bytes on their way, bounded by address and in all: what is not yet understood, and answers that are not yet read.

An answer leaves in small pieces, each once the line has taken the one before, so that nothing is held twice.
"""

import asyncio
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cli.service.limits import EVERYBODY, AtOnce, groups
from core.kernel.errors import HeraldError, NotAllowed, Usage

PIECE: Final = 2**15
"""Bytes that are handed to a line at once."""

BYTES_OF_ONE: Final = 8 * 2**20
"""Bytes on their way from and to one address."""

BYTES_OF_ALL: Final = 64 * 2**20
"""Bytes on their way from and to all addresses together."""

SMALL: Final = 2**14
"""Bytes of an answer that is sent however much is on its way to others: a move is told in less."""

REQUESTS: Final = 32
"""Requests of one address that are answered at once."""

PATIENCE: Final = 30.0
"""Seconds in which what is sent with a request has to be there."""


Refusing = Callable[[HeraldError], ASGIApp]


class Traffic:
    """Bytes and requests that are on their way now."""

    def __init__(self, *, address: int = BYTES_OF_ONE, everybody: int = BYTES_OF_ALL, at_once: int = REQUESTS) -> None:
        self._most_of_one = address
        self._most = everybody
        self._asking = AtOnce(at_once, seconds=1)
        self._bytes: dict[str, int] = {}

    @property
    def all(self) -> int:
        return self._bytes.get(EVERYBODY, 0)

    @contextmanager
    def load(self, address: str) -> "Generator[Load]":
        """Count what one request carries, until it is answered. It counts itself before anything is awaited."""
        with ExitStack() as asking:
            asking.enter_context(self._asking.one(address))
            load = Load(self, address, asking)
            try:
                yield load
            finally:
                load.lighten()

    def take(self, address: str, size: int) -> None:
        """Count these bytes, or refuse them."""
        for group, factor in groups(address):
            here = self._bytes.get(group, 0) + size
            if group == EVERYBODY and size > SMALL and here > self._most:
                raise HeraldError("crowded_there")
            if group != EVERYBODY and here > self._most_of_one * factor:
                raise NotAllowed("too_many", seconds=1)
        for group, _ in groups(address):
            self._bytes[group] = self._bytes.get(group, 0) + size

    def give_back(self, address: str, size: int) -> None:
        for group, _ in groups(address):
            self._bytes[group] = self._bytes.get(group, 0) - size
            if not self._bytes[group]:
                del self._bytes[group]


class Load:
    """Bytes of one request, and of its answer."""

    def __init__(self, traffic: Traffic, address: str, asking: ExitStack) -> None:
        self._traffic = traffic
        self._address = address
        self._asking = asking
        self._size = 0

    def take(self, size: int) -> None:
        """Count more bytes, or refuse them."""
        self._traffic.take(self._address, size)
        self._size += size

    def lighten(self) -> None:
        """Take all of it off: nothing of it is on its way any more."""
        self._traffic.give_back(self._address, self._size)
        self._size = 0

    def listens(self) -> None:
        """Count it no longer as a request: the rest is a stream, which the limits of listeners count."""
        self._asking.close()


class Carried:
    """The application as a server calls it, with its traffic counted."""

    def __init__(self, app: ASGIApp, traffic: Traffic, refused: Refusing) -> None:
        """`refused`: makes the answer for whoever has too much on its way."""
        self._app = app
        self._traffic = traffic
        self._refused = refused

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        address = scope["client"][0] if scope.get("client") else ""
        begun: list[bool] = []
        try:
            with self._traffic.load(address) as load:
                await self._app(scope, _Sent(load, receive).receive, _Answer(load, send, begun).send)
        except asyncio.CancelledError:  # the service ends, and waits for nobody any more
            if not begun:
                await self._refused(HeraldError("crowded_there"))(scope, receive, send)
        except _TooMuch as problem:
            await self._refused(problem.error)(scope, receive, send)
        except NotAllowed as one_too_many:
            await self._refused(one_too_many)(scope, receive, send)


class _TooMuch(Exception):
    """An answer for which there is no room, before any of it was sent."""

    def __init__(self, error: HeraldError) -> None:
        super().__init__()
        self.error = error


class _Sent:
    """Body of a request: it counts as long as it is read, and has to be there in time."""

    def __init__(self, load: Load, receive: Receive) -> None:
        self._load = load
        self._receive = receive
        self._until = asyncio.get_running_loop().time() + PATIENCE
        self._whole = False

    async def receive(self) -> Message:
        if self._whole:
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._until):
                message = await self._receive()
        except TimeoutError:
            raise Usage("too_slow") from None
        self._whole = message["type"] != "http.request" or not message.get("more_body", False)
        self._load.take(len(message.get("body", b"")))
        return message


class _Answer:
    """Answer, piece by piece. Where there is no room for all of it, nothing of it is sent."""

    def __init__(self, load: Load, send: Send, begun: list[bool]) -> None:
        """`begun`: gets an item as soon as something is said."""
        self._load = load
        self._send = send
        self._begun = begun
        self._start: Message | None = None

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._start = message
            return
        body, more = message.get("body", b""), message.get("more_body", False)
        if self._start is not None:
            self._load.lighten()  # what came with the request is understood by now
            if more:
                self._load.listens()
            else:
                self._take(len(body))
            start, self._start = self._start, None
            self._begun.append(True)
            await self._send(start)
        if more or len(body) <= PIECE:
            await self._send(message)
            return
        for begin in range(0, len(body), PIECE):
            await self._send({"type": "http.response.body", "body": body[begin : begin + PIECE], "more_body": True})
        await self._send({"type": "http.response.body", "body": b"", "more_body": False})

    def _take(self, size: int) -> None:
        try:
            self._load.take(size)
        except HeraldError as error:
            raise _TooMuch(error) from None
