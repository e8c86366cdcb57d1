"""Each switchable ruling of each game has a scenario that `herald dispute` shows its readings apart with."""

from collections.abc import Iterator
from itertools import combinations, product

import pytest

from core.games import NAMES, game_named
from replays.dispute.question import Answer, answered, key_of, wanted
from replays.dispute.scenarios import ScenarioCase
from replays.scenario import Scenario, load
from tests.support import places

Pair = frozenset[str]


def scenarios(game: str) -> Iterator[Scenario]:
    for path in sorted(places.cases_of(game).glob("*.toml")):
        text = path.read_text(encoding="utf-8")
        if "[[scenario]]" in text:
            yield from load(text, str(path))


def apart(answer: Answer) -> set[Pair]:
    """The readings that are told from each other."""
    groups = combinations(answer.groups, 2)
    return {frozenset(pair) for one, other in groups for pair in product(one.readings, other.readings)}


@pytest.mark.parametrize("name", NAMES)
def test_every_reading_is_shown_apart_from_every_other(name: str) -> None:
    game = game_named(name)
    known = (*game.rulings, *game.changes)
    left = {key_of(ruling): {frozenset(pair) for pair in combinations(ruling.readings, 2)} for ruling in known}
    for scenario in scenarios(name):
        for key in scenario.rulings:
            (asked,) = wanted(game, [key])
            if left[key_of(asked.ruling)]:
                left[key_of(asked.ruling)] -= apart(answered(ScenarioCase(scenario), asked))
    assert {ruling for ruling, pairs in left.items() if pairs} == set()
