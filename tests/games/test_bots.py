"""Bots of all games play fair, and well enough to be opponents."""

import inspect
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from core.games import NAMES
from core.games.medieval import GAME
from core.games.medieval.bot.thinker import thinker
from core.games.medieval.rules.placement import PlaceLeaders
from core.games.medieval.table import Table
from core.kernel.bots import bots
from core.kernel.bots.bots import LEVELS, bot, dice_of
from core.kernel.bots.matches import Decision, Tally, bot_move, decisions, play_match, seated
from core.kernel.errors import Usage
from core.kernel.rules import engine
from core.kernel.rules.chance import stream
from core.kernel.rules.engine import AnyGame, State
from core.kernel.rules.secret import unsalted
from tests.support.cases import cases_of
from tests.support.matches import GAMES, TABLES, any_terms


def match(players: int = 2, level: str = "greedy", seed: str = "fair") -> list[Decision]:
    return list(decisions(GAME, seated(GAME, players), (level,) * players, seed))


def test_a_bot_receives_its_view_its_moves_and_dice() -> None:
    for level in LEVELS:
        given = [name.removeprefix("_") for name in inspect.signature(bot(level).thought).parameters]
        assert given == ["game", "view", "seat", "moves", "dice"]
    assert list(inspect.signature(thinker).parameters) == ["view", "seat"]
    assert not {"State", "Table", "engine", "Consequences"} & set(vars(bots)), "the bots know what a state is"


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_bot_that_holds_only_the_bytes_of_its_view_plays_the_same(name: str, players: int) -> None:
    game, seed, greedy = GAMES[name], f"bytes {players}", bot("greedy")
    terms = any_terms(game, players, stream("bytes", players))
    setup = seated(game, players, terms["rulings"], terms["options"])
    looked = 0
    for decision in decisions(game, setup, ("greedy",) * players, seed):
        if decision.seat is None:
            continue
        view: Any = game.view(decision.before.table, decision.seat)
        copy = msgspec.json.decode(msgspec.json.encode(view), type=view.__class__)
        dice = dice_of(seed, decision.seat, decision.number)
        moves = engine.some_legal(decision.before, decision.seat, dice, greedy.samples)
        assert greedy.thought(game, copy, decision.seat, moves, dice) == decision.move
        looked += 1
    assert looked > 3 * players


def test_what_lies_behind_another_wall_changes_nothing() -> None:
    hidden = [
        decision
        for decision in match(3, seed="walls")
        if decision.seat is not None
        and isinstance(engine.waiting(decision.before), PlaceLeaders)
        and decision.before.table.seats[0].placement is not None
    ]
    assert len(hidden) == 2 * 7
    for decision in hidden:
        table: Table = decision.before.table
        other = PlaceLeaders().sample(table, 0, stream("other", decision.number))
        moved = table.with_side(0, replace(table.seats[0], placement=unsalted((0,), other)))
        assert moved != table
        dice = dice_of("walls", decision.seat or 0, decision.number)
        state = State(moved, decision.before.agenda, decision.before.draws)
        assert bot_move(GAME, state, decision.seat or 0, "greedy", dice) == decision.move


def test_nobody_makes_a_view_for_a_bot_that_does_not_look() -> None:
    def never(_table: Any, _viewer: Any) -> Any:
        raise AssertionError("a view was made")

    blind: AnyGame = replace(GAME, view=never)
    assert play_match(blind, seated(GAME, 2), ("random", "random"), "blind").result is not None
    with pytest.raises(AssertionError, match="a view was made"):
        play_match(blind, seated(GAME, 2), ("random", "greedy"), "blind")


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_plays_the_same_match(level: str) -> None:
    assert match(2, level) == match(2, level)
    assert [decision.move for decision in match(2, level)] != [decision.move for decision in match(2, level, "other")]


def test_a_bot_decides_by_seed_seat_and_number_alone() -> None:
    for decision in reversed(match(4, "random", "alone")):
        if decision.seat is not None:
            dice = dice_of("alone", decision.seat, decision.number)
            assert bot_move(GAME, decision.before, decision.seat, "random", dice) == decision.move
    words = {dice_of(seed, seat, number).word() for seed in ("a", "b") for seat in range(3) for number in range(3)}
    assert len(words) == 2 * 3 * 3


def test_an_unknown_level_tells_which_there_are() -> None:
    with pytest.raises(Usage) as usage:
        play_match(GAME, seated(GAME, 2), ("random", "cheating"), "x")
    assert usage.value.known == ("random", "greedy")


@pytest.mark.slow
@pytest.mark.no_cover  # tracing costs four times as much as playing
@pytest.mark.parametrize("name", NAMES)
def test_greedy_beats_random(name: str) -> None:
    matches, least = cases_of(name).DUEL
    setup, won = seated(GAMES[name], 2), 0
    for number in range(matches):
        seat = number % 2
        levels = ("greedy", "random") if seat == 0 else ("random", "greedy")
        played = play_match(GAMES[name], setup, levels, f"duel {number}")
        won += played.result is not None and played.result.winners == (seat,)
    assert won >= least


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "players"), [(name, players) for name in NAMES for players in GAMES[name].players])
def test_greedy_matches_end_with_the_scores_of_people_who_know_the_game(name: str, players: int) -> None:
    least, most = cases_of(name).SCORES[players]
    figures, levels = Tally(), ("greedy",) * players
    for number in range(5):
        figures.add(play_match(GAMES[name], seated(GAMES[name], players), levels, f"scores {number}"), levels)
    assert figures.levels["greedy"].plays == 5 * players
    assert least <= figures.levels["greedy"].mean <= most


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_level_comes_to_an_end_under_any_readings(name: str, players: int) -> None:
    game = GAMES[name]
    for number in range(4):
        terms = any_terms(game, players, stream("readings", name, players, number))
        setup = seated(game, players, terms["rulings"], terms["options"])
        levels = tuple(LEVELS[(seat + number) % 2] for seat in range(players))
        played = play_match(game, setup, levels, f"ends {number}", checked=number == 0)
        assert played.faults == ()
        assert played.result is not None
        assert len(played.result.scores) == players
