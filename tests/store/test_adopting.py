"""Two who bring the same match at once: neither is told that it is another one, and nothing is missing then."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import msgspec
import pytest

from core.games import game_named
from core.kernel.log.row import StoredRow
from store.adopting import Adopted
from store.matches import Matches
from store.sqlite.adapter import SqliteStore, open_store
from store.summaries import summary_of
from tests.replays.tables import Clock, club, entropy_of, held
from tests.support.alone import ended
from tests.support.at_desk import started
from tests.support.meanwhile import just_before

EARLY = 40  # rows


class Copy(msgspec.Struct, frozen=True):
    """What somebody holds of a finished match: so many rows, and of so many boxes in them not what lies there."""

    bring: Callable[[Matches], Adopted]
    rows: int
    closed: int


@pytest.fixture(scope="module")
def copies() -> Mapping[str, Copy]:
    """Of different people."""
    with club("copies") as desk:
        log = ended(desk, held(desk, started(desk, game_named("medieval"), ("Ana", "Bo"))[0]))

    def copy(rows: tuple[StoredRow, ...]) -> Copy:
        summary = summary_of(log.at(len(rows)))
        lacks = [
            box
            for mine, whole in zip(rows, log.rows, strict=False)
            for box in zip(mine.openings, whole.openings, strict=True)
        ]
        return Copy(
            lambda there: there.adopt(lambda after: rows[after:], summary), len(rows), sum(a != b for a, b in lacks)
        )

    public = tuple(log.seen_by(None).rows)
    return {"early": copy(public[:EARLY]), "public": copy(public), "whole": copy(tuple(log.rows))}


@pytest.fixture
def stores(tmp_path: Path) -> Iterator[tuple[SqliteStore, SqliteStore]]:
    """One database, opened by two."""
    with open_store(tmp_path / "one.db") as here, open_store(tmp_path / "one.db") as elsewhere:
        yield here, elsewhere


@pytest.mark.parametrize("look", ["head", "alike", "append"])
@pytest.mark.parametrize("other", ["early", "public", "whole"])
def test_somebody_else_brings_it_meanwhile(
    copies: Mapping[str, Copy],
    stores: tuple[SqliteStore, SqliteStore],
    other: str,
    look: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here, elsewhere = (Matches(store, Clock(), entropy_of("here")) for store in stores)
    just_before(monkeypatch, stores[0], look, lambda: copies[other].bring(elsewhere))
    assert copies["whole"].bring(here) == Adopted(copies[other].rows, copies[other].closed)
    assert copies["whole"].bring(here) == Adopted(copies["whole"].rows, 0), "nothing is missing any more"


@pytest.mark.parametrize("look", ["head", "read", "secrets", "learn", "append"])
def test_somebody_else_brings_the_rest_meanwhile(
    copies: Mapping[str, Copy], stores: tuple[SqliteStore, SqliteStore], look: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A part is here already, with closed boxes: what opens them counts as much as what opens those of the rest."""
    here, elsewhere = (Matches(store, Clock(), entropy_of("here")) for store in stores)
    copies["early"].bring(here)
    just_before(monkeypatch, stores[0], look, lambda: copies["public"].bring(elsewhere))
    assert 0 < copies["early"].closed < copies["public"].closed
    assert copies["whole"].bring(here) == Adopted(copies["public"].rows, copies["public"].closed)
    assert copies["whole"].bring(here) == Adopted(copies["whole"].rows, 0), "nothing is missing any more"
