"""What the other processes do in the tests: `python -m tests.store.worker WHAT ...`.

A worker says `ready`, waits for a line, works, and prints what came of it as JSON lines.
"""

import os
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from importlib import import_module
from pathlib import Path

import msgspec

from core.kernel.errors import HeraldError
from core.kernel.log.row import StoredRow
from store.port import Head
from store.sqlite.adapter import open_store
from store.sqlite.connect import connect
from tests.store.lines import Line, play, summary
from tests.support.patience import PATIENCE


def say(what: object) -> None:
    os.write(1, msgspec.json.encode(what) + b"\n")


def go() -> str:
    say("ready")
    return sys.stdin.readline().strip()


def race(path: Path, me: str, rows: int) -> None:
    """Try to be the one who writes each row."""
    with open_store(path) as store:
        go()
        for expected in range(rows):
            while len(known := store.read("m")) < expected:
                time.sleep(0.0002)
            line = Line("m", known[:expected])
            new = line.next(by=me)
            outcome = store.append("m", expected, f"{me} {expected}", new, summary("m", expected + 1))
            say([type(outcome).__name__, expected, outcome.seq if isinstance(outcome, Head) else outcome])


def create(folder: Path, me: str, files: int) -> None:
    """Open files that are not there yet, at the same time as others."""
    import_module("sqlite_utils")  # by now, so that it does not spread the start
    for _ in range(files):
        with open_store(folder / go()) as store:
            say(type(play(store, me)).__name__)


def crash(path: Path, me: str) -> None:
    """Append three rows at a time until somebody kills us; say what is acknowledged."""
    with open_store(path) as store:
        line = Line(me, store.read(me))
        go()
        while True:
            head = line.seq
            outcome = store.append(me, head, f"c{head}", line.next(3, boxes=2), summary(me, head + 3))
            say(outcome.seq if isinstance(outcome, Head) else [head, outcome])


def feed(path: Path, me: str, count: int) -> None:
    """Append now one row, now three, with a pause inside some transactions."""
    with open_store(path) as store:
        go()
        for number in range(count):
            if number % 5 == 0:
                say(_slowly(path, me, store.read(me)))
            else:
                head = play(store, me, 1 + number % 3)
                say(head.seq if isinstance(head, Head) else str(head))


def _slowly(path: Path, me: str, known: Sequence[StoredRow]) -> int:
    """Write as the store does, but stay a while in the transaction: the position is given, the commit still to come."""
    (row,) = Line(me, known).next()
    with closing(connect(path)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(
            "INSERT INTO log (match, seq, body, commits, digest) VALUES (?, ?, ?, '[]', ?)",
            (me, len(known) + 1, bytes(row.body), row.digest),
        )
        time.sleep(0.003)
        connection.execute("COMMIT")
    return len(known) + 1


def learn(path: Path, me: str, count: int) -> None:
    """Learn what opens each row of a match, a few at a time, while others learn the same."""
    rows = Line("m").next(count, boxes=2)
    openings = [((seq, at), one) for seq, row in enumerate(rows, 1) for at, one in enumerate(row.openings) if one]
    with open_store(path, wait=PATIENCE) as store:  # whoever has the lock may be slow
        go()
        say([me, sum(store.learn("m", openings[at : at + 3]) for at in range(0, len(openings), 2))])


def full(path: Path, me: str, limit: int) -> None:
    """Append until the system lets no file grow any more; then go on with more room."""
    import resource  # not on every system

    with open_store(path) as store:
        go()
        _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, most))
        acknowledged = 0
        try:
            while isinstance(head := play(store, me, 2, boxes=2), Head) and head.seq < 10_000:
                acknowledged = head.seq
        except HeraldError as error:
            say([type(error).__name__, error.why, acknowledged])
        say([len(store.read(me)), store.head(me)])
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
        say(type(play(store, me, 2)).__name__)


if __name__ == "__main__":
    what, where, name, *numbers = sys.argv[1:]
    tasks: dict[str, Callable[..., None]] = {
        "race": race,
        "create": create,
        "crash": crash,
        "feed": feed,
        "learn": learn,
        "full": full,
    }
    tasks[what](Path(where), name, *map(int, numbers))
