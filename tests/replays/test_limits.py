"""What a log does not prove: `docs/trust.md` says so, and here it is seen. If one of these fails, the page is wrong."""

import re
from pathlib import Path
from typing import Any

import pytest

from core.games import game_named
from core.kernel.log.joining import commitment, first_step, seeds
from core.kernel.log.log import Log
from core.kernel.log.row import Joined, NonceOpened, StoredRow
from core.kernel.log.scribe import Scribe, Who
from core.kernel.rules import chance
from core.kernel.rules.chance import Draw, stream
from replays.verify import verify
from store.acts import Act
from store.matches import Matches
from store.sqlite.adapter import open_store
from tests.replays.forging import Json, forged
from tests.replays.tables import Clock, begin, club, entropy_of, go_on, held
from tests.support.at_desk import started

GAME = game_named("medieval")


@pytest.fixture(scope="module")
def whole() -> Log:
    with club("limits") as matches:
        return go_on(matches, begin(matches, GAME, 2), stream("limits", 1))


@pytest.mark.parametrize("field", ["at", "actor", "client"])
def test_times_actors_and_ids_are_the_hosts_word(whole: Log, field: str) -> None:
    number = next(body.seq for body in whole.bodies if body.kind == "move")

    def change(body: Json) -> None:
        body[field] = body["at"] + 3600 if field == "at" else "somebody else"

    report = verify(forged(whole.rows, number, change))
    assert report.fault is None
    assert report.head != whole.digest, "only who holds the head of before can tell"


def test_rows_that_are_missing_at_the_end_are_seen_by_the_head_alone(whole: Log) -> None:
    report = verify(whole.rows[:-40])
    assert (report.fault, report.over) == (None, False)
    assert report.head == whole.rows[-41].digest != whole.digest


def history(after: str) -> Log:
    """The same match for a while, then another one: what a host could show to another reader."""
    with club("histories") as matches:
        log = go_on(matches, begin(matches, GAME, 2), stream("before", 1), 12)
        return go_on(matches, log, stream(after, 1), 12)


def test_two_histories_of_one_match_both_hold_and_have_other_heads_from_where_they_part() -> None:
    one, two = history("one"), history("two")
    assert one.match == two.match
    assert (verify(one.rows).fault, verify(two.rows).fault) == (None, None)
    same = [a.digest == b.digest for a, b in zip(one.rows, two.rows, strict=False)]
    assert (same[0], same[-1]) == (True, False)
    assert same == sorted(same, reverse=True), "no digest after the first difference is the same"


def test_a_host_can_choose_a_seed_and_keep_silent_about_it(tmp_path: Path) -> None:
    """The label of a chosen seed is for friends; against the host there are nonces."""
    with open_store(tmp_path / "loaded.db") as store:
        matches = Matches(store, Clock(), entropy_of("the seed that suits the host"))
        log = go_on(matches, held(matches, matches.start(GAME, ("Ana", "Bo"))), stream("loaded", 1))
    report = verify(log.rows)
    assert (report.fault, report.seed_chosen) == (None, False)


def test_a_chosen_seed_is_the_word_and_entropy_and_one_for_practice_the_word_alone() -> None:
    with club("tavern") as matches:
        random, chosen, bare = (
            held(matches, matches.start(GAME, ("Ana", "Bo"), seed=seed, practice=practice)).start
            for seed, practice in ((None, None), ("tavern", None), (None, "tavern"))
        )
    assert re.fullmatch("[0-9a-f]{64}", random.seed.value)
    assert re.fullmatch("tavern [0-9a-f]{64}", chosen.seed.value)
    assert bare.seed.value == "tavern"
    labels = [(start.seed_chosen, start.practice) for start in (random, chosen, bare)]
    assert labels == [(False, False), (True, False), (True, True)]


def test_with_a_nonce_of_another_the_host_chooses_no_draw() -> None:
    draw = Draw("a draw", tuple("abcdefghijklmnopqrstuvwxyz"), 20)
    drawn = {chance.derived(seeds("the host's", ("", nonce * 64)))(0, draw) for nonce in "0123456789abcdef"}
    assert len(drawn) == 16


def started_with(seed: str) -> list[StoredRow]:
    """A match with nonces: the host's seed is another, the players' part is the same."""
    with club() as matches:
        start = held(matches, matches.start(GAME, ("Ana", "Bo"), nonces=True)).start
    nonces = ("ab" * 32, "cd" * 32)
    scribe = Scribe.begin(GAME, "some-match", seed, b"salt", start, Who(1))
    step: Any = first_step(start)
    for seat, nonce in enumerate(nonces):
        step = step.joined(seat, with_nonce=True)
        scribe.gather("join", Who(1, start.seats[seat], seat), Joined(commitment("some-match", seat, nonce)), step)
    for seat, nonce in enumerate(nonces):
        step = step.opened(seat)
        scribe.gather("nonce", Who(1, start.seats[seat], seat), NonceOpened(nonce), step)
    scribe.open_play(start, nonces, 1)
    return scribe.rows


def test_a_host_who_knows_the_nonces_can_begin_anew_and_has_another_head_from_row_1_on() -> None:
    one, two = started_with("the first"), started_with("one that suits")
    assert (verify(one).fault, verify(two).fault) == (None, None)
    assert not {row.digest for row in one} & {row.digest for row in two}


def test_who_has_the_database_sees_everything_but_the_keys(tmp_path: Path) -> None:
    path = tmp_path / "stolen.db"
    with open_store(path) as store:
        matches = Matches(store, Clock(), entropy_of("stolen"))
        _, keys = started(matches, GAME, ("Ana", "Bo"))
        outcome = matches.start(GAME, ("Ana", "Bo"), seed="a seed nobody knows")
        log = go_on(matches, held(matches, outcome), stream("stolen", 1), 5)
    data = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"a seed nobody knows" in data
    placed = next(body for body in log.bodies if body.sealed_text is not None)
    assert placed.sealed_text is not None
    assert placed.sealed_text.value.encode() in data
    assert set(keys) == {"Ana", "Bo", "arbiter"}
    for key in keys.values():
        assert key.encode() not in data
        assert bytes.fromhex(key) not in data


def test_when_the_arbiter_goes_back_behind_the_end_everybody_knows_the_seed() -> None:
    with club("behind") as matches:
        log = go_on(matches, begin(matches, GAME, 2), stream("behind", 1))
        log = held(matches, matches.undo(log.match, Act("Ana"), log.head // 2, reason="one more time"))
    assert log.state().agenda, "play goes on"
    seen = log.seen_by(None)
    assert seen.start.seed.known
    report = verify(seen.rows)
    assert (report.fault, report.seed_revealed, report.over) == (None, True, False)
