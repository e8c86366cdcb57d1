"""`herald demo`: bots play a whole match on a database of its own; it is proved, and three commands go on from there.

The match stays, so that the commands it ends with work: in `demo.db` in the data folder, never among the matches of the
person, unless `--db` says so; in a temporary folder where the data folder cannot be written.
"""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from shlex import quote
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click
from msgspec import Struct

from cli.app import base
from cli.app.errors import CODES, document_of
from cli.language.numbers import number
from cli.person.folders import data_folder, make_folder
from cli.say.sentences import message
from core.games import NAMES as GAMES
from core.games import game_named
from core.kernel.bots.matches import Decision
from core.kernel.drawing.style import width
from core.kernel.errors import HeraldError
from core.kernel.rules.engine import AnyGame
from core.kernel.rules.result import Result
from replays.files.system import cause, in_words
from replays.verify import damaged, verify_kept
from replays.verify.report import Report
from store.place import desk_at

if TYPE_CHECKING:
    from store.desk import Desk
    from store.simulation import Recording

GAME = GAMES[0]
BOTS = {"Ana": "greedy", "Bo": "greedy", "Cy": "greedy", "Di": "greedy"}
NAMES = tuple(BOTS)
OWN = f"herald new {GAME} Ana --bot Bo=greedy --bot Cy=greedy"
COLUMN = 6


@base.command("demo")
@base.option("--seed", metavar="TEXT")
def command(here: base.Terminal, seed: str | None) -> int:
    """Exit 0; 6 if the match that was played does not hold, which would be our fault."""
    game, begun = game_named(GAME), perf_counter()
    desk, path = _desk(here)
    with closing(desk):
        drawn = os.urandom(32).hex() if seed is None else seed
        match = desk.recording(game, BOTS, drawn, {}, practice=seed is not None)
        if not here.is_json:
            _introduce(here, game, path)
        story = _Story(game, match)
        for told in story.tell():
            match.store()
            if not here.is_json:
                here.out(_line(here, told))
        here.person_at(str(path)).used(match.match)
        seconds = perf_counter() - begun
        report = desk.verify(match.match, verify_kept)
    if here.is_json:
        here.json(_fields(here, path, story, report, seconds))
    else:
        _conclude(here, path, story, report, seconds)
    return CODES["damaged"] if report.fault is not None else 0


# --- where ------------------------------------------------------------------------------------------------------------


def _desk(here: base.Terminal) -> "tuple[Desk, Path]":
    """That of the database named by `--db`, else the demo's own; and where its file lies."""
    named = base.shared_values(click.get_current_context())["db"]
    if named:
        return _at(Path(here.own_file()))
    folder = Path(data_folder())
    try:
        make_folder(str(folder))
        return _at(folder / "demo.db")
    except HeraldError as problem:
        why = message(problem, here.lang, None)
    except OSError as problem:
        why = str(in_words(here.lang, {"detail": cause(problem)})["detail"])
    from tempfile import mkdtemp

    here.note(here.say("elsewhere", folder=_path(folder), why=why))
    return _at(Path(mkdtemp(prefix="herald-")) / "demo.db")


def _at(path: Path) -> "tuple[Desk, Path]":
    return desk_at(str(path), create=True), path


# --- the match --------------------------------------------------------------------------------------------------------


class Stage(Struct, frozen=True):
    """The points around the table at the end of a round; `round` 0 is the end of the match."""

    round: int
    points: tuple[int, ...]
    winners: tuple[int, ...]


class _Story:
    """A match as it is played: what is worth telling of it."""

    def __init__(self, game: AnyGame, match: "Recording") -> None:
        self.game = game
        self.match = match
        self.decisions = 0
        self.stages: list[Stage] = []

    def tell(self) -> Iterator[Stage]:
        """A stage at the end of each round, and one at the end of the match."""
        for decision in self.match.decisions():
            self.decisions = decision.number
            for stage in self._ended(decision):
                self.stages.append(stage)
                yield stage

    def _ended(self, decision: Decision) -> Iterator[Stage]:
        table = decision.happened.state.table
        before, after = (self.game.stage(each)[0] for each in (decision.before.table, table))
        result = self.game.result(table)
        if result is not None:  # what the last round brought was there before the final scoring
            yield self._stage(before, decision.before.table)
            yield Stage(0, result.scores, result.winners)
        elif before and after != before:
            yield self._stage(before, table)

    def _stage(self, number: int, table: object) -> Stage:
        points = self.game.scores(table, len(NAMES))
        return Stage(number, points, tuple(seat for seat, own in enumerate(points) if own == max(points)))


# --- telling ----------------------------------------------------------------------------------------------------------


def _introduce(here: base.Terminal, game: AnyGame, path: Path) -> None:
    here.out(here.style.bold(here.say("title", game=here.words(game).title, names=", ".join(NAMES))))
    here.out(here.say("where", path=_path(path)))
    here.out()
    heads = "".join(f"{name:>{COLUMN}}" for name in NAMES)
    here.out(here.style.dim(f"  {here.say('round'):<{_lead(here)}}{heads}"))


def _lead(here: base.Terminal) -> int:
    return max(width(here.say(word)) for word in ("round", "end"))


def _line(here: base.Terminal, stage: Stage) -> str:
    """The points at the end of a round, and who leads."""
    names = ", ".join(NAMES[seat] for seat in stage.winners)
    name = str(stage.round) if stage.round else here.say("end")
    cells = [
        here.style.bold(cell) if seat in stage.winners else cell
        for seat, cell in enumerate(f"{points:>{COLUMN}}" for points in stage.points)
    ]
    if stage.round:
        told = here.say("leads" if len(stage.winners) == 1 else "lead", names=names)
    else:
        told = here.style.bold(here.say("wins", names=names))
    return f"  {name:<{_lead(here)}}{''.join(cells)}   {told}"


def _conclude(here: base.Terminal, path: Path, story: _Story, report: Report, seconds: float) -> None:
    match = story.match
    counted = {"decisions": story.decisions, "rows": match.rows}
    here.out()
    here.out(here.say("played", match=here.style.bold(match.match), **counted, seconds=number(here.lang, seconds, 1)))
    if report.fault is not None:
        here.out(here.style.bold(here.say("fault", row=report.fault.row, why=report.fault.why)))
        return
    proved = {"moves": report.decided, "draws": report.draws_derived, "boxes": report.boxes_opened}
    here.out(here.hanging("", here.say("proved", **proved)))
    here.out()
    here.out(here.say("next"))
    for typed, meaning in _next(here, path, story):
        here.out()
        here.out(f"  {here.style.bold(typed)}")
        here.out(f"      {here.style.dim(meaning)}")


def _next(here: base.Terminal, path: Path, story: _Story) -> Iterator[tuple[str, str]]:
    """Commands to be copied: replay the match, explain its best score, start one's own."""
    replay, explain, own = _commands(path, story)
    end = story.stages[-1]
    winner = end.winners[0]
    yield replay, here.say("replay")
    yield explain, here.say("explain", name=NAMES[winner], points=end.points[winner])
    yield own, here.say("own", command=f"{_program()} play")


def _commands(path: Path, story: _Story) -> tuple[str, str, str]:
    program, match, winner = _program(), story.match.match, NAMES[story.stages[-1].winners[0]]
    return (
        f"{program} replay {match} --db {_path(path)}",
        f"{program} explain {match} {winner.lower()}.score --db {_path(path)}",
        OWN.replace("herald", program, 1),
    )


def _program() -> str:
    """How this program is called from here: by its name, if that is what the shell would find."""
    own = Path(sys.argv[0] if Path(sys.argv[0]).name.startswith("herald") else Path(sys.executable).with_name("herald"))
    found = shutil.which("herald")
    if found is not None and (not own.exists() or Path(found).samefile(own)):
        return "herald"
    try:
        return quote(str(own.absolute().relative_to(Path.cwd())))
    except ValueError:
        return quote(str(own))


def _path(path: Path) -> str:
    """A path as it can be typed: short, if it lies at home."""
    try:
        short = path.absolute().relative_to(Path.home())
    except (ValueError, RuntimeError):
        return quote(str(path))
    return f"~/{short}" if quote(str(short)) == str(short) else quote(str(path))


def _fields(here: base.Terminal, path: Path, story: _Story, report: Report, seconds: float) -> dict[str, Any]:
    result: Result | None = report.result
    return {
        "game": GAME,
        "match": story.match.match,
        "db": str(path),
        "names": NAMES,
        "rounds": [{"round": stage.round, "points": stage.points} for stage in story.stages if stage.round],
        "result": result,
        "decisions": story.decisions,
        "row": report.rows,
        "digest": report.head,
        "seconds": round(seconds, 6),
        "valid": report.fault is None,
        "fault": document_of(damaged(report.fault), here) if report.fault is not None else None,
        "next": list(_commands(path, story)),
    }
