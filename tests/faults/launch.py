"""`python launch.py '{"bytes": 9000, "statement": 12}' ARGUMENT...`: herald, with what goes wrong for real.

bytes       no file may grow beyond so many bytes: what a full disk is to a program
plain       even root may only do what the rights of files allow
statement   SIGKILL before SQLite runs the statement with this number
count       write into this file how many statements were run
"""

import json
import os
import signal
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

PR_CAPBSET_DROP = 24
RIGHTS = range(4)  # of root, to pass over the rights of files: to change owners, override, search, be the owner


def main() -> None:
    faults, arguments = json.loads(sys.argv[1]), sys.argv[2:]
    if "bytes" in faults:
        import resource  # not on every system

        resource.setrlimit(resource.RLIMIT_FSIZE, (faults["bytes"], faults["bytes"]))
    if faults.get("plain") and os.geteuid() == 0:
        import ctypes

        for right in RIGHTS:
            ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, right, 0, 0, 0)
    if "statement" not in faults and "count" not in faults:
        program = str(Path(sys.executable).with_name("herald"))
        os.execv(program, [program, *arguments])  # noqa: S606 - root loses its rights here
    sys.argv = ["herald", *arguments]
    _Killer(faults.get("statement", -1), faults.get("count")).listens()
    from cli.main import main as herald

    herald()


class _Killer:
    """Hears of every connection, and through it of every statement."""

    def __init__(self, deadly: int, count: str | None) -> None:
        self.deadly = deadly
        self.count = count
        self.number = 0

    def listens(self) -> None:
        """To every connection that will be made."""
        connect: Callable[..., sqlite3.Connection] = sqlite3.connect

        def heard(*arguments: Any, **options: Any) -> sqlite3.Connection:
            connection = connect(*arguments, **options)
            connection.set_trace_callback(self._runs)
            return connection

        sqlite3.__dict__["connect"] = heard

    def _runs(self, _statement: str) -> None:
        self.number += 1
        if self.number == self.deadly:
            os.kill(os.getpid(), signal.SIGKILL)
        if self.count is not None:
            Path(self.count).write_text(str(self.number), encoding="utf-8")


if __name__ == "__main__":
    main()
