"""The file defends itself: every statement here comes through a plain connection with SQLite's default settings."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from store.port import Secrets
from store.sqlite.adapter import open_store
from store.sqlite.connect import connect
from tests.store.lines import Line, play, summary

LOG = "log (match, seq, body, commits, digest)"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "games.db"
    with open_store(path) as store:
        store.append("m", 0, "c1", Line("m").next(3, boxes=1), summary("m", 3), Secrets("seed", b"key"))
        play(store, "n", 2)
    return path


@pytest.fixture
def plain(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        assert connection.execute("PRAGMA recursive_triggers").fetchone() == (0,)
        assert connection.execute("PRAGMA foreign_keys").fetchone() == (0,)
        yield connection


def everything(connection: sqlite3.Connection) -> list[object]:
    tables = ("log", "opening", "command", "secret", "sqlite_sequence")
    return [connection.execute(f"SELECT * FROM {table}").fetchall() for table in tables]


@pytest.mark.parametrize(
    "forgery",
    [
        "UPDATE log SET body = x'00' WHERE match = 'm' AND seq = 2",
        "UPDATE log SET digest = digest",
        "UPDATE OR REPLACE log SET seq = 1 WHERE match = 'm' AND seq = 2",
        "UPDATE OR IGNORE log SET seq = 9 WHERE match = 'm' AND seq = 3",
        "DELETE FROM log WHERE match = 'm' AND seq = 3",
        "DELETE FROM log",
        f"REPLACE INTO {LOG} VALUES ('m', 2, x'00', '[]', '')",
        f"INSERT OR REPLACE INTO {LOG} VALUES ('m', 3, x'00', '[]', '')",
        "INSERT OR REPLACE INTO log VALUES (2, 'm', 4, x'00', '[]', '')",
        "INSERT OR REPLACE INTO log VALUES (5, 'new', 1, x'00', '[]', '')",
        f"INSERT INTO {LOG} VALUES ('m', 2, x'00', '[]', '')",
        f"INSERT OR IGNORE INTO {LOG} VALUES ('m', 2, x'00', '[]', '')",
        f"INSERT INTO {LOG} VALUES ('m', 2, x'00', '[]', '') ON CONFLICT DO UPDATE SET body = excluded.body",
        f"INSERT INTO {LOG} VALUES ('m', 2, x'00', '[]', '') ON CONFLICT (match, seq) DO NOTHING",
    ],
)
def test_no_row_is_changed_replaced_or_removed(plain: sqlite3.Connection, forgery: str) -> None:
    before = everything(plain)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        plain.execute(forgery)
    assert everything(plain) == before


@pytest.mark.parametrize("seq", [-1, 0, 5, 99])
def test_no_row_leaves_a_gap(plain: sqlite3.Connection, seq: int) -> None:
    before = everything(plain)
    with pytest.raises(sqlite3.IntegrityError, match="follows the last one"):
        plain.execute(f"INSERT INTO {LOG} VALUES ('m', ?, x'00', '[]', '')", (seq,))
    assert everything(plain) == before


@pytest.mark.parametrize("position", [-9, -1, 0, 3, 5, 7, 99, 2**63 - 1])
def test_no_position_is_chosen_by_hand(plain: sqlite3.Connection, position: int) -> None:
    before = everything(plain)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        plain.execute("INSERT INTO log VALUES (?, 'm', 4, x'00', '[]', '')", (position,))
    assert everything(plain) == before


@pytest.mark.parametrize("position", [-1, 0, 2, 2**63 - 1])
def test_not_even_the_first_position(tmp_path: Path, position: int) -> None:
    open_store(tmp_path / "empty.db").close()
    with closing(sqlite3.connect(tmp_path / "empty.db")) as plain:
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            plain.execute("INSERT INTO log VALUES (?, 'm', 1, x'00', '[]', '')", (position,))
        plain.rollback()
    with open_store(tmp_path / "empty.db") as store:
        play(store, "m")
        assert [change.position for change in store.changed(0)] == [1]


def test_a_row_that_follows_is_no_forgery(plain: sqlite3.Connection) -> None:
    plain.execute(f"INSERT INTO {LOG} VALUES ('m', 4, x'00', '[]', '')")
    assert plain.execute("SELECT max(position) FROM log").fetchone() == (6,)


@pytest.mark.parametrize(
    "forgery",
    [
        "UPDATE opening SET value = '1'",
        "DELETE FROM opening WHERE seq = 1",
        "INSERT OR REPLACE INTO opening VALUES ('m', 1, 0, '', '')",
        "INSERT INTO opening VALUES ('m', 1, 0, '', '') ON CONFLICT DO UPDATE SET value = excluded.value",
        "UPDATE command SET first = 9",
        "DELETE FROM command",
        "REPLACE INTO command VALUES ('m', 'c1', 7, 7)",
        "INSERT INTO command VALUES ('m', 'c1', 7, 7) ON CONFLICT DO UPDATE SET last = excluded.last",
        "UPDATE secret SET seed = 'mine'",
        "REPLACE INTO secret VALUES ('m', 'mine', x'00')",
        "INSERT INTO secret VALUES ('n', 'mine', x'00')",
    ],
)
def test_what_stands_beside_the_rows_is_append_only_too(plain: sqlite3.Connection, forgery: str) -> None:
    before = everything(plain)
    with pytest.raises(sqlite3.IntegrityError, match=r"append-only|never changes"):
        plain.execute(forgery)
    assert everything(plain) == before


def test_secrets_can_be_shredded_but_no_others_come_instead(plain: sqlite3.Connection, path: Path) -> None:
    plain.execute("DELETE FROM secret WHERE match = 'm'")
    with pytest.raises(sqlite3.IntegrityError, match="never changes"):
        plain.execute("INSERT INTO secret VALUES ('m', 'mine', x'00')")
    with open_store(path) as store:
        assert store.secrets("m") is None
        assert len(store.read("m")) == 3


@pytest.mark.parametrize(
    "nonsense",
    [
        f"INSERT INTO {LOG} VALUES ('m', 4, 'text', '[]', '')",
        f"INSERT INTO {LOG} VALUES ('m', 4, NULL, '[]', '')",
        f"INSERT INTO {LOG} VALUES (x'00', 1, x'00', '[]', '')",
        f"INSERT INTO {LOG} VALUES ('m', 'four', x'00', '[]', '')",
    ],
)
def test_tables_are_strict(plain: sqlite3.Connection, nonsense: str) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        plain.execute(nonsense)


def test_our_own_connection_lets_nothing_be_orphaned(path: Path) -> None:
    with closing(connect(path)) as ours:
        for orphan in (
            "INSERT INTO opening VALUES ('m', 9, 0, '', '')",
            "INSERT INTO command VALUES ('m', 'c9', 9, 9)",
        ):
            with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
                ours.execute(orphan)
