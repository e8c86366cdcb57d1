"""`herald move` as a process: beside Python with the same libraries, on a long match, in a full store."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.figure import Goal, Line, Pair, Size
from bench.matches import Begun, begun, fill, games, opened, padded, seats_of, take_back
from bench.process import herald, taken
from bench.turns import Measure, compared
from core.kernel.rules.engine import AnyGame
from store.sqlite.adapter import open_store

BARE = [sys.executable, "-c", "import click, msgspec, sqlite3"]
AGAINST_BARE = Goal(1.7)
AGAINST_ITSELF = Goal(1.3)


def lines(size: Size) -> Iterator[Line]:
    """Milliseconds of the processor a command."""
    for game in games():
        with TemporaryDirectory() as folder:
            home = Path(folder)
            yield from _long(game, home, size)
            yield from _full(game, home, size)


def _long(game: AnyGame, home: Path, size: Size) -> Iterator[Line]:
    path = home / "few.db"
    with open_store(path) as store:
        matches = opened(store)
        usual = begun(matches, game, seats_of(game), 0, size.usual)
        undone = begun(matches, game, seats_of(game), 0, size.usual)
        undone = padded(matches, undone, undone.rows * size.longer)
        played = (begun(matches, game, max(game.players), number, size.longest) for number in range(size.matches))
        longest = max(played, key=lambda match: match.rows)
    move, game_name = _move(home, path, usual), game.name
    bare = Pair("move, a process", game_name, "ms", "python, same libraries", AGAINST_BARE)
    yield compared(bare, move, lambda: _ms(home, BARE), size)
    for how, other in (("undone", undone), ("played", longest)):
        figure, against = f"move, {other.rows} rows {how}", f"the same, {usual.rows} rows"
        pair = Pair(figure, game_name, "ms", against, AGAINST_ITSELF)
        yield compared(pair, _move(home, path, other), move, size)


def _full(game: AnyGame, home: Path, size: Size) -> Iterator[Line]:
    """The same commands in two stores, one of them full of other matches."""
    few, many = home / "one.db", home / "many.db"
    in_few, in_many = _prepared(few, game, 0, size), _prepared(many, game, size.stored, size)
    for what, command in COMMANDS.items():
        pair = Pair(f"{what}, {size.stored + 1:,} matches", game.name, "ms", "the same, 1 match", AGAINST_ITSELF)
        yield compared(pair, command(home, many, in_many), command(home, few, in_few), size)


def _prepared(path: Path, game: AnyGame, others: int, size: Size) -> Begun:
    """A match that was used last, beside so many others."""
    with open_store(path) as store:
        fill(store, game, others)
        match = begun(opened(store), game, seats_of(game), 0, size.usual)
    taken(herald("--db", str(path), "show", match.match), path.parent)
    return match


def _move(home: Path, path: Path, match: Begun, word: str | None = None) -> Measure:
    """Make the move, and take it back for the next time."""
    command = herald("--db", str(path), "move", word or match.match, "--as", match.seat, match.text)

    def measure() -> float:
        took = _ms(home, command)
        with open_store(path) as store:
            take_back(opened(store), match.match)
        return took

    return measure


def _reading(*words: str) -> "Command":
    """A command that changes nothing; `{match}` and `{seat}` are filled in."""

    def prepared(home: Path, path: Path, match: Begun) -> Measure:
        typed = [word.format(match=match.match, seat=match.seat) for word in words]
        command = herald("--db", str(path), *typed)
        return lambda: _ms(home, command)

    return prepared


def _completion(*words: str) -> "Command":
    """Tab, behind the last of these words."""

    def prepared(home: Path, path: Path, match: Begun) -> Measure:
        typed = ["herald", "--db", str(path), *(word.format(match=match.match, text=match.text) for word in words)]
        line = {"COMP_WORDS": " ".join(typed), "COMP_CWORD": str(len(typed) - 1)}
        return lambda: taken(herald(), home, {"_HERALD_COMPLETE": "bash_complete", **line}).seconds * 1000

    return prepared


Command = Callable[[Path, Path, Begun], Measure]
COMMANDS: dict[str, Command] = {
    "move @": lambda home, path, match: _move(home, path, match, "@"),
    "move, id begun": lambda home, path, match: _move(home, path, match, match.match[:-1]),
    "show @": _reading("show", "@", "--as", "{seat}"),
    "moves": _reading("moves", "{match}", "--as", "{seat}"),
    "inbox": _reading("inbox", "--as", "{seat}"),
    "list --limit 20": _reading("list", "--limit", "20"),
    "list --seat": _reading("list", "--seat", "{seat}"),
    "completion, a match": _completion("move", "{match:.2}"),
    "completion, a move": _completion("move", "{match}", "{text:.1}"),
}


def _ms(home: Path, command: list[str]) -> float:
    return taken(command, home).seconds * 1000
