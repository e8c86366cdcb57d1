"""Joining with nonces: who is waited for, what the draws follow from, and what nobody can do before the beginning."""

from itertools import permutations

import pytest

from core.kernel.errors import Refused, Usage
from core.kernel.language.notation import read_move
from core.kernel.log.entering import due, join, open_nonce
from core.kernel.log.fork import past_of
from core.kernel.log.history import History
from core.kernel.log.joining import JoinMatch, OpenNonces, commitment, nonces_of, seeds
from core.kernel.log.row import Back, Joined, NonceOpened
from core.kernel.rules.chance import Draw, derived, stream
from core.kernel.rules.engine import admit, asked, waiting
from core.kernel.rules.secret import digest
from tests.support.matches import any_move
from tests.support.recording import Recorder, undo_target
from tests.support.toy import TOY, Guess

NONCES = tuple(digest("test", seat) for seat in range(3))
Order = tuple[int, ...]


def waiting_match(players: int = 3, **how: object) -> Recorder:
    return Recorder(TOY, players, nonces=True, **how)  # type: ignore[arg-type]


def entered(order: Order, opening: Order | None = None, without: Order = (), seed: str = "seed") -> Recorder:
    """A match in which the seats joined and then opened in these orders; some brought no nonce."""
    match = waiting_match(seed=seed)
    for seat in order:
        match.enter(seat, None if seat in without else NONCES[seat])
    for seat in opening or order:
        if seat in asked(match.state).seats and isinstance(waiting(match.state), OpenNonces):
            match.enter(seat, NONCES[seat])
    return match


def kinds(match: Recorder) -> list[str]:
    return [body.kind for body in match.bodies]


# --- what stands in the rows -----------------------------------------------------------------------------------------


def test_row_1_draws_nothing_and_waits_for_everybody() -> None:
    match = waiting_match(bots={"Bo": "random"})
    (start,) = match.bodies
    assert (start.chance, start.facts, start.then) == ((), (), (JoinMatch((0, 2)),))
    assert asked(match.state).seats == (0, 2)


def test_commitments_then_nonces_then_the_beginning() -> None:
    match = entered((2, 0, 1), (0, 2))
    assert kinds(match) == ["start", "join", "join", "join", "nonce", "nonce", "nonce", "begin"]
    assert [body.seat for body in match.bodies] == [None, 2, 0, 1, 1, 0, 2, None]
    assert [body.then for body in match.bodies[1:7]] == [
        (JoinMatch((0, 1), (2,)),),
        (JoinMatch((1,), (0, 2)),),
        (OpenNonces((0, 1, 2)),),
        (OpenNonces((0, 2)),),
        (OpenNonces((2,)),),
        (OpenNonces(),),
    ]
    assert [body.about for body in match.bodies[1:4]] == [
        Joined(commitment("toy-match", seat, NONCES[seat])) for seat in (2, 0, 1)
    ]
    assert {body.about for body in match.bodies[4:7]} == {NonceOpened(nonce) for nonce in NONCES}
    assert all(body.parent == body.seq - 1 for body in match.bodies)


def test_before_all_have_joined_no_nonce_is_written_anywhere() -> None:
    match = waiting_match()
    match.enter(0, NONCES[0])
    match.enter(1, NONCES[1])
    written = b"".join(bytes(row.body) for row in match.scribe.rows).decode()
    assert not any(nonce in written for nonce in NONCES)


def test_the_fold_of_the_rows_is_the_state_at_every_row() -> None:
    match = entered((0, 1, 2)).play(stream("entered", 1), 12)
    log = match.log()
    assert log.state() == match.state
    assert [len(log.state(row).agenda) for row in range(1, 8)] == [1] * 7
    assert asked(log.state(7)).seats == ()


def test_who_brings_none_is_not_waited_for_again() -> None:
    match = entered((0, 1, 2), without=(1,))
    assert kinds(match) == ["start", "join", "join", "join", "nonce", "nonce", "begin"]
    assert nonces_of(match.bodies) == (NONCES[0], "", NONCES[2])


def test_without_any_nonce_the_match_begins_with_the_last_who_joins() -> None:
    match = entered((0, 1, 2), without=(0, 1, 2))
    assert kinds(match) == ["start", "join", "join", "join", "begin"]
    assert nonces_of(match.bodies) == ("", "", "")


def test_a_match_without_nonces_is_as_it_was() -> None:
    match = Recorder(TOY, 3)
    assert kinds(match) == ["start"]
    assert nonces_of(match.bodies) is None
    assert seeds("seed", None) == "seed"


# --- what the draws follow from --------------------------------------------------------------------------------------


BAG = tuple(f"card {number}" for number in range(40))


def drawn(match: Recorder) -> list[object]:
    """What the match draws, and what it would draw of a large bag."""
    match.play(stream("drawn", 1), 40)
    return [[body.chance for body in match.bodies if body.chance], match.scribe.dealer()(9, Draw("cards", BAG, 9))]


def test_the_order_in_which_the_seats_come_changes_no_draw() -> None:
    orders = list(permutations(range(3)))
    found = [drawn(entered(one, other)) for one, other in zip(orders, reversed(orders), strict=True)]
    assert found[0][0], "the toy draws, too"
    assert all(one == found[0] for one in found)


def test_seed_and_every_nonce_change_the_draws() -> None:
    matches = [entered((0, 1, 2)), entered((0, 1, 2), seed="other")]
    matches += [entered((0, 1, 2), without=(seat,)) for seat in range(3)]
    found = [drawn(match) for match in matches]
    assert all(one != other for at, one in enumerate(found) for other in found[:at])


def test_the_seed_of_the_draws() -> None:
    match = entered((0, 1, 2), without=(1,))
    assert seeds("seed", nonces_of(match.bodies)) == digest("seeds", "seed", NONCES[0], "", NONCES[2])
    draw = Draw("lanterns", ("red", "blue", "green"), 2)
    assert match.scribe.dealer()(3, draw) == derived(digest("seeds", "seed", NONCES[0], "", NONCES[2]))(3, draw)


def test_a_nonce_cannot_change_places() -> None:
    assert seeds("s", ["a", ""]) != seeds("s", ["", "a"])
    assert commitment("m", 0, "a") != commitment("m", 1, "a") != commitment("n", 1, "a")


# --- what is refused -------------------------------------------------------------------------------------------------


def refused(match: Recorder, seat: int, nonce: str | None) -> str:
    before = match.head
    with pytest.raises(Refused) as found:
        match.enter(seat, nonce)
    assert match.head == before
    return found.value.why


def test_a_seat_joins_once_and_opens_once() -> None:
    match = waiting_match()
    match.enter(0, NONCES[0])
    assert refused(match, 0, NONCES[0]) == "joined_already"
    match.enter(1, NONCES[1])
    match.enter(2, None)
    match.enter(1, NONCES[1])
    assert refused(match, 1, NONCES[1]) == "opened_already"
    assert refused(match, 2, NONCES[2]) == "opened_already"
    match.enter(0, NONCES[0])
    assert refused(match, 0, NONCES[0]) == "begun_already"


def test_only_the_nonce_that_was_committed_to_can_be_opened() -> None:
    match = waiting_match()
    for seat in range(3):
        match.enter(seat, NONCES[seat])
    assert refused(match, 0, NONCES[1]) == "other_nonce"
    assert refused(match, 0, None) == "other_nonce"


def test_to_join_and_to_open_are_two_acts() -> None:
    """Nobody opens before all are committed, nobody is committed twice; what is due says which it is."""
    match = waiting_match()
    with pytest.raises(Refused, match="not_all_joined") as found:
        open_nonce(match.log(), match.scribe, match.who(0), NONCES[0])
    assert found.value.terms["seats"] == [0, 1, 2]
    for seat in range(3):
        assert isinstance(due(match.log(), seat), JoinMatch)
        said = commitment("toy-match", seat, NONCES[seat])
        join(match.log(), match.scribe, match.who(seat), said)
        assert kinds(match)[-1] == "join", "also the last one"
    for seat in range(3):
        assert isinstance(due(match.log(), seat), OpenNonces)
        with pytest.raises(Refused, match="joined_already"):
            join(match.log(), match.scribe, match.who(seat), None)


def test_a_bot_does_not_join() -> None:
    match = waiting_match(bots={"Bo": "random"})
    assert refused(match, 1, NONCES[1]) == "bots_do_not_join"


def test_nobody_joins_a_match_without_nonces() -> None:
    assert refused(Recorder(TOY, 3), 0, NONCES[0]) == "no_nonces"


@pytest.mark.parametrize("order", [(), (0,), (0, 1, 2)])
def test_nobody_moves_before_the_beginning(order: Order) -> None:
    match = waiting_match()
    for seat in order:
        match.enter(seat, NONCES[seat])
    why = "not_all_opened" if len(order) == 3 else "not_all_joined"
    for text in ("guess 1", "no such move"):
        with pytest.raises(Refused, match=why) as found:
            read_move(TOY, match.state, 0, text)
        assert found.value.terms["seats"] == list(asked(match.state).seats)
    with pytest.raises(Refused):
        admit(match.state, asked(match.state).seats[0], Guess(1))


def test_nothing_is_undone_before_the_beginning() -> None:
    match = waiting_match()
    match.enter(0, NONCES[0])
    with pytest.raises(Refused, match="undo_nothing_begun"):
        undo_target(match.bodies, 0, 1)
    with pytest.raises(Refused, match="nothing_to_undo"):
        undo_target(match.bodies, 0, None)
    match = entered((0, 1, 2))
    begun = match.head
    assert History(match.bodies).first == begun
    match.move(*any_move(match.state, stream("one", 1)))
    for row in range(1, begun):
        with pytest.raises(Refused, match="undo_before_beginning") as found:
            undo_target(match.bodies, 0, row)
        assert (found.value.need, found.value.have) == (begun, row)
    assert undo_target(match.bodies, None, begun) == undo_target(match.bodies, None, None) == begun


def test_an_undo_keeps_the_nonces() -> None:
    match = entered((0, 1, 2)).play(stream("undone", 1), 4)
    match.scribe.note("undo", match.who(None), Back(8, match.head, "arbiter", "x"), parent=8, state=match.states[8])
    assert nonces_of(match.bodies) == NONCES
    assert match.log().state() == match.states[8]


def test_a_fork_begins_where_the_match_had_begun() -> None:
    match = entered((0, 1, 2)).play(stream("forked", 1), 3)
    for row in range(1, 8):
        with pytest.raises(Refused, match="fork_before_beginning"):
            past_of(match.log().at(row).seen_by(None))
    past = past_of(match.log().at(8).seen_by(None))
    assert past.state.agenda == match.states[8].agenda
    with pytest.raises(Usage, match="no_such_row"):
        match.log().at(99)
