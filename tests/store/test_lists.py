"""Lists of matches: what waits for a player whose name is written in several ways."""

from pathlib import Path

from msgspec.structs import replace

from store.lists import Waiting, inbox
from store.port import Summary
from store.sqlite.adapter import open_store
from tests.store.lines import Line

OF_ANA = [
    ("m7", "Ana", 10),
    ("m2", "ana", 20),
    ("m9", "ANA", 30),
    ("m1", "Ana", 40),
    ("m4", "ana", 50),
    ("m5", "ANA", 50),
    ("m6", "Ana", 50),
    ("m3", "ana", 60),
]
"""Match, how the name is written there, and since when it waits: neither follows the other, and three are as old."""


def test_the_longest_waiting_comes_first_however_the_name_is_written(tmp_path: Path) -> None:
    summary = Summary("", "emara", ("Bo", ""), (), since=0, round="round 1", over=False, head=1, at=0)
    with open_store(tmp_path / "store.db") as store:
        for match, name, at in sorted(OF_ANA):
            one = replace(summary, match=match, seats=("Bo", name), waiting=(name,), since=at, at=at)
            store.append(match, 0, "", Line(match).next(), one)
        assert list(inbox(store, "aNa")) == [Waiting(match, 1) for match, _, _ in OF_ANA]
        assert [found.match for found in inbox(store, None)] == [match for match, _, _ in OF_ANA]
