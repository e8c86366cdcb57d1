"""A real terminal with a person at it."""

import os
import pty
import select
import subprocess
import sys
import time
from codecs import getincrementaldecoder
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.support.patience import PATIENCE

HERALD = Path(sys.executable).parent / "herald"


@contextmanager
def nobody() -> Generator[int]:
    """Where to write if whoever read there is gone by now: no process is so quick that it meets a reader."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        yield writing
    finally:
        os.close(writing)


class Screen:
    """A terminal with a person at it."""

    def __init__(self, *args: str, **env: str) -> None:
        self.ours, theirs = pty.openpty()
        environ = {**os.environ, "TERM": "dumb", "COLUMNS": "100", **env}
        self.process = subprocess.Popen([HERALD, *args], stdin=theirs, stdout=theirs, stderr=theirs, env=environ)
        os.close(theirs)
        self.told = ""
        self.decode = getincrementaldecoder("utf-8")().decode

    def sees(self, text: str) -> str:
        """Wait until this is on the screen; what came up to there."""
        until = time.monotonic() + PATIENCE
        while text not in self.told:
            left = until - time.monotonic()
            if left <= 0 or not select.select([self.ours], [], [], left)[0]:
                raise AssertionError(f"{text!r} never came: {self.told}")
            try:
                self.told += self.decode(os.read(self.ours, 65536))
            except OSError as closed:
                raise AssertionError(f"{text!r} never came: {self.told}") from closed
        before, _, self.told = self.told.partition(text)
        return before

    def types(self, line: str) -> None:
        """A line and Enter."""
        os.write(self.ours, f"{line}\n".encode())

    def breaks_off(self) -> int:
        """Ctrl-C, until it is heeded: who types it while a program still makes the terminal ready types in vain."""
        until = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < until:
            os.write(self.ours, b"\x03")
            if select.select([self.ours], [], [], 0.2)[0]:  # it would wait for somebody to read
                with suppress(OSError):  # the other end is closed
                    self.told += self.decode(os.read(self.ours, 65536))
        return self.process.wait(PATIENCE)

    def rest(self) -> str:
        """What comes until the program ends."""
        until = time.monotonic() + PATIENCE
        try:
            while select.select([self.ours], [], [], max(until - time.monotonic(), 0))[0]:
                self.told += self.decode(os.read(self.ours, 65536))
            raise AssertionError(f"it goes on: {self.told[-500:]}")
        except OSError:  # the other end is closed
            pass
        return self.told

    def ends(self) -> int:
        """How the program ended."""
        self.rest()
        return self.process.wait(PATIENCE)

    def off(self) -> None:
        """Switch it off, whatever goes on."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.ours)
