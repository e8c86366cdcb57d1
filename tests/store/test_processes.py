"""Several processes, one file: races, a kill in the middle, a file that is being created, a reader that follows."""

import random
import subprocess
import sys
import time
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from sqlite3 import connect
from threading import Barrier
from types import TracebackType
from typing import Any, Self

import msgspec
import pytest

from store.port import Change, Head
from store.sqlite import admin
from store.sqlite.adapter import open_store
from tests.store.lines import Line, chained, play, summary
from tests.support.patience import PATIENCE
from tests.support.places import ROOT


class Worker:
    """Another process, at the line where all start together."""

    def __init__(self, *arguments: object) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.store.worker", *map(str, arguments)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.communicate()

    def hear(self) -> Any:
        assert self.process.stdout
        line = self.process.stdout.readline()
        return msgspec.json.decode(line) if line else None

    def go(self, word: str = "go") -> None:
        assert self.process.stdin
        self.process.stdin.write(word.encode() + b"\n")
        self.process.stdin.flush()

    def rest(self) -> list[Any]:
        """All it still says, once it has ended well."""
        said = list(iter(self.hear, None))
        assert self.process.wait() == 0
        return said


@contextmanager
def workers(count: int, what: str, where: Path, *numbers: int) -> Generator[list[Worker]]:
    started = [Worker(what, where, f"w{number}", *numbers) for number in range(count)]
    try:
        for worker in started:
            assert worker.hear() == "ready"
        yield started
    finally:
        for worker in started:
            worker.__exit__(None, None, None)


@pytest.mark.parametrize(("count", "rows"), [(2, 60), (8, 25)])
def test_one_winner_for_each_row_and_a_typed_answer_for_the_others(tmp_path: Path, count: int, rows: int) -> None:
    path = tmp_path / "games.db"
    open_store(path).close()
    with workers(count, "race", path, rows) as racing:
        for worker in racing:
            worker.go()
        said = [answer for worker in racing for answer in worker.rest()]
    assert len(said) == count * rows
    won = sorted(seq for kind, _, seq in said if kind == "Head")
    assert won == list(range(1, rows + 1))
    late = [(expected, answer["head"]) for kind, expected, answer in said if kind == "Stale"]
    assert len(late) == (count - 1) * rows
    assert all(head > expected for expected, head in late)
    with open_store(path) as store:
        found = store.read("m")
        assert len(found) == rows
        assert chained("m", found)
    assert admin.check(path) == []


def test_a_file_can_be_created_by_several_at_once(tmp_path: Path) -> None:
    files = 6
    with workers(3, "create", tmp_path, files) as creating:
        for number in range(files):
            for worker in creating:
                worker.go(f"{number}.db")
            for worker in creating:
                assert worker.hear() == "Head"
                if number < files - 1:
                    assert worker.hear() == "ready"
    for number in range(files):
        with open_store(tmp_path / f"{number}.db", create=False) as store:
            assert store.find("") == ["w0", "w1", "w2"]
        assert admin.check(tmp_path / f"{number}.db") == []


def test_a_file_can_be_created_by_several_threads_at_the_same_moment(tmp_path: Path) -> None:
    """About one in a hundred meets SQLite's "locked" at once, where SQLite does not wait: hence so many files."""
    threads, files = 4, 50
    together = Barrier(threads, timeout=PATIENCE)

    def create() -> None:
        for number in range(files):
            together.wait()
            open_store(tmp_path / f"{number}.db").close()

    with ThreadPoolExecutor(threads) as pool:
        for done in [pool.submit(create) for _ in range(threads)]:
            done.result(timeout=PATIENCE)
    with open_store(tmp_path / "0.db", create=False) as store:
        assert isinstance(play(store, "m"), Head)


@pytest.mark.slow
def test_a_kill_loses_nothing_acknowledged_and_leaves_nothing_half(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    chance = random.Random(4)
    acknowledged = {"w0": 0, "w1": 0}
    for _ in range(6):
        with workers(2, "crash", path) as dying:
            for worker in dying:
                worker.go()
            heard = [[worker.hear() for _ in range(2 + chance.randrange(4))] for worker in dying]
            time.sleep(chance.uniform(0, 0.005))
            for worker in dying:
                worker.process.kill()
            for number, worker in enumerate(dying):
                said = [*heard[number], *iter(worker.hear, None)]
                assert all(isinstance(answer, int) for answer in said)
                acknowledged[f"w{number}"] = max([acknowledged[f"w{number}"], *said])
        with open_store(path) as store:
            for match, least in acknowledged.items():
                rows = store.read(match)
                assert len(rows) >= least
                assert len(rows) % 3 == 0
                assert len(rows) <= least + 3 * 6  # at most one append a kill was stored but not acknowledged in time
                assert chained(match, rows)
                assert all(None not in row.openings and len(row.openings) == 2 for row in rows)
                commands = [store.made_by(match, f"c{head}") for head in range(0, len(rows), 3)]
                assert all(commands)
            assert {s.match: s.head for s in store.summaries()} == {
                match: store.head(match) for match in acknowledged if store.head(match)
            }
    assert sum(acknowledged.values()) > 50, "there was hardly anything to lose"
    assert admin.check(path) == []


def test_who_follows_the_feed_misses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    seen: list[Change] = []
    last = 0
    with open_store(path) as store, workers(3, "feed", path, 60) as writing:
        for worker in writing:
            worker.go()
        while new := store.changed(last) or any(worker.process.poll() is None for worker in writing):
            if isinstance(new, list):
                seen += new
                last = new[-1].position
        heads = [worker.rest()[-1] for worker in writing]
        seen += store.changed(last)
        for number, head in enumerate(heads):
            assert [change.seq for change in seen if change.match == f"w{number}"] == list(range(1, head + 1))
        assert [change.position for change in seen] == list(range(1, sum(heads) + 1))


def test_what_several_learn_at_once_is_known_once(tmp_path: Path) -> None:
    path, count = tmp_path / "games.db", 60
    with open_store(path) as store:
        store.append("m", 0, "", Line("m").next(count, boxes=2, redacted=True), summary("m", count))
        with workers(3, "learn", path, count) as learning:
            for worker in learning:
                worker.go()
            learned = {name: boxes for worker in learning for name, boxes in worker.rest()}
        assert (len(learned), sum(learned.values())) == (3, 2 * count)
        assert store.read("m") == Line("m").next(count, boxes=2)
    assert admin.check(path) == []


def test_a_full_disk_stops_the_append_and_nothing_else(tmp_path: Path) -> None:
    pytest.importorskip("resource")
    path = tmp_path / "games.db"
    with workers(1, "full", path, 400_000) as (worker,):
        worker.go()
        (kind, why, acknowledged), (rows, head), after = worker.rest()
    assert (kind, why) in {("StoreError", "disk_failed"), ("StoreError", "disk_full")}
    assert acknowledged > 0
    assert rows == head == acknowledged
    assert after == "Head"
    with open_store(path) as store:
        assert chained("w0", store.read("w0"))
        assert store.head("w0") == acknowledged + 2
    assert admin.check(path) == []


def test_a_player_gets_in_between_the_moves_of_a_simulation(tmp_path: Path) -> None:
    """SQLite's own waiting let nobody in for seconds: with it, these moves take half a minute, or one is refused."""
    path = tmp_path / "games.db"
    with open_store(path, wait=2) as store, workers(1, "crash", path) as (simulation,):
        simulation.go()
        assert simulation.hear()
        moves = count()
        while next(moves) < 25 or store.head("w0") < 50:  # who is in the way may be slow
            time.sleep(0.005)
            assert isinstance(play(store, "m"), Head)


def test_a_reader_does_not_wait_for_a_writer(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with open_store(path) as store, closing(connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert store.read("m") == []
        with open_store(path, wait=0) as second:
            assert second.changed(0) == []
