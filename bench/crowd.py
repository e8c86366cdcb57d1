"""A service as a process of its own, and many who play there at once, by bare HTTP."""

import os
import subprocess
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from socket import create_connection, socket
from time import perf_counter
from urllib.parse import urlsplit

import msgspec

from bench.matches import PEOPLE, opened
from bench.process import ROOT, herald
from core.games import game_named
from core.kernel.language.spelling import format_move
from core.kernel.log.keys import ARBITER, key_digest
from core.kernel.rules import engine
from core.kernel.rules.chance import stream
from store.acts import Act
from store.remote.wire import Asked, Begin, Done, Move, encode
from store.sqlite.adapter import open_store

GAME = "medieval"
SEATS = PEOPLE[:2]
EACH = 50  # listeners of one address: a service lets in no more than a hundred
PATIENCE = 60.0


class Server:
    """What the service takes of the machine."""

    def __init__(self, url: str, pid: int) -> None:
        self.url = url
        self._pid = pid

    def seconds(self) -> float:
        """Of the processor, so far."""
        fields = Path(f"/proc/{self._pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Bytes, now."""
        pages = int(Path(f"/proc/{self._pid}/statm").read_text(encoding="utf-8").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def served(place: Path) -> Generator[Server]:
    """It believes who asks through a proxy, so that many addresses are at work."""
    line = herald("serve", "--json", "--port", "0", "--behind-proxy", "--db", str(place))
    with subprocess.Popen(
        line, cwd=ROOT, env={**os.environ, "HERALD_HOME": str(place.parent)}, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        try:
            yield Server(str(msgspec.json.decode(process.stdout.readline())["url"]), process.pid)
        finally:
            process.terminate()


def script(folder: Path, moves: int) -> list[tuple[str, str]]:
    """Who types what in a match whose draws everybody can know: the same in each."""
    found: list[tuple[str, str]] = []
    with open_store(folder / "script.db") as store:
        matches, dice = opened(store), stream("bench")
        log = matches.log(matches.start(game_named(GAME), SEATS, practice="bench").log.match)
        while len(found) < moves and (state := log.state()).agenda:
            seat = engine.asked(state).seats[0]
            found.append((log.seats[seat], format_move(dice.pick(engine.some_legal(state, seat, dice)))))
            matches.move(log.match, Act(found[-1][0]), found[-1][1])
            log = matches.log(log.match)
    return found


def key(name: str) -> str:
    """Of a seat, in every match."""
    return f"{name:x<16}"


def begin(url: str, tables: int) -> list[str]:
    """So many matches."""
    found = [f"bench-heron-{100 + number}" for number in range(tables)]
    with closing(Asker(url)) as asker:
        for number, match in enumerate(found):
            keys = {name: key_digest(match, name, key(name)) for name in (*SEATS, ARBITER)}
            new = Begin(GAME, SEATS, match, keys, match, practice="bench")
            asker.posts("/matches", encode(new), "", f"192.0.2.{number % 250}")
    return found


class Asker:
    """One connection."""

    def __init__(self, url: str) -> None:
        at = urlsplit(url)
        self._line = HTTPConnection(at.hostname or "", at.port, timeout=PATIENCE)

    def posts(self, path: str, body: bytes, key: str, address: str = "192.0.2.1") -> Done:
        headers = {
            "authorization": f"Bearer {key}",
            "content-type": "application/json",
            "x-forwarded-for": address,
        }
        self._line.request("POST", path, body, headers)
        return msgspec.json.decode(self._line.getresponse().read(), type=Done)

    def close(self) -> None:
        self._line.close()


def played(url: str, matches: Sequence[str], moves: Sequence[tuple[str, str]], clients: int) -> float:
    """All play all the moves, each client at some of the matches; the seconds that it took."""

    def play(own: Sequence[str]) -> None:
        heads = dict.fromkeys(own, 1)
        with closing(Asker(url)) as asker:
            for number, (name, text) in enumerate(moves):
                for match in own:
                    asked = Asked(Move(text), str(number), name, after=heads[match])
                    heads[match] = asker.posts(f"/matches/{match}/acts", encode(asked), key(name)).last

    begun = perf_counter()
    with ThreadPoolExecutor(clients) as pool:
        list(pool.map(play, [matches[client::clients] for client in range(clients)]))
    return perf_counter() - begun


@contextmanager
def listening(url: str, match: str, count: int) -> Generator[None]:
    """So many wait for news of a match."""
    lines: list[socket] = []
    try:
        lines.extend(_listeners(url, match, count))
        yield
    finally:
        for line in lines:
            line.close()


def _listeners(url: str, match: str, count: int) -> Iterator[socket]:
    at = urlsplit(url)
    for number in range(count):
        line = create_connection((at.hostname or "", at.port or 0), timeout=PATIENCE)
        asked = (
            f"GET /matches/{match}/feed?after=1 HTTP/1.1",
            f"Host: {at.netloc}",
            f"Authorization: Bearer {key(SEATS[0])}",
            f"X-Forwarded-For: 198.51.100.{number // EACH}",
        )
        line.sendall("\r\n".join((*asked, "", "")).encode())
        line.recv(65536)
        yield line
