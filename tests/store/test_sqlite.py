from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from store.port import EventStore
from store.sqlite import SqliteStore, open_store
from tests.store.compliance import Compliance, Door


class TestSqlite(Compliance):
    @pytest.fixture
    def door(self, tmp_path: Path) -> Iterator[Door]:
        with ExitStack() as stack:
            yield lambda: stack.enter_context(open_store(tmp_path / "games.db"))


def test_it_is_the_port() -> None:
    _: type[EventStore] = SqliteStore  # the type checkers prove it
