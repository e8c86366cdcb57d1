"""Readings of a position: which ones a decision asks, the same position under others, and a change in mid-match."""

from collections.abc import Collection, Iterator
from typing import Any

import pytest

from core.games.nobility import table as rise
from core.games.nobility.facts.chancery import DiceTileDrawn
from core.games.nobility.facts.goods import Gained
from core.games.nobility.rules.dice_tiles import complete
from core.kernel.rules import engine
from core.kernel.rules.amounts import counts_of
from core.kernel.rules.chance import derived, stream
from core.kernel.rules.engine import State
from core.kernel.setup.readings import noting, under
from tests.contract.checks import Watch, closely
from tests.support.matches import BOUND, GAMES, TABLES, Decision, Recipe, any_move, any_terms

PLAYED = 4
"""Matches of each game with each number of players."""

LAID = {
    "medieval": {"upcoming"},  # what lies there is face up or face down, and is dealt on so
    "emara": {"setup_event_effect"},  # when the first round begins
    "heirs": {"solo_seat"},  # which side of the landscape is whose
}
"""Readings of the set-up that are asked again later."""


def played(name: str, players: int, seed: int) -> list[Decision]:
    return list(Recipe(name, players, seed, **any_terms(GAMES[name], players, stream("asked", name, seed))).decisions())


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_who_notes_what_is_asked_changes_nothing(name: str, players: int) -> None:
    for decision in played(name, players, 1)[1:]:
        state, _ = noting(decision.before)
        dealer = derived("seed 1")
        again = engine.decide(GAMES[name], state, decision.seat, decision.move, dealer)
        assert (again.facts, again.chance, again.then) == (
            decision.happened.facts,
            decision.happened.chance,
            decision.happened.then,
        )


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_reading_that_is_not_asked_decides_nothing(name: str, players: int) -> None:
    game = GAMES[name]
    dice = stream("unasked", name, players)
    asked_at_all: set[str] = set()
    for decision in played(name, players, 2)[1:]:
        state, asked = noting(decision.before)
        dealer = derived("seed 2")
        engine.decide(game, state, decision.seat, decision.move, dealer)
        asked_at_all |= asked
        others = {ruling.option: dice.pick(ruling.readings) for ruling in game.rulings if ruling.option not in asked}
        other = engine.decide(game, under(game, decision.before, others), decision.seat, decision.move, dealer)
        assert other.facts == decision.happened.facts
        assert other.chance == decision.happened.chance
    assert asked_at_all or not game.rulings


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_what_the_set_up_settles_is_not_asked_any_more(name: str, players: int) -> None:
    game = GAMES[name]
    settled = {ruling.option for ruling in game.rulings if ruling.at_setup} - LAID.get(name, set())
    asked_later: set[str] = set()
    for seed in range(3, 3 + PLAYED):
        for decision in played(name, players, seed):
            if decision.before.table.stage()[:1] > (0,) and decision.seat >= 0:
                state, asked = noting(decision.before)
                engine.decide(game, state, decision.seat, decision.move, derived(f"seed {seed}"))
                assert not asked & settled
                asked_later |= asked
    assert asked_later


def changing(name: str, players: int, seed: int, among: Collection[str] = ()) -> Iterator[tuple[Decision, str]]:
    """A match in which the readings of rulings change as it goes on; `among`: those of them that do."""
    game, dice, dealer = GAMES[name], stream("changing", name, players, seed), derived(f"seed {seed}")
    recipe = Recipe(name, players, seed, **any_terms(game, players, dice))
    free = [ruling for ruling in game.rulings if not ruling.at_setup and (not among or ruling.option in among)]
    happened, earlier = engine.begin(game, recipe.setup(), dealer), list[Any]()
    yield Decision(0, -1, None, State(game.new(recipe.setup())[0]), happened), ""
    for number in range(1, BOUND):
        if not happened.state.agenda:
            return
        before = happened.state
        if free and dice.below(5) == 0:
            ruling = dice.pick(free)
            said = f"{ruling.option}={dice.pick(ruling.readings)}"
            earlier.append(before.table.setup)
            before = under(game, before, dict([said.split("=")]))
            happened = engine.go_on(game, before, dealer)
            yield Decision(number, -1, None, before, happened, (*earlier,)), said
            continue
        seat, move = any_move(before, dice)
        happened = engine.decide(game, before, seat, move, dealer)
        yield Decision(number, seat, move, before, happened, (*earlier,)), ""


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_match_whose_readings_change_keeps_what_every_match_must(name: str, players: int) -> None:
    for seed in range(PLAYED):
        watch, last = None, None
        changed: list[tuple[int, str]] = []
        try:
            for last, said in changing(name, players, seed):
                changed += [(last.number, said)] if said else []
                watch = watch or Watch(GAMES[name], last)
                watch.see(last)
                if (last.number + seed) % 30 == 0:
                    closely(GAMES[name], last)
        except Exception as problem:
            problem.add_note(f"{name} for {players}, seed {seed}, readings {changed}")
            raise
        assert last is not None
        assert not last.after.agenda
        assert GAMES[name].result(last.after.table) is not None


def in_nobility(decision: Decision) -> int:
    """RTN-R39: no full commission outlasts Maintenance; RTN-R11, RTN-R31: nothing is gained that takes away."""
    t: rise.Table = decision.after.table
    for fact in decision.happened.facts:
        if isinstance(fact, Gained):
            assert all(amount >= 0 for _, amount in counts_of(fact.stock)), fact
        if isinstance(fact, DiceTileDrawn):
            assert fact.tokens >= 0, fact
    if t.rulings.commission_activation != "on_last_die_auto" or t.round == decision.before.table.round:
        return 0
    if decision.before.table.rulings != t.rulings:
        return 0
    assert not [one for p in t.seats for one in p.contracts if complete(t, one)], "a commission was never activated"
    return 1


def test_what_another_reading_has_left_behind_is_heeded() -> None:
    among = ("commission_activation", "nobility_bounds", "supply_limits")
    found = (in_nobility(decision) for seed in range(6) for decision, _ in changing("nobility", 6, seed, among))
    assert sum(found) > 10
