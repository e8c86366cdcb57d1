"""A file in which bytes are not what they were: found on reading, named, and never a traceback of SQLite."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from core.kernel.errors import Damaged, HeraldError
from store.sqlite import admin
from store.sqlite.adapter import open_store
from tests.store.lines import play


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "games.db"
    with open_store(path) as store:
        play(store, "m", 6, client="c1", boxes=2)
        play(store, "n", 2)
    return path


def forge(path: Path, *statements: str) -> None:
    """What somebody could do who takes the triggers away first, and puts them back."""
    with closing(sqlite3.connect(path, isolation_level=None)) as plain:
        triggers = plain.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            plain.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            plain.execute(statement)
        for _, sql in triggers:
            plain.execute(sql)


@pytest.mark.parametrize(
    ("forgery", "why", "row", "part"),
    [
        ("DELETE FROM log WHERE match = 'm' AND seq = 4", "gap", 4, "row"),
        ("DELETE FROM log WHERE match = 'm' AND seq = 1", "gap", 1, "row"),
        ("UPDATE log SET seq = 9 WHERE match = 'm' AND seq = 6", "gap", 6, "row"),
        ("UPDATE log SET body = x'7b' WHERE match = 'm' AND seq = 4", "undecodable", 4, "body"),
        ("UPDATE log SET body = x'ff00' WHERE match = 'm' AND seq = 4", "undecodable", 4, "body"),
        ("UPDATE log SET body = x'' WHERE match = 'm' AND seq = 4", "undecodable", 4, "body"),
        ("UPDATE log SET commits = '[' WHERE match = 'm' AND seq = 4", "undecodable", 4, "body"),
        ("UPDATE log SET digest = CAST(x'ff' AS TEXT) WHERE match = 'm' AND seq = 4", "undecodable", 4, "text"),
        (
            "UPDATE log SET body = (SELECT body FROM log WHERE match = 'n' AND seq = 2) WHERE match = 'm' AND seq = 4",
            "misplaced",
            4,
            "body",
        ),
        (
            "UPDATE log SET body = (SELECT body FROM log WHERE match = 'm' AND seq = 2) WHERE match = 'm' AND seq = 4",
            "misplaced",
            4,
            "body",
        ),
    ],
)
def test_a_damaged_row_is_named(path: Path, forgery: str, why: str, row: int, part: str) -> None:
    forge(path, forgery)
    with open_store(path) as store, open_store(path) as other:
        with pytest.raises(Damaged) as caught:
            store.read("m")
        error = caught.value
        assert (error.why, error.row, error.part) == (why, row, part)
        play(other, "n")
        play(store, "n")  # the error that is still at hand keeps no old view open
        assert len(store.read("n")) == 4
    assert [(fault.match, fault.row, fault.why) for fault in admin.check(path) if fault.part == part] == [
        ("m", row, why)
    ]


def test_a_damaged_summary_is_named_and_stops_no_match(path: Path) -> None:
    forge(path, "UPDATE summary SET seats = '[', waiting = 'x' WHERE match = 'm'")
    with open_store(path) as store:
        with pytest.raises(Damaged) as caught:
            list(store.summaries())
        assert (caught.value.why, caught.value.part) == ("undecodable", "summary")
        play(store, "m")
        assert [s.head for s in store.summaries(waiting="ana")] == [7, 3] or store.head("m") == 7
        assert {s.match for s in store.summaries()} == {"m", "n"}


def test_a_table_that_is_gone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as plain:
        plain.execute("DROP TABLE summary")
    with open_store(path) as store:
        with pytest.raises(Damaged) as caught:
            list(store.summaries())
        assert caught.value.why == "file_damaged"
        assert "summary" in str(caught.value.found)
        assert len(store.read("m")) == 6


def test_whatever_bytes_are_flipped_the_error_is_ours(path: Path, tmp_path: Path) -> None:
    whole = path.read_bytes()
    chance = random.Random(11)
    outcomes = {"fine": 0, "found": 0}
    for number in range(150):
        broken = bytearray(whole)
        for _ in range(chance.choice((1, 20))):
            broken[chance.randrange(100, len(broken))] ^= chance.randrange(1, 256)
        start = chance.randrange(0, len(broken), 4096)
        if number % 3 == 0:
            broken[start : start + 4096] = chance.randbytes(4096)
        target = tmp_path / f"{number}.db"
        target.write_bytes(broken if number % 10 else broken[: chance.randrange(len(broken))])
        try:
            with open_store(target, create=False, wait=0.05) as store:
                for look in (
                    lambda: store.read("m"),
                    lambda: list(store.summaries(seat="ana")),
                    lambda: store.changed(0),
                    lambda: store.find("m"),
                    lambda: play(store, "n"),
                ):
                    try:
                        look()
                    except HeraldError:
                        outcomes["found"] += 1
                    else:
                        outcomes["fine"] += 1
            admin.check(target)
        except HeraldError:
            outcomes["found"] += 1
    assert min(outcomes.values()) > 50, outcomes
