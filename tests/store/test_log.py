import json
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from core.kernel.errors import Usage
from store import log as door
from store.errors import StoreError
from store.port import Secrets
from store.sqlite.adapter import open_store
from tests.store.lines import Line, play, summary
from tests.support.places import ROOT


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    yield
    door.configure()


def lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def test_the_file_gets_json_lines(tmp_path: Path) -> None:
    file = tmp_path / "herald.log"
    door.configure(file=file)
    with open_store(tmp_path / "games.db") as store:
        play(store, "m", 3, client="c1")
        play(store, "m", client="c1")
        store.append("m", 0, "", Line("m").next(), summary("m", 1))
    said = lines(file)
    assert [event["event"] for event in said] == ["migrated", "appended", "seen", "stale"]
    appended, seen, stale = said[1:]
    assert (appended["match"], appended["head"], appended["rows"]) == ("m", 3, 3)
    assert appended["us"] > 0
    assert (seen["client"], seen["first"], seen["last"]) == ("c1", 1, 3)
    assert (stale["expected"], stale["head"]) == (0, 3)
    assert all(event["level"] == "info" and event["timestamp"].endswith("Z") for event in said)


def test_the_file_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "herald.log"
    for _ in range(2):
        door.configure(file=file)
        door.log().info("hello", path=tmp_path)
    assert [event["event"] for event in lines(file)] == ["hello", "hello"]


def test_a_person_reads_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    door.configure(verbose=True, file=tmp_path / "herald.log")
    with open_store(tmp_path / "games.db") as store:
        play(store, "m", 2)
    out, err = capsys.readouterr()
    assert out == ""
    assert "\x1b" not in err
    assert "appended" in err
    assert "head=2" in err
    assert len(lines(tmp_path / "herald.log")) == 2


def test_a_slow_wait_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    door.configure(file=tmp_path / "herald.log")
    path = tmp_path / "games.db"
    with open_store(path) as store, closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")

        def until_it_is_free(_pause: float) -> None:
            time.sleep(0.12)
            other.rollback()

        monkeypatch.setattr("store.sqlite.locks.sleep", until_it_is_free)
        play(store, "m")
    (waited,) = [event for event in lines(tmp_path / "herald.log") if event["event"] == "waited"]
    assert waited["level"] == "warning"
    assert 100 <= waited["ms"] < 5_000


def test_no_secret_is_ever_told(tmp_path: Path) -> None:
    door.configure(file=tmp_path / "herald.log")
    with open_store(tmp_path / "games.db") as store:
        rows = Line("m").next(2, boxes=2)
        store.append("m", 0, "c", rows, summary("m", 2), Secrets("hush", b"hush"))
    text = (tmp_path / "herald.log").read_text()
    assert "appended" in text
    for secret in ("hush", "card 0", *(opening.salt for row in rows for opening in row.openings if opening)):
        assert secret not in text


def test_a_file_that_cannot_be_opened_is_said_at_once(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as caught:
        door.configure(file=tmp_path / "no" / "herald.log")
    assert caught.value.why == "no_folder"
    with pytest.raises(StoreError) as caught:
        door.configure(file=tmp_path)
    assert caught.value.why == "is_folder"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_under_the_log_stops_no_match(tmp_path: Path) -> None:
    door.configure(file=Path("/dev/full"))
    with open_store(tmp_path / "games.db") as store:
        play(store, "m")
        assert store.head("m") == 1


@pytest.mark.parametrize(("speak", "imported"), [("", False), ("door.log().info('x')", True)])
def test_structlog_is_only_imported_when_something_is_told(speak: str, imported: bool) -> None:
    program = f"""
import sys
from core.kernel.errors import Usage
from store import log as door
door.log().info("nobody listens")
door.configure(verbose=True)
{speak}
print("structlog" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == f"{imported}\n"


HOSTILE = "a\x1b]0;title\x07\x9b2J\u202eb\n\udcff"


def test_what_others_wrote_moves_no_cursor(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Names of matches, seats and files come from others; bytes that are no text stop nothing, either."""
    door.configure(verbose=True, file=tmp_path / "herald.log")
    door.log().info("hello", path=HOSTILE, match=HOSTILE)
    for text in (capsys.readouterr().err, (tmp_path / "herald.log").read_text(encoding="utf-8")):
        assert all(one.isprintable() for one in text.replace("\n", ""))
        assert "title" in text
        assert text.count("\n") == 1


def test_a_log_in_the_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    open_store(path).close()
    (tmp_path / "link").symlink_to(path)
    before = path.read_bytes()
    for file in (path, tmp_path / "link", tmp_path / "games.db-wal"):
        door.configure(file=file)
        with pytest.raises(Usage, match="is_database"):
            open_store(path)
    door.configure()
    assert path.read_bytes() == before
