"""Durable appends through the store, beside plain SQLite that writes exactly the same without checks or triggers."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import msgspec

from bench.figure import Goal, Line, Pair, Size
from bench.turns import compared
from core.kernel.log.row import StoredRow, chain, origin
from store.port import Summary
from store.sqlite.adapter import SqliteStore, open_store
from store.sqlite.connect import connect

MATCHES = 50
NAMES = ("ana", "ben")
GOAL = Goal(0.8, least=True)

Task = tuple[str, int, str, StoredRow, Summary]
Statement = tuple[str, Sequence[Any]]


def lines(size: Size) -> Iterator[Line]:
    """By the clock: to wait for the disk is what is measured."""
    todo = tasks((size.turns + 1) * size.appends)
    with TemporaryDirectory() as name:
        folder = Path(name)
        said = statements(folder, todo)
        with open_store(folder / "store.db") as store, closing(plain(folder, "bytes.db")) as same:
            by_store, by_hand = iter(todo), iter(said)

            def ours() -> float:
                begun = perf_counter()
                for _, (match, seq, client, row, told) in zip(range(size.appends), by_store, strict=False):
                    store.append(match, seq, client, [row], told)
                return size.appends / (perf_counter() - begun)

            def theirs() -> float:
                begun = perf_counter()
                for _, transaction in zip(range(size.appends), by_hand, strict=False):
                    for sql, values in transaction:
                        same.execute(sql, values)
                return size.appends / (perf_counter() - begun)

            pair = Pair("durable append", "store", "appends/s", "SQLite, WAL, FULL, the same", GOAL)
            yield compared(pair, ours, theirs, size)


def tasks(number: int) -> list[Task]:
    """Rows of some 300 bytes for many matches at once, in the order in which they are written; each has a client id."""
    heads = {f"match-{number:05}": (0, origin(f"match-{number:05}")) for number in range(MATCHES)}
    matches = list(heads)
    made: list[Task] = []
    for at in range(number):
        match = matches[at * 7 % MATCHES]
        seq, digest = heads[match]
        body = b'{"v":1,"match":"%s","seq":%d,"text":"%s"}' % (match.encode(), seq + 1, b"raise " * 40)
        digest = chain(digest, body, ())
        heads[match] = (seq + 1, digest)
        told = Summary(match, "any", NAMES, NAMES[seq % 2 :][:1], at, "3", over=False, head=seq + 1, at=at)
        made.append((match, seq, f"client-{at:08}", StoredRow(msgspec.Raw(body), (), (), digest), told))
    return made


class Recording(sqlite3.Connection):
    """Remembers every statement."""

    said: list[Statement]

    def execute(self, sql: str, parameters: Sequence[Any] = (), /) -> sqlite3.Cursor:  # type: ignore[override]
        self.said.append((sql, parameters))
        return super().execute(sql, parameters)


def statements(folder: Path, todo: Iterable[Task]) -> list[list[Statement]]:
    """What the store writes for each of these tasks."""
    connect(folder / "recorded.db").close()
    with closing(Recording(folder / "recorded.db", isolation_level=None)) as connection:
        connection.said = []
        store = SqliteStore(folder / "recorded.db", connection)
        for match, seq, client, row, told in todo:
            store.append(match, seq, client, [row], told)
        said = [one for one in connection.said if not one[0].lstrip().startswith("SELECT")]
    ends = [number for number, (sql, _) in enumerate(said, 1) if sql == "COMMIT"]
    return [said[start:end] for start, end in pairwise([0, *ends])]


def plain(folder: Path, name: str) -> sqlite3.Connection:
    """The same tables with the same settings, but no triggers."""
    connection = connect(folder / name)
    for (trigger,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        connection.execute(f"DROP TRIGGER {trigger}")
    return connection
