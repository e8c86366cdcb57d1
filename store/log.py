"""The program's own log: what it did and how long that took, for its operator. Never what a match holds.

A tiny door to structlog: importing it costs more than a move, so nobody pays before somebody listens.
"""

import os
import sys
from collections.abc import Callable, MutableMapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, BinaryIO, NoReturn, Protocol

import msgspec

from store.errors import StoreError, cannot_open

if TYPE_CHECKING:
    from pathlib import Path

Event = MutableMapping[str, Any]


class Logger(Protocol):
    """What callers use of structlog's logger: an event, and fields that say more."""

    def debug(self, event: str, **fields: object) -> object: ...
    def info(self, event: str, **fields: object) -> object: ...
    def warning(self, event: str, **fields: object) -> object: ...
    def error(self, event: str, **fields: object) -> object: ...


class _Quiet:
    """Nobody listens. Only a mistake of the program is told all the same, on stderr."""

    def debug(self, event: str, **fields: object) -> None: ...
    def info(self, event: str, **fields: object) -> None: ...
    def warning(self, event: str, **fields: object) -> None: ...

    def error(self, event: str, **fields: object) -> None:
        with suppress(OSError):
            print(msgspec.json.encode({"event": event, **fields}, enc_hook=str).decode(), file=sys.stderr)  # noqa: T201


class _Door:
    """Who listens: a person at the terminal, a file, both or nobody. `logger` is None until the first event."""

    def __init__(self) -> None:
        self.verbose = False
        self.colours = False
        self.file: BinaryIO | None = None
        self.logger: Logger | None = _Quiet()


_door = _Door()


def configure(*, verbose: bool = False, file: "Path | None" = None, colours: bool = False) -> None:
    """Who listens from now on: `verbose` shows lines on stderr, `file` gets one JSON object a line, appended."""
    opened: BinaryIO | None = None
    if file is not None:
        try:
            number = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            opened = open(number, "ab", buffering=0)  # noqa: SIM115 - one write a line: processes may share it
        except OSError as error:
            raise StoreError(cannot_open(file.absolute(), create=True).why, file) from error
    if _door.file is not None:
        _door.file.close()
    _door.verbose, _door.colours, _door.file = verbose, colours, opened
    _door.logger = None if verbose or opened else _Quiet()


def writes_into(*paths: str) -> bool:
    """Is one of these the file that gets the lines, by whatever name?"""
    if _door.file is None:
        return False
    ours = os.fstat(_door.file.fileno())
    for path in paths:
        with suppress(OSError):
            if os.path.samestat(os.stat(path), ours):
                return True
    return False


def trace_of(error: BaseException) -> str:
    """Return where an error came from, down to the first cause, without its message: that may quote what was typed."""
    from traceback import format_tb  # only where the program has made a mistake

    told = "".join((*format_tb(error.__traceback__), type(error).__name__))
    cause = error.__cause__ or error.__context__
    return told if cause is None else f"{trace_of(cause)}\n{told}"


def log() -> Logger:
    """The logger; one that does nothing while nobody listens."""
    if _door.logger is None:
        try:
            _door.logger = _logger()
        except Exception as problem:  # noqa: BLE001 - another structlog than we know: no match ends because of that
            with suppress(OSError, ValueError):
                print(f"structlog: {problem}", file=sys.stderr)  # noqa: T201
            _door.logger = _Quiet()
    return _door.logger


def _logger() -> Logger:
    import structlog  # 87 ms where rich is installed

    listeners = [listen for listen in (_terminal(), _json_lines()) if listen]

    def tell(_logger: object, _method: str, event: Event) -> NoReturn:
        plain = {name: _plain(value) for name, value in event.items()}
        for listen in listeners:
            with suppress(OSError, ValueError):  # a full disk or a closed terminal must not stop a match
                listen(dict(plain))
        raise structlog.DropEvent

    logger: Logger = structlog.wrap_logger(
        None,
        processors=[structlog.processors.add_log_level, structlog.processors.TimeStamper(fmt="iso", utc=True), tell],
        wrapper_class=structlog.make_filtering_bound_logger("debug"),
    )
    return logger


def _plain(value: object) -> object:
    """What others wrote (names, paths), with all spelled out that would move a cursor or is no text."""
    if isinstance(value, str) and not value.isprintable():
        return "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in value)
    return value


def _terminal() -> Callable[[Event], None] | None:
    if not _door.verbose:
        return None
    from structlog.dev import ConsoleRenderer

    render = ConsoleRenderer(colors=_door.colours, pad_event_to=0)

    def show(event: Event) -> None:
        print(render(None, "", event), file=sys.stderr)  # noqa: T201  this is the person who asked to see it

    return show


def _json_lines() -> Callable[[Event], None] | None:
    file = _door.file
    if file is None:
        return None
    encode = msgspec.json.Encoder(order="sorted", enc_hook=str).encode

    def write(event: Event) -> None:
        file.write(encode(event) + b"\n")

    return write
