"""Choices that are checked instead of listed: in a small universe, `check` and `sample` are the list."""

from functools import cache
from typing import Any

import pytest

from core.kernel.language.spelling import format_move
from core.kernel.rules.chance import stream
from core.kernel.rules.step import OPEN_CHOICE, kinds_of
from tests.contract.universes import UNIVERSES, Universe
from tests.support.matches import GAMES, rule_ids

ALL = [(name, number) for name, universes in UNIVERSES.items() if name in GAMES for number in range(len(universes))]


@cache
def universe_of(name: str, number: int) -> Universe:
    return UNIVERSES[name][number]()


@pytest.fixture
def universe(name: str, number: int) -> Universe:
    return universe_of(name, number)


@pytest.mark.parametrize("name", GAMES)
def test_every_open_choice_has_its_small_universe(name: str) -> None:
    steps: Any = kinds_of(GAMES[name].steps)
    found: set[Any] = {type(universe_of(name, number).step) for number in range(len(UNIVERSES[name]))}
    assert found == {step for step in steps if issubclass(step, OPEN_CHOICE)}


@pytest.mark.parametrize(("name", "number"), ALL)
def test_a_move_is_admitted_if_and_only_if_it_is_listed(name: str, universe: Universe) -> None:
    legal = 0
    for move in universe.moves:
        blocked = universe.step.check(universe.table, universe.seat, move)
        assert (blocked is None) == (move in universe.legal), (format_move(move), blocked)
        assert blocked is None or blocked.rule in rule_ids(name)
        legal += blocked is None
    assert 0 < legal < len(universe.moves), "the universe holds both"


@pytest.mark.parametrize(("name", "number"), ALL)
def test_a_beginning_is_admitted_if_and_only_if_it_can_become_a_listed_move(universe: Universe) -> None:
    for move in universe.moves:
        blocked = universe.step.check(universe.table, universe.seat, move, whole=False)
        assert (blocked is None) == (move in universe.beginnings), (format_move(move), blocked)


@pytest.mark.parametrize(("name", "number"), ALL)
def test_samples_are_legal_and_all_come(universe: Universe) -> None:
    dice = stream("universe", universe.name)
    sampled = {universe.step.sample(universe.table, universe.seat, dice) for _ in range(universe.samples or 500)}
    assert all(universe.step.check(universe.table, universe.seat, move) is None for move in sampled)
    if universe.samples:
        assert sampled == universe.legal
