"""`verify` of finished matches, beside playing them: it decides all again, and checks every byte and box."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.figure import Goal, Line, Pair, Size
from bench.matches import finished, games, random_play
from bench.turns import compared, rate
from core.kernel.log.row import StoredRow
from core.kernel.rules.engine import AnyGame
from replays.verify import verify
from replays.verify.report import Report
from store.sqlite.adapter import open_store

GOAL = Goal(0.85, least=True)


def lines(size: Size) -> Iterator[Line]:
    """Decisions a second of the processor, rows in memory, for matches of every size."""
    for game in games():
        for players in game.players:
            with TemporaryDirectory() as folder, open_store(Path(folder) / "verify.db") as store:
                matches = [store.read(match) for match in finished(store, game, players, size.matches)]
            yield _against_play(game, players, matches, size)


def _against_play(game: AnyGame, players: int, matches: Sequence[Sequence[StoredRow]], size: Size) -> Line:
    return compared(
        Pair(f"verify, matches of {players}", game.name, "decisions/s", "random play", GOAL),
        rate(lambda: sum(_decided(verify(rows)) for rows in matches)),
        rate(lambda: random_play(game, players, size.matches)),
        size,
    )


def _decided(report: Report) -> int:
    if report.fault is not None or report.decided != report.moves:
        raise ValueError(f"not decided again: {report.fault}")
    return report.decided
