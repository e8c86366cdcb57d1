"""Programs that Herald is compared with: each runs in the peers' own environment and measures itself when asked."""

import os
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

HERE = Path(__file__).parent
ENVIRONMENT = HERE.parent / ".venv-peers"
PYTHON = ENVIRONMENT / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


class Missing(Exception):
    """A peer cannot be asked here."""


class Peer:
    """A program that waits to be asked."""

    def __init__(self, asked: IO[str], answers: IO[str]) -> None:
        self._asked = asked
        self._answers = answers

    def figure(self) -> float:
        """Let it measure once more."""
        try:
            self._asked.write("\n")
            self._asked.flush()
            return float(self._answers.readline())
        except (OSError, ValueError) as problem:
            raise Missing("it gives no figure") from problem


@contextmanager
def peer(name: str) -> Generator[Peer, None, None]:
    """The program `bench/peers/NAME.py`; `Missing` says why it cannot be asked."""
    if not PYTHON.exists():
        raise Missing("the peers are not installed")
    command = [str(PYTHON), "-I", str(HERE / "peers" / f"{name}.py")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        try:
            if running.stdout.readline().strip() != "ready":
                raise Missing(f"{name} is not installed among the peers")
            yield Peer(running.stdin, running.stdout)
        finally:
            running.kill()
