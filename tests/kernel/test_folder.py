"""What a game's folder holds is found by its name, whatever was imported before."""

import sys
from typing import Any

import pytest

from core.games import NAMES
from core.kernel.folder import Folder
from core.kernel.rules.step import FACT, STEP, Move, kinds_of, tag_of
from tests.support.matches import GAMES

PACKAGES = [*(f"core.games.{name}" for name in NAMES), "tests.support.toy"]
PARTS = {"facts": FACT, "moves": Move, "rules": STEP}


def unions(package: str) -> dict[str, tuple[Any, ...]]:
    return {part: kinds_of(Folder(package).union(part, base)) for part, base in PARTS.items()}


@pytest.mark.parametrize("package", PACKAGES)
def test_what_a_log_may_hold_hangs_on_no_order_of_imports(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = unions(package)
    monkeypatch.setattr(sys, "modules", dict(reversed(sys.modules.items())))
    assert unions(package) == before


@pytest.mark.parametrize("name", GAMES)
def test_facts_moves_and_steps_are_told_by_their_tags(name: str) -> None:
    game = GAMES[name]
    for union in (game.facts, game.moves, game.steps):
        tags = [tag_of(kind) for kind in kinds_of(union)]
        assert len(tags) > 1
        assert tags == sorted(tags)
