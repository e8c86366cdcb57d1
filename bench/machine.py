"""The machine that the figures are of: what it can, never whose it is."""

import os
import platform
import sqlite3
from pathlib import Path

from msgspec import Struct
from msgspec import __version__ as msgspec_version


class Machine(Struct, frozen=True):
    """Without the name of the host and without paths."""

    cpu: str
    cores: int
    system: str
    python: str
    sqlite: str
    msgspec: str
    load: float  # processes that wanted a processor when it began: beyond `cores`, the clock tells little


def machine() -> Machine:
    """What is at work here, now."""
    return Machine(
        cpu=_cpu(),
        cores=len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1,
        system=f"{platform.system()} {platform.machine()}",
        python=f"{platform.python_implementation()} {platform.python_version()}",
        sqlite=sqlite3.sqlite_version,
        msgspec=msgspec_version,
        load=round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else 0.0,
    )


def _cpu() -> str:
    """Its name, where the system tells it."""
    try:
        told = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in told.splitlines() if line.startswith("model name")]
    return names[0] if names else platform.machine()
