"""How quick is the store? `python -m tests.store.bench`: durable appends a second, against SQLite in the same run.

`bytes`: plain `sqlite3` writes exactly what the store writes (its recorded statements, without what it reads and
without triggers). `row`: plain `sqlite3` writes the row alone: no retries, no summary. All take turns, so that a busy
machine is busy for all. Then: the lists with 20,000 matches, reading, opening.
"""

import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import msgspec

from core.kernel.row import StoredRow, chain, origin
from store.connect import connect
from store.port import Summary
from store.sqlite import SqliteStore, open_store

TURNS, CHUNK, MATCHES = 15, 400, 50
NAMES = ("ana", "ben")

Task = tuple[str, int, str, StoredRow, Summary]
Statement = tuple[str, Sequence[Any]]


def tasks(count: int) -> list[Task]:
    """Rows of some 300 bytes for many matches at once, in the order in which they are written; each has a client id."""
    heads = {f"match-{number:05}": (0, origin(f"match-{number:05}")) for number in range(MATCHES)}
    matches = list(heads)
    made: list[Task] = []
    for number in range(count):
        match = matches[number * 7 % MATCHES]
        seq, digest = heads[match]
        body = b'{"v":1,"match":"%s","seq":%d,"text":"%s"}' % (match.encode(), seq + 1, b"raise " * 40)
        digest = chain(digest, body, ())
        heads[match] = (seq + 1, digest)
        told = Summary(
            match, "emara", NAMES, NAMES[seq % 2 :][:1], number, "round 3", over=False, head=seq + 1, at=number
        )
        made.append((match, seq, f"client-{number:08}", StoredRow(msgspec.Raw(body), (), (), digest), told))
    return made


class Recording(sqlite3.Connection):
    """Remembers every statement."""

    said: list[Statement]

    def execute(self, sql: str, parameters: Sequence[Any] = (), /) -> sqlite3.Cursor:  # type: ignore[override]
        self.said.append((sql, parameters))
        return super().execute(sql, parameters)


def statements(folder: Path, todo: Iterable[Task]) -> list[Statement]:
    """What the store writes for these tasks."""
    connect(folder / "recorded.db").close()
    with closing(Recording(folder / "recorded.db", isolation_level=None)) as connection:
        connection.said = []
        store = SqliteStore(folder / "recorded.db", connection)
        for match, seq, client, row, told in todo:
            store.append(match, seq, client, [row], told)
        return [said for said in connection.said if not said[0].lstrip().startswith("SELECT")]


def plain(folder: Path, name: str) -> sqlite3.Connection:
    """The same tables with the same settings, but no triggers."""
    connection = connect(folder / name)
    for (trigger,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        connection.execute(f"DROP TRIGGER {trigger}")
    return connection


def appends(folder: Path) -> None:
    """The three writers in turns; medians, and the ratio of each turn."""
    todo = tasks(TURNS * CHUNK)
    chunks = [todo[turn * CHUNK : (turn + 1) * CHUNK] for turn in range(TURNS)]
    said = statements(folder, todo)
    ends = [number + 1 for number, (sql, _) in enumerate(said) if sql == "COMMIT"]
    borders = [0, *ends[CHUNK - 1 :: CHUNK]]
    writes = [said[start:end] for start, end in pairwise(borders)]
    rows = [
        [one for one in chunk if one[0] in {"BEGIN IMMEDIATE", "COMMIT"} or "INTO log " in one[0]] for chunk in writes
    ]
    with (
        open_store(folder / "store.db") as store,
        closing(plain(folder, "bytes.db")) as same,
        closing(plain(folder, "row.db")) as bare,
    ):

        def by_store(turn: int) -> None:
            for match, seq, client, row, told in chunks[turn]:
                store.append(match, seq, client, [row], told)

        def by_hand(connection: sqlite3.Connection, script: list[list[Statement]]) -> Callable[[int], None]:
            def run(turn: int) -> None:
                for sql, values in script[turn]:
                    connection.execute(sql, values)

            return run

        writers = {"store": by_store, "bytes": by_hand(same, writes), "row": by_hand(bare, rows)}
        rates: dict[str, list[float]] = {name: [] for name in writers}
        for turn in range(TURNS):
            order = list(writers.items())
            for name, write in order[turn % 3 :] + order[: turn % 3]:
                begun = perf_counter()
                write(turn)
                rates[name].append(CHUNK / (perf_counter() - begun))
    for name, found in rates.items():
        ratio = median(ours / other for ours, other in zip(rates["store"], found, strict=True))
        say(f"durable appends, {name}", f"{median(found):8,.0f}/s", f"store / {name} = {ratio:.2f}")


def lists(folder: Path, matches: int = 20_000) -> None:
    """Lists with many matches, a twentieth of them running; `p20` sits in few, `ana` in all."""
    with open_store(folder / "many.db") as store:
        with store.writing:
            for number in range(matches):
                seats = ("ana", f"p{number % 500}")
                running = number % 20 == 0
                told = Summary(
                    f"{number * 7919 % matches:05}-heron",
                    "emara" if number % 5 else "heirs",
                    seats,
                    seats[number // 20 % 2 :][:1] if running else (),
                    number,
                    "round 3",
                    over=not running,
                    head=120,
                    at=number * 7919 % matches,
                )
                store.summarise(told)
        for filters in (
            {"waiting": "p20"},
            {"waiting": "ana"},
            {"seat": "p20"},
            {"seat": "ana", "limit": 50},
            {"over": False},
            {"game": "heirs", "limit": 50},
            {"limit": 50},
            {},
        ):
            found = 0

            def ask(filters: dict[str, Any] = filters) -> None:
                nonlocal found
                found = len(list(store.summaries(**filters)))

            say(f"list of {matches:,} {filters}", f"{best(ask) * 1000:8.2f} ms", f"{found} found")


def reading(folder: Path, rows: int = 300) -> None:
    """One match, and what a command costs that opens, reads, appends and closes."""
    path = folder / "read.db"
    line: list[StoredRow] = []
    digest = origin("m")
    for seq in range(1, rows + 200):
        body = b'{"v":1,"match":"m","seq":%d,"text":"%s"}' % (seq, b"raise " * 40)
        digest = chain(digest, body, ())
        line.append(StoredRow(msgspec.Raw(body), (), (), digest))

    def told(head: int) -> Summary:
        return Summary("m", "emara", NAMES, NAMES[head % 2 :][:1], head, "round 3", over=False, head=head, at=head)

    with open_store(path) as store:
        store.append("m", 0, "", line[:rows], told(rows))
        took = best(lambda: store.read("m"))
        say(f"read {rows} rows", f"{took * 1000:8.2f} ms", f"{rows / took:,.0f} rows/s")
        say("poll the feed", f"{best(lambda: store.changed(rows)) * 1e6:8.1f} us")
        say("keep a note", f"{best(lambda: store.keep_note('@', 'm')) * 1e6:8.1f} us")

    def command() -> None:
        with open_store(path) as again:
            head = len(again.read("m"))
            again.append("m", head, "", line[head : head + 1], told(head + 1))

    say(f"open, read {rows}, append, close", f"{best(command, 20) * 1000:8.2f} ms")


def best(run: Callable[[], object], times: int = 9) -> float:
    """The quickest of some runs, in seconds."""
    took: list[float] = []
    for _ in range(times):
        begun = perf_counter()
        run()
        took.append(perf_counter() - begun)
    return min(took)


def say(*columns: str) -> None:
    """One line of the table."""
    sys.stdout.write(f"{columns[0]:52}" + "   ".join(columns[1:]) + "\n")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        appends(Path(name))
        lists(Path(name))
        reading(Path(name))
