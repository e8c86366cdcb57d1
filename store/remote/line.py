"""One connection to a host: an answer must be whole by a time, and no heavier than there is reason for.

The standard library bounds each read, and not how many there are: a host that sends a byte now and then, or more than
fits into the memory, would hold whoever asks.
"""

from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection, IncompleteRead
from io import BufferedReader, RawIOBase
from socket import SocketIO, socket
from time import monotonic
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import SplitResult

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

SILENCE = 20.0
"""Seconds within which the next bytes must come in;"""

PATIENCE = 60.0
"""and the last ones."""

PIECE = 2**16
"""Bytes that are read at once."""

BROKEN = (OSError, HTTPException, ValueError)
"""Errors of a line: it breaks, is silent for too long, or its other end speaks no HTTP."""


class TooHeavy(Exception):
    """More comes in than was to be expected."""


class Line:
    """A connection, kept for the next question."""

    def __init__(self, at: SplitResult) -> None:
        self._at = at
        self._connection: HTTPConnection | None = None

    def ask(
        self, method: str, path: str, body: bytes | None, headers: Mapping[str, str], most: int
    ) -> tuple[int, bytes]:
        """Return status and body; one of `BROKEN`, or `TooHeavy` where there are more than `most` bytes."""
        meter = _Meter(most)
        connection = self._connected(meter)
        try:
            connection.request(method, self._at.path.rstrip("/") + path, body, dict(headers))
            answer = connection.getresponse()
            meter.expects(answer.length or 0)
            return answer.status, _read(answer)
        except BaseException:
            self.close()
            raise

    def _connected(self, meter: "_Meter") -> HTTPConnection:
        if self._connection is None:
            kind = HTTPSConnection if self._at.scheme == "https" else HTTPConnection
            self._connection = kind(self._at.hostname or "", self._at.port, timeout=meter.seconds())
        elif self._connection.sock is not None:
            self._connection.sock.settimeout(meter.seconds())
        metered: Any = meter.response
        self._connection.response_class = metered
        return self._connection

    def close(self) -> None:
        """Hang up."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _read(answer: HTTPResponse) -> bytes:
    """Read piece by piece: no room is made for what somebody only says that it comes."""
    data = bytearray()
    while part := answer.read(PIECE):
        data += part
    if answer.length:
        raise IncompleteRead(b"", answer.length)
    return bytes(data)


class _Meter:
    """Time and weight that are left for one answer."""

    def __init__(self, most: int) -> None:
        self._until = monotonic() + PATIENCE
        self._bytes = most + PIECE  # its head, and what tells its parts from each other

    def seconds(self) -> float:
        """Return how long the next bytes may take."""
        left = self._until - monotonic()
        if left <= 0:
            raise TimeoutError("timed out")
        return min(left, SILENCE)

    def took(self, count: int) -> None:
        self._bytes -= count
        if self._bytes < 0:
            raise TooHeavy

    def expects(self, count: int) -> None:
        """Refuse at once what says that it is too heavy."""
        if count > self._bytes:
            raise TooHeavy

    def response(self, sock: socket, method: str) -> HTTPResponse:
        """Return an answer that is read by this meter."""
        return HTTPResponse(cast("socket", _Source(sock, self)), method=method)


class _Source:
    """A socket, as far as an answer wants one."""

    def __init__(self, sock: socket, meter: _Meter) -> None:
        self._sock, self._meter = sock, meter

    def makefile(self, _: str) -> BufferedReader:
        return BufferedReader(_Metered(self._sock, self._meter))


class _Metered(RawIOBase):
    """Bytes as they come in."""

    def __init__(self, sock: socket, meter: _Meter) -> None:
        self._sock, self._meter = sock, meter
        self._raw: SocketIO = sock.makefile("rb", buffering=0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int | None:
        self._sock.settimeout(self._meter.seconds())
        count = self._raw.readinto(buffer)
        self._meter.took(count or 0)
        return count

    def close(self) -> None:
        self._raw.close()
        super().close()
