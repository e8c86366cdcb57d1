"""Every rule scenario holds, every rule and ruling has one or a reason why not, and the runner fails when it should."""

from pathlib import Path

import pytest

from replays.scenario import Scenario, load, run

FOLDER = Path(__file__).parent / "scenarios"
LISTS = {"without.toml"}
FILES = [file for file in sorted(FOLDER.glob("*/*.toml")) if file.name not in LISTS]
SCENARIOS = [scenario for file in FILES for scenario in load(file.read_text(encoding="utf-8"), str(file))]


def name_of(scenario: Scenario) -> str:
    return f"{scenario.game}/{Path(scenario.file).name}: {scenario.title}"


@pytest.mark.parametrize("scenario", SCENARIOS, ids=name_of)
def test_it_holds(scenario: Scenario) -> None:
    outcome = run(scenario)
    lines = [f"{entry.entry}: expected {entry.expected}, found {entry.found}" for entry in outcome.differences]
    moves = [f"{seat} may: {', '.join(moves)}" for seat, moves in outcome.moves.items()]
    assert outcome.passed, "\n".join([*lines, "what followed:", *outcome.facts, *moves])
