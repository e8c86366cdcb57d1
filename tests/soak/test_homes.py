"""People in several homes play by dice: everybody holds the same match, and every copy verifies."""

from pathlib import Path

import pytest

from core.games import NAMES
from core.kernel.rules.chance import stream
from tests.soak.homes import begin, check_same, homes, plays
from tests.support.serving import served

SHORT = [pytest.param(NAMES[0], 12)]
LONG = [pytest.param(name, 300, marks=pytest.mark.soak) for name in NAMES]


@pytest.mark.parametrize(("game", "moves"), [*SHORT, *LONG])
def test_two_homes_hold_the_same_match(game: str, moves: int, tmp_path: Path) -> None:
    file, dice, made, matches = tmp_path / "matches.db", stream("homes", game), 0, 0
    with served(file) as url, homes(url, tmp_path) as people:
        match = begin(url, game, "azure-rose-100")
        while made < moves:
            found = plays(people, match, dice)
            if found is None:
                check_same(people, match, file)
                matches += 1
                match = begin(url, game, f"azure-rose-{100 + matches}")
                continue
            one, text = found
            assert one.moves(match, text).log.reader == people.index(one)
            made += 1
        assert check_same(people, match, file) > 1
