"""A free undo lets nobody learn anything (`tests.contract.free_undo`), and each clause of what is free is needed."""

from collections import Counter

import pytest

from tests.contract.free_undo import Predicate, forgetting, honest, judge
from tests.support.matches import GAMES, TABLES

MATCHES = 6  # of each table; `make fuzz` judges as many as it has time for
CLOSED = {"medieval", "toy"}  # games with closed answers under any ruling


def judged(predicate: Predicate, name: str, players: int) -> Counter[str]:
    """All undos of some matches."""
    found: Counter[str] = Counter()
    for seed in range(MATCHES):
        found += judge(predicate, GAMES[name], players, str(seed))
    return found


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_nobody_learns_anything_from_what_is_undone_freely(name: str, players: int) -> None:
    found = judged(honest, name, players)
    assert found["free"] > MATCHES, "enough to prove something"
    assert not found["free, a draw tells"]
    assert not found["free, an answer tells"]
    assert not found["free, others lose"]
    assert found["by consent"] > MATCHES // 2
    assert found["by consent, a draw tells"] > 0, "the oracle sees what a draw tells"
    assert found["by consent, an answer tells"] > 0 or name not in CLOSED, "and what an opening tells"


@pytest.mark.parametrize(
    ("weaker", "harm"),
    [
        (forgetting(chance=()), "free, a draw tells"),
        (forgetting(facts=(), sealed_move=None), "free, an answer tells"),
    ],
)
def test_each_clause_that_is_forgotten_does_harm(weaker: Predicate, harm: str) -> None:
    assert judged(weaker, "toy", 3)[harm] > 0
