"""`herald scenario`: rule scenarios, given, when and then; one that fails shows what differs and what may follow."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.app import base
from cli.app.errors import CODES, document_of
from cli.person.references import parted, split
from cli.person.references import read as read_match
from cli.say.sentences import message, place
from cli.terminal.files import to_file
from cli.terminal.output import put
from core.games import game_called, game_named
from core.kernel.drawing.printable import printable
from core.kernel.errors import Usage
from replays.files.texts import read_text
from replays.scenario import MORE, Difference, Scenario, ScenarioError, Verdict, read, run
from store.files import refuse_database

if TYPE_CHECKING:
    from replays.scenario.reference import Line

command = base.group("scenario")


@base.command("run", group=command)
@base.argument("files", nargs=-1, required=True, metavar="FILE...")
@base.option("--brief", is_flag=True)
def run_files(here: base.Terminal, files: tuple[str, ...], brief: bool) -> int:
    """Exit 0 if all hold, 1 if any does not, 2 if any cannot be understood; each is run, whatever the others are."""
    failed = held = unclear = 0
    for found in _played(here, _files(files)):
        if isinstance(found, Verdict):
            failed += not found.passed
            held += found.passed
        else:
            unclear += 1
        if here.is_json:
            here.json_line(_fields(found) if isinstance(found, Verdict) else _fields_of_slip(here, found))
        elif isinstance(found, Verdict):
            _tell(here, found, brief=brief)
        else:
            _tell_slip(here, found)
    if not here.is_json:
        summary = here.say("summary", held=held, failed=failed)
        here.out(f"{summary} {here.say('unclear', count=unclear)}" if unclear else summary)
    return CODES["scenario"] if unclear else CODES["failure"] if failed else 0


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


def _played(here: base.Terminal, files: list[str]) -> Iterator[Verdict | Usage]:
    """What comes of each scenario, or what is wrong with it."""
    for file in files:
        try:
            text = read_text(file, pipe=True)
        except Usage as problem:
            yield problem
            continue
        for scenario in read(text, file):
            yield _outcome(here, scenario) if isinstance(scenario, Scenario) else scenario


def _outcome(here: base.Terminal, scenario: Scenario) -> Verdict | ScenarioError:
    try:
        return run(scenario, None if here.is_json else here.words(game_named(scenario.game)))
    except ScenarioError as problem:
        return problem


def _tell_slip(here: base.Terminal, problem: Usage) -> None:
    """Where something is wrong: the file, the scenario, the entry; then what."""
    where = place(problem, here.lang)
    if where:
        here.note(where)
    here.note(message(problem, here.lang, here))


def _tell(here: base.Terminal, outcome: Verdict, *, brief: bool) -> None:
    scenario = outcome.scenario
    title = printable(scenario.called(here.lang))
    if outcome.passed:
        here.out(here.hanging(f"{here.say('held')}  ", title))
        return
    here.out(here.hanging(f"{here.style.bold(here.say('failed'))}  ", f"{title} ({scenario.file})"))
    for found in outcome.differences:
        here.out(here.hanging("    ", _difference(here, found)))
    here.out()
    for number, (fact, told) in enumerate(zip(outcome.facts, outcome.told, strict=True)):
        if number and number == outcome.checked:
            here.out(f"    {here.say('since_check')}")
        here.out(f"    {fact}")
        here.out(here.hanging("      ", here.style.dim(told)))
    for draw in outcome.draws:
        here.out(here.hanging("    ", here.say("drawn", draw=draw)))
    game = game_named(scenario.game)
    here.out()
    if not brief:
        here.out(here.board(game, outcome.view, scenario.players))
    for seat, moves in outcome.may.items():
        here.out(here.hanging("  ", here.say("may", name=printable(seat), moves=", ".join(moves))))
    here.out()


def _difference(here: base.Terminal, found: Difference) -> str:
    """Return what is not as the scenario says, as a sentence."""
    told, entry = printable(found.told), printable(found.entry)
    text = here.say(found.why, entry=entry, expected=found.expected, found=found.found, told=told)
    return f"{text} ({here.say('since')})" if found.since else text


def _fields(outcome: Verdict) -> dict[str, Any]:
    scenario = outcome.scenario
    return {
        "file": scenario.file,
        "title": scenario.title,
        "rule_ids": list(scenario.rules),
        "passed": outcome.passed,
        "fault": None,
        "differences": list(outcome.differences),
        "followed": list(outcome.facts),
        "draws": list(outcome.draws),
        "waiting": list(outcome.asked),
        "moves": [
            {"seat": seat, "long": move} for seat, moves in outcome.moves.items() for move in moves if move != MORE
        ],
    }


def _fields_of_slip(here: base.Terminal, problem: Usage) -> dict[str, Any]:
    """The same fields for a scenario that cannot be understood."""
    terms = problem.terms
    return {
        "file": terms.get("file", ""),
        "title": terms.get("scenario", ""),
        "passed": False,
        "fault": document_of(problem, here),
        **dict.fromkeys(("rule_ids", "differences", "followed", "draws", "waiting", "moves"), ()),
    }


@base.command("from", group=command)
@base.words()
@base.option("-o", "--output", metavar="FILE", type=click.Path())
@base.option("--force", is_flag=True)
def from_match(here: base.Terminal, words: tuple[str, ...], output: str | None, force: bool) -> None:
    """What is hidden from the reader is drawn anew, and marked; of a match that is over nothing is."""
    from replays.scenario.document import document  # who runs scenarios writes none

    match, line = parted(here, words)
    reading = read_match(here, match)
    log = whole = reading.log if reading.row is None else read_match(here, split(match)[0]).log
    if reading.seat is None and not reading.file and not whole.state().agenda:
        log = whole = here.desk.open_full(whole.match)
    log = log if reading.row is None else log.at(reading.row)
    file = None if output is None or output == "-" else Path(output)
    edition = "" if file is None else f"{file.stem}.edition.toml"
    made = document(log, here.lang, line, whole, reading.seat, edition)
    if file is not None:
        refuse_database(file, here.db)
        if made.edition:
            to_file(file.with_name(edition), made.edition.encode(), secret=False, force=force)
        to_file(file, made.text.encode(), secret=reading.seat is not None, force=force)
    if here.is_json:
        fields = {"match": log.match, "row": log.head, "title": made.title, "hidden": made.hidden, "file": output}
        here.json({**fields, "contents": made.text, "followed": made.verdict.facts, "draws": made.verdict.draws})
    elif file is None:
        put(made.text.encode(), nl=False)
    else:
        here.out(here.say("written", file=output, title=printable(made.title)))


@base.command("help", group=command)
@base.argument("game", shell_complete=base.offered("games"))
@base.argument("topic", required=False)
def reference(here: base.Terminal, game: str, topic: str | None) -> None:
    """What scenarios of a game can say: openings, fields, draws, facts, moves, words."""
    from replays.scenario.reference import Reference  # who runs scenarios needs no reference

    found = Reference(game_called(game), here.lang)
    if topic is not None and topic not in found.topics:
        raise Usage("unknown_topic", known=tuple(found.topics), word=topic)
    chosen = [topic] if topic is not None else list(found.topics)
    if here.is_json:
        here.json({"game": game, "topics": [{"topic": name, "lines": list(found.topics[name]())} for name in chosen]})
        return
    for name in chosen:
        here.out(here.style.bold(here.say(f"topic_{name}")))
        part = ""
        for line in found.topics[name]():
            if line.part != part:
                part = line.part
                here.out(f"  {part}")
            _tell_line(here, line)
        here.out()


def _tell_line(here: base.Terminal, line: "Line") -> None:
    """A word of the language, what it means, how it is written."""
    form = f"({line.form})" if line.form else ""
    lead = f"{'    ' if line.part else '  '}{here.style.bold(line.name)}  "
    here.out(here.hanging(lead, f"{line.meaning} {form}".strip()).rstrip())
