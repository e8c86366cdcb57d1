"""What the scribe writes: rows whose chain, boxes and openings anybody can check."""

from collections.abc import Iterator
from itertools import islice

import pytest

from core.kernel.log.fold import setup_of
from core.kernel.log.fork import past_of
from core.kernel.log.log import openings_in
from core.kernel.log.row import Back, Forked, SeedRevealed, chain, origin
from core.kernel.log.scribe import Scribe, Tip, Who
from core.kernel.rules.chance import Draw, Drawn, derived, recorded, stream
from core.kernel.rules.engine import begin, decide
from core.kernel.rules.secret import Sealer, commit
from tests.contract.worlds import drawn_unseen, lively
from tests.support.matches import GAMES, TABLES, any_terms
from tests.support.recording import SALT_KEY, Recorder, start_of
from tests.support.toy import TOY, Earn, Guess, Light


def played(name: str, players: int) -> Recorder:
    game, dice = GAMES[name], stream("record", name, players)
    return lively(Recorder(game, players, **any_terms(game, players, dice)), dice, 10_000)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_recorded_match_holds_together(name: str, players: int) -> None:
    match = played(name, players)
    digest = origin("toy-match")
    commits: dict[tuple[int, int], str] = {}
    for number, (row, body) in enumerate(zip(match.scribe.rows, match.bodies, strict=True), 1):
        assert (body.seq, body.match) == (number, "toy-match")
        assert body.parent < number
        digest = chain(digest, row.body, row.commits)
        assert row.digest == digest
        for box, (commitment, opening) in enumerate(zip(row.commits, row.openings, strict=True)):
            assert opening is not None
            assert commitment == commit("toy-match", (number, box), opening)
            commits[number, box] = commitment
        for opened in openings_in(body):
            assert commits[opened.box] == commit("toy-match", opened.box, opened.opening()), "anybody can check it"
    assert match.scribe.tip.digest == digest


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_move_can_be_decided_again_with_and_without_the_seed(name: str, players: int) -> None:
    match = played(name, players)
    log = match.log()
    for row in log.bodies:
        before = log.state(row.parent) if row.parent else None
        unseen = iter([secret.value for secret in drawn_unseen(row)])

        def closed(draw: Draw, unseen: Iterator[Drawn] = unseen) -> tuple[Drawn, ...]:
            return tuple(islice(unseen, len(draw.sizes)))

        first = before.draws if before else 0
        dealers = [derived("seed"), recorded(row.seq, row.chance, first, closed)]
        for dealer in dealers:
            sealer = Sealer(log.match, row.seq, SALT_KEY, row.at if row.kind == "move" else None)
            if row.kind == "start":
                sealer.seal((), log.start.seed.value)
                happened = begin(log.game, setup_of(log.game, log.start), dealer, sealer.seal)
            elif row.kind == "move":
                assert before is not None
                assert row.seat is not None
                move = row.move if row.sealed_move is None else row.sealed_move.value
                happened = decide(log.game, before, row.seat, move, dealer, sealer.seal)
            else:
                continue
            assert happened.facts == row.facts
            assert happened.chance == row.chance
            assert (happened.keep, happened.then) == (row.keep, row.then)
            assert happened.state == log.state(row.seq)


def test_row_one_holds_all_that_decides_the_match() -> None:
    match = Recorder(TOY, 3, rulings={"guesses": "revisable"})
    body = match.bodies[0]
    assert (body.kind, body.parent, body.seat, body.actor) == ("start", 0, None, "")
    start = match.log().start
    assert start.seats == ("Ana", "Bo", "Cy")
    assert start.rulings == {"guesses": "revisable", "lanterns": "drawn", "omens": "none"}
    assert start.seed.value == "seed"
    assert start.seed.by == ()
    assert b'"seed":{"box":[1,0],"by":[]}' in bytes(match.scribe.rows[0].body)


def test_an_open_move_is_written_in_the_open() -> None:
    match = Recorder(TOY, 2)
    for seat in (0, 1, 0, 1):
        match.move(seat, Guess(1))
    match.scribe.move(Who(5, "Zoe", 0, "client-7"), Earn(2), "EARN 2  # gladly")
    body = match.scribe.bodies[-1]
    assert (body.at, body.actor, body.seat, body.client) == (5, "Zoe", 0, "client-7")
    assert (body.text, body.move) == ("EARN 2  # gladly", Earn(2))
    assert body.sealed_move is body.sealed_text is None
    assert match.scribe.rows[-1].commits == ()


def test_a_text_that_nobody_typed_is_the_long_form() -> None:
    match = Recorder(TOY, 2)
    match.move(0, Guess(1))
    text = match.bodies[1].sealed_text
    assert text is not None
    assert text.value == "guess 1"


def test_an_answer_is_written_closed_move_text_and_fact() -> None:
    match = Recorder(TOY, 2)
    match.move(1, Guess(3), "guess 3 # shh")
    row, body = match.scribe.rows[1], match.bodies[1]
    assert (body.text, body.move) == ("", None)
    assert b"shh" not in bytes(row.body)
    assert b'"number"' not in bytes(row.body)
    assert [opening and opening.value for opening in row.openings] == ['{"type":"guess","number":3}', '"guess 3 # shh"']


def test_the_last_move_is_followed_by_the_seed() -> None:
    match = Recorder(TOY, 2).play(stream("end"))
    last = match.bodies[-1]
    assert (last.kind, last.seat, last.actor, last.facts) == ("reveal", None, "", ())
    assert isinstance(last.about, SeedRevealed)
    assert last.about.seed.read(str) == "seed"
    assert match.state.agenda == ()
    assert commit("toy-match", (1, 0), last.about.seed.opening()) == match.scribe.rows[0].commits[0]


def test_an_undone_draw_comes_again_for_who_asks_again_and_not_for_the_next() -> None:
    match = Recorder(TOY, 3)
    for seat in (0, 1, 2, 0, 1, 2):
        match.move(seat, Guess(1))
    match.move(0, Light())
    first = match.bodies[-1].chance
    match.undo(0, by="consent")
    match.move(0, Light())
    assert match.bodies[-1].chance == first, "nobody can fish"
    seeds = 0
    for seed in range(60):
        other = Recorder(TOY, 3, seed=str(seed))
        for seat in (0, 1, 2, 0, 1, 2):
            other.move(seat, Guess(1))
        other.move(0, Light())
        shown = other.bodies[-1].chance
        other.undo(0, by="consent")
        other.move(0, Earn(1))
        other.move(1, Light())
        seeds += other.bodies[-1].chance == shown
    assert seeds < 30, "nor steer what the next seat gets: one lantern of five by chance"


def test_a_scribe_goes_on_from_a_tip() -> None:
    match = Recorder(TOY, 2).play(stream("tip"), 6)
    tip = match.scribe.tip
    again = Scribe(TOY, "seed", SALT_KEY, Tip(tip.match, tip.seq, tip.parent, tip.digest, match.log().state()))
    again.note("ask", match.who(0), Back(1, tip.seq))
    match.scribe.note("ask", match.who(0), Back(1, tip.seq))
    assert again.rows == match.scribe.rows[-1:]


def test_a_branch_takes_over_what_its_maker_knows() -> None:
    match = Recorder(TOY, 2)
    for seat, number in ((0, 1), (1, 1), (0, 2), (1, 2)):
        match.move(seat, Guess(number))
    match.move(0, Earn(2))
    log = match.log().seen_by(0)
    past = past_of(log)
    assert past.origin == Forked("toy-match", 6, log.digest)
    assert past.again == (1,), "the pledge of the other is not known"
    start = start_of(TOY, 2)
    branch = Scribe.fork(TOY, "branch", ("other seed", b"other salts"), start, match.who(0), past)
    assert [body.kind for body in branch.bodies] == ["start", "fork"]
    assert branch.bodies[1].facts[-1] == match.bodies[5].facts[-1]
    assert branch.tip.state.table.seats[0].coins == 2
    assert branch.tip.state.table.seats[1].pledge is None
    assert not {opening and opening.salt for opening in branch.rows[1].openings} & {
        opening and opening.salt for row in match.scribe.rows for opening in row.openings
    }, "its salts are its own"
