"""What if? A fork takes over what its maker knows, and nothing else."""

import io
from typing import Any

import msgspec
import pytest

from core.games import game_named
from core.kernel.bots.possible import wrongs
from core.kernel.errors import NotAllowed, Refused, Usage
from core.kernel.language.spelling import format_move
from core.kernel.log.fork import past_of
from core.kernel.log.log import Log, secrets_in
from core.kernel.log.scribe import Scribe, Who
from core.kernel.rules import engine
from core.kernel.rules.chance import Stream, derived, stream
from core.kernel.rules.secret import unsalted
from replays.files.export import export, read_stream
from replays.verify import verify, verify_file
from store.acts import Act
from store.matches import Matches
from tests.replays.tables import begin, club, go_on, held
from tests.support import at_desk
from tests.support.matches import GAMES
from tests.support.recording import Recorder

TOY, MEDIEVAL = GAMES["toy"], game_named("medieval")


def play_once(scribe: Scribe, seat: int, dice: Stream) -> None:
    """The seat makes a move."""
    move = engine.some_legal(scribe.tip.state, seat, dice)[0]
    scribe.move(Who(6, "", seat), move, format_move(move))


def forked(log: Log, seat: int | None) -> tuple[Scribe, tuple[int, ...]]:
    """A fork in memory."""
    past = past_of(log.seen_by(seat))
    start = msgspec.structs.replace(log.start, forked=past.origin)
    scribe = Scribe.fork(log.game, "fork", ("another seed", b"other salts"), start, Who(5, "", seat), past)
    return scribe, past.again


def played(game: str, seed: int, options: dict[str, str] | None = None, **rulings: str) -> Log:
    recorder = Recorder(GAMES[game], 3, seed=f"seed {seed}", options=options, rulings=rulings)
    return recorder.play(stream("fork", game, seed)).log()


SECRET_HANDS = {"informed_choice": "yes"}

LOGS = [
    played("medieval", 1),
    played("medieval", 2, placement_commit="revisable"),
    played("toy", 1),
    played("toy", 2, guesses="revisable"),
]

DRAWING = [  # and those in which a fork draws anew what its maker did not see
    *LOGS,
    played("emara", 1),
    played("emara", 2, SECRET_HANDS, informed_choice_details="choose_three_each_round_secretly"),
]

READERS = (None, 0, 1)


@pytest.mark.no_cover  # whole matches
@pytest.mark.parametrize("log", DRAWING, ids=lambda log: f"{log.game.name}-{log.head}")
@pytest.mark.parametrize("seat", READERS)
def test_a_fork_from_every_row_can_be_played_to_its_end(log: Log, seat: int | None) -> None:
    """Every fourth row is forked for each reader, and played on from for one of them in turn."""
    asked_again = 0
    for number, at in enumerate(range(1, log.head, 4)):
        then = log.at(at)
        if not then.state().agenda:
            continue
        scribe, again = forked(then, seat)
        asked_again += bool(again)
        now = scribe.tip.state
        assert set(again) <= set(engine.asked(now).seats) or log.game.owed(now.table), "what is owed comes first"
        assert seat not in again
        assert Log(log.game, scribe.rows).state() == scribe.tip.state
        if READERS[number % len(READERS)] == seat:
            to_its_end(scribe, at)
    assert bool(asked_again) is any(body.sealed_move for body in log.bodies)


@pytest.mark.no_cover  # whole matches
@pytest.mark.parametrize("log", DRAWING, ids=lambda log: f"{log.game.name}-{log.head}")
def test_a_fork_of_a_fork_can_be_played_to_its_end(log: Log) -> None:
    """What the first maker had answered in secret is asked again in the second, also where its step is long past."""
    answers = any(body.sealed_move for body in log.bodies)
    asked_again = 0
    for number, at in enumerate(range(2, log.head, 5)):
        then = log.at(at)
        if not then.state().agenda:
            continue
        first = Log(log.game, forked(then, 0)[0].rows)
        for seat in (None, 1):
            scribe, again = forked(first, seat)
            asked_again += 0 in again
            if bool(number % 2) is bool(seat):
                to_its_end(scribe, at)
    assert bool(asked_again) is answers


@pytest.mark.parametrize(("name", "players"), [("nobility", 3), ("nobility", 6), ("emara", 4)])
def test_a_fork_deals_nothing_anew_that_lies_elsewhere(name: str, players: int) -> None:
    """No card comes out of the box twice, whoever makes the fork and whatever is drawn for it."""
    game, dice, anew = GAMES[name], stream("anew", name, players), 0
    rulings = {"open_holdings": "cards_hidden"} if name == "nobility" else {}
    for seed in range(4):
        recorder = Recorder(game, players, seed=f"anew {seed}", rulings=rulings).play(dice, 10)
        for seat in (None, *range(players)):
            past = past_of(recorder.log().seen_by(seat))
            for number in range(8):
                made = past.sealed(game, derived(f"anew {number}"), unsalted).state
                anew += made.draws > past.state.draws
                assert [*wrongs(game, made.table)] == []
                assert game.components(made.table) == game.components(recorder.state.table)
    assert anew


def to_its_end(scribe: Scribe, number: int) -> None:
    dice = stream("on", number)
    while scribe.tip.state.agenda:
        play_once(scribe, engine.asked(scribe.tip.state).seats[0], dice)
    assert scribe.game.result(scribe.tip.state.table) is not None


@pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.game.name}-{log.head}")
@pytest.mark.parametrize("seat", READERS)
def test_the_table_is_the_one_that_the_maker_saw(log: Log, seat: int | None) -> None:
    for at in range(2, log.head, 5):
        seen = log.at(at).seen_by(seat)
        if not seen.state().agenda:
            continue
        scribe, again = forked(log.at(at), seat)
        game, now = log.game, scribe.tip.state
        if not again:
            assert game.view(now.table, seat) == game.view(seen.state().table, seat)
            assert (now.agenda, now.draws) == (seen.state().agenda, seen.state().draws)
        assert dict(game.counters(now.table)) == dict(game.counters(seen.state().table))
        assert dict(game.components(now.table)) == dict(game.components(seen.state().table))


@pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.game.name}-{log.head}")
@pytest.mark.parametrize("seat", READERS)
def test_a_fork_holds_nothing_that_its_maker_may_not_know(log: Log, seat: int | None) -> None:
    """Two answers that differ, and that the maker cannot see, give the same fork, byte for byte."""
    for at in range(2, log.head, 5):
        then = log.at(at)
        if not then.state().agenda:
            continue
        rows = forked(then, seat)[0].rows
        data = b"".join(msgspec.json.encode(row) for row in rows)
        known = then.seen_by(seat)
        for box, opening in then.vault.items():
            if box == (1, 0):
                assert opening.value.strip('"').encode() not in data, "the seed"
            assert opening.salt.encode() not in data, "no salt of the other match"
        closed = [body.sealed_move for body in known.bodies if body.sealed_move and not body.sealed_move.known]
        held = {str(secret.value) for body in Log(log.game, rows).bodies for secret in secrets_in(body) if secret.known}
        hidden = {str(then.bodies[secret.box[0] - 1].sealed_move.value) for secret in closed}  # type: ignore[union-attr]
        seen = {str(body.sealed_move.value) for body in known.bodies if body.sealed_move and body.sealed_move.known}
        assert not held & (hidden - seen)


def test_the_fork_of_two_worlds_is_the_same() -> None:
    """The same match but for one closed answer: whoever cannot see it makes the same fork."""
    worlds: list[Recorder] = []
    for number in (2, 3):
        recorder = Recorder(TOY, 2)
        recorder.move(0, pledge(number))
        worlds.append(recorder)
    for seat in (None, 1):
        one, other = (forked(recorder.log(), seat)[0].bodies[1] for recorder in worlds)
        assert one == other
    mine, yours = (forked(recorder.log(), 0)[0].bodies[1] for recorder in worlds)
    assert mine != yours, "the test of the test: its own seat takes it along"


def pledge(number: int) -> Any:
    from tests.support.toy import Guess

    return Guess(number)


def test_who_has_not_been_opened_for_long_is_asked_again_too() -> None:
    """The pledges of the toy game stay closed to the end: in a fork from its middle they are asked for anew."""
    log = played("toy", 3)
    middle = next(body.seq for body in log.bodies if body.move is not None)
    scribe, again = forked(log.at(middle), 0)
    assert again == (1, 2)
    assert engine.asked(scribe.tip.state).seats == (1, 2)


def test_a_hand_of_emara_that_is_chosen_again_is_only_what_is_still_to_be_played() -> None:
    """EMA-R40: in the middle of round 3, with cards of the closed choices on the slots."""
    options, rulings = {"informed_choice": "yes"}, {"informed_choice_details": "choose_three_each_round_secretly"}
    recorder = Recorder(game_named("emara"), 2, options=options, rulings=rulings)
    log = recorder.play(stream("fork", "emara")).log()
    counts: set[int] = set()
    for at in range(2, log.head):
        then = log.at(at)
        table = then.state().table
        if not then.state().agenda or table.round != 3 or not any(any(seat.slots) for seat in table.seats):
            continue
        scribe, again = forked(then, 0)
        dice = stream("on", at)
        for seat in again:
            play_once(scribe, seat, dice)
            player = scribe.tip.state.table.seats[seat]
            assert len(player.chosen.value.cards) == player.slots.count(None)
            counts.add(player.slots.count(None))
        while scribe.tip.state.agenda and scribe.tip.state.table.round == 3:
            mover = engine.asked(scribe.tip.state).seats[0]
            play_once(scribe, mover, dice)
    assert counts == {1, 2}


def kept(matches: Matches, log: Log, row: int, seat: str | None, **how: Any) -> tuple[Log, tuple[str, ...]]:
    outcome, _ = at_desk.forked(matches, log, row, seat, **how)
    return held(matches, outcome), outcome.again


def test_forks_in_a_store_verify_and_can_be_forked() -> None:
    with club() as matches:
        log = go_on(matches, begin(matches, MEDIEVAL, 3), stream("store", 1), quarrels=10)
        head = log.head
        for row in (1, 9, 30, 60):
            first, _ = kept(matches, log, row, "Ana" if row % 2 else None)
            assert first.match != log.match
            assert (first.start.forked.row, first.start.forked.digest) == (row, log.rows[row - 1].digest)  # type: ignore[union-attr]
            go_on(matches, first, stream("go on", row), 25, quarrels=20)
            first = matches.log(first.match)
            second, _ = kept(matches, first, first.head - 1, "Bo")
            go_on(matches, second, stream("again", row), 15, quarrels=10)
            for fork in (first, matches.log(second.match)):
                report = verify(fork.rows)
                assert report.fault is None, report.fault
                assert report.forked is not None
                for view in ("public", "seat Cy"):
                    copy = verify_file(read_stream(io.BytesIO(b"".join(export(fork, view))), view))
                    assert copy.fault is None, copy.fault
        assert matches.log(log.match).head == head, "the match itself knows nothing of it"


def test_a_fork_has_its_own_draws() -> None:
    with club() as matches:
        log = go_on(matches, begin(matches, MEDIEVAL, 2), stream("draws", 1))
        drew = next(body for body in log.bodies if body.chance and body.move is not None and body.seq > 8)
        outcomes = {drew.chance}
        for _ in range(4):
            fork, _ = kept(matches, log, drew.seq - 1, None)
            outcome = matches.move(fork.match, Act(log.seats[drew.seat or 0]), drew.text)
            outcomes.add(outcome.log.bodies[-1].chance)
        assert len(outcomes) == 5


def test_no_fork_of_the_end_and_none_without_the_key() -> None:
    with club() as matches:
        log = go_on(matches, begin(matches, MEDIEVAL, 2), stream("end", 1))
        with pytest.raises(Refused, match="fork_of_the_end"):
            at_desk.forked(matches, log)
        locked, keys = at_desk.started(matches, MEDIEVAL, ("Ana", "Bo"))
        with pytest.raises(NotAllowed):
            matches.open(locked.log.match, 0)
        seen = matches.open(locked.log.match, 0, keys["Ana"])
        with pytest.raises(Usage, match="no_digest"):
            matches.fork(seen)
        outcome, of_fork = at_desk.forked(matches, seen, seat="Ana")
        assert list(of_fork) == list(outcome.log.start.keys) == ["Ana", "arbiter"]
        assert not set(of_fork.values()) & set(keys.values())
        public, none = at_desk.forked(matches, locked.log)
        assert (public.log.bodies[1].seat, none, public.log.start.keys) == (None, {}, {})


def test_what_was_taken_over_cannot_be_undone() -> None:
    with club() as matches:
        log = go_on(matches, begin(matches, MEDIEVAL, 2), stream("undo", 1), 20)
        fork, _ = kept(matches, log, 20, "Ana")
        for reason in (None, "because"):
            with pytest.raises(Refused):
                matches.undo(fork.match, Act("Ana"), 1, reason=reason)
