"""A log as one reader holds it: who may see what, and when."""

from typing import Any

import pytest
from msgspec.structs import replace

from core.kernel.errors import Damaged, EditionError, Hidden, Usage
from core.kernel.log.fold import after, fold
from core.kernel.log.log import Held, Log, Seen, openings_in, secrets_in
from core.kernel.log.row import AnyBody, chain, origin
from core.kernel.rules.chance import stream
from core.kernel.rules.engine import State
from tests.contract.worlds import lively
from tests.support.matches import GAMES, TABLES, any_terms
from tests.support.recording import Recorder
from tests.support.toy import TOY, Earn, Guess, Pledged

READERS = (None, 0, 1)


@pytest.fixture
def match() -> Recorder:
    """Pledges in rows 2 and 3, guesses in 4 and 5; row 5 shows the guesses. Each with a remark."""
    match = Recorder(TOY, 2)
    for seat, number in ((0, 1), (1, 3), (0, 2), (1, 0)):
        match.move(seat, Guess(number), f"guess {number} # between us")
    match.move(0, Earn(1), "earn 1 # for all to see")
    return match


def known(log: Held, number: int) -> tuple[bool, bool]:
    """Does the reader know move and text of this row?"""
    body = log.bodies[number - 1]
    assert body.sealed_move is not None
    assert body.sealed_text is not None
    return body.sealed_move.known, body.sealed_text.known


# --- who sees what --------------------------------------------------------------------------------------------------


def test_an_answer_is_its_seats_own_until_it_is_opened(match: Recorder) -> None:
    log = match.log()
    assert [known(log.seen_by(reader), 2) for reader in READERS] == [(False, False), (True, True), (False, False)]
    assert [known(log.seen_by(reader), 3) for reader in READERS] == [(False, False), (False, False), (True, True)]
    assert known(log, 2) == known(log, 3) == (True, True), "the host holds everything"


def test_what_a_later_row_opens_fills_the_earlier_one(match: Recorder) -> None:
    before, after = match.log().at(4), match.log().at(5)
    assert known(before.seen_by(None), 4) == (False, False)
    assert known(after.seen_by(None), 4) == (True, False), "the answer, but never what was typed beside it"
    opened = after.seen_by(None).bodies[3].sealed_move
    assert opened is not None
    assert opened.value == Guess(2)
    assert after.seen_by(None).bodies[3].facts[0].guess.value == Guess(2)
    assert known(after.seen_by(1), 4) == (True, False)


def test_nobody_but_the_host_holds_the_seed_before_the_end(match: Recorder) -> None:
    for reader in READERS:
        seen = match.log().seen_by(reader)
        assert not seen.start.seed.known
        assert (1, 0) not in seen.vault
    assert match.log().start.seed.value == "seed"


def test_the_end_reveals_the_seed_and_nothing_that_nobody_has_to_know(match: Recorder) -> None:
    match.play(stream("end"))
    log = match.log()
    assert log.bodies[-1].kind == "reveal"
    seen = log.seen_by(None)
    assert seen.start.seed.value == "seed"
    assert known(seen, 2) == (True, False)
    assert seen.state() == log.state()


def test_a_reader_after_the_end_may_have_the_answers_of_the_line() -> None:
    match = Recorder(TOY, 2)
    match.move(0, Guess(1), "guess 1 # hm")
    match.undo(None, to=1, by="arbiter")
    match.move(0, Guess(2))
    match.play(stream("end"))
    finished = Log(TOY, match.log().redacted(None, finished=True))
    assert known(finished, 2) == (False, False), "not of a line that was undone"
    assert known(finished, 4) == (True, False), "and never what was typed"
    own = Log(TOY, match.log().redacted(0, finished=True))
    assert known(own, 2) == (True, True)


def test_an_answer_that_was_given_anew_is_known_after_the_end_only() -> None:
    match = Recorder(TOY, 2, rulings={"guesses": "revisable"})
    for seat, number in ((0, 1), (1, 1), (0, 3), (0, 2), (1, 1)):
        match.move(seat, Guess(number))
    match.play(stream("end"))
    log = match.log()
    assert known(log.seen_by(None), 5) == (True, False), "this one was opened in the match"
    assert known(log.seen_by(None), 4) == (False, False), "this one was not"
    finished = Log(TOY, log.redacted(None, finished=True))
    assert known(finished, 4) == (True, False)


def test_a_redacted_log_is_the_same_bytes(match: Recorder) -> None:
    log = match.log()
    for reader in READERS:
        digest = origin(log.match)
        for row, whole in zip(log.redacted(reader), log.rows, strict=True):
            digest = chain(digest, row.body, row.commits)
            assert digest == whole.digest == row.digest
            assert len(row.openings) == len(row.commits)


def test_to_redact_twice_is_to_redact_once(match: Recorder) -> None:
    log = match.log()
    assert log.seen_by(0).seen_by(0).rows == log.seen_by(0).rows
    both = log.seen_by(0).seen_by(1)
    assert [known(both, number) for number in (2, 3)] == [(False, False), (False, False)]


def test_who_looks_into_a_hole_gets_no_answer(match: Recorder) -> None:
    body = match.log().seen_by(1).bodies[1]
    assert body.sealed_text is not None
    with pytest.raises(Hidden):
        _ = body.sealed_text.value


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_reader_folds_to_the_same_public_state(name: str, players: int) -> None:
    """Facts, agenda and draws are public: only the answers that are closed now differ."""
    game = GAMES[name]
    match = Recorder(game, players, **any_terms(game, players, stream("readers", name, players)))
    match.play(stream("log", players), 25)
    log = match.log()
    for reader in (None, *range(players)):
        seen = log.seen_by(reader)
        for number in range(1, log.head + 1):
            mine, whole = seen.state(number), log.state(number)
            assert (mine.agenda, mine.draws) == (whole.agenda, whole.draws)
            assert game.counters(mine.table) == game.counters(whole.table)
            assert game.components(mine.table) == game.components(whole.table)
            assert game.view(mine.table, reader) == game.view(whole.table, reader), "a view is built from what is known"


# --- earlier -------------------------------------------------------------------------------------------------------


def test_an_earlier_log_knows_nothing_later(match: Recorder) -> None:
    match.play(stream("end"))
    log = match.log()
    for number in range(1, log.head + 1):
        there = log.at(number)
        assert there.head == number
        assert all(box[0] <= number for box in there.vault)
        for reader in READERS:
            then = there.seen_by(reader)
            again = log.seen_by(reader).at(number)
            assert then.bodies == again.bodies, "to redact and to go back are the same in either order"
            assert then.rows == again.rows
    assert known(log.at(4).seen_by(None), 4) == (False, False)
    assert known(log.seen_by(None).at(4), 4) == (False, False)


def test_the_log_now_is_the_log(match: Recorder) -> None:
    log = match.log()
    assert log.at(log.head) is log
    for number in (0, -1, 7, 99):
        with pytest.raises(Usage) as found:
            log.at(number)
        assert (found.value.why, found.value.terms["last"]) == ("no_such_row", 6)


def test_a_log_grows_as_if_it_had_been_read_anew(match: Recorder) -> None:
    whole = match.log()
    for number in range(1, whole.head):
        for reader in READERS:
            rows = whole.redacted(reader)
            start = Log(TOY, rows[:number])
            before = [repr(body) for body in start.bodies]
            start.state()
            grown = start.plus(rows[number:])
            assert grown.bodies == Log(TOY, rows).bodies
            assert grown.state() == Log(TOY, rows).state()
            assert grown.state(number) == Log(TOY, rows).state(number)
            assert grown.vault == Log(TOY, rows).vault
            assert [repr(body) for body in start.bodies] == before, "the log it came from stays as it was"


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_log_that_grows_row_by_row_knows_each_state_as_it_can_be_known_by_then(name: str, players: int) -> None:
    """Whatever was folded before something was opened is folded anew only as far as that reaches back."""
    dice = stream("grows", name, players)
    whole = lively(Recorder(GAMES[name], players), dice, 60).log()
    for reader in (None, 0):
        rows = whole.redacted(reader)
        grown = Seen(whole.game, rows[:1], reader)
        for number, row in enumerate(rows[1:], 2):
            grown.add(row)
            grown.state()
            if dice.below(4) == 0:
                anew = Seen(whole.game, rows[:number], reader)
                assert (grown.bodies, grown.vault, grown.holes) == (anew.bodies, anew.vault, anew.holes)
                for tip in {number, *(1 + dice.below(number) for _ in range(3))}:
                    assert repr(grown.state(tip)) == repr(Log(whole.game, rows[:number]).state(tip))


def test_a_state_is_folded_from_the_nearest_one_that_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    log = Recorder(TOY, 2).play(stream("nearest")).log()
    folded: list[int] = []

    def noted(state: State[Any], row: AnyBody) -> State[Any]:
        folded.append(row.seq)
        return after(state, row)

    monkeypatch.setattr("core.kernel.log.fold.after", noted)
    for number in range(1, log.head + 1):
        log.state(number)
    assert folded == list(range(1, log.head + 1)), "each row once"


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_what_readers_share_is_what_each_would_read_alone(name: str, players: int) -> None:
    whole = Recorder(GAMES[name], players).play(stream("share", players), 40).log()
    for reader in (None, *range(players)):
        seen, alone = whole.seen_by(reader), Log(whole.game, whole.redacted(reader))
        assert seen.bodies == alone.bodies, "a hole is equal to a hole only"
        assert (seen.vault, seen.holes, seen.opened, seen.rows) == (alone.vault, alone.holes, alone.opened, alone.rows)
        assert seen.state() == alone.state()
        assert all(body.seq not in seen.clear for body in whole.bodies if tuple(secrets_in(body)))


def test_a_log_goes_on_otherwise_from_an_earlier_row(match: Recorder) -> None:
    """What was read of the rows that came then is not taken for those that come now."""
    other = Recorder(TOY, 2)
    for seat, number in ((0, 1), (1, 3), (0, 2), (1, 0)):
        other.move(seat, Guess(number), f"guess {number} # between us")
    other.move(0, Earn(2))
    grown = match.log().at(5).plus(other.log().rows[5:])
    assert grown.bodies[-1].move == Earn(2)


# --- states --------------------------------------------------------------------------------------------------------


def test_the_states_along_the_line(match: Recorder) -> None:
    match.undo(0)
    match.play(stream("on"), 5)
    log = match.log()
    along = list(log.states())
    assert [row.seq for row, _ in along] == [row.seq for row in log.line()]
    assert all(state == log.state(row.seq) == match.states[row.seq] for row, state in along)
    assert [row.seq for row, _ in log.states(4)] == [1, 2, 3, 4]
    assert log.state() == match.state


def test_a_line_without_rows_or_without_a_start_folds_to_nothing(match: Recorder) -> None:
    with pytest.raises(Damaged, match="empty_log"):
        fold(TOY, [])
    with pytest.raises(Damaged, match="no_start"):
        fold(TOY, match.bodies[1:])


def test_a_fact_that_cannot_have_become_true_is_damage(match: Recorder) -> None:
    wrong = replace(match.bodies[5], facts=(replace(match.bodies[5].facts[0], seat=7),))
    with pytest.raises(Damaged) as found:
        fold(TOY, [*match.bodies[:5], wrong])
    assert (found.value.why, found.value.row, found.value.part) == ("unreadable_row", 6, "facts")


def test_a_start_that_no_match_can_have_is_damage(match: Recorder) -> None:
    start: Any = match.bodies[0]
    wrong = replace(start, about=replace(start.about, rulings={"guesses": "open", "lanterns": "drawn"}))
    with pytest.raises(Damaged) as found:
        fold(TOY, [wrong])
    assert (found.value.row, found.value.part) == (1, "about")


def test_an_edition_that_is_not_here_is_said_so() -> None:
    match = Recorder(GAMES["medieval"], 2)
    start: Any = match.bodies[0]
    wrong = replace(start, about=replace(start.about, edition=replace(start.about.edition, digest="0" * 64)))
    with pytest.raises(EditionError, match="edition_unknown"):
        fold(match.game, [wrong])


def test_a_fact_that_looks_into_a_hole_is_no_damage(match: Recorder) -> None:
    """It is a fault of the rules, and is said as such: a fact moves a secret and never looks inside."""

    class Curious(Pledged, frozen=True, tag="Curious"):
        def on(self, t: Any) -> Any:
            return super().on(t) if self.pledge.value.number else t

    hole = match.log().seen_by(None).bodies[1]
    with pytest.raises(Hidden):
        fold(TOY, [match.bodies[0], replace(hole, facts=(Curious("TOY-1", 0, hole.facts[0].pledge),))])


# --- names ---------------------------------------------------------------------------------------------------------


def test_seats_are_found_by_name(match: Recorder) -> None:
    log = match.log()
    assert (log.match, log.seats, log.head) == ("toy-match", ("Ana", "Bo"), 6)
    assert log.digest == match.scribe.tip.digest
    assert [log.seat(name) for name in ("Ana", "ana", "A", "bo", "B")] == [0, 0, 0, 1, 1]
    for name in ("", "Cy", "Anna", "x"):
        with pytest.raises(Usage) as found:
            log.seat(name)
        assert (found.value.why, found.value.known) == ("unknown_seat", ("Ana", "Bo"))


def test_a_name_that_begins_another_is_that_name(match: Recorder) -> None:
    rows = list(match.bodies)
    start: Any = rows[0].about
    log = match.log()
    log.start = replace(start, seats=("Jo", "Joanna"))
    assert (log.seat("jo"), log.seat("joa")) == (0, 1)
    log.start = replace(start, seats=("Jon", "Joanna"))
    with pytest.raises(Usage):
        log.seat("jo")


# --- parts ---------------------------------------------------------------------------------------------------------


def test_the_secrets_and_openings_of_a_row(match: Recorder) -> None:
    assert [secret.box for secret in secrets_in(match.bodies[1])] == [(2, 0), (2, 1), (2, 0)]
    assert [opened.box for opened in openings_in(match.bodies[4])] == [(4, 0), (5, 0)]
    assert list(secrets_in(match.bodies[5])) == list(openings_in(match.bodies[5])) == []
    assert [secret.box for secret in secrets_in(match.state.table)] == [(2, 0), (4, 0), (3, 0), (5, 0)]


# --- going on -------------------------------------------------------------------------------------------------------


def test_a_log_that_goes_on_knows_the_history_that_one_knows_who_reads_it_anew() -> None:
    """And the one that it goes on from stays as it was."""

    def told(log: Log) -> list[object]:
        history, rows = log.history, range(1, log.head + 1)
        freely = [history.free(row, log.head, (0, "Ana")) for row in rows if history.holds(row, log.head)]
        return [
            len(history),
            history.pending,
            history.given_up(),
            history.learned,
            freely,
            [*map(history.played, rows)],
        ]

    whole = lively(Recorder(TOY, 2, seed="going on"), stream("going on"), 40).log()
    log = Log(TOY, whole.rows[:1])
    for number in range(2, whole.head + 1):
        before, log = log, log.plus(whole.rows[number - 1 : number])
        assert told(log) == told(Log(TOY, whole.rows[:number]))
        assert told(before) == told(Log(TOY, whole.rows[: number - 1]))
