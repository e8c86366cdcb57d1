"""What stands on a player's record: finished matches that were surely played here by them, and nothing else."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from core.games.emara import GAME
from core.kernel.bots.matches import seated
from core.kernel.errors import Usage
from core.kernel.language.spelling import format_move
from core.kernel.log.log import Log
from core.kernel.rules.chance import stream
from store.acts import Act
from store.campaigns import Kept, LeftOut, Record, record
from store.matches import Matches
from store.sqlite.adapter import SqliteStore, open_store
from store.summaries import summary_of
from tests.replays.tables import Clock, entropy_of, held
from tests.support.alone import ended
from tests.support.at_desk import forked
from tests.support.matches import any_move
from tests.support.shelf import on_the_shelf

CAMPAIGN = {"solo": "campaign"}


@pytest.fixture(autouse=True)
def _emara() -> Iterator[None]:
    with on_the_shelf("emara"):
        yield


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    with open_store(tmp_path / "matches.db") as opened:
        yield opened


@pytest.fixture
def matches(store: SqliteStore) -> Matches:
    return Matches(store, Clock(), entropy_of("campaign"))


def begun(matches: Matches, name: str = "Ana", **how: object) -> Log:
    how.setdefault("options", CAMPAIGN)
    return held(matches, matches.start(GAME, (name,), **how))  # type: ignore[arg-type]


def told(matches: Matches, name: str = "Ana") -> Record:
    return record(matches.store, GAME, replace(seated(GAME, 1), seats=(name,)))


def kept(matches: Matches, name: str = "Ana", told_of: str = "no") -> Kept:
    kind = {**CAMPAIGN, "informed_choice": told_of}
    return next(kept for kept in told(matches, name).kept if kept.sheet.options == kind)


def start_of(log: Log) -> str:
    return log.start.options["building_start"]


def test_a_lost_match_raises_the_start_of_the_next_one_which_stands_in_row_1(matches: Matches) -> None:
    first = begun(matches)
    assert start_of(first) == "40"
    assert kept(matches).running == (first.match,)
    assert start_of(begun(matches)) == "40", "what goes on counts for nothing yet"
    ended(matches, first)
    assert [entry.match for entry in kept(matches).sheet.entries] == [first.match]
    second = begun(matches, "ANA")
    assert start_of(second) == "42", "lost; and a name is the same in any case"
    assert second.state().table.seats[0].goods.bp == 42
    assert start_of(begun(matches, "Bo")) == "40", "a campaign is one player's"
    assert start_of(begun(matches, options={**CAMPAIGN, "informed_choice": "yes"})) == "40", "EMA-16.19: another sheet"


def test_the_order_is_that_in_which_they_ended(matches: Matches) -> None:
    one, other = begun(matches), begun(matches)
    assert [ended(matches, log).match for log in (other, one)] == [entry.match for entry in kept(matches).sheet.entries]


def test_a_start_that_the_record_decides_is_not_chosen(matches: Matches) -> None:
    for key in ("building_start", "Building_Start"):
        with pytest.raises(Usage, match="option_of_record"):
            begun(matches, options={**CAMPAIGN, key: "20"})
    assert list(matches.store.summaries()) == []
    assert start_of(begun(matches, options={"building_start": "20"})) == "20", "for a high score it is"


def test_high_scores_stand_beside_the_campaign(matches: Matches) -> None:
    log = ended(matches, begun(matches, options={"building_start": "20"}))
    sheet = told(matches).kept[0].sheet
    assert [(entry.match, entry.outcome.start) for entry in sheet.best] == [(log.match, 20)]
    assert kept(matches).sheet.entries == ()


def test_matches_that_do_not_count(matches: Matches, tmp_path: Path) -> None:
    bot = held(matches, matches.start(GAME, ("Ana",), options=CAMPAIGN, bots={"Ana": "random"}))
    chosen = ended(matches, begun(matches, seed="lucky"))
    fork = held(matches, forked(matches, begun(matches))[0])
    fork = ended(matches, fork)
    back = begun(matches)
    _, move = any_move(back.state(), stream("back"))
    matches.move(back.match, Act("Ana"), format_move(move))
    matches.undo(back.match, Act("Ana"), reason="a dispute")
    back = ended(matches, matches.log(back.match))
    with open_store(tmp_path / "elsewhere.db") as other:
        foreign = ended(there := Matches(other, Clock(), entropy_of("elsewhere")), begun(there))
        matches.adopt(lambda after: foreign.rows[after:], summary_of(foreign))
    assert sorted(told(matches).left_out, key=lambda left: left.why) == [
        LeftOut(bot.match, "bot"),
        LeftOut(foreign.match, "elsewhere"),
        LeftOut(fork.match, "fork"),
        LeftOut(chosen.match, "seed"),
        LeftOut(back.match, "taken_back"),
    ]
    assert kept(matches).sheet.entries == ()
    assert start_of(begun(matches)) == "40"


def test_what_goes_on_and_would_not_count_is_not_told(matches: Matches) -> None:
    begun(matches, seed="lucky")
    assert (kept(matches).running, told(matches).left_out) == ((), ())


def test_a_free_undo_teaches_nothing_and_counts(matches: Matches) -> None:
    log = begun(matches)
    for _ in range(200):
        before = log
        _, move = any_move(log.state(), stream("free", log.head))
        log = held(matches, matches.move(log.match, Act("Ana"), format_move(move)))
        if log.history.free(before.head, log.head, (0, "Ana")):
            break
    log = ended(matches, held(matches, matches.undo(log.match, Act("Ana"))))
    assert [entry.match for entry in kept(matches).sheet.entries] == [log.match]
