"""Random play with its facts recorded, beside that of another board game's simulator."""

from collections.abc import Iterator

from bench.figure import Goal, LeftOut, Line, Pair, Size
from bench.matches import games, random_play
from bench.peer import Missing, peer
from bench.turns import compared, each
from core.kernel.rules.engine import AnyGame
from core.kernel.rules.step import kinds_of

FIGURE = "random play"
GOAL = Goal(1.5)
ALONE = Goal(2)  # with every turn of whom the game plays itself
LARGE = Goal(4)  # with moves that are too many to list: a way that can end is looked for


def lines(size: Size) -> Iterator[Line | LeftOut]:
    """Microseconds of the processor a decision, whole matches of every size, everything included."""
    for game in games():
        for players in game.players:
            yield _beside_catanatron(game, players, size)


def _beside_catanatron(game: AnyGame, players: int, size: Size) -> Line | LeftOut:
    figure = f"{FIGURE} of {players}"
    try:
        with peer("random_match") as catanatron:
            goal = LARGE if has_large_moves(game) else GOAL if players > 1 else ALONE
            pair = Pair(figure, game.name, "us/decision", "catanatron, random play of 4", goal)
            return compared(pair, each(lambda: random_play(game, players, size.matches)), catanatron.figure, size)
    except Missing as reason:
        return LeftOut(figure, game.name, str(reason))


def has_large_moves(game: AnyGame) -> bool:
    """Are some of its moves told part by part?"""
    return any(getattr(step, "large", ()) for step in kinds_of(game.steps))
