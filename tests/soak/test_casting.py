"""Every row of the recorded matches, and many of random ones, as scenarios: each is read as the state that it is of.

A row of a recorded match is looked at by the public and by one of its seats, in turn: it differs little from the next.
"""

import pytest

from core.games import NAMES
from replays.scenario.document import document
from tests.scenarios.test_casting import RECORDED, holds, random_match, readers, recorded

MATCHES = 60
"""Random matches of each game."""

ROWS = 6
"""Positions of each, besides its end."""

pytestmark = pytest.mark.soak


@pytest.mark.parametrize("name", RECORDED)
def test_every_row_of_a_recorded_match(name: str) -> None:
    log = recorded(name)
    for row in range(1, log.head + 1):
        public, *seats = readers(log.at(row))
        for seen in (public, seats[row // len(seats) % len(seats)]):
            assert holds(seen), f"{name}@{row}, reader {seen.reader}"


@pytest.mark.parametrize("number", range(MATCHES))
@pytest.mark.parametrize("name", NAMES)
def test_a_random_match(name: str, number: int) -> None:
    match, dice = random_match(name, number)
    for row in sorted({match.head, *(1 + dice.below(match.head) for _ in range(ROWS))}):
        for seen in readers(match.at(row)):
            assert holds(seen), f"row {row}, reader {seen.reader}"
            assert document(seen, "fr").verdict.passed
