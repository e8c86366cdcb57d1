"""A client id stands for one act: sent again it is answered again, and nothing else passes under it."""

from collections.abc import Callable
from functools import partial

import pytest
from msgspec.structs import replace

from core.games import game_named
from core.kernel.errors import Usage
from core.kernel.log.joining import commitment
from core.kernel.log.keys import ARBITER, key_digest
from store.acts import Act, Written
from store.matches import Matches
from tests.replays.tables import Clock, club, entropy_of
from tests.support.at_desk import started
from tests.support.meanwhile import just_before

NONCE = "5a" * 32
Asked = Callable[[Matches, str, Act], Written]


def joins(nonce: str | None) -> Asked:
    return lambda desk, match, act: desk.join(match, act, None if nonce is None else commitment(match, 0, nonce))


def key(text: str) -> Asked:
    return lambda desk, match, act: desk.replace_key(match, act, key_digest(match, "Ana", text))


def moves(text: str) -> Asked:
    return lambda desk, match, act: desk.move(match, act, text)


def undoes(desk: Matches, match: str, act: Act) -> Written:
    return desk.undo(match, act)


ACTS = {
    "key": (key("new"), [key("other"), moves("monarch 1"), undoes]),
    "move": (moves("monarch 1"), [moves("monarch 2"), moves("monarch 1; pass"), undoes, key("new")]),
}


@pytest.mark.parametrize("name", ACTS)
def test_an_act_that_is_sent_again(name: str) -> None:
    asked, others = ACTS[name]
    with club(name) as desk:
        written, keys = started(desk, game_named("medieval"), ("Ana", "Bo"))
        match, act = written.log.match, Act("Ana", key=keys["Ana"], client="once")
        first = asked(desk, match, act)
        now = Act("Ana", key="new" if name == "key" else keys["Ana"], client="once")
        again = asked(desk, match, now)
        assert (again.first, again.last, again.repeated) == (first.first, first.last, True)
        for other in others:
            with pytest.raises(Usage, match="client_id_used"):
                other(desk, match, now)
        assert desk.log(match).head == first.last


@pytest.mark.parametrize(("look", "looks"), [("alike", 0), ("alike", 1), ("made_by", 0), ("append", 0)])
def test_a_match_that_the_same_command_begins_meanwhile_elsewhere(
    look: str, looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever look at the store comes just before: whoever is second hears of the match."""
    with club("meanwhile") as desk:
        game, store = game_named("medieval"), desk.store
        elsewhere = Matches(store, Clock(), entropy_of("elsewhere"))
        started_there = partial(elsewhere.start, game, ("Ana", "Bo"), client="tuesday")
        just_before(monkeypatch, store, look, started_there, looks=looks)
        assert desk.start(game, ("Ana", "Bo"), client="tuesday").repeated
        assert len(list(store.summaries())) == 1


def test_an_id_of_another_seat_is_told_as_that() -> None:
    with club("others") as desk:
        written, keys = started(desk, game_named("medieval"), ("Ana", "Bo"), client="begun")
        match = written.log.match
        ana, bo = (Act(name, key=keys[name], client=f"of {name}") for name in ("Ana", "Bo"))
        moves("monarch 1")(desk, match, ana)
        desk.undo(match, Act("", key=keys[ARBITER], client="judged"), 1, reason="a dispute")
        head = desk.log(match).head
        for client in ("of Ana", "judged"):
            for asked in (moves("monarch 1"), undoes):
                with pytest.raises(Usage, match="client_id_of_another"):
                    asked(desk, match, replace(bo, client=client))
        with pytest.raises(Usage, match="client_id_of_another"):
            desk.undo(match, Act("", key=keys[ARBITER], client="of Ana"), 1, reason="a dispute")
        with pytest.raises(Usage, match="client_id_used"):
            moves("monarch 1")(desk, match, replace(bo, client="begun"))
        assert desk.log(match).head == head


def test_a_seat_that_joins_again() -> None:
    with club("joins") as desk:
        match = desk.start(game_named("medieval"), ("Ana", "Bo"), nonces=True).log.match
        act = Act("Ana", client="once")
        first = joins(NONCE)(desk, match, act)
        assert joins(NONCE)(desk, match, act).last == first.last
        for other in (joins(None), joins("5b" * 32), moves("monarch 1")):
            with pytest.raises(Usage, match="client_id_used"):
                other(desk, match, act)


def test_a_fork_that_is_asked_for_again() -> None:
    with club("forks") as desk:
        match = desk.start(game_named("medieval"), ("Ana", "Bo"), practice="forks").log.match
        desk.move(match, Act("Ana"), "monarch 1")
        fork = desk.fork(desk.open(match), client="what if")
        assert fork.log.match == desk.new_id("what if")
        again = desk.fork(desk.open(match), client="what if")
        assert (again.log.match, again.repeated) == (fork.log.match, True)
        with pytest.raises(Usage, match="client_id_used"):
            desk.fork(desk.open(match).at(1), client="what if")
        with pytest.raises(Usage, match="client_id_used"):
            desk.start(game_named("medieval"), ("Ana", "Bo"), client="what if")


def test_what_is_no_digest_is_no_key() -> None:
    """Whoever sends the key itself by mistake does not have it written into the log."""
    with club("digests") as desk:
        match = desk.new_id()
        right = {name: key_digest(match, name, "key") for name in ("Ana", "Bo", ARBITER)}
        for wrong in ({"Ana": right["Ana"]}, {**right, "Ana": "the key"}, {**right, "Cy": right["Ana"]}):
            with pytest.raises(Usage, match="no_digest"):
                desk.start(game_named("medieval"), ("Ana", "Bo"), match=match, keys=wrong)
        begun = desk.start(game_named("medieval"), ("Ana", "Bo"), match=match, keys=right).log.match
        with pytest.raises(Usage, match="no_digest"):
            desk.replace_key(begun, Act("Ana", key="key"), "another key")
        assert desk.log(begun).head == 1
