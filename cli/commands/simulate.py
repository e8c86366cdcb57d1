"""`herald simulate`: bots play many matches: how they score, how quick it is, and whether everything holds."""

import os
import signal
import sys
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from time import monotonic, perf_counter, process_time
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

from cli.acts.series import Series, number_of
from cli.app import base
from cli.app.errors import FAILURE, INTERRUPTED
from cli.commands.new import pairs
from cli.language.numbers import counted, number, share
from cli.terminal.elsewhere import only_at_host
from cli.terminal.terminal import is_service
from core.games import game_called
from core.kernel.bots.bots import LEVELS
from core.kernel.bots.invariants import Breach
from core.kernel.bots.matches import Played, Standing, Tally, play_match, seated, watched
from core.kernel.drawing.canvas import cut
from core.kernel.drawing.printable import printable
from core.kernel.drawing.style import table
from core.kernel.language.words import Shown
from core.kernel.log.limits import WORD, refuse_texts
from store.errors import StoreError

if TYPE_CHECKING:
    from core.kernel.game import Setup
    from store.desk import Desk

SHOWN = 10  # faults that a person is shown; JSON has all that the tally kept
TEXT = 400  # characters of what was expected and what was found: a whole table is long
MOST = 10**9  # matches of a run, and numbers of a series
OFTEN = 0.1  # seconds between two looks of the progress bar


@base.command("simulate")
@base.argument("game", shell_complete=base.offered("games"))
@base.option("--players", type=int, metavar="N")
@base.option("--matches", type=click.IntRange(min=1, max=MOST), default=100, metavar="K")
@base.option("--bot", "bots", multiple=True, type=click.Choice(LEVELS), metavar="LEVEL")
@base.option("--seed", metavar="TEXT")
@base.option("--ruling", "named", multiple=True, metavar="ID=READING", shell_complete=base.offered("rulings"))
@base.option("--rulings", type=click.Choice(("default", "random")), default="default", metavar="default|random")
@base.option("--option", "chosen", multiple=True, metavar="NAME=VALUE", shell_complete=base.offered("options"))
@base.option("--options", type=click.Choice(("default", "random")), default="default", metavar="default|random")
@base.option("--from", "first", type=click.IntRange(min=1, max=MOST), default=1, metavar="N")
@base.option("--check", is_flag=True)
@base.option("--store", "file", metavar="FILE")
def command(
    here: base.Terminal,
    game: str,
    players: int | None,
    matches: int,
    bots: tuple[str, ...],
    seed: str | None,
    named: tuple[str, ...],
    rulings: str,
    chosen: tuple[str, ...],
    options: str,
    first: int,
    check: bool,
    file: str | None,
) -> int:
    """Exit 1 if anything does not hold, 130 if the person had enough; the figures are told in any case."""
    rules = game_called(game)
    series = Series(
        rules,
        max(len(bots), rules.players[0]) if players is None else players,
        bots or ("random",),
        seed if seed is not None else os.urandom(32).hex(),
        pairs(named, "--ruling"),
        rulings == "random",
        pairs(chosen, "--option"),
        options == "random",
    )
    series.check()
    refuse_texts((WORD, series.seed))
    if file and is_service(file):
        raise only_at_host(file, here.preferences.typed)
    with _desk(file) as desk:
        run = Run(series, checked=check, desk=desk, practice=seed is not None)
        _play(here, run, range(first, first + matches))
    if file and run.last:
        here.person_at(file).used(run.last)
    if here.is_json:
        here.json(_fields(run, file))
    else:
        _tell(here, run, file)
    return INTERRUPTED if run.interrupted else FAILURE if run.tally.faulty else 0


@contextmanager
def _desk(file: str | None) -> Generator["Desk | None", None, None]:
    """Who keeps the matches, if somebody should."""
    if file is None:
        yield None
        return
    from store.place import desk_at  # and with it the database

    with closing(desk_at(file, create=True)) as desk:
        yield desk


# --- playing ----------------------------------------------------------------------------------------------------------


class Run:
    """The matches of a series that were played so far: their figures, never themselves."""

    def __init__(self, series: Series, *, checked: bool, desk: "Desk | None", practice: bool) -> None:
        self.series = series
        self.checked = checked
        self.desk = desk
        self.practice = practice
        self.tally = Tally()
        self.seconds = 0.0  # by the clock, while matches were played
        self.processor = 0.0  # of the processor
        self.kept = 0
        self.rows = 0
        self.last = ""  # the match that was kept last
        self.interrupted = False
        self.crash: Exception | None = None  # the last one
        self.contested = series.players > 1  # can anybody win?
        self._setup: Setup | None = None

    def play(self, number: int) -> None:
        """One match. What goes wrong inside the rules is a fault like any other; the disk is another matter."""
        clock, processor = perf_counter(), process_time()
        levels, seed = self.series.levels(number), self.series.seed_of(number)
        try:
            played = self._unrecorded(number) if self.desk is None else self._recorded(self.desk, number)
        except StoreError:
            raise
        except Exception as problem:  # noqa: BLE001 - the rules may run into anything
            found = ", ".join([f"{type(problem).__name__}: {problem}", *getattr(problem, "__notes__", ())])
            self.crash = problem
            self.tally.matches += 1
            self.tally.blame(Breach("crash", "", found, seed))
        else:
            self.tally.add(played, levels)
            self.contested |= _could_be_won(self.series, played)
        self.seconds += perf_counter() - clock
        self.processor += process_time() - processor

    def _unrecorded(self, number: int) -> Played:
        """The facts of each decision in memory, and nothing else."""
        series = self.series
        if self._setup is None or series.random or series.any_options:
            self._setup = seated(series.game, series.players, series.readings(number), series.agreed(number))
        levels, seed = series.levels(number), series.seed_of(number)
        return play_match(series.game, self._setup, levels, seed, checked=self.checked)

    def _recorded(self, desk: "Desk", number: int) -> Played:
        """With all its rows, which are stored at once if it came to its end."""
        series, seed = self.series, self.series.seed_of(number)
        bots = {f"{level}{seat}": level for seat, level in enumerate(series.levels(number), 1)}
        terms = series.readings(number), series.agreed(number)
        match = desk.recording(series.game, bots, seed, *terms, practice=self.practice)
        played = watched(series.game, match.decisions(), seed, checked=self.checked)
        if played.result is not None:
            match.store()
            self.kept, self.rows, self.last = self.kept + 1, self.rows + match.rows, match.match
        return played


def _could_be_won(series: Series, played: Played) -> bool:
    """Can a match of one player be lost: to somebody, or by missing what was to be reached?"""
    outcome = series.game.outcome(played.state.table)
    return outcome is not None and outcome.won is not None


def _play(here: base.Terminal, run: Run, numbers: range) -> None:
    """One match after the other, with a bar while somebody waits at a terminal; Ctrl-C ends it after this match."""
    shown = click.progressbar(
        numbers,
        file=sys.stderr,
        hidden=not here.draws,
        show_pos=True,
        width=30,
        item_show_func=lambda _: _rate(here, run),
    )
    with _stopping() as stop, shown as bar:
        drawn, looked = 0, monotonic()
        try:
            for number in numbers:
                run.play(number)
                if monotonic() - looked > OFTEN:
                    bar.update(run.tally.matches - drawn)
                    drawn, looked = run.tally.matches, monotonic()
                if stop.asked:
                    break
        except KeyboardInterrupt:
            stop.asked = True
        bar.update(run.tally.matches - drawn)
    run.interrupted = stop.asked and run.tally.matches < len(numbers)


def _rate(here: base.Terminal, run: Run) -> str:
    return here.say("rate", rate=_figure(here, run.tally.matches / run.seconds)) if run.seconds else ""


class _Stop:
    """Did the person press Ctrl-C? Who presses it twice does not want to wait for the end of the match."""

    asked = False

    def ask(self, _signal: int, _frame: FrameType | None) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True


@contextmanager
def _stopping() -> Generator[_Stop, None, None]:
    stop = _Stop()
    before = signal.signal(signal.SIGINT, stop.ask)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


# --- telling ----------------------------------------------------------------------------------------------------------


def _fields(run: Run, file: str | None) -> dict[str, Any]:
    series, tally = run.series, run.tally
    return {
        "game": series.game.name,
        "players": series.players,
        "bots": series.bots,
        "seed": series.seed,
        "rulings": None if series.random else series.readings(1),
        "options": None if series.any_options else series.agreed(1),
        "checked": run.checked,
        "interrupted": run.interrupted,
        "matches": tally.matches,
        "decisions": tally.decisions,
        "facts": tally.facts,
        "seconds": round(run.seconds, 6),
        "processor_seconds": round(run.processor, 6),
        "microseconds_per_decision": round(_each(run), 3),
        "scores": {level: round(standing.mean, 3) for level, standing in tally.levels.items()},
        "levels": {level: _standing(run, standing) for level, standing in tally.levels.items()},
        "seats": [_standing(run, tally.seats[seat]) for seat in sorted(tally.seats)],
        "faults": [_fault(run, fault) for fault in tally.faults],
        "faults_found": tally.faulty,
        "store": None
        if file is None
        else {"db": file, "matches": run.kept, "rows": run.rows, "match": run.last or None},
    }


def _standing(run: Run, standing: Standing) -> dict[str, Any]:
    won = {"wins": standing.wins, "shared": standing.shared, "share": round(standing.share, 6)}
    return {
        "plays": standing.plays,
        "score": round(standing.mean, 3),
        **(won if run.contested else dict.fromkeys(won)),
    }


def _fault(run: Run, fault: Breach) -> dict[str, Any]:
    match = number_of(fault.seed)
    return {
        "why": fault.what,
        "number": match,
        "decision": fault.decision,
        "expected": fault.expected,
        "found": fault.found,
        "recipe": run.series.recipe(match),
    }


def _each(run: Run) -> float:
    """Microseconds for a decision."""
    return 1e6 * run.seconds / run.tally.decisions if run.tally.decisions else 0.0


def _figure(here: base.Terminal, value: float) -> Shown:
    return counted(here.lang, value, 1 if value < 100 else 0)  # noqa: PLR2004


def _tell(here: base.Terminal, run: Run, file: str | None) -> None:
    series, tally = run.series, run.tally
    title = here.words(series.game).title
    head = here.say("head", game=title, players=series.players, seed=printable(series.seed))
    here.out(here.style.bold(head))
    figures = {name: counted(here.lang, getattr(tally, name)) for name in ("matches", "decisions", "facts")}
    here.out(here.say("played", **figures, seconds=number(here.lang, run.seconds, 1)))
    if run.seconds and tally.decisions:
        rate = _figure(here, tally.matches / run.seconds)
        here.out(here.say("speed", each=number(here.lang, _each(run), 1), rate=rate))
    here.out()
    for line in _standings(here, run):
        here.out(line)
    _tell_faults(here, run)
    if file is not None:
        here.out(here.say("kept", matches=counted(here.lang, run.kept), rows=counted(here.lang, run.rows), file=file))
    if run.interrupted:
        here.out(here.say("interrupted"))


def _standings(here: base.Terminal, run: Run) -> Iterator[str]:
    """By level, then by seat: mean score, and how often they won, where anybody could; a part of a shared victory."""
    tally = run.tally
    if not tally.seats:
        return
    ended = tally.seats[0].plays
    shared = any(standing.shared for standing in tally.seats.values())
    rows = [["", here.say("score"), here.say("wins"), here.say("shared"), ""]]
    rows += [_row(here, level, standing, ended) for level, standing in tally.levels.items()]
    rows += [_row(here, here.say("seat", n=seat + 1), tally.seats[seat], ended) for seat in sorted(tally.seats)]
    if not run.contested:
        rows = [row[:2] for row in rows]
    elif not shared:
        rows = [[*row[:3], *row[4:]] for row in rows]
    for at, line in enumerate(table(rows, "   ", frozenset({1, 2, 3, 4}))):
        yield here.style.dim(f"  {line}") if at == 0 else f"  {line}"
    yield ""


def _row(here: base.Terminal, name: str, standing: Standing, ended: int) -> list[str]:
    part = share(here.lang, standing.share / ended, 1)
    counts = [number(here.lang, count) for count in (standing.wins, standing.shared)]
    return [name, number(here.lang, standing.mean, 1), *counts, part]


def _tell_faults(here: base.Terminal, run: Run) -> None:
    """What does not hold, each with the command that shows it again."""
    tally = run.tally
    if not tally.faulty:
        if run.checked:
            here.out(here.say("holds"))
        return
    here.out(here.style.bold(here.say("faults", n=tally.faulty)))
    for fault in tally.faults[:SHOWN]:
        match = number_of(fault.seed)
        key = "where_in_match" if fault.what == "crash" else "where"
        where = here.say(key, match=match, decision=fault.decision)
        here.out(here.hanging("  ", f"{where}{here.say(f'fault_{fault.what}')}"))
        for key, text in (("expected", fault.expected), ("found", fault.found)):
            if text:
                here.out(here.hanging(f"    {here.say(key)} ", printable(cut(text, TEXT))))
        here.out(f"    {run.series.recipe(match)}")
    if tally.faulty > SHOWN:
        here.out(here.say("more_faults", n=tally.faulty - SHOWN))
    if here.preferences.verbose and run.crash is not None:
        import traceback  # only for who asked to see it

        traceback.print_exception(run.crash, file=sys.stderr)
