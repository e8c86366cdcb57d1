"""Several people at one match, each in a process of their own."""

import subprocess

import pytest

from core.games import game_named
from store.acts import Act
from store.matches import Matches
from store.port import Repeated
from tests.cli.conftest import PLACED, Herald
from tests.cli.screen import HERALD
from tests.replays.tables import asked_seat, begin, club
from tests.support.patience import PATIENCE


def at_once(*lines: tuple[str, ...]) -> list[tuple[int, str, str]]:
    """These commands at the same time: how each ended, and what it said."""
    running = [
        subprocess.Popen([HERALD, *line], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for line in lines
    ]
    said = [process.communicate(timeout=PATIENCE) for process in running]
    return [(process.returncode, out, err) for process, (out, err) in zip(running, said, strict=True)]


def test_one_of_two_who_saw_the_same_row_comes_first(run: Herald, match: str) -> None:
    ended = at_once(*(("move", match, PLACED[name], "--as", name, "--expect", "5") for name in ("Ana", "Bo")))
    assert sorted(code for code, _, _ in ended) == [0, 5]
    (late,) = [err for code, _, err in ended if code == 5]
    assert "you had seen row 5, the match is at row 6" in late
    assert run("show", match, "--json").json["row"] == 6


def test_both_who_may_move_do(run: Herald, match: str) -> None:
    ended = at_once(*(("move", match, PLACED[name], "--as", name) for name in ("Ana", "Bo")))
    assert [code for code, _, _ in ended] == [0, 0], ended
    assert run("show", match, "--json").json["row"] == 7


def test_the_same_command_sent_twice_at_once_plays_once(run: Herald, match: str) -> None:
    ended = at_once(*[("move", match, PLACED["Ana"], "--as", "Ana", "--id", "x")] * 3)
    assert [code for code, _, _ in ended] == [0, 0, 0], ended
    assert run("show", match, "--json").json["row"] == 6


def test_a_move_that_only_one_can_make_is_made_once(run: Herald) -> None:
    run("new", "medieval", "Ana", "Bo")
    ended = at_once(*(("move", "@", f"monarch {number}", "--as", "Ana") for number in range(1, 5)))
    assert sorted(code for code, _, _ in ended) == [0, 7, 7, 7], ended
    assert run("show", "--json").json["row"] == 2


def test_a_retry_that_overtakes_its_own_first_try_finds_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first try comes in after the log was read, and before it is asked whether the id was used."""
    with club() as matches:
        log = begin(matches, game_named("medieval"), 2)
        act = Act(log.seats[asked_seat(log)], client="x")
        first, seen = Matches(matches.store, matches.now, matches.entropy), matches.store.made_by

        def slowly(match: str, client: str) -> Repeated | None:
            monkeypatch.setattr(matches.store, "made_by", seen)
            first.move(match, act, "monarch 1")
            return seen(match, client)

        monkeypatch.setattr(matches.store, "made_by", slowly)
        outcome = matches.move(log.match, act, "monarch 1")
    assert (outcome.repeated, outcome.first, outcome.last) == (True, 2, 2)
