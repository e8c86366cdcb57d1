"""The steps that an agenda can hold: those of the game, and those that every game has from the kernel."""

from typing import Any

from core.kernel.game import Game
from core.kernel.log.joining import JoinMatch, OpenNonces

KERNEL_STEPS: Any = JoinMatch | OpenNonces
"""The explicit union: a base class does not decode."""


def steps_of(game: Game[Any, Any]) -> Any:
    """The union of all steps in rows of this game."""
    return game.steps | KERNEL_STEPS
