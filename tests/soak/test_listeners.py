"""Many listen: the end comes at once, and what another process writes is heard of at once."""

import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

import pytest

from store.acts import Act
from store.matches import Matches
from store.sqlite.adapter import open_store
from tests.replays.tables import entropy_of
from tests.soak.homes import begin, key_of
from tests.support.patience import PATIENCE
from tests.support.serving import Process

MATCH = "azure-rose-100"
EACH = 50  # listeners of one address
LAST = b"0\r\n\r\n"


class Listener:
    """Somebody who waits for news of a match."""

    def __init__(self, url: str, number: int = 0) -> None:
        at = urlsplit(url)
        self.line = socket.create_connection((at.hostname or "", at.port or 0), timeout=PATIENCE)
        self.heard = b""
        head = (
            f"GET /matches/{MATCH}/feed?after=1 HTTP/1.1",
            f"Host: {at.netloc}",
            f"Authorization: Bearer {key_of('Ana')}",
            f"X-Forwarded-For: 192.0.2.{1 + number // EACH}",
        )
        self.line.sendall("\r\n".join((*head, "", "")).encode())
        self.hears(b"retry:")

    def hears(self, word: bytes, within: float = PATIENCE) -> float:
        """Wait until this was said; the seconds that it took."""
        begun = time.monotonic()
        while word not in self.heard:
            part = self.line.recv(65536)
            assert part, f"hung up without {word!r}: {self.heard!r}"
            self.heard += part
            assert time.monotonic() - begun <= within, self.heard
        return time.monotonic() - begun

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.line.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Process]:
    """It believes who asks through a proxy: so listeners come from many addresses."""
    with Process(tmp_path / "matches.db", "--behind-proxy") as process:
        begin(process.url, "medieval", MATCH)
        yield process


@pytest.mark.parametrize(("count", "within"), [(40, 10.0), pytest.param(500, 1.0, marks=pytest.mark.soak)])
def test_the_end_comes_at_once_and_in_order_for_all_who_listen(server: Process, count: int, within: float) -> None:
    with ExitStack() as stack:
        listeners = [stack.enter_context(Listener(server.url, number)) for number in range(count)]
        assert server.ends() <= within
        for one in listeners:
            one.hears(LAST)  # not torn off: what listens there knows that it has heard all
    assert server.died() == -signal.SIGTERM, "it ended as it was told to, and of nothing else"


@pytest.mark.parametrize(("moves", "within"), [(2, 5.0), pytest.param(50, 0.5, marks=pytest.mark.soak)])
def test_what_another_process_writes_is_heard_of_at_once(
    server: Process, moves: int, within: float, tmp_path: Path
) -> None:
    with Listener(server.url) as listener, open_store(tmp_path / "matches.db") as store:
        ours = Matches(store, lambda: int(time.time()), entropy_of("here"))
        for number in range(moves):
            act = Act("Ana", key=key_of("Ana"))
            last = ours.undo(MATCH, act).last if number % 2 else ours.move(MATCH, act, "monarch 1").last
            assert listener.hears(b"id: %d\n" % last, within) <= within
