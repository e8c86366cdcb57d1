"""Random matches of every game, with every number of players, under random rulings."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from core.kernel.rules.chance import stream
from tests.contract.checks import Watch, closely, written
from tests.support.matches import BOUND, PLAYED, PLAYED_TABLES, Decision, Recipe, any_options, any_terms

MATCHES = 30  # of each game with each number of players; `make fuzz` plays as many as one likes
PART = 15  # of them in a test: none takes long
CLOSELY = 30  # every so many decisions one is looked at closely


def recipe(name: str, players: int, seed: int) -> Recipe:
    """A match under random rulings and options; every fifth one under the defaults."""
    if seed % 5 == 0:
        return Recipe(name, players, seed)
    return Recipe(name, players, seed, **any_terms(PLAYED[name], players, stream("rulings", name, players, seed)))


def played(recipe: Recipe, closely_every: int) -> list[Decision]:
    """The match, looked at after every decision."""
    found: list[Decision] = []
    watch = None
    try:
        for decision in recipe.decisions():
            watch = watch or Watch(recipe.of, decision)
            watch.see(decision)
            if closely_every and (decision.number + recipe.seed) % closely_every == 0:
                closely(recipe.of, decision)
            found.append(decision)
    except Exception as problem:
        problem.add_note(f"to play it again: {recipe}, decision {len(found)}")
        raise
    return found


@pytest.mark.parametrize("first", range(0, MATCHES, PART))
@pytest.mark.parametrize(("name", "players"), PLAYED_TABLES)
def test_matches_keep_what_every_match_must(name: str, players: int, first: int) -> None:
    for seed in range(first, first + PART):
        told = recipe(name, players, seed)
        decisions = played(told, CLOSELY)
        last = decisions[-1]
        assert not last.after.agenda, f"no end within {BOUND} decisions: {told}"
        assert told.of.result(last.after.table) is not None


@pytest.mark.parametrize(("name", "players"), PLAYED_TABLES)
def test_earlier_states_are_never_changed(name: str, players: int) -> None:
    kept: list[tuple[Decision, bytes]] = []
    for seed in range(1_000, 1_005):
        kept += [(decision, written(decision.after)) for decision in recipe(name, players, seed).decisions()]
    assert len(kept) > 30
    assert all(written(decision.after) == data for decision, data in kept)
    assert all(before.after is after.before for (before, _), (after, _) in pairwise(kept) if after.number)


@pytest.mark.parametrize(("name", "players"), PLAYED_TABLES)
def test_a_match_is_its_decisions(name: str, players: int) -> None:
    one, other = (played(recipe(name, players, 7), 0) for _ in range(2))
    assert one == other


@st.composite
def recipes(draw: Any) -> Recipe:
    """Any game, number of players and rulings; a stretch by dice, then moves by number. Shrinks to a short replay."""
    name, players = draw(st.sampled_from(PLAYED_TABLES))
    rulings = {
        ruling.option: draw(st.sampled_from(ruling.readings))
        for ruling in draw(st.lists(st.sampled_from(PLAYED[name].rulings), max_size=4))
    }
    options = any_options(PLAYED[name], players, stream("options", draw(st.integers(0, 99))), rulings)
    skip = draw(st.integers(0, 250))
    picks = tuple(draw(st.lists(st.integers(0, 40), max_size=25)))
    return Recipe(name, players, draw(st.integers(0, 999)), rulings, options, skip, picks, whole=False)


@given(recipes())
def test_any_recipe_keeps_what_every_match_must(told: Recipe) -> None:
    note(f"to play it again: {told}")
    decisions = played(told, 0)
    assert len(decisions) <= min(told.skip, BOUND) + len(told.picks) + 1
    for decision in decisions[-len(told.picks) - 1 :]:
        closely(told.of, decision)
