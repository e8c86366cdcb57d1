"""A real terminal with a person at it."""

import os
import pty
import select
import subprocess
import sys
import time
from codecs import getincrementaldecoder
from pathlib import Path

HERALD = Path(sys.executable).parent / "herald"
PATIENCE = 20.0


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
