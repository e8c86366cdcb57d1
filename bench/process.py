"""What a process takes: seconds of the processor, and its peak of memory."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from compileall import compile_dir
from functools import cache
from pathlib import Path

import msgspec

ROOT = Path(__file__).parent.parent
LAUNCHER = Path(__file__).with_name("launcher.py")


class Taken(msgspec.Struct, frozen=True):
    """What a process took."""

    code: int
    seconds: float  # of the processor: how long it waited for others is not counted
    peak: int  # bytes of memory


class Failed(Exception):
    """The process ended with an error, so what it took says nothing."""


def taken(command: Sequence[str], home: Path, more: Mapping[str, str] | None = None) -> Taken:
    """Run a command in a home of its own.

    A small program starts it: the peak of a process is never less than that of the process which it came from.
    """
    _compiled()
    kept = {name: value for name, value in os.environ.items() if not name.startswith("HERALD_")}
    told = {"HERALD_LANG": "en", "HOME": str(home), "XDG_CACHE_HOME": str(home), "XDG_DATA_HOME": str(home)}
    ran = subprocess.run(
        [sys.executable, "-I", "-S", str(LAUNCHER), *command],
        env={**kept, **told, **(more or {})},
        cwd=home,
        stdout=subprocess.PIPE,
        check=True,
    )
    found = msgspec.json.decode(ran.stdout, type=Taken)
    if found.code:
        raise Failed(f"it ends with exit code {found.code}")
    return found


def herald(*words: str) -> list[str]:
    """The command line of the program, as its script starts it."""
    return [sys.executable, "-c", "from cli.main import main; main()", *words]


@cache
def _compiled() -> None:
    """As `make env` leaves it: byte code is there, also where Python may not write any."""
    for package in ("cli", "core", "replays", "store"):
        compile_dir(ROOT / package, quiet=2)
