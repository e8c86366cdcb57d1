"""What must stay true of the store's own code."""

import re
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from store.sqlite.adapter import SqliteStore, open_store
from store.sqlite.connect import connect
from tests.store.lines import play, summary
from tests.support.places import ROOT

SOURCES = sorted((ROOT / "store").rglob("*.py"))


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_no_deferred_transaction(source: Path) -> None:
    """sqlite-utils' own transactions take the write lock too late: with four processes, 51,508 busy errors."""
    text = source.read_text(encoding="utf-8")
    assert "atomic(" not in text
    assert "begin()" not in text
    assert not re.search(r"execute\w*\(\s*f?['\"]+\s*(INSERT|REPLACE|UPDATE)", text), (
        "writes stand with their SQL, above"
    )
    assert "OR REPLACE" not in re.sub(r'"""(.|\n)*?"""', "", text)


def test_only_one_place_opens_a_file() -> None:
    assert [source.name for source in SOURCES if "sqlite3.connect(" in source.read_text("utf-8")] == ["connect.py"]


def test_a_move_imports_nothing_heavy(tmp_path: Path) -> None:
    open_store(tmp_path / "games.db").close()
    program = """
import sys
from pathlib import Path
from store.sqlite.adapter import open_store
from tests.store.lines import play
with open_store(Path(sys.argv[1])) as store:
    play(store, "m", 2, client="c", boxes=1)
    play(store, "m", 2, client="c", boxes=1)
    assert len(store.read("m")) == 2
    store.find("m"), list(store.summaries(waiting="ana"))
print(*sorted(sys.modules))
"""
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "games.db")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = set(done.stdout.split())
    assert {"sqlite3", "msgspec", "store.sqlite.adapter"} <= loaded
    assert loaded.isdisjoint({"sqlite_utils", "structlog", "asyncio", "click", "rich", "pluggy", "dateutil"})


@pytest.mark.parametrize(
    ("filters", "index"),
    [
        ({"waiting": "p7"}, "PRIMARY KEY"),
        ({"waiting": "p7", "over": False}, "PRIMARY KEY"),
        ({"waiting": "p7", "game": "emara"}, "PRIMARY KEY"),
        ({"seat": "p7"}, "PRIMARY KEY"),
        ({"game": "heirs"}, "summary_game"),
        ({"over": False}, "summary_running"),
    ],
)
def test_a_list_does_not_look_at_every_match(tmp_path: Path, filters: dict[str, object], index: str) -> None:
    path = tmp_path / "games.db"
    asked: list[str] = []
    with closing(connect(path)) as connection:
        store = SqliteStore(path, connection)
        with store.writing:
            for number in range(300):
                names = (f"p{number}", f"p{number + 1}")
                store.summarise(summary(f"m{number}", 1, seats=names, waiting=names[:1], over=number % 9 > 0))
        connection.set_trace_callback(asked.append)
        found = list(store.summaries(**filters))  # type: ignore[arg-type]
        connection.set_trace_callback(None)
        (query,) = (sql for sql in asked if not sql.startswith("PRAGMA"))
        plan = " ".join(row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {query}"))
    assert len(found) < 50
    assert index in plan
    assert "SCAN summary" not in plan.replace("SCAN summary USING INDEX summary_running", "")


def test_the_feed_and_a_prefix_use_their_index(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    asked: list[str] = []
    with closing(connect(path)) as connection:
        store = SqliteStore(path, connection)
        play(store, "m")
        connection.set_trace_callback(asked.append)
        store.changed(0)
        store.find("m")
        store.read("m")
        store.head("m")
        connection.set_trace_callback(None)
        queries = [sql for sql in asked if not sql.startswith("PRAGMA")]
        assert len(queries) >= 4
        for sql in queries:
            plan = " ".join(row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}"))
            assert "SEARCH" in plan
            assert "SCAN" not in plan
            assert "TEMP B-TREE" not in plan
