"""The bench measures what it says it measures; how quick anything is, is no matter of tests."""

import platform
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from bench import peer
from bench.__main__ import FIGURES, main, measured
from bench.figure import TINY, Goal, LeftOut, Line, Pair, Size
from bench.machine import machine
from bench.process import Failed, herald, taken
from bench.report import results
from bench.turns import compared
from core.games import NAMES, game_named
from tests.support.places import ROOT

PAIR = Pair("speed", "toy", "us", "another", Goal(2))


def counted(*figures: float) -> Callable[[], float]:
    """Gives these figures, one each time."""
    left: Iterator[float] = iter(figures)
    return lambda: next(left)


def test_the_ratio_is_that_of_the_turns_and_no_single_turn_decides() -> None:
    line = compared(PAIR, counted(1, 4, 5, 90), counted(1, 2, 5, 3), Size(turns=3))
    assert (line.value, line.reference, line.ratio) == (5, 3, 2)
    assert line.met


@pytest.mark.parametrize(("goal", "ratio", "met"), [(Goal(2), 2.1, False), (Goal(0.8, least=True), 0.7, False)])
def test_a_goal_is_missed_on_its_own_side(goal: Goal, ratio: float, *, met: bool) -> None:
    assert goal.met(ratio) is met
    assert goal.met(goal.limit)


@pytest.mark.slow
@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_is_measured_for_every_game(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(peer, "PYTHON", Path("no such python"))
    found = measured([name], TINY)
    of = {line.of if isinstance(line, LeftOut) else line.pair.of for line in found}
    assert of in ({*NAMES}, {"store"}, {"service"})
    lines = [line for line in found if isinstance(line, Line)]
    assert all(line.value > 0 and line.reference > 0 and line.ratio > 0 for line in lines)
    tables = sum(len(game_named(game).players) for game in NAMES)
    left_out = {"play": tables, "fold": len(NAMES)}.get(name, 0)
    assert [line.why for line in found if isinstance(line, LeftOut)] == ["the peers are not installed"] * left_out
    assert len(found) == tables or name not in {"play", "verify"}, "matches of every size"
    assert len(capsys.readouterr().out.splitlines()) == len(found)


def test_what_is_written_is_of_the_machine_and_of_nobody() -> None:
    line = Line(PAIR, 12.3456, 5, 2.46912)
    text = results(machine(), [line, LeftOut("memory", "toy", "no room")])
    assert platform.node().encode() not in text
    assert str(ROOT).encode() not in text
    found = msgspec.json.decode(text)
    assert found["lines"][0] | {"ratio": 2.469, "value": 12.35, "met": False, "goal": "at most 2"} == found["lines"][0]
    assert found["left_out"] == [{"figure": "memory", "of": "toy", "why": "no room"}]
    assert found["machine"]["cores"] >= 1


def test_a_command_that_fails_is_not_measured(tmp_path: Path) -> None:
    with pytest.raises(Failed, match="exit code 2"):
        taken(herald("show"), tmp_path)


def test_an_unknown_figure_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "dance"]) == 2
    assert "no figure dance; there are: play, fold" in capsys.readouterr().err
