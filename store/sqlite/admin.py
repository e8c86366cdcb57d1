"""What an operator does with the file: check, back up, count, rebuild. Never on the way of a move.

Here sqlite-utils may take its time. Whether a log's chain holds is for `verify` (replays): it knows what bytes mean.
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec

from core.kernel.errors import Damaged
from core.kernel.log.row import StoredRow
from store.errors import Guard, StoreError, cannot_open
from store.files import beside
from store.log import log
from store.port import Summary
from store.sqlite import schema
from store.sqlite.adapter import SqliteStore
from store.sqlite.connect import blank, connect

BLOCK = 2**20  # what a closed answer adds to a file is told to nobody: its size is rounded up


class Damage(msgspec.Struct, frozen=True):
    """Something in the file is not as the store wrote it; `match` and `row` are empty where they do not apply."""

    part: str
    why: str
    match: str = ""
    row: int = 0
    found: str = ""


class Stats(msgspec.Struct, frozen=True):
    """What a store holds."""

    matches: int
    running: int
    rows: int
    commands: int
    games: dict[str, int]
    bytes: int
    schema: int
    sqlite: str


class Applied(msgspec.Struct, frozen=True):
    """A migration of this file, and when it was made (UTC)."""

    name: str
    at: str


def check(path: Path) -> list[Damage]:
    """Everything that can be told without knowing a game; nothing found is an empty list."""
    faults: list[Damage] = []
    with closing(connect(path, create=False)) as connection:
        for look in (_file, _rules, _rows, _commands, _summaries, _watches):
            try:
                with Guard(path):
                    faults += look(path, connection)
            except Damaged as error:
                faults.append(Damage(error.part, error.why, found=str(error.found or "")))
            except StoreError as error:
                if error.why != "failed":
                    raise
                faults.append(Damage("schema", "file_damaged", found=str(error.terms["detail"])))
    return faults


def backup(path: Path, target: Path) -> int:
    """Copy the store as it is at one moment, while others go on writing; the size of the copy in bytes.

    The copy is one file that needs no other. It is there in full or not at all, and never overwrites anything.
    """
    try:
        with (
            beside(target, secret=True) as part,
            closing(connect(path, create=False)) as source,
            Guard(target, create=True),
            closing(blank(part.path)) as copy,
        ):
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
    except (PermissionError, FileNotFoundError, NotADirectoryError) as problem:
        raise cannot_open(target, create=True) from problem
    except OSError as problem:
        raise StoreError("disk_failed", target) from problem
    size = target.stat().st_size
    log().info("backed up", path=str(path), target=str(target), bytes=size)
    return size


def stats(path: Path) -> Stats:
    """Count what the store holds."""
    with closing(connect(path, create=False)) as connection, Guard(path):
        db = schema.database(connection)
        games = connection.execute("SELECT game, count(*) FROM summary GROUP BY game ORDER BY game").fetchall()
        (running,) = connection.execute("SELECT count(*) FROM summary WHERE over = 0").fetchone()
        (matches,) = connection.execute("SELECT count(*) FROM log WHERE seq = 1").fetchone()
        return Stats(
            matches=matches,
            running=running,
            rows=db.table("log").count,
            commands=db.table("command").count,
            games=dict(games),
            bytes=-(-path.stat().st_size // BLOCK) * BLOCK,
            schema=schema.version(),
            sqlite=sqlite3.sqlite_version,
        )


def migrations(path: Path) -> list[Applied]:
    """Bring the file up to date, as opening it does, and say what was ever applied."""
    with closing(connect(path, create=False)) as connection, Guard(path):
        return [Applied(*migration) for migration in schema.applied(connection)]


def rebuild(store: SqliteStore, summarise: Callable[[str, list[StoredRow]], Summary]) -> list[str]:
    """Make all summaries again from the rows; the matches whose log is damaged keep the old one and are returned.

    Folding is slow and done before the write lock is taken; what moved on meanwhile is folded once more.
    """
    old = {summary.match: summary for summary in store.summaries()}
    damaged: list[str] = []

    def made(match: str) -> Summary | None:
        try:
            return summarise(match, store.read(match))
        except Damaged:
            damaged.append(match)
            return old.get(match)

    new = {match: made(match) for match in store.find("")}
    with store.writing:
        store.forget_summaries()
        for match in store.find(""):
            summary = new.get(match)
            if match not in damaged and (summary is None or summary.head != store.head(match)):
                summary = made(match)
            if summary is not None:
                store.summarise(summary)
    log().info("rebuilt", path=str(store.path), matches=len(new), damaged=len(damaged))
    return damaged


def _file(_path: Path, db: sqlite3.Connection) -> list[Damage]:
    """What SQLite itself says about pages, keys and references."""
    said = [line for (line,) in db.execute("PRAGMA integrity_check").fetchall()]
    orphans = db.execute("PRAGMA foreign_key_check").fetchall()
    return [
        *(Damage("file", "file_damaged", found=line) for line in said if line != "ok"),
        *(Damage(table, "orphan") for table, *_ in orphans),
    ]


def _rules(_path: Path, db: sqlite3.Connection) -> list[Damage]:
    """Tables and triggers as we made them: a trigger that somebody dropped is a door left open."""
    with closing(blank(Path(":memory:"))) as fresh:
        schema.migrate(fresh)
        due = _definitions(fresh)
    found = _definitions(db)
    return [
        *(Damage("schema", "missing", found=name) for name in sorted(due.keys() - found.keys())),
        *(Damage("schema", "foreign", found=name) for name in sorted(found.keys() - due.keys())),
        *(Damage("schema", "changed", found=name) for name in sorted(due) if found.get(name, due[name]) != due[name]),
    ]


def _definitions(connection: sqlite3.Connection) -> dict[str, str]:
    sql = """
        SELECT type || ' ' || name, coalesce(sql, '') FROM sqlite_master
        WHERE name NOT LIKE 'sqlite_%' AND tbl_name <> '_sqlite_migrations'
    """
    return dict(connection.execute(sql).fetchall())


def _rows(path: Path, db: sqlite3.Connection) -> list[Damage]:
    """Every log from its first row to its last: in order, readable, in its place."""
    store = SqliteStore(path, db)
    faults: list[Damage] = []
    for (match,) in db.execute("SELECT DISTINCT match FROM log ORDER BY match").fetchall():
        try:
            store.read(match)
        except Damaged as error:
            faults.append(Damage(error.part, error.why, match, error.row, str(error.found or "")))
    return faults


def _commands(_path: Path, db: sqlite3.Connection) -> list[Damage]:
    """A command whose rows are not all there: the tail of a log was cut off."""
    sql = """
        SELECT match, client, last FROM command
        WHERE first > last OR first < 1
            OR last > (SELECT coalesce(max(seq), 0) FROM log WHERE log.match = command.match)
    """
    return [Damage("command", "rows_missing", match, last, client) for match, client, last in db.execute(sql)]


def _summaries(_path: Path, db: sqlite3.Connection) -> list[Damage]:
    """A summary that does not fit its log: `rebuild` repairs it."""
    sql = """
        SELECT match, heads.head, summary.head FROM
            (SELECT match, max(seq) AS head FROM log GROUP BY match) AS heads LEFT JOIN summary USING (match)
        WHERE summary.head IS NOT heads.head
        UNION ALL SELECT match, 0, head FROM summary WHERE match NOT IN (SELECT match FROM log)
    """
    return [Damage("summary", "outdated", match, head, str(found)) for match, head, found in db.execute(sql)]


def _watches(_path: Path, db: sqlite3.Connection) -> list[Damage]:
    """A spectators' link of no match."""
    sql = "SELECT DISTINCT match FROM watch WHERE match NOT IN (SELECT match FROM log) ORDER BY match"
    return [Damage("watch", "orphan", match) for (match,) in db.execute(sql)]
