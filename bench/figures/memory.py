"""Memory: it must not grow with the number of matches that are simulated, nor with the log that is verified."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.figure import Goal, LeftOut, Line, Pair, Size
from bench.matches import games, long_log, seats_of
from bench.process import Failed, herald, taken

FLAT = Goal(1.1)
MEGABYTE = 2**20
SHORTER = 100  # times, for the reference


def lines(size: Size) -> Iterator[Line | LeftOut]:
    """Peaks of whole processes in megabytes, each measured once: memory is the same whoever else works here."""
    few, many = size.simulated
    for game in games():
        with TemporaryDirectory() as folder:
            home = Path(folder)
            words = ("simulate", game.name, "--players", str(seats_of(game)), "--seed", "bench", "--matches")
            yield _flat(f"memory, simulate {many:,}", game.name, f"{few:,} matches", home, words, str(few), str(many))
            short, long = home / "short.jsonl", home / "long.jsonl"
            long_log(short, game, size.log // SHORTER)
            long_log(long, game, size.log)
            megabytes = f"{size.log / 1e6:g} MB"
            yield _flat(
                f"memory, verify {megabytes}", game.name, "a hundredth", home, ("verify",), str(short), str(long)
            )


def _flat(
    figure: str, of: str, against: str, home: Path, words: tuple[str, ...], little: str, much: str
) -> Line | LeftOut:
    try:
        less, more = (taken(herald(*words, last), home).peak / MEGABYTE for last in (little, much))
    except Failed as reason:
        return LeftOut(figure, of, str(reason))
    return Line(Pair(figure, of, "MB", against, FLAT), more, less, more / less)
