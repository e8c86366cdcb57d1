"""Bots that play fair: a bot is shown its seat's view, some legal moves and dice of its own, and nothing else.

The table, the state and what other seats placed are no arguments of a `Thought`: a bot that wanted to peek has nowhere
to look.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct

from core.kernel.errors import Usage
from core.kernel.game import Game
from core.kernel.rules.by_move import ByMove
from core.kernel.rules.chance import Stream

AnyGame = Game[Any, Any]
Thought = Callable[[AnyGame, Any, int, Sequence[Any], Stream], Any]
"""(game, the seat's view, seat, legal moves, dice) -> one of the moves."""


class Bot(Struct, frozen=True):
    """How a level plays, and what it has to be given."""

    thought: Thought
    looks: bool  # does it look at the view? else nobody builds one
    samples: int  # how many moves it is given where they are too many to list


class Thinker(ByMove):
    """What a game's greedy bot makes of a view, looked at once: then it has a thought for each kind of move."""

    def __call__(self, move: Any) -> int:
        found: int = self.for_move[type(move)](self, move)
        return found


def bot(level: str) -> Bot:
    """The bot of this level."""
    known = BOTS.get(level)
    if known is None:
        raise Usage("unknown_bot", known=LEVELS, word=level)
    return known


def dice_of(seed: str, seat: int, number: int) -> Stream:
    """A bot's dice for one decision: the same match, seat and number give the same dice, whoever asks and when."""
    return Stream(_named(seed, seat) + number.to_bytes(4, "big"))


@lru_cache(maxsize=64)
def _named(seed: str, seat: int) -> bytes:
    """Made once for a seat of a match: to write numbers into a text takes longer than to throw the dice."""
    return f"herald bot 2 {seat} {seed} ".encode()


def _random(_game: AnyGame, _view: Any, _seat: int, moves: Sequence[Any], dice: Stream) -> Any:
    return dice.pick(moves)


def _greedy(game: AnyGame, view: Any, seat: int, moves: Sequence[Any], dice: Stream) -> Any:
    """The one that is worth most to this seat as it sees things; one of the best, where several are."""
    worths = [*map(game.thinker(view, seat), moves)]
    most = max(worths)
    best = [move for move, worth in zip(moves, worths, strict=True) if worth == most]
    return best[0] if len(best) == 1 else dice.pick(best)


def weighed(game: AnyGame, view: Any, seat: int, moves: Sequence[Any]) -> list[Any]:
    """Return the moves as the greedy bot would have them, the best first."""
    return sorted(moves, key=game.thinker(view, seat), reverse=True)


BOTS: Mapping[str, Bot] = {
    "random": Bot(_random, looks=False, samples=1),
    "greedy": Bot(_greedy, looks=True, samples=40),
}

LEVELS = tuple(BOTS)
