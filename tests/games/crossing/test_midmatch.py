"""Readings that a table agrees on in mid-match, where another one has left what this one never leaves."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from core.games.crossing import GAME
from core.games.crossing.moves import Claim, Done, InvestUp, Open, Rest
from core.games.crossing.names import GOALS, TileId
from core.games.crossing.rules.day import Action, GoOn
from core.games.crossing.rules.evening import SpendEvening
from core.games.crossing.rules.flow import Evening
from core.games.crossing.rules.goals import ClaimGoals, unmet
from core.games.crossing.rules.houses import PlaceHouse, due
from core.games.crossing.rules.investment import Invest
from core.games.crossing.table import Table
from core.kernel.rules import engine
from core.kernel.rules.chance import derived, stream
from core.kernel.rules.engine import State
from core.kernel.setup.readings import under
from tests.support.matches import Recipe, any_move

DEAL = derived("midmatch")
A2 = TileId("A2")


def actions(players: int, seeds: int, **readings: str) -> Iterator[State[Table]]:
    """Positions of random matches in which a turn has just begun."""
    for seed in range(seeds):
        for decision in Recipe("crossing", players, seed, readings).decisions():
            if decision.after.agenda and isinstance(decision.after.agenda[-1], Action):
                yield decision.after


def asked(state: State[Table]) -> Any:
    return state.agenda[-1]


def test_a_house_that_was_put_off_is_placed_when_its_turn_begins() -> None:
    """KIN-R23: deferred, then immediate."""
    met = 0
    for state in actions(2, 30, house_timing="deferred"):
        other: int = 1 - asked(state).seat
        if not due(state.table, state.table.seats[other]) or met > 20:
            continue
        dice, now = stream("house", met), under(GAME, state, {"house_timing": "immediate"})
        while now.agenda and not (isinstance(asked(now), Action | PlaceHouse) and asked(now).seat == other):
            now = engine.decide(GAME, now, *any_move(now, dice), DEAL).state
        if now.agenda:
            assert isinstance(asked(now), PlaceHouse) or not due(now.table, now.table.seats[other])
            met += 1
    assert met > 5


def test_goals_can_be_claimed_in_the_turn_in_which_their_window_opens() -> None:
    """KIN-R43: after an action, then at any time."""
    met = 0
    for state in actions(2, 12, goal_window="after_action_and_evening"):
        seat: int = asked(state).seat
        goals = [goal for goal in GOALS if unmet(state.table, seat, goal) is None]
        rest = next(move for move in engine.legal(state, seat) if isinstance(move, Rest))
        if goals:
            now = under(GAME, state, {"goal_window": "any_time_own_turn"})
            after = engine.decide(GAME, now, seat, rest, DEAL).state
            assert {Claim(goal) for goal in goals} <= {*engine.legal(after, seat)}
            met += 1
    assert met > 5


def test_a_tile_that_has_given_its_bonus_does_not_give_it_again() -> None:
    """KIN-R31: before the walk, then after it."""
    met = 0
    for state in actions(2, 2, tile_bonus_first="yes"):
        seat: int = asked(state).seat
        p = state.table.seats[seat]
        ready = replace(state, table=state.table.with_side(seat, replace(p, upgraded=(A2,), coins=20)))
        if Open(A2) not in engine.legal(ready, seat):
            continue
        now = engine.decide(GAME, ready, seat, Open(A2), DEAL).state
        now = engine.decide(GAME, now, seat, InvestUp(), DEAL).state
        assert isinstance(asked(now), GoOn)
        now = under(GAME, now, {"tile_bonus_first": "no"})
        work = next(engine.ways(now, seat)[0].moves())
        after = engine.decide(GAME, now, seat, work, DEAL).state
        assert not any(isinstance(step, Invest) and step.source == A2 for step in after.agenda)
        met += 1
    assert met > 5


@pytest.mark.parametrize(("before", "after"), [("per_player", "after_all"), ("after_all", "per_player")])
def test_each_seat_claims_once_in_an_evening_in_which_the_order_changes(before: str, after: str) -> None:
    """KIN-R29: in the middle of an Evening, which goes on as it began."""
    met = 0
    for seed in range(4):
        for decision in Recipe("crossing", 3, seed, {"evening_goals": before}).decisions():
            state = decision.after
            waits = [step for step in state.agenda if isinstance(step, SpendEvening)]
            if waits and not any(isinstance(step, Evening) for step in state.agenda):
                now, claims = under(GAME, ready_for_goal_4(state), {"evening_goals": after}), list[int]()
                while any(isinstance(step, SpendEvening | ClaimGoals) for step in now.agenda):
                    seat = asked(now).seat
                    claims += [seat] if isinstance(asked(now), ClaimGoals) else []
                    moves = engine.legal(now, seat)
                    now = engine.decide(GAME, now, seat, Done() if Done() in moves else moves[0], DEAL).state
                met += 1
                assert {step.seat for step in waits} <= {*claims}, claims
                assert len({*claims}) == len(claims)
    assert met > 5


def ready_for_goal_4(state: State[Table]) -> State[Table]:
    """KIN-12.6: the Investment marker of each seat is far enough for it."""
    seats = tuple(replace(p, investment=4) for p in state.table.seats)
    return replace(state, table=replace(state.table, seats=seats, claims={}))
