"""What goes wrong at a service is an answer like any other, and a line of its log; then it goes on."""

import sqlite3
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
import pytest

from store.log import configure
from store.sqlite.adapter import SqliteStore
from tests.service.conftest import KEYS, Ask, asking, beginning
from tests.service.test_closed import Listener
from tests.support.patience import PATIENCE
from tests.support.serving import served

MOVE = {"do": {"kind": "move", "text": "monarch 1"}, "client": "x"}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "matches.db"


@pytest.fixture
def url(place: Path) -> Iterator[str]:
    with served(place, is_open=True) as address:
        yield address


@pytest.fixture
def told(tmp_path: Path) -> Iterator[Callable[[], list[dict[str, object]]]]:
    """The lines of the program's own log."""
    file = tmp_path / "herald.log"
    configure(file=file)
    yield lambda: [msgspec.json.decode(line, type=dict[str, object]) for line in file.read_bytes().splitlines()]
    configure()


def until(found: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not found():
        assert time.monotonic() < end
        time.sleep(0.02)


@contextmanager
def away(file: Path) -> Generator[None]:
    """A file that is not where it was, for a while."""
    elsewhere = file.with_name("elsewhere")
    file.rename(elsewhere)
    try:
        yield
    finally:
        elsewhere.rename(file)


# --- a mistake of the program ---------------------------------------------------------------------------------------


def test_a_mistake_of_the_program_is_a_document_and_a_line_of_the_log(
    ask: Ask, match: str, told: Callable[[], list[dict[str, object]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise LookupError("planted")

    monkeypatch.setattr("store.remote.door.Visitor.shown", broken)
    failed = ask("GET", f"/matches/{match}/rows", x_request_id="from-the-proxy-1")
    assert (failed.status, failed.json["error"], failed.json["why"]) == (500, "failure", "failed_inside")
    assert failed.headers["content-type"] == "application/json"
    assert failed.headers["x-content-type-options"] == "nosniff"
    assert failed.headers["x-request-id"] == "from-the-proxy-1"
    assert b"planted" not in failed.body
    (line,) = [one for one in told() if one["event"] == "failed"]
    assert (line["what"], line["match"], line["request"]) == ("rows", match, "from-the-proxy-1")
    trace = str(line["traceback"])
    assert "in broken" in trace
    assert trace.endswith("LookupError"), "without its message, which may quote what somebody typed"
    assert ask("GET", "/health").status == 200


def test_where_nobody_reads_the_log_it_is_told_on_stderr(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    async def broken(*_: object) -> None:
        raise LookupError("planted")

    monkeypatch.setattr("cli.service.office.Office.ask", broken)
    assert ask("GET", "/health").status == 500
    assert "LookupError" in capfd.readouterr().err


@pytest.mark.parametrize("name", ["", "x" * 65, "a b", "é"])
def test_a_request_is_not_named_at_will(ask: Ask, name: str) -> None:
    assert "x-request-id" not in ask("GET", "/health", x_request_id=name.encode().decode("latin-1")).headers


# --- the feed -------------------------------------------------------------------------------------------------------


def test_the_feed_outlives_an_error_of_the_store(place: Path, told: Callable[[], list[dict[str, object]]]) -> None:
    with served(place, is_open=True) as address, served(place) as other:
        ask, match = asking(address), "azure-rose-777"
        assert ask("POST", "/matches", beginning()).status == 201
        listener = Listener(address, match, KEYS["Ana"])
        with away(place):
            until(lambda: any(one["event"] == "feed_failed" for one in told()))
            health = ask("GET", "/health")
            assert (health.status, health.json["why"]) == (503, "failed_there")
        until(lambda: ask("GET", "/health").status == 200)
        assert asking(other)("POST", f"/matches/{match}/acts", MOVE, KEYS["Ana"]).status == 201
        until(lambda: b"event: rows" in listener.heard)
    listener.ended()


def test_health_knows_of_a_feed_that_fails(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, told: Callable[[], list[dict[str, object]]]
) -> None:
    """Whatever it is that fails, and though the database can be read."""
    honest = SqliteStore.position

    def broken(_: SqliteStore) -> int:
        raise LookupError("planted")

    monkeypatch.setattr(SqliteStore, "position", broken)
    until(lambda: ask("GET", "/health").status == 500)
    assert any("LookupError" in str(one.get("traceback")) for one in told())
    monkeypatch.setattr(SqliteStore, "position", honest)
    until(lambda: ask("GET", "/health").status == 200)
    assert any(one["event"] == "feed_goes_on" for one in told())


def test_a_feed_that_fails_does_not_keep_the_service_from_ending(place: Path) -> None:
    with served(place) as address:
        place.unlink()
        until(lambda: asking(address)("GET", "/health").status == 503)
    with pytest.raises(OSError, match="refused"):
        asking(address)("GET", "/health")


def test_of_many_who_listen_at_once_no_more_do_than_may(place: Path) -> None:
    """They are counted before anything is looked at."""
    with served(place, is_open=True, listeners=3) as address:
        ask = asking(address)
        assert ask("POST", "/matches", beginning()).status == 201
        statuses, at = list[int](), urlsplit(address)
        lines: list[tuple[HTTPConnection, HTTPResponse]] = []
        together = threading.Barrier(12)

        def listen() -> None:
            line = HTTPConnection(at.hostname or "", at.port, timeout=PATIENCE)
            line.connect()
            together.wait()
            line.request("GET", "/matches/azure-rose-777/feed")
            answer = line.getresponse()
            lines.append((line, answer))
            statuses.append(answer.status)

        threads = [threading.Thread(target=listen) for _ in range(12)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        assert sorted(statuses) == [200] * 3 + [429] * 9
        assert ask("GET", "/health").json["listeners"] == 3
        assert ask("GET", "/matches/azure-rose-778/feed").status == 429
        for line, answer in lines:
            answer.close()
            line.close()
        until(lambda: ask("GET", "/health").json["listeners"] == 0)
        assert [ask("GET", "/matches/azure-rose-778/feed").status for _ in range(4)] == [404] * 4, "each is given back"


# --- the file -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("end", ["", "-wal"])
def test_a_file_that_goes_away_is_told_at_the_next_act(ask: Ask, match: str, place: Path, end: str) -> None:
    path = f"/matches/{match}/acts"
    with away(place.with_name(place.name + end)):
        for method, where in (("POST", path), ("GET", f"/matches/{match}/rows"), ("GET", "/health")):
            failed = ask(method, where, MOVE if method == "POST" else None, KEYS["Ana"])
            assert (failed.status, failed.json["why"], failed.json["terms"]) == (
                503,
                "failed_there",
                {"reason": "gone"},
            )
    assert ask("POST", path, MOVE, KEYS["Ana"]).status == 201


def test_a_write_ahead_log_that_is_another_one_is_told(ask: Ask, match: str, place: Path) -> None:
    """What is written into one that nobody finds is lost."""
    log = Path(f"{place}-wal")
    copy = log.read_bytes()
    log.unlink()
    log.write_bytes(copy)
    assert ask("POST", f"/matches/{match}/acts", MOVE, KEYS["Ana"]).status == 503


def test_a_lock_that_another_program_holds_does_not_stop_looks(place: Path) -> None:
    with (
        served(place, is_open=True, threads=1) as address,
        closing(sqlite3.connect(place, isolation_level=None)) as other,
    ):
        ask, done = asking(address), list[int]()
        assert ask("POST", "/matches", beginning()).status == 201
        other.execute("BEGIN IMMEDIATE")
        acts = threading.Thread(
            target=lambda: done.append(ask("POST", "/matches/azure-rose-777/acts", MOVE, KEYS["Ana"]).status)
        )
        acts.start()
        took = list[float]()
        for _ in range(5):
            begun = time.perf_counter()
            assert ask("GET", "/matches/azure-rose-777/rows", key=KEYS["Bo"]).json["head"] == 1
            took.append(time.perf_counter() - begun)
            time.sleep(0.05)
        assert not done
        assert min(took) < 1.0
        other.execute("ROLLBACK")
        acts.join(timeout=PATIENCE)
        assert done == [201]


def test_who_waits_for_a_lock_for_too_long_is_told(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cli.service.office.LOCKED", 0.2)
    with served(place, is_open=True) as address, closing(sqlite3.connect(place, isolation_level=None)) as other:
        ask = asking(address)
        assert ask("POST", "/matches", beginning()).status == 201
        other.execute("BEGIN IMMEDIATE")
        refused = ask("POST", "/matches/azure-rose-777/acts", MOVE, KEYS["Ana"])
        assert (refused.status, refused.json["terms"]) == (503, {"reason": "locked"})


# --- what is sent ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded", "application/jsonp"])
def test_a_form_of_another_site_does_nothing(ask: Ask, match: str, kind: str) -> None:
    for path in (f"/matches/{match}/acts", "/matches", "/sync", "/told", f"/matches/{match}/complete"):
        refused = ask("POST", path, msgspec.json.encode(MOVE), KEYS["Ana"], content_type=kind)
        assert (refused.status, refused.json["why"]) == (415, "not_json"), path
    assert ask("GET", f"/matches/{match}/rows").json["head"] == 1


def test_json_may_say_how_it_is_written(ask: Ask, match: str) -> None:
    said = "Application/JSON; charset=utf-8"
    assert ask("POST", f"/matches/{match}/acts", MOVE, KEYS["Ana"], content_type=said).status == 201
