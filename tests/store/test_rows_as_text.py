"""The view `rows`: what programs read that know SQLite and JSON, but nothing of Herald."""

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from core.games import game_named
from core.kernel.rules.chance import stream
from store.matches import Matches
from store.sqlite import admin, schema
from store.sqlite.adapter import open_store
from tests.replays.tables import Clock, begin, entropy_of, go_on
from tests.store.lines import Line, play, summary
from tests.store.test_damage import forge
from tests.support.matches import SEATS

COLUMNS = ["match", "row", "at", "kind", "seat", "actor", "text", "move", "facts", "body", "commits", "digest"]


def asked(path: Path, sql: str) -> list[dict[str, Any]]:
    """What another program gets: it opens the file by itself, and only to read."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as other:
        other.row_factory = sqlite3.Row
        return [dict(row) for row in other.execute(sql)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "games.db"
    with open_store(path) as store:
        matches = Matches(store, Clock(), entropy_of("rows as text"))
        go_on(matches, begin(matches, game_named("medieval"), 2), stream("rows as text"), 12)
    return path


def test_a_row_is_text_that_other_programs_read(path: Path) -> None:
    (first, *others) = asked(path, "SELECT * FROM rows")
    assert list(first) == COLUMNS
    assert (first["row"], first["kind"], first["seat"]) == (1, "start", None)
    assert json.loads(first["body"])["about"]["seats"] == list(SEATS[:2])
    assert others
    for number, row in enumerate(others, 2):
        body = json.loads(row["body"])
        assert (row["match"], row["row"], row["kind"]) == (first["match"], number, body["kind"])
        assert datetime.fromisoformat(row["at"]) == datetime.fromtimestamp(body["at"], UTC)
        assert row["seat"] == (SEATS[body["seat"]] if "seat" in body else None)
        assert json.loads(row["facts"] or "null") == body.get("facts")
        assert json.loads(row["move"] or "null") == body.get("move")


def test_it_says_no_more_than_the_log(path: Path) -> None:
    """Every body is that of the log to the byte, and nothing stands there that opens a box which no row has opened."""
    bodies = [row["body"].decode() for row in asked(path, "SELECT body FROM log")]
    rows = asked(path, "SELECT * FROM rows")
    assert [row["body"] for row in rows] == bodies
    sealed = asked(path, "SELECT salt AS text FROM opening UNION SELECT seed FROM secret")
    closed = [one["text"] for one in sealed if not any(one["text"] in body for body in bodies)]
    assert len(closed) > 1
    told = " ".join(str(value) for row in rows for value in row.values())
    assert not any(text in told for text in closed)


def test_nothing_is_written_through_it(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other, pytest.raises(sqlite3.OperationalError, match="because it is a view"):
        other.execute("UPDATE rows SET text = 'x'")


def test_a_file_of_before_gets_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.db"
    with monkeypatch.context() as before:
        before.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:1])
        with open_store(path) as store:
            play(store, "m", 2)
    assert asked(path, "SELECT name FROM sqlite_master WHERE type = 'view'") == []
    assert [migration.name for migration in admin.migrations(path)] == ["1 log", "2 rows as text", "3 watch", "4 keys"]
    assert admin.check(path) == []
    assert [row["text"] for row in asked(path, "SELECT text FROM rows")] == ["raise 1", "raise 2"]


def test_a_damaged_row_stops_no_reader(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with open_store(path) as store:
        store.append("m", 0, "", Line("m").next(3), summary("m", 3))
    forge(path, "UPDATE log SET body = x'ff00' WHERE seq = 2", "UPDATE summary SET seats = 'no list'")
    assert [row["text"] for row in asked(path, "SELECT text FROM rows")] == ["raise 1", None, "raise 3"]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("DROP VIEW rows", "missing view rows"),
        (
            "CREATE TRIGGER mine INSTEAD OF UPDATE ON rows BEGIN SELECT 1; END",
            "foreign trigger mine",
        ),
    ],
)
def test_who_tampers_with_it_is_found(path: Path, change: str, why: str) -> None:
    forge(path, change)
    assert [f"{fault.why} {fault.found}" for fault in admin.check(path)] == [why]
