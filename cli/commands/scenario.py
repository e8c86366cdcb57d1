"""`herald scenario run`: rule scenarios, given, when and then; one that fails shows the board and the legal moves."""

from pathlib import Path
from typing import Any

from cli import base
from cli.errors import CODES
from core.games import game_named
from core.kernel.canvas import printable
from core.kernel.errors import Usage
from replays.scenario import MORE, Outcome, Scenario, ScenarioError, load, run
from replays.texts import read_text

command = base.group("scenario")


@base.command("run", group=command)
@base.argument("files", nargs=-1, required=True, metavar="FILE...")
def run_files(here: base.Terminal, files: tuple[str, ...]) -> int:
    """Exit 0 if all hold, 1 if any does not."""
    failed = held = 0
    for file in _files(files):
        for scenario in _loaded(here, file):
            outcome = _run(here, scenario)
            failed += not outcome.passed
            held += outcome.passed
            if here.is_json:
                here.json_line(_fields(outcome))
            else:
                _tell(here, outcome)
    if not here.is_json:
        here.out(here.say("summary", held=held, failed=failed))
    return CODES["failure"] if failed else 0


def _files(names: tuple[str, ...]) -> list[str]:
    """The files, and all with scenarios that lie in the folders: an edition lies there, too."""
    found: list[str] = []
    for name in names:
        path = Path(name)
        inside = [str(file) for file in sorted(path.rglob("*.toml")) if _has_any(file)] if path.is_dir() else [name]
        if not inside:
            raise Usage("no_scenarios", file=name)
        found += inside
    return found


def _has_any(path: Path) -> bool:
    try:
        return any(line.startswith("[[scenario]]") for line in read_text(str(path)).splitlines())
    except Usage:
        return True  # which is said when it is read for its scenarios


def _loaded(here: base.Terminal, file: str) -> list[Scenario]:
    text = read_text(file, pipe=True)
    try:
        return load(text, file)
    except ScenarioError as problem:
        _name(here, problem)
        raise


def _run(here: base.Terminal, scenario: Scenario) -> Outcome:
    try:
        return run(scenario)
    except ScenarioError as problem:
        _name(here, problem)
        raise


def _name(here: base.Terminal, problem: ScenarioError) -> None:
    """The sentence that follows says what is wrong; this says where."""
    here.note(here.say("in_file", file=problem.terms["file"], scenario=problem.terms["scenario"]))


def _tell(here: base.Terminal, outcome: Outcome) -> None:
    scenario = outcome.scenario
    title = printable(scenario.title)
    if outcome.passed:
        here.out(here.hanging(f"{here.say('held')}  ", title))
        return
    here.out(here.hanging(f"{here.style.bold(here.say('failed'))}  ", f"{title} ({scenario.file})"))
    for found in outcome.differences:
        terms = {"entry": found.entry, "expected": found.expected, "found": found.found}
        here.out(here.hanging("    ", here.say("difference", **terms)))
    here.out()
    for fact in outcome.facts:
        here.out(f"    {fact}")
    game = game_named(scenario.game)
    here.out()
    here.out(game.board(outcome.view, here.words(game), scenario.players, here.style))
    for seat, moves in outcome.moves.items():
        here.out(here.hanging("  ", here.say("may", name=printable(seat), moves=", ".join(moves))))
    here.out()


def _fields(outcome: Outcome) -> dict[str, Any]:
    scenario = outcome.scenario
    return {
        "file": scenario.file,
        "title": scenario.title,
        "rule_ids": list(scenario.rules),
        "passed": outcome.passed,
        "differences": list(outcome.differences),
        "followed": list(outcome.facts),
        "waiting": list(outcome.asked),
        "moves": [
            {"seat": seat, "long": move} for seat, moves in outcome.moves.items() for move in moves if move != MORE
        ],
    }
