"""A club whose members meet with all that can go wrong outside the program."""

from pathlib import Path

import pytest

from tests.faults.people import Club


@pytest.fixture
def club(tmp_path: Path) -> Club:
    return Club(tmp_path)


@pytest.fixture
def match(club: Club) -> str:
    return club.begins()
