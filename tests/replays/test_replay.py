"""A replay shows what was known then; an account adds up to what the table says."""

from itertools import pairwise
from typing import Any

import pytest

from core.games import game_named
from core.kernel.log.kinds import KINDS
from core.kernel.log.log import Held, Log
from core.kernel.rules.chance import stream
from replays.explain import account, counted, explained, number_of
from replays.replay import EVERY, replayed
from tests.replays.tables import begin, club, go_on
from tests.support.matches import GAMES
from tests.support.recording import Recorder


@pytest.fixture(scope="module")
def logs() -> list[Log]:
    with club() as matches:
        log = go_on(matches, begin(matches, game_named("medieval"), 3, 2), stream("replay", 1), quarrels=12)
    toy = Recorder(GAMES["toy"], 3, rulings={"guesses": "revisable"}).play(stream("replay", 2)).log()
    assert any(body.kind == "undo" for body in log.bodies)
    return [log, toy]


@pytest.mark.parametrize("seat", [None, 0, 2])
def test_each_stop_is_the_match_as_it_was_known_then(logs: list[Log], seat: int | None) -> None:
    for log in logs:
        stops = list(replayed(log.seen_by(seat)))
        assert [row.seq for stop in stops for row in stop.rows] == [body.seq for body in log.line()]
        for stop in stops:
            then = log.at(stop.row).seen_by(seat)
            assert stop.state == then.state()
            assert stop.view == log.game.view(then.state().table, seat)
            assert stop.rows[-1] == then.bodies[-1]


def test_a_replay_reads_its_rows_into_one_log(logs: list[Log], monkeypatch: pytest.MonkeyPatch) -> None:
    """A log for each row would cost as much again for each of them as all rows before."""
    made: list[Held] = []
    first = Held.__init__

    def noted(log: Held, *args: Any, **more: Any) -> None:
        made.append(log)
        first(log, *args, **more)

    monkeypatch.setattr(Held, "__init__", noted)
    for log in logs:
        seen = log.seen_by(0)
        made.clear()
        assert len(list(replayed(seen))) > 10
        assert len(made) == 1


@pytest.mark.parametrize("every", EVERY)
def test_stops_lie_where_something_new_begins(logs: list[Log], every: str) -> None:
    for log in logs:
        stops = list(replayed(log.seen_by(None), every))  # type: ignore[arg-type]
        assert stops[0].row == 1
        assert [row.seq for stop in stops for row in stop.rows] == [body.seq for body in log.line()]
        played = [stop for stop in stops if KINDS[stop.rows[-1].kind].plays]
        if every == "round":
            assert len({stop.stage for stop in played[:-1]}) == len(played[:-1])
        if every == "turn":
            marks = [(stop.stage, stop.waiting) for stop in played]
            assert all(one != other for one, other in pairwise(marks[:-1]))


def test_accounts_add_up_at_every_row(logs: list[Log]) -> None:
    for log in logs:
        numbers = log.game.counters(log.state().table)
        for at in (log.head, log.head // 2, 3):
            then = log.at(at).seen_by(None)
            for seat, what in numbers:
                found = account(then, seat, what)
                assert found.total == counted(then, seat, what) == sum(source.amount for source in found.sources)
                assert number_of(then, f"{log.seats[seat]}.{what}", log.game.words("en")) == (seat, (what,))


def test_a_row_tells_every_number_that_it_changed(logs: list[Log]) -> None:
    for log in logs:
        before: dict[tuple[int, str], int] = {}
        for body, state in log.states():
            numbers = dict(before)
            for because in explained(log.seen_by(None), body.seq):
                for change in because.changes:
                    assert numbers.get((change.seat, change.what), 0) + change.amount == change.total
                    numbers[change.seat, change.what] = change.total
            after = dict(log.game.counters(state.table))
            assert {key: amount for key, amount in numbers.items() if amount} == {
                key: amount for key, amount in after.items() if amount
            }
            before = after
