"""A service: what a command costs that asks there, what many players and many listeners do to it."""

import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from os import environ
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.crowd import GAME, SEATS, begin, listening, played, script, served
from bench.figure import Goal, LeftOut, Line, Pair, Size
from bench.process import ROOT, herald
from bench.turns import Measure, compared

MEGABYTE = 2**20
FAR = Pair("move, at a service", "service", "ms", "the same, at a file", Goal(2.2))
QUICK = Pair(
    "moves, {clients} clients at {tables} matches",
    "service",
    "moves/s",
    "wanted, on a quiet machine",
    Goal(1, least=True),
)
CHEAP = Pair("processor of a move there", "service", "ms", "wanted", Goal(1))
SMALL = Pair("memory of {listeners:,} who listen", "service", "MB", "wanted", Goal(1))
MOVES_A_SECOND, MS_A_MOVE, MB_A_THOUSAND = 250.0, 1.5, 40.0


def lines(size: Size) -> Iterator[Line | LeftOut]:
    """The first by the clock: to wait for the other end is what is measured."""
    if find_spec("uvicorn") is None or not sys.platform.startswith("linux"):
        yield LeftOut("a service", "service", "it needs herald[serve], and the figures of Linux about a process")
        return
    with TemporaryDirectory() as name:
        folder = Path(name)
        yield _far(folder, size)
        yield from _crowd(folder, size)


def _far(folder: Path, size: Size) -> Line:
    """`move` there and here by turns; each is taken back for the next time."""
    with served(folder / "far.db") as server:
        there, here = _home(folder / "there", server.url), _home(folder / "here", str(folder / "here.db"))
        return compared(FAR, there, here, size)


def _home(folder: Path, place: str) -> Measure:
    folder.mkdir()
    kept = {name: text for name, text in environ.items() if not name.startswith("HERALD_")}
    env = {**kept, "HERALD_HOME": str(folder), "HERALD_DB": place, "HERALD_SEAT": SEATS[0]}

    def types(*words: str) -> float:
        begun = perf_counter()
        subprocess.run(
            herald(*words), cwd=ROOT, env=env, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        return (perf_counter() - begun) * 1000

    def measure() -> float:
        took = types("move", "monarch 1")
        types("undo")
        return took

    types("new", GAME, *SEATS, "--keys")
    return measure


def _crowd(folder: Path, size: Size) -> Iterator[Line]:
    moves = script(folder, size.each)
    with served(folder / "crowd.db") as server:
        matches = begin(server.url, size.tables)
        before = server.seconds()
        took, done = played(server.url, matches, moves, size.clients), len(moves) * len(matches)
        taken = server.seconds() - before
        yield _held(QUICK, size, done / took, MOVES_A_SECOND)
        yield _held(CHEAP, size, taken / done * 1000, MS_A_MOVE)
        before = server.memory()
        with listening(server.url, matches[0], size.listeners):
            more = (server.memory() - before) / MEGABYTE
        yield _held(SMALL, size, more, MB_A_THOUSAND * size.listeners / 1000)


def _held(pair: Pair, size: Size, value: float, wanted: float) -> Line:
    figure = pair.figure.format(clients=size.clients, tables=size.tables, listeners=size.listeners)
    told = Pair(figure, pair.of, pair.unit, pair.against, pair.goal)
    return Line(told, value, wanted, value / wanted)
