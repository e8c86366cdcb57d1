"""`herald impact`: which matches would have gone otherwise under another reading, from which row on, and what then."""

import os
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from shlex import join
from typing import Final

import click

from cli.app import base
from cli.app.errors import CODES
from cli.terminal.files import to_file
from cli.terminal.pages import languages
from core.kernel.drawing.printable import printable
from core.kernel.errors import Usage
from replays.files.texts import read_text
from replays.impact import run
from replays.impact.known import Known
from replays.impact.page import page
from replays.impact.question import Question, question, scenarios_of
from replays.impact.sources import Source, files, kept, recorded
from replays.impact.told import NOTABLE, MatchTold, Tally, asked, title, told
from replays.impact.verdict import Verdict
from store.files import refuse_database

EACH: Final = 24
"""Fewer matches than this are not worth another process."""


@base.command("impact")
@base.argument("words", nargs=-1, metavar="[GAME] [ID=READING]...", shell_complete=base.offered("question"))
@base.option("--scenario", metavar="FILE", type=click.Path())
@base.option("--title", metavar="TEXT", default="")
@base.option("--version", "by_version", is_flag=True)
@base.option("--files", "folders", multiple=True, metavar="FOLDER", type=click.Path())
@base.option("--archive", is_flag=True)
@base.option("--jobs", type=click.IntRange(min=1, max=64), metavar="N")
@base.option("--state", metavar="FILE", type=click.Path())
@base.option("-o", "--output", metavar="FILE", type=click.Path())
@base.option("--force", is_flag=True)
def command(
    here: base.Terminal,
    words: tuple[str, ...],
    scenario: str | None,
    title: str,
    by_version: bool,
    folders: tuple[str, ...],
    archive: bool,
    jobs: int | None,
    state: str | None,
    output: str | None,
    force: bool,
) -> int:
    """Exit 0, or 6 if any match cannot be judged; the others are told all the same."""
    if title and scenario is None:
        raise Usage("title_of_scenario")
    for file in (state, output):
        if file is not None:
            refuse_database(Path(file), here.db)
    shown = [] if scenario is None else scenarios_of(read_text(scenario, pipe=True), scenario, title)
    about = question(words, shown, version=by_version)
    sources = _sources(here, about, folders, archive=archive)
    telling = Telling(here, about, keeps=output is not None)
    with closing(Known(about, None if state is None else Path(state))) as known:
        for verdict in _answers(here, sources, about, known, jobs):
            telling.add(verdict)
    if output is not None:
        data = page(about, telling.tally, telling.kept, languages(here)).encode()
        to_file(Path(output), data, secret=False, force=force)
    telling.end(output)
    return CODES["damaged"] if telling.tally.whats["damaged"] else 0


def _sources(here: base.Terminal, about: Question, folders: Sequence[str], *, archive: bool) -> list[Source]:
    """Those of the files and of the archive, if any are named; else those of the database."""
    if folders or archive:
        return [*files(folders), *(recorded(about.game) if archive else ())]
    return kept(here.desk, about.game)


class Telling:
    """Tells of each match as it comes, and counts them."""

    def __init__(self, here: base.Terminal, about: Question, *, keeps: bool) -> None:
        """`keeps`: what is notable goes onto a page, and is not told here."""
        self.tally = Tally()
        self.kept: list[Verdict] = []
        self._here = here
        self._about = about
        self._shown: MatchTold | None = None
        self._keeps = keeps
        if not here.is_json:
            _tell_question(here, about)

    def add(self, verdict: Verdict) -> None:
        self.tally.add(verdict)
        match = told(verdict, self._here.lang)
        self._shown = self._shown or (match if match.done else None)
        if verdict.what in NOTABLE and self._keeps:
            self.kept.append(verdict)
        if self._here.is_json:
            self._here.json_line(match.document())
        elif verdict.what in NOTABLE and not self._keeps:
            _tell(self._here, match)

    def end(self, file: str | None) -> None:
        here = self._here
        if here.is_json:
            return
        for line in self.tally.lines(here.lang):
            here.out(line)
        if file is not None:
            here.out(here.say("written", file=file))
        elif self._shown is not None and not self._about.version:
            _tell_next(here, self._about, self._shown)


def _answers(
    here: base.Terminal, sources: Sequence[Source], about: Question, known: Known, jobs: int | None
) -> Iterator[Verdict]:
    """Of every match of the game, in their order, while a bar moves."""
    cores = min(_cores(), len(sources) // EACH) if jobs is None else jobs
    if cores < 2 or "://" in here.db:  # noqa: PLR2004 - one process is this one
        found = run.alone(sources, about, known, lambda: here.desk)
    else:
        here.close()  # each process opens the database for itself
        found = run.together(sources, about, known, here.db, cores)
    return (verdict for verdict in here.progress(found, len(sources)) if verdict is not None)


def _cores() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


def _tell_question(here: base.Terminal, about: Question) -> None:
    here.out(here.style.bold(title(about, here.lang)))
    for ruling, reading in asked(about, here.lang):
        meaning = next((one.meaning for one in ruling.readings if one.reading == reading), "")
        lead = f"  {here.style.bold(ruling.id)} {here.style.bold(f'{ruling.name}={reading}')}  "
        here.out(here.hanging(lead, f"{ruling.question} {meaning}"))
    here.out()


def _tell_next(here: base.Terminal, about: Question, match: MatchTold) -> None:
    """How the first row that goes otherwise is looked at: from the moment before."""
    part = match.first
    if part is not None and part.seat is not None and not match.at.count(" "):
        words = [f"{match.at}@{part.row - 1}", f"{part.seat}: {match.done}"]
        rulings = [word for ruling, _ in asked(about, here.lang) for word in ("--ruling", ruling.id)]
        here.note(here.say("next", command=join(["herald", "dispute", *map(printable, words), *rulings])))


def _tell(here: base.Terminal, match: MatchTold) -> None:
    name, names = printable(match.called), ", ".join(map(printable, match.names))
    here.out(f"{here.style.bold(name)}  {here.style.dim(names)}".rstrip())
    for line in match.lines:
        here.out(here.hanging("  ", line))
    here.out()
