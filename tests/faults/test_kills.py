"""A handful of kills; `make fuzz` makes many (tests/faults/kills.py)."""

import sys

import pytest

from tests.faults.kills import kills


@pytest.mark.skipif(sys.platform == "win32", reason="no fork, no SIGKILL")
def test_a_kill_in_the_middle_of_a_move_loses_nothing_and_halves_nothing() -> None:
    toll = kills(6, seed=20)
    assert toll.kills == 6
    assert toll.acknowledged > 0, "nothing could have been lost"
    assert toll.stored + toll.lost > 0, "no kill met a move on its way"
