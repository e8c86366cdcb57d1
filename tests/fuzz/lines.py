"""Random command lines, made from the program's own tree of commands: options, arguments, nonsense."""

from collections.abc import Sequence
from pathlib import Path
from shutil import copyfile
from typing import Any

import click
import msgspec
from msgspec import Struct

from core.kernel.language.spelling import format_move
from core.kernel.rules.chance import Stream
from core.kernel.rules.engine import some_legal
from replays.files.export import export
from store.port import Secrets
from store.sqlite.adapter import open_store
from store.summaries import summary_of
from tests.contract.typed import every_command
from tests.contract.worlds import lively
from tests.fuzz.found import Found, Trial, a_folder
from tests.fuzz.program import typed
from tests.support.matches import GAMES, any_seat, any_terms
from tests.support.recording import SALT_KEY, Recorder

LINES = 12  # of a trial, on one database
SELDOM = {"demo": 40, "simulate": 8, "new": 4}  # these play whole matches: one in so many is typed
ENDLESS = "serve"
"""It waits for visitors."""

WORDS = (
    *(
        "",
        " ",
        "@",
        "@@",
        "@@1",
        "@@0",
        "@@-1",
        "@@99999999999999999999",
        "@ ",
        "--",
        "-",
        "%s",
        "{name}",
        "\n",
        "a\tb",
    ),
    *("-1", "0", "1", "99999999999999999999", "1e9", "nan", "\x07", "\u202e", "\x1b[2J", "\udcff", "名前", "é" * 40),
    *("a" * 5_000, "pass", "place gold", "# only", ";", ";;", "pass; pass", "bid=", "=", "'; DROP TABLE log; --"),
    *("ana.gold", "Ana", "ana", "arbiter", "Ana=random", "Ana=nobody", "MED-12.4", "medieval", "toy", "med"),
    *("seen.jsonl", "missing.jsonl", "folder", "folder/", "text.txt", "no/such/folder/x", "../beside.db", "matches.db"),
    *("copy.db", "empty", "http://127.0.0.1:9", "https://", "://"),
)


NUMBERS = (click.types.IntParamType, click.types.FloatParamType)


class Replay(Struct, frozen=True, tag="lines"):
    """Lines, and the number of the trial in whose folder they are typed."""

    seed: str
    number: int
    lines: list[list[str]]


def trial(here: Trial) -> int:
    """Some lines, one after the other, at one folder."""
    names = furnish(here)
    dice = here.dice("lines")
    lines: list[list[str]] = []
    for _ in range(LINES):
        line = any_line(dice, names)
        lines.append(line)
        try:
            typed(here.folder, tuple(line))
        except Found as found:
            raise Found(found.what, _short(here, lines)) from found
    return LINES


def _short(here: Trial, lines: list[list[str]]) -> Replay:
    """The last line alone, if that is enough."""
    alone = Replay(here.seed, here.number, lines[-1:])
    try:
        with a_folder() as folder:
            _type(alone, folder)
    except Found:
        return alone
    return Replay(here.seed, here.number, lines)


def again(data: bytes, folder: Path) -> None:
    """Saved lines once more."""
    _type(msgspec.json.decode(data, type=Replay), folder)


def _type(replay: Replay, folder: Path) -> None:
    furnish(Trial(replay.seed, "lines", replay.number, folder))
    for line in replay.lines:
        typed(folder, tuple(line))


def furnish(here: Trial) -> list[str]:
    """A database with a few matches, an export, and things that are none; what can be typed about them."""
    dice, folder = here.dice("folder"), here.folder
    names, match = list(WORDS), ""
    with open_store(folder / "matches.db") as store:
        for number, rows in enumerate((3, 25, 400)):
            game = GAMES[dice.pick(sorted(GAMES))]
            match = f"pearl-eagle-{100 + number}"
            seed = f"{here.seed} {number}"
            players = dice.pick(game.players)
            made = Recorder(game, players, seed=seed, match=match, **any_terms(game, players, dice))
            log = lively(made, dice, rows).log()
            store.append(match, 0, "", log.rows, summary_of(log), Secrets(seed, SALT_KEY))
            (folder / "seen.jsonl").write_bytes(b"".join(export(log)))
            names += [match, match[:-1], f"{match}@{dice.below(log.head + 3)}", *log.seats]
            if log.state().agenda:
                seat = any_seat(log.state(), dice)
                moves = some_legal(log.state(), seat, dice, 4)
                names += [word for move in moves for word in (format_move(move), format_move(move).split()[0])]
    typed(folder, ("show", match))  # from now on `@` means this one
    (folder / "folder").mkdir()
    (folder / "empty").write_bytes(b"")
    (folder / "text.txt").write_text("no log, no database\n")
    copyfile(folder / "matches.db", folder / "copy.db")
    return names


def any_line(dice: Stream, names: Sequence[str]) -> list[str]:
    """A command, or nearly, with some of its options and arguments."""
    commands = [(name, command) for name, command in every_command() if name != ENDLESS]
    while True:
        name, command = dice.pick(commands)
        if dice.below(SELDOM.get(name, 1)) == 0:
            break
    line = [dice.pick(names) if dice.below(60) == 0 else word for word in name.split()]
    for param in command.params:
        if isinstance(param, click.Argument):
            most = 3 if param.nargs == -1 else 1
            line += [dice.pick(names) for _ in range(dice.below(most + 1) if dice.below(4) else most)]
        elif dice.below(5) == 0:
            line += option(param, dice, names)
    if name == "simulate" and "--matches" not in line:
        line += ["--matches", "2"]
    if dice.below(10) == 0:
        line.insert(dice.below(len(line) + 1), dice.pick(names))
    return line


def option(param: Any, dice: Stream, names: Sequence[str]) -> list[str]:
    """An option as it may be written, with a value that fits or does not."""
    written = dice.pick(param.opts)
    if param.is_flag:
        return [written]
    value, choices = dice.pick(names), list(map(str, getattr(param.type, "choices", ())))
    if written == "--matches":  # to play long is no failure
        value = dice.pick(("1", "2", "0", "-1", "x", "1.5"))
    elif choices and dice.below(4):
        value = dice.pick(choices)
    elif isinstance(param.type, NUMBERS) and dice.below(4):
        value = dice.pick(("0", "1", "2", "3", "5", "-1", "99999999999999999999"))
    return [f"{written}={value}"] if dice.below(4) == 0 and written.startswith("--") else [written, value]
