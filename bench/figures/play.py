"""Random play with its facts recorded, beside that of another board game's simulator."""

from collections.abc import Iterator

from bench.figure import Goal, LeftOut, Line, Pair, Size
from bench.matches import games, random_play
from bench.peer import Missing, peer
from bench.turns import compared, each
from core.kernel.rules.engine import AnyGame

FIGURE = "random play"
GOAL = Goal(2)


def lines(size: Size) -> Iterator[Line | LeftOut]:
    """Microseconds of the processor a decision, whole matches, everything included."""
    for game in games():
        yield _beside_catanatron(game, size)


def _beside_catanatron(game: AnyGame, size: Size) -> Line | LeftOut:
    try:
        with peer("random_match") as catanatron:
            pair = Pair(FIGURE, game.name, "us/decision", "catanatron, random play of 4", GOAL)
            return compared(pair, each(lambda: random_play(game, size.matches)), catanatron.figure, size)
    except Missing as reason:
        return LeftOut(FIGURE, game.name, str(reason))
