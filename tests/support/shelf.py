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
def toy_on_the_shelf(*games: AnyGame) -> Generator[None]:
    """The program can play the toy game, too, or other ones that are not its own."""
    modules: dict[str, ModuleType] = {}
    for game in games or (TOY,):
        module = modules[f"core.games.{game.name}"] = ModuleType(game.name)
        vars(module)["GAME"] = game
    names = (*core.games.NAMES, *(name.rpartition(".")[2] for name in modules))
    with patch.dict(sys.modules, modules), patch.object(core.games, "NAMES", names):
        yield
