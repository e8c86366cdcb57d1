"""`python -m tests.faults.stopped`: herald, stopped before any line of the code that hands keys over and writes rows.

Each line on stdin is an `Order` as JSON; it is answered by an `Answer`. The commands are forked from this process,
which has all loaded: a stop costs no start.
"""

import http.client
import os
import signal
import sys
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

import msgspec

from cli.acts import handing
from cli.commands import accept, key, new
from cli.main import herald
from cli.person import private
from core.games import medieval
from store.remote import far
from tests.support.places import ROOT

WATCHED = {
    str(ROOT / path)
    for path in (
        "cli/commands/accept.py", "cli/commands/key.py", "cli/commands/new.py", "cli/acts/handing.py",
        "cli/person/keyring.py", "cli/person/private.py", "cli/say/written.py",
        "store/files.py", "store/sqlite/locks.py", "store/matches.py", "store/place.py", "store/reader.py",
        "store/sqlite/adapter.py", "store/starting.py", "store/writer.py",
        "store/remote/call.py", "store/remote/far.py", "store/remote/looking.py", "store/remote/replica.py",
    )
}  # fmt: skip
LOADED = (handing, private, accept, key, new, medieval, far, http.client)


class Order(msgspec.Struct):
    """A command, and before which line it is stopped: 0 for none."""

    typed: list[str]
    environ: dict[str, str]
    out: str
    err: str
    line: int = 0
    kill: bool = False


class Answer(msgspec.Struct):
    """How it ended, and how many lines it had."""

    code: int
    lines: int


class _Stop:
    """Counts the lines, and stops before the one that was ordered."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.lines = 0

    def trace(self, frame: FrameType, event: str, _arg: object) -> Any:
        if event == "call":
            return self.trace if frame.f_code.co_filename in WATCHED else None
        if event == "line":
            self.lines += 1
            if self.lines == self.order.line:
                sys.settrace(None)
                if self.order.kill:
                    os.kill(os.getpid(), signal.SIGKILL)
                raise KeyboardInterrupt
        return self.trace


def _runs(order: Order) -> NoReturn:
    """In a process of its own."""
    for number, path in ((1, order.out), (2, order.err)):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    os.environ.update(order.environ)
    stop, code = _Stop(order), 130
    sys.settrace(stop.trace)
    try:
        code = herald.main(order.typed, standalone_mode=False)
    except KeyboardInterrupt:
        pass
    finally:
        sys.settrace(None)
        sys.stdout.flush()
        sys.stderr.flush()
        Path(f"{order.out}.lines").write_text(str(stop.lines), encoding="utf-8")
        os._exit(code)


def main() -> None:
    for line in sys.stdin:
        order = msgspec.json.decode(line, type=Order)
        counted = Path(f"{order.out}.lines")
        counted.unlink(missing_ok=True)
        child = os.fork()
        if not child:
            _runs(order)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        lines = int(counted.read_text(encoding="utf-8")) if counted.exists() else order.line
        os.write(1, msgspec.json.encode(Answer(code, lines)) + b"\n")


if __name__ == "__main__":
    main()
