"""Games on the shelf of the program, for tests that type commands."""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from types import ModuleType
from unittest.mock import patch

import core.games
from core.kernel.rules.engine import AnyGame
from tests.support.toy import TOY


@contextmanager
def on_the_shelf(name: str) -> Generator[None]:
    """The program can play this game, whether it lists it or not."""
    names = core.games.NAMES
    with patch.object(core.games, "NAMES", names if name in names else (*names, name)):
        yield


@contextmanager
def toy_on_the_shelf(game: AnyGame = TOY) -> Generator[None]:
    """The program can play the toy game, too, or another one that is not its own."""
    module = ModuleType(f"core.games.{game.name}")
    vars(module)["GAME"] = game
    names = (*core.games.NAMES, game.name)
    with patch.dict(sys.modules, {module.__name__: module}), patch.object(core.games, "NAMES", names):
        yield
