"""Looking one move ahead: every legal move of a position is tried, as a rehearsal; nothing is drawn or written."""

from collections.abc import Iterator
from typing import Any

from bench.figure import Goal, Line, Pair, Size
from bench.matches import games, seats_of
from bench.turns import compared, each
from core.kernel.bots.matches import Decision, decisions, seated
from core.kernel.rules import engine
from core.kernel.rules.chance import Draw, Drawn, derived
from core.kernel.rules.engine import AnyGame, State

GOAL = Goal(1.5)


def lines(size: Size) -> Iterator[Line]:
    """Microseconds of the processor: a move tried, beside a move made."""
    for game in games():
        yield _ahead(game, size)


def _ahead(game: AnyGame, size: Size) -> Line:
    decided = list(_listed(game, size.matches))
    return compared(
        Pair("look ahead, one move", game.name, "us/branch", "the decision made, us", GOAL),
        each(lambda: sum(_tried(game, one.before, one.seat or 0) for one in decided)),
        each(lambda: sum(_made(game, one) for one in decided)),
        size,
    )


def _listed(game: AnyGame, matches: int) -> Iterator[Decision]:
    """The decisions of random matches whose legal moves can be listed."""
    setup, players = seated(game, seats_of(game)), seats_of(game)
    for number in range(matches):
        for made in decisions(game, setup, ("random",) * players, f"bench {number}"):
            if made.seat is not None and engine.is_listed(made.before, made.seat):
                yield made


def _tried(game: AnyGame, state: State[Any], seat: int) -> int:
    moves = engine.legal(state, seat)
    for move in moves:
        engine.decide(game, state, seat, move, _no_draw, rehearse=True)
    return len(moves)


def _made(game: AnyGame, made: Decision) -> int:
    engine.decide(game, made.before, made.seat or 0, made.move, _DEALER)
    return 1


_DEALER = derived("bench")


def _no_draw(_number: int, draw: Draw) -> Drawn:
    raise AssertionError(f"a rehearsal never draws: {draw}")
