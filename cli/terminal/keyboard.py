"""Keys of a person at a terminal: held from the first to the last, so that none is lost while something is drawn."""

import os
import sys
from types import TracebackType
from typing import Any, Self

import click

ESCAPE = "\x1b"
INTERRUPT = "\x03"


class Keyboard:
    """Keys as they are pressed, without Enter. Ctrl-C comes when it is read: it never interrupts a drawing."""

    def __init__(self) -> None:
        self._pressed: list[str] = []
        self._before: Any = None

    def __enter__(self) -> Self:
        try:
            import termios  # not on every system
        except ImportError:
            return self
        self._before = termios.tcgetattr(sys.stdin)
        mode = termios.tcgetattr(sys.stdin)
        mode[3] &= ~(termios.ECHO | termios.ICANON | termios.ISIG)
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, mode)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._before is not None:
            import termios

            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._before)

    def key(self, seconds: float | None = None) -> str:
        """The next key; "" if none is pressed in this time. The end of the input is Ctrl-D."""
        key = self._next(seconds)
        if key == INTERRUPT:
            raise KeyboardInterrupt
        return key

    def _next(self, seconds: float | None) -> str:
        if self._pressed:
            return self._pressed.pop(0)
        if self._before is None:
            return click.getchar() if seconds is None else _wait(seconds)
        from select import select

        if not select([sys.stdin], [], [], seconds)[0]:
            return ""
        data = os.read(sys.stdin.fileno(), 64).decode(errors="ignore")
        self._pressed = [data] if data.startswith(ESCAPE) else list(data)
        return self._pressed.pop(0) if self._pressed else "\x04"


def _wait(seconds: float) -> str:
    from time import sleep

    sleep(seconds)
    return ""
