"""What several threads have to write goes to the disk together, and each is told what came of its own."""

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from store.port import Append, Head, Repeated, Stale
from store.remote.together import Together
from store.sqlite.adapter import SqliteStore, open_store
from tests.store.lines import Line, summary
from tests.support.patience import PATIENCE

Said = Head | Stale | Repeated
AT_ONCE = 5


class Crowd:
    """Threads with a store each. The first one is held up on its way to the disk, until the others wait, too."""

    def __init__(self, place: Path, patched: pytest.MonkeyPatch) -> None:
        self.together = Together()
        self.batches: list[int] = []
        self._place = place
        self._at_the_disk = 0
        self._go = Event()
        self._pool = ThreadPoolExecutor(AT_ONCE)
        honest = SqliteStore.append_all

        def held_up(store: SqliteStore, appends: Sequence[Append]) -> list[Said]:
            self._at_the_disk = len(appends)
            assert self._go.wait(PATIENCE)
            self.batches.append(len(appends))
            return honest(store, appends)

        patched.setattr(SqliteStore, "append_all", held_up)

    def append(self, appends: Sequence[Append]) -> list["Future[Said]"]:
        """Each by a thread of its own."""
        said = [self._pool.submit(self._written, one) for one in appends]
        until = time.monotonic() + PATIENCE
        while self._at_the_disk + len(self.together._waiting) < len(appends):  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]
            assert time.monotonic() < until
            time.sleep(0.001)
        self._go.set()
        for one in said:
            one.exception(PATIENCE)
        return said

    def _written(self, append: Append) -> Said:
        with open_store(self._place) as store:
            return self.together.append(store, append)

    def end(self) -> None:
        self._pool.shutdown()


@pytest.fixture
def place(tmp_path: Path) -> Path:
    with open_store(tmp_path / "matches.db") as store:
        store.append("m0", 0, "begun", Line("m0").next(), summary("m0", 1))
    return tmp_path / "matches.db"


@pytest.fixture
def crowd(place: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Crowd]:
    found = Crowd(place, monkeypatch)
    yield found
    found.end()


def beginning(match: str, client: str = "") -> Append:
    return Append(match, 0, client, Line(match).next(), summary(match, 1))


def test_who_waits_meanwhile_is_written_with_one_wait_for_the_disk(crowd: Crowd, place: Path) -> None:
    said = [one.result() for one in crowd.append([beginning(f"m{number}") for number in range(1, AT_ONCE + 1)])]
    assert [one.seq for one in said if isinstance(one, Head)] == [1] * AT_ONCE
    assert sum(crowd.batches) == AT_ONCE
    assert len(crowd.batches) < AT_ONCE
    with open_store(place) as store:
        assert store.everything() == [f"m{number}" for number in range(AT_ONCE + 1)]


def test_each_is_told_what_came_of_its_own(crowd: Crowd) -> None:
    said = crowd.append([beginning("m1"), beginning("m0"), beginning("m0", "begun"), beginning("m2")])
    assert [type(one.result()) for one in said] == [Head, Stale, Repeated, Head]


def test_what_is_wrong_with_one_stops_nobody_else(crowd: Crowd, place: Path) -> None:
    wrong = Append("m1", 0, "", Line("m2").next(), summary("m1", 1))
    said = crowd.append([beginning("m3"), beginning("m4"), wrong, beginning("m5")])
    assert [isinstance(one.exception(), ValueError) for one in said] == [False, False, True, False]
    with open_store(place) as store:
        assert store.everything() == ["m0", "m3", "m4", "m5"]


def test_nobody_hears_of_rows_that_are_not_on_disk(crowd: Crowd, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that fails at the end of a transaction: all who were in it are told so."""
    from store.errors import StoreError
    from store.sqlite.locks import Writing

    def failing(writing: Writing, *_: object) -> None:
        writing.patience.db.execute("ROLLBACK")
        raise StoreError("disk_failed", place)

    monkeypatch.setattr(Writing, "__exit__", failing)
    said = crowd.append([beginning(f"m{number}") for number in range(1, AT_ONCE)])
    assert [isinstance(one.exception(), StoreError) for one in said] == [True] * (AT_ONCE - 1)
    assert len(crowd.batches) < AT_ONCE - 1, "and nobody tries once more for each of them"
    monkeypatch.undo()
    with open_store(place) as store:
        assert store.everything() == ["m0"]
