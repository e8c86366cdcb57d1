from collections.abc import Iterator
from contextlib import ExitStack
from inspect import getmembers, isfunction, signature
from pathlib import Path

import pytest

from store.port import EventStore
from store.sqlite.adapter import SqliteStore, open_store
from tests.store.compliance import Compliance, Door


class TestSqlite(Compliance):
    @pytest.fixture
    def door(self, tmp_path: Path) -> Iterator[Door]:
        with ExitStack() as stack:
            yield lambda: stack.enter_context(open_store(tmp_path / "games.db"))


def methods(of: type[object]) -> dict[str, list[str]]:
    """What each takes, by its name."""
    return {name: [*signature(method).parameters] for name, method in getmembers(of, isfunction) if name[0] != "_"}


def test_it_is_the_port() -> None:
    port: type[EventStore] = SqliteStore  # the type checkers prove what they give
    asked = methods(EventStore)
    assert len(asked) > 10
    assert asked.items() <= methods(port).items()
