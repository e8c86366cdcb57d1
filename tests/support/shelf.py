"""Games on the shelf of the program, for tests that type commands."""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from types import ModuleType
from unittest.mock import patch

import core.games
from tests.support.toy import TOY


@contextmanager
def on_the_shelf(name: str) -> Generator[None]:
    """The program can play this game, whether it lists it or not."""
    names = core.games.NAMES
    with patch.object(core.games, "NAMES", names if name in names else (*names, name)):
        yield


@contextmanager
def toy_on_the_shelf() -> Generator[None]:
    """The program can play the toy game, too."""
    module = ModuleType("core.games.toy")
    vars(module)["GAME"] = TOY
    names = (*core.games.NAMES, TOY.name)
    with patch.dict(sys.modules, {module.__name__: module}), patch.object(core.games, "NAMES", names):
        yield
