"""One host, asked by HTTP: one connection for all that a command asks."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, TypeVar
from urllib.parse import SplitResult, quote, urlsplit

import msgspec

from core.kernel.decoding import decode
from core.kernel.errors import HeraldError, Usage
from core.kernel.log.limits import ACT_SIZE, SIZE
from store.acts import Watcher
from store.remote.problems import raised
from store.remote.wire import Problem, encode

if TYPE_CHECKING:
    from store.remote.line import Line

V = TypeVar("V")

LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
MATCH = SIZE.most + ACT_SIZE.most
"""Bytes of an answer with rows, at most: what a match may weigh;"""

SAYING = 2**20
"""and of any other one."""

UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""Errors for bytes that are no document of ours."""

LITTLE: Final[frozenset[object]] = frozenset({Watcher, list[Watcher]})
"""Documents that come without rows."""

FAILED = 400

ELSEWHERE = frozenset({"no_such_page", "no_such_method"})
"""What a service says whose address ends before this one, or an older one: it has nothing of what is asked here."""


class Host:
    """The service at an address."""

    def __init__(self, url: str) -> None:
        """Keys go over the wire: in the clear only to this very machine."""
        found = _address(url)
        if found is None or found.scheme not in {"http", "https"} or not found.hostname:
            raise Usage("no_address", word=url)
        if found.scheme == "http" and found.hostname not in LOOPBACK:
            raise Usage("not_in_the_clear", word=url)
        self.url = url.rstrip("/")
        self._at = found
        self._line: Line | None = None

    def get(self, kind: type[V], path: tuple[str, ...], key: str | None = None, **query: object) -> V:
        """A document."""
        return self._asked(kind, "GET", _path(path) + _query(query), key, None)

    def post(self, kind: type[V], path: tuple[str, ...], value: object, key: str | None = None) -> V:
        """A document for another."""
        return self._asked(kind, "POST", _path(path), key, encode(value))

    def delete(self, kind: type[V], path: tuple[str, ...], key: str | None = None, **query: object) -> V:
        """What is to be no more."""
        return self._asked(kind, "DELETE", _path(path) + _query(query), key, None)

    def _asked(self, kind: type[V], method: str, path: str, key: str | None, body: bytes | None) -> V:
        status, data = self._answer(method, path, key, body, SAYING if kind in LITTLE else MATCH)
        try:
            if status < FAILED:
                return decode(data, kind)
            problem = decode(data, Problem)
        except UNREADABLE as unclear:
            raise self.not_understood(f"HTTP {status}") from unclear
        raise self.not_understood(f"HTTP {status}") if problem.why in ELSEWHERE else raised(problem, self.url)

    def not_understood(self, detail: str) -> HeraldError:
        """Return the error of an answer that no Herald of this version gives."""
        return HeraldError("host_not_understood", url=self.url, detail=detail)

    def _answer(self, method: str, path: str, key: str | None, body: bytes | None, most: int) -> tuple[int, bytes]:
        from store.remote.line import BROKEN, Line, TooHeavy  # 45 ms, and only who plays far away

        headers = {"accept": "application/json"}
        if key is not None:
            headers["authorization"] = f"Bearer {key}"
        if body is not None:
            headers["content-type"] = "application/json"
        self._line = self._line or Line(self._at)
        try:
            return self._line.ask(method, path, body, headers, most)
        except TooHeavy:
            raise HeraldError("host_too_heavy", url=self.url, most=most) from None
        except BROKEN as problem:
            raise Unreachable(self.url, problem) from problem

    def close(self) -> None:
        """Hang up."""
        if self._line is not None:
            self._line.close()
            self._line = None


class Unreachable(HeraldError):
    """Nobody answered: what was asked for may have been done, or not; it was not where nobody was there to be asked."""

    def __init__(self, url: str, problem: Exception) -> None:
        from socket import gaierror  # came with the connection

        self.was_asked = not isinstance(problem, ConnectionRefusedError | gaierror)
        said = getattr(problem, "strerror", None) or str(problem)
        super().__init__("unreachable", url=url, detail=said or type(problem).__name__)


def _address(url: str) -> SplitResult | None:
    """Its parts; None where a bracket is left open, or the port is no number."""
    try:
        found = urlsplit(url)
        port = found.port
    except ValueError:
        return None
    return None if port == 0 else found


def _path(parts: tuple[str, ...]) -> str:
    return "".join(f"/{quote(part, safe='')}" for part in parts)


def _query(query: Mapping[str, object]) -> str:
    asked = "&".join(f"{name}={quote(str(value), safe='')}" for name, value in query.items())
    return f"?{asked}" if asked else ""
