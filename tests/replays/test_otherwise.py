"""A log under other readings: held against matches that are played again by the engine alone."""

import pytest
from msgspec.structs import replace

from core.games import NAMES, game_of
from core.kernel.errors import Damaged
from core.kernel.log.fork import past_of
from core.kernel.log.log import Seen
from core.kernel.log.row import Ruled, SeedRevealed
from core.kernel.log.scribe import Scribe, Who
from core.kernel.rules import engine
from core.kernel.rules.chance import stream
from core.kernel.setup.readings import readings_of
from replays import archive
from replays.otherwise import Otherwise, otherwise
from tests.support.again import check_goes_so, open_log
from tests.support.matches import GAMES
from tests.support.recording import Recorder
from tests.support.toy import TOY


def recorded(name: str) -> Seen:
    rows = archive.read(name).rows
    return Seen(game_of(rows[0]), rows, None)


@pytest.mark.parametrize("name", NAMES)
def test_it_goes_as_the_engine_plays_it(name: str) -> None:
    check_goes_so(name, 0)


@pytest.mark.parametrize("name", archive.index())
def test_under_its_own_readings_a_match_stays_as_it_was_played(name: str) -> None:
    log = recorded(name)
    found = otherwise(log, readings_of(log.state()))
    assert found.readings == {}
    assert found.first is None
    assert found.hidden == 0
    assert found.result == log.game.result(log.state().table)
    assert log.game.counters(found.state.table) == log.game.counters(log.state().table)


def test_what_was_never_asked_changes_nothing() -> None:
    """The readings that were asked are noted: all others may be as they like."""
    for name in ("heirs-duel", "crossing-duel"):
        log = recorded(name)
        asked = set(otherwise(log, {}).asked)
        for ruling in log.game.rulings:
            found = otherwise(log, {ruling.option: ruling.readings[-1]})
            if ruling.option not in asked:
                assert found.first is None
            if found.first is not None and found.first.how != "set_up":
                assert found.asked[ruling.option] <= found.first.row


def test_a_row_that_the_rules_do_not_decide_so_is_damaged() -> None:
    recorder = Recorder(TOY, 2).play(stream("damaged"))
    log = open_log(recorder)
    at = next(n for n, body in enumerate(log.bodies) if body.kind == "move" and body.facts)
    log.bodies[at] = replace(log.bodies[at], facts=())
    log.folded.clear()
    with pytest.raises(Damaged) as damaged:
        otherwise(log, {})
    assert damaged.value.row == at + 1


def test_what_is_closed_is_named_and_whose_it_is() -> None:
    """Emara: whether somebody may see what a donation brings before it is paid hangs on a hand of cards."""
    recorder = Recorder(GAMES["emara"], 3).play(stream("closed"), 40)
    log = recorder.log()
    seen, everything = log.seen_by(None), open_log(recorder)
    stops: dict[str, Otherwise] = {}
    for ruling in log.game.rulings:
        for reading in ruling.readings[1:]:
            found = otherwise(seen, {ruling.option: reading})
            if found.stop is not None and found.stop.how == "closed":
                stops[ruling.option] = found
                assert otherwise(everything, {ruling.option: reading}).stop != found.stop
    assert stops
    for found in stops.values():
        assert found.stop is not None
        assert found.stop.box is not None
        assert found.stop.by
        assert found.result is None


def test_a_reader_is_told_nothing_that_others_hold_closed() -> None:
    """Whatever lies in a closed box: what becomes of the match under other readings is told alike."""
    one, other = (_running(secret) for secret in ("one", "other"))
    for ruling in one.game.rulings:
        for reading in ruling.readings[1:]:
            assert _outside(otherwise(one, {ruling.option: reading})) == _outside(
                otherwise(other, {ruling.option: reading})
            )


def _running(secret: str) -> Seen:
    """A match in which one seat's answer is closed: which of them it is, nobody else knows."""
    recorder = Recorder(GAMES["medieval"], 3)
    while not recorder.bodies[-1].sealed_move:
        asked = engine.asked(recorder.state)
        moves = engine.some_legal(recorder.state, asked.seats[0], stream("same", recorder.head))
        recorder.move(asked.seats[0], stream("same", recorder.head).pick(moves))
    seat = recorder.bodies[-1].seat
    assert seat is not None
    recorder.undo(None, recorder.head - 1, "arbiter")
    moves = engine.some_legal(recorder.state, seat, stream(secret))
    recorder.move(seat, stream(secret, 1).pick(moves), "x")
    return recorder.log().seen_by(None)


def _outside(found: Otherwise) -> tuple[object, ...]:
    stop = found.stop and (found.stop.row, found.stop.how, found.stop.box, found.stop.draw, str(found.stop.refused))
    return _where(found), stop, found.hidden, found.asked, found.result


def _where(found: Otherwise) -> tuple[int, str] | None:
    return None if found.first is None else (found.first.row, found.first.how)


def test_rows_that_were_undone_are_not_looked_at() -> None:
    log = recorded("medieval-duel")
    found = next(
        found
        for ruling in log.game.rulings
        if (found := otherwise(log, {ruling.option: ruling.readings[-1]})).first is not None and found.first.row > 20
    )
    recorder = _again(log)
    assert found.first is not None
    recorder.undo(None, found.first.row - 1, "arbiter")
    assert otherwise(open_log(recorder), found.readings).first is None
    recorder.redo(None, "arbiter")
    again = otherwise(open_log(recorder), found.readings)
    assert _where(again) == _where(found)


def _again(log: Seen) -> Recorder:
    """The same match recorded again: the same seed, moves and readings."""
    reveal = log.bodies[-1].about
    assert isinstance(reveal, SeedRevealed)
    start = log.start
    recorder = Recorder(
        log.game,
        len(log.seats),
        seed=reveal.seed.read(str),
        rulings=dict(start.rulings),
        options=dict(start.options),
        match=log.match,
    )
    for body in log.line():
        if body.kind == "move":
            assert body.seat is not None
            recorder.move(body.seat, body.move if body.sealed_move is None else body.sealed_move.value)
    return recorder


def test_a_reading_may_hold_from_a_row_on() -> None:
    log = recorded("medieval-duel")
    found = [otherwise(log, {ruling.option: ruling.readings[-1]}) for ruling in log.game.rulings]
    late = [one for one in found if one.first is not None and one.first.row > 20 and one.first.how != "set_up"]
    assert late
    for one in late:
        assert one.first is not None
        assert _where(otherwise(log, one.readings, since=one.first.row - 1)) == _where(one)
        after = otherwise(log, one.readings, since=one.first.row).first
        assert after is None or after.row > one.first.row
        assert otherwise(log, one.readings, tip=one.first.row - 1).first is None


def test_what_a_fork_took_over_stays_as_it_was() -> None:
    recorder = Recorder(GAMES["medieval"], 2).play(stream("fork"), 60)
    log = recorder.log()
    past = past_of(log.seen_by(None))
    start = replace(log.start, forked=past.origin)
    scribe = Scribe.fork(log.game, "fork", ("another seed", b"other salts"), start, Who(5, "", None), past)
    fork = Seen(log.game, scribe.rows, None)
    parted = 0
    for ruling in log.game.rulings:
        readings = {ruling.option: ruling.readings[-1]}
        parted += otherwise(open_log(recorder), readings).first is not None
        assert otherwise(fork, readings).first is None
    assert parted


def test_a_reading_that_the_table_agreed_on_meanwhile_gives_way_to_the_one_in_question() -> None:
    recorder = Recorder(GAMES["medieval"], 2).play(stream("agreed"), 30)
    agreed = {"island_cost": "spend", "castle_leaders": "with_decoys"}
    recorder.scribe.rule(recorder.who(None), Ruled(agreed, "arbiter", "a quarrel"))
    at = recorder.head
    recorder.play(stream("agreed", "on"))
    log = open_log(recorder)
    assert otherwise(log, {}).first is None
    kept = otherwise(log, {"castle_leaders": "military"})
    assert kept.readings
    assert kept.first is not None
    assert kept.first.row > at
    assert otherwise(log, {"castle_leaders": "with_decoys"}).readings
    since = otherwise(log, {"castle_leaders": "with_decoys"}, since=at)
    assert since.readings == {}
    assert since.first is None
