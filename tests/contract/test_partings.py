"""Every reading of every ruling makes a difference, and play reaches it: no position here was written by anybody."""

import pytest

from core.games import NAMES, game_named
from tests.contract.partings import UNREACHED, kept, pairs, parted

PARTINGS = kept()
HOW = "python -m tests.contract.partings looks for them again"


@pytest.mark.parametrize("name", NAMES)
def test_every_two_readings_part_in_a_match(name: str) -> None:
    found = {one.key for one in PARTINGS[name]}
    missing = [key for key in pairs(game_named(name)) if key not in found]
    unreached = {option for game, option in UNREACHED if game == name}
    assert {option for option, _ in missing} == unreached, HOW
    assert len(missing) == len({option for option, _ in missing}), "one pair of each at the most"


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_match_parts_where_it_is_said_to(name: str) -> None:
    game = game_named(name)
    found = {one.key: parted(game, one, one.at, one.at) for one in PARTINGS[name]}
    assert found == {one.key: one.at for one in PARTINGS[name]}, HOW
