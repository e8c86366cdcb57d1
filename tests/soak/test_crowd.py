"""A thousand clients of all kinds at once, hostile ones among them: honest moves go on, and memory stays bounded."""

import asyncio
import os
import tempfile
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import chain
from pathlib import Path
from statistics import median
from time import monotonic
from typing import TypeAlias
from urllib.parse import urlsplit

import msgspec
import pytest

from bench.crowd import SEATS, begin, key, script, served
from store.remote.wire import Asked, Done, Move, encode

MEMORY = 512 * 2**20
TIMES = 3
FLOOR = 0.05
"""Seconds: what is quicker than that is quick enough, whatever it is compared with."""

PLAYERS = 10
MOVES = 8
TABLES = 40

Line: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Crowd:
    """Those who do not play, each for as long as the test lasts."""

    def __init__(self, url: str, matches: Sequence[str]) -> None:
        at = urlsplit(url)
        self.at = at.hostname or "", at.port or 0
        self.matches = matches

    @asynccontextmanager
    async def line(self) -> AsyncGenerator[Line]:
        reader, writer = await asyncio.open_connection(*self.at, limit=2**14)
        try:
            yield reader, writer
        finally:
            writer.transport.abort()

    async def asks(self, line: Line, address: str, method: str, path: str, own: str = "", body: bytes = b"") -> bytes:
        reader, writer = line
        writer.write(head(address, method, path, own, len(body)) + body)
        found = await reader.readuntil(b"\r\n\r\n")
        size = next(int(one[16:]) for one in found.split(b"\r\n") if one.lower().startswith(b"content-length:"))
        return await reader.readexactly(size)

    async def listens(self, number: int) -> None:
        async with self.line() as (reader, writer):
            match = self.matches[number % len(self.matches)]
            writer.write(head(f"192.0.2.{number % 50}", "GET", f"/matches/{match}/feed", key(SEATS[0])))
            while await reader.read(2**12):
                pass

    async def reads_nothing(self, number: int) -> None:
        async with self.line() as (_, writer):
            writer.write(head(f"198.51.100.{number % 20}", "GET", "/openapi.json") * 30)
            await asyncio.sleep(3600)

    async def wants_much(self, number: int) -> None:
        body = msgspec.json.encode([{"match": match, "key": key(SEATS[0])} for match in self.matches])
        async with self.line() as line:
            while True:
                await self.asks(line, f"198.51.100.{100 + number % 20}", "POST", "/sync", "", body)

    async def guesses(self, number: int) -> None:
        async with self.line() as line:
            while True:
                path = f"/matches/{self.matches[number % len(self.matches)]}/rows"
                await self.asks(line, f"203.0.113.{number % 20}", "GET", path, "f" * 32)

    async def never_ends(self, number: int) -> None:
        async with self.line() as (_, writer):
            whole = head(f"203.0.113.{100 + number % 20}", "POST", "/matches", "", 10**6)
            for at in range(10**6):
                writer.write(whole[at : at + 1] or b" ")
                await writer.drain()
                await asyncio.sleep(0.5)

    async def begins_and_begins(self, number: int) -> None:
        async with self.line() as line:
            while True:
                await self.asks(line, f"203.0.113.{200 + number % 10}", "POST", "/matches", "", b'{"game":"chess"}')
                await asyncio.sleep(0.05)


def head(address: str, method: str, path: str, own: str = "", size: int = 0) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: x", f"X-Forwarded-For: {address}", f"Content-Length: {size}"]
    lines += ["Content-Type: application/json"] + ([f"Authorization: Bearer {own}"] if own else [])
    return "\r\n".join((*lines, "", "")).encode()


async def honest(crowd: Crowd, match: str, moves: Sequence[tuple[str, str]], number: int, first: int) -> list[float]:
    """Moves at a match of one's own, from one of them on; the seconds of each."""
    took, last, path = list[float](), 1, f"/matches/{match}/acts"
    async with crowd.line() as line:
        for at, (name, text) in enumerate(moves[first : first + MOVES]):
            body = encode(Asked(Move(text), f"{first + at}", name, after=last))
            begun = monotonic()
            answer = await crowd.asks(line, f"192.0.2.{200 + number}", "POST", path, key(name), body)
            took.append(monotonic() - begun)
            last = msgspec.json.decode(answer, type=Done).last
            await asyncio.sleep(0.2)
    return took


async def held(*kinds: tuple[Callable[[int], Awaitable[None]], int]) -> "list[asyncio.Task[None]]":
    """So many of each kind; whoever is dropped comes again."""

    async def one(does: Callable[[int], Awaitable[None]], number: int) -> None:
        while True:
            with suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, StopIteration, RuntimeError):
                await does(number)
            await asyncio.sleep(1)

    return [asyncio.ensure_future(one(does, number)) for does, count in kinds for number in range(count)]


@pytest.mark.soak
def test_a_thousand_clients_of_all_kinds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    busy = os.getloadavg()[0] > (os.cpu_count() or 1)
    with tempfile.TemporaryDirectory() as folder:
        moves = script(Path(folder), 2 * MOVES)
    with served(tmp_path / "crowd.db") as server:
        matches = begin(server.url, TABLES)
        crowd, most = Crowd(server.url, matches), [0]

        async def plays(first: int) -> float:
            playing = (honest(crowd, matches[number], moves, number, first) for number in range(PLAYERS))
            return median(chain(*await asyncio.gather(*playing)))

        async def weighs() -> None:
            while True:
                most[0] = max(most[0], server.memory())
                await asyncio.sleep(0.1)

        async def run() -> tuple[float, float]:
            quiet = await plays(0)
            kinds = [(crowd.listens, 650), (crowd.reads_nothing, 100), (crowd.wants_much, 60), (crowd.guesses, 80)]
            others = await held(*kinds, (crowd.never_ends, 60), (crowd.begins_and_begins, 40))
            others.append(asyncio.ensure_future(weighs()))
            await asyncio.sleep(10)
            loud = await plays(MOVES)
            await asyncio.sleep(15)
            for one in others:
                one.cancel()
            await asyncio.gather(*others, return_exceptions=True)
            return quiet, loud

        quiet, loud = asyncio.run(run())
    with capsys.disabled():
        told = f"a move {quiet * 1000:.0f} ms when it is quiet, {loud * 1000:.0f} ms in the crowd"
        print(f"\n{told}; {most[0] / 2**20:.0f} MB at most; load {os.getloadavg()[0]:.1f}")
    assert most[0] <= MEMORY
    if busy:
        pytest.skip("memory is bounded; how quick moves are cannot be judged while others use this machine")
    assert loud <= TIMES * max(quiet, FLOOR)
