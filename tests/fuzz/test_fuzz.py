"""`make fuzz` itself: each part tries, and what is planted is found, made short, saved and found again."""

from collections.abc import Iterable
from pathlib import Path

import msgspec
import pytest

from core.kernel.rules.step import Entry
from tests.fuzz.__main__ import main
from tests.fuzz.found import Found, Part, a_folder
from tests.fuzz.matches import Replay
from tests.fuzz.parts import PARTS
from tests.fuzz.program import typed
from tests.fuzz.run import Run
from tests.support import toy
from tests.support.patience import PATIENCE

QUIET = [part for part in PARTS if part.name != "kills"]  # those have a test of their own


@pytest.mark.parametrize("part", QUIET, ids=[part.name for part in QUIET])
def test_each_part_tries(part: Part, tmp_path: Path) -> None:
    told: list[str] = []
    run = Run([part], "tiny", tmp_path, told.append)
    run.tries(part, 1)
    run.tries(part, 2)
    assert not told
    assert run.standings[part.name].tried > 0
    assert part.things in run.table()


# --- planted faults: would they be found? ---------------------------------------------------------------------------


def test_a_rule_that_loses_track_is_found_and_made_short(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    honest = toy.Coins.entries

    def forgetful(fact: toy.Coins) -> Iterable[Entry]:
        return honest(fact) if fact.amount != 2 else ()

    monkeypatch.setattr(toy.Coins, "entries", forgetful)
    monkeypatch.setattr("tests.fuzz.matches.PATIENCE", PATIENCE)  # shrunk all the way, however busy the machine is
    told: list[str] = []
    run = Run([part for part in PARTS if part.name == "matches"], "planted", tmp_path, told.append)
    for number in range(1, 20):
        run.tries(run.parts[0], number)
        if run.failures:
            break
    assert "ledger: expected (" in told[0]
    (path,) = tmp_path.glob("matches-*.json")
    assert str(path) in told[0]
    replay = msgspec.json.decode(path.read_bytes(), type=Replay)
    assert len(replay.acts) < 16, "two or three pledges, as many guesses in two rounds, and some turns"
    assert main(["--replay", str(path)]) == 1
    monkeypatch.undo()
    assert main(["--replay", str(path)]) == 0
    assert "not there any more" in capsys.readouterr().out


def test_a_line_that_goes_wrong_inside_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("cli.terminal.terminal.Terminal.out", broken)
    for line in (("games",), ("games", "--lang", "fr")):
        with a_folder() as folder, pytest.raises(Found, match="went wrong inside"):
            typed(folder, line)


def test_a_line_that_writes_elsewhere_is_found(tmp_path: Path) -> None:
    with a_folder() as folder, pytest.raises(Found, match="wrote elsewhere"):
        typed(folder, ("export", "medieval-duel", "-o", str(tmp_path / "elsewhere.jsonl")))
    with a_folder() as folder:
        assert typed(folder, ("export", "medieval-duel", "-o", "../beside.jsonl")).code == 0


def test_one_trial_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--only", "lines:1", "--seed", "tiny"]) == 0
    assert "seed tiny" in capsys.readouterr().out
    assert main(["--only", "nothing"]) == 2
