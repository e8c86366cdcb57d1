"""Nobody takes the memory of a service: answers come in pages, and what is on its way is bounded."""

import asyncio
import os
import resource
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest
from starlette.types import Message, Scope

from cli.service.answering import refused
from cli.service.app import Service
from cli.service.office import Office
from cli.service.traffic import Carried, Traffic
from core.kernel.rules.chance import stream
from store.log import configure
from tests.service.conftest import KEYS, Ask, asking, beginning
from tests.service.test_trouble import MOVE, until
from tests.soak.homes import begin, check_same, homes, plays
from tests.support.patience import PATIENCE
from tests.support.serving import Process, served

ONE = 1
"""Bytes for an answer: a row at a time."""


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with served(tmp_path / "matches.db", is_open=True) as address:
        yield address


# --- pages ----------------------------------------------------------------------------------------------------------


def test_rows_come_in_pages(ask: Ask, match: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert ask("POST", f"/matches/{match}/acts", MOVE, KEYS["Ana"]).status == 201
    whole = ask("GET", f"/matches/{match}/rows", key=KEYS["Ana"]).json
    monkeypatch.setattr("store.remote.door.ANSWER", ONE)
    rows: list[Any] = []
    while len(rows) < whole["head"]:
        shown = ask("GET", f"/matches/{match}/rows?after={len(rows)}", key=KEYS["Ana"]).json
        assert (shown["head"], shown["digest"], len(shown["rows"])) == (whole["head"], whole["digest"], 1)
        rows += shown["rows"]
    assert rows == whole["rows"]


def test_of_many_matches_those_are_told_that_an_answer_holds(
    ask: Ask, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = [{"match": match}, {"match": "azure-rose-778"}, {"match": "azure-rose-779"}]
    assert [len(ask("POST", path, wanted).json) for path in ("/sync", "/told")] == [3, 3]
    monkeypatch.setattr("cli.service.app.ANSWER", ONE)
    assert [len(ask("POST", path, wanted).json) for path in ("/sync", "/told")] == [1, 1]


def test_at_home_nobody_sees_that_there_were_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A look, an act after many rows, a list of several matches, what the end opens: all of it comes page by page."""
    monkeypatch.setattr("store.remote.door.ANSWER", ONE)
    monkeypatch.setattr("cli.service.app.ANSWER", ONE)
    place, dice = tmp_path / "matches.db", stream("pages")
    with served(place) as url, homes(url, tmp_path) as people:
        matches = [begin(url, "heirs", f"azure-rose-{number}") for number in (100, 101, 102)]
        for match in matches:
            for _ in range(6):
                one, text = plays(people, match, dice) or pytest.fail("it is over")
                one.moves(match, text)
        for one in people:
            one.again()
            assert {listed.match for listed in one.desk.listed()} == set(matches)
        for match in matches:
            assert check_same(people, match, place) > 6


def test_a_page_shows_as_much_of_a_long_log_as_there_is_room_for(
    ask: Ask, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ask("POST", f"/matches/{match}/acts", MOVE, KEYS["Ana"]).status == 201
    path = f"/matches/{match}/told?every=1"
    whole = ask("GET", path).json["page"]
    assert whole["earlier"] == 0
    monkeypatch.setattr("replays.live.turn.ROOM", ONE)
    cut = ask("GET", path).json["page"]
    assert cut["earlier"] == whole["row"] - 1
    assert whole["log"].startswith(cut["log"])


# --- bytes on their way ---------------------------------------------------------------------------------------------


async def unread(app: Carried, path: str, address: str = "192.0.2.1") -> tuple[list[Message], "asyncio.Task[None]"]:
    """What reaches somebody who takes the first piece of an answer, and none after it; and the rest of the asking."""
    heard, stays = list[Message](), asyncio.Event()

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        heard.append(message)
        if message.get("more_body"):
            await stays.wait()

    scope: Scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"",
        "headers": [],
        "client": (address, 1),
    }
    task = asyncio.ensure_future(app(scope, receive, send))
    for _ in range(200):
        await asyncio.sleep(0.005)
        if len(heard) > 1 or task.done():
            break
    return heard, task


LARGE = "/openapi.json"


def statuses(traffic: Traffic, folder: Path, *asked: tuple[str, str]) -> list[int]:
    """What is said to requests (path, address) that come one after the other, while nobody reads large answers."""
    service = Service(Office(str(folder / "matches.db"), 1))
    app = Carried(service.routes, traffic, refused)

    async def asks() -> list[int]:
        found, tasks = list[int](), list[asyncio.Task[None]]()
        for path, address in asked:
            heard, task = await unread(app, path, address)
            found.append(int(heard[0]["status"]))
            tasks.append(task)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return found

    try:
        return asyncio.run(asks())
    finally:
        service.office.close()


def test_an_address_has_so_many_bytes_on_their_way_and_no_more(tmp_path: Path) -> None:
    traffic = Traffic(address=150_000)
    mine, other = (LARGE, "192.0.2.1"), (LARGE, "192.0.2.2")
    found = statuses(traffic, tmp_path, *([mine] * 20), other)
    assert found[0] == 200
    assert found[-2:] == [429, 200]
    assert traffic.all == 0, "all is given back"


def test_so_have_all_together_but_what_is_small_gets_through(tmp_path: Path) -> None:
    traffic = Traffic(everybody=150_000)
    many = [(LARGE, f"192.0.2.{number}") for number in range(20)]
    assert statuses(traffic, tmp_path, *many, ("/health", "192.0.2.99"))[-2:] == [503, 200]


def test_of_one_address_so_many_are_answered_at_once(tmp_path: Path) -> None:
    found = statuses(Traffic(at_once=3), tmp_path, *([(LARGE, "192.0.2.1")] * 5), (LARGE, "192.0.2.2"))
    assert found == [200, 200, 200, 429, 429, 200]


def test_what_is_sent_counts_until_it_is_understood(tmp_path: Path) -> None:
    service = Service(Office(str(tmp_path / "matches.db"), 1))
    app, said = Carried(service.routes, Traffic(address=50_000), refused), list[Message]()

    async def receive() -> Message:
        return {"type": "http.request", "body": b" " * 20_000, "more_body": True}

    async def send(message: Message) -> None:
        said.append(message)

    headers = [(b"content-type", b"application/json")]
    scope = {"type": "http", "method": "POST", "path": "/matches", "query_string": b"", "headers": headers}
    asyncio.run(app({**scope, "client": ("192.0.2.1", 1)}, receive, send))
    service.office.close()
    assert said[0]["status"] == 429


# --- lines ----------------------------------------------------------------------------------------------------------


def connected(url: str, text: str = "", *, window: int = 0) -> socket.socket:
    at, line = urlsplit(url), socket.socket()
    if window:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
    line.settimeout(PATIENCE)
    line.connect((at.hostname, at.port))
    line.sendall(text.encode())
    return line


def heard(line: socket.socket) -> bytes:
    """All that comes until the other end hangs up."""
    found = b""
    try:
        while part := line.recv(2**16):
            found += part
    except ConnectionResetError:
        pass
    line.close()
    return found


GET = "GET {path} HTTP/1.1\r\nHost: x\r\n\r\n"


def test_who_reads_nothing_is_dropped(url: str, ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cli.service.lines.UNREAD", 0.3)
    line = connected(url, GET.format(path=LARGE) * 60, window=4096)
    whole = 60 * len(ask("GET", LARGE).body)
    time.sleep(1.0)
    assert 0 < len(heard(line)) < whole


def test_who_sends_no_whole_head_is_dropped(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cli.service.lines.HEAD", 0.2)
    assert heard(connected(url)) == b""
    assert heard(connected(url, "GET /health HT")) == b""
    again = connected(url, GET.format(path="/health") + "GET /hea")
    assert heard(again).count(b"200 OK") == 1


def test_who_sends_no_end_of_a_body_is_told_so(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cli.service.traffic.PATIENCE", 0.2)
    head = "POST /sync HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 99\r\n"
    head += "Content-Type: application/json\r\n\r\n[{"
    said = heard(connected(url, head))
    assert b" 408 " in said
    assert b"too_slow" in said


@pytest.fixture
def told(tmp_path: Path) -> Iterator[Callable[[], list[str]]]:
    file = tmp_path / "herald.log"
    configure(file=file)
    yield lambda: [str(msgspec.json.decode(line)["event"]) for line in file.read_bytes().splitlines()]
    configure()


def test_one_connection_too_many_is_told_so_and_the_log_once(
    tmp_path: Path, told: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cli.service.lines._full._said", -1e9)
    monkeypatch.setattr("cli.service.running.most_lines", lambda: 4)
    with served(tmp_path / "matches.db") as url:
        lines = [connected(url) for _ in range(4)]
        for _ in range(3):
            said = heard(connected(url, GET.format(path="/health")))
            assert b" 503 " in said
            assert b"crowded_there" in said
        for line in lines:
            line.close()
        until(lambda: asking(url)("GET", "/health").status == 200)
    assert told().count("too_many_lines") == 1


def test_listeners_leave_lines_for_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cli.service.app.most_lines", lambda: 4)
    with served(tmp_path / "matches.db", is_open=True) as url:
        ask = asking(url)
        assert ask("POST", "/matches", beginning()).status == 201
        lines = [connected(url, GET.format(path="/matches/azure-rose-777/feed")) for _ in range(2)]
        for line in lines:
            assert b" 200 " in line.recv(100)
        assert ask("GET", "/matches/azure-rose-777/feed").status == 429
        for line in lines:
            line.close()


def busy(pid: int) -> float:
    """Seconds of processor that a process has taken."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.slow
def test_without_descriptors_the_log_says_so_once_and_nothing_spins(tmp_path: Path) -> None:
    log = tmp_path / "herald.log"
    with Process(tmp_path / "matches.db", "--log-file", str(log)) as process:
        pid = process.process.pid
        assert asking(process.url)("GET", "/health").status == 200
        before = resource.prlimit(pid, resource.RLIMIT_NOFILE)
        held = len(list(Path(f"/proc/{pid}/fd").iterdir()))
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (held + 3, before[1]))
        lines = [connected(process.url) for _ in range(12)]
        until(lambda: "out_of_descriptors" in log.read_text())
        begun = busy(pid)
        time.sleep(1.5)
        assert busy(pid) - begun < 0.4
        assert log.read_text().count("out_of_descriptors") == 1
        resource.prlimit(pid, resource.RLIMIT_NOFILE, before)
        for line in lines:
            line.close()
        until(lambda: asking(process.url)("GET", "/health").status == 200)
        process.ends()
