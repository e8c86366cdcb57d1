"""What differs from game to game in the tests that all games share: `tests/games/<game>/cases.py`."""

from importlib import import_module
from typing import Any


def cases_of(game: str) -> Any:
    """DUEL, SCORES, WELCOME and BROKEN of a game, as each file of cases explains them."""
    return import_module(f"tests.games.{game}.cases")
