"""What a scenario says of legal moves is what playing does, in random positions of all games."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from core.games import NAMES, game_named
from core.kernel.bots.matches import seated
from core.kernel.errors import HeraldError, Refused, Usage
from core.kernel.language.notation import read_move
from core.kernel.language.spelling import format_move
from core.kernel.rules import engine
from core.kernel.rules.chance import Stream, derived, stream
from core.kernel.rules.engine import AnyGame
from replays.scenario import MORE, Difference, ScenarioError, load, run
from replays.scenario.checks import Moment
from replays.scenario.entry import Check, Moves, Refusal, Then
from replays.scenario.given import Position
from replays.scenario.moves import Asking
from replays.scenario.reference import Reference
from replays.scenario.written import text_of

EVERY = 18
TEXTS = 12


def at_moments(game: AnyGame) -> Iterator[tuple[Moment, Asking, list[str]]]:
    """Now and then in a match at random: the position, and texts of moves, most of which are not legal there."""
    players = sorted(game.players)[1]
    setup, dice = seated(game, players), stream("legality")
    names = tuple("ABCDEF"[:players])
    plain = f'game = "{game.name}"\n[[scenario]]\ntitle = "t"\nrules = []\nplayers = {text_of([*names])}\n'
    position = Position(game, load(f"{plain}given.agenda = []\nthen.asked = []", "some.toml")[0])
    state = engine.begin(game, setup, derived("legality")).state
    seen: list[str] = []
    number = 0
    while seats := engine.asked(state).seats:
        moves = engine.some_legal(state, seats[0], dice)
        if number % EVERY == 0:
            asking = Asking(game, state, names)
            yield Moment(position, asking, state.table, (), None), asking, list(texts(state, moves, seen, dice))
        seen += [format_move(moves[0]), format_move(moves[-1])]
        move = moves[dice.below(len(moves))]
        state, number = engine.decide(game, state, seats[0], move, derived(f"legality {number}")).state, number + 1


def texts(state: Any, moves: list[Any], seen: list[str], dice: Stream) -> Iterator[str]:
    """Legal moves, blocked ones, those of other moments, and beginnings of all of them."""
    blocked = [offer.move for offer in engine.offers(state, engine.asked(state).seats[0]) if offer.blocked is not None]
    for pool in ([*map(format_move, moves)], [*map(format_move, blocked)], seen):
        for _ in range(min(TEXTS // 3, len(pool))):
            text = pool[dice.below(len(pool))]
            words = text.split()
            yield from (text, " ".join(words[: 1 + dice.below(len(words))]))


def plays(asking: Asking, seat: int, text: str) -> bool:
    """Whether the move can be made."""
    try:
        move = read_move(asking.game, asking.state, seat, text)
    except HeraldError:
        return False
    engine.decide(asking.game, asking.state, seat, move, derived("played"))
    return True


def found(moment: Moment, name: str, moves: Moves) -> list[Difference]:
    return list(moment.differences(Check("", Then(moves={name: moves}))))


def listed(asking: Asking, seat: int) -> list[str] | None:
    """Every legal move of a seat; None where they are too many."""
    try:
        return asking.all_legal(seat, "then")
    except Usage:
        return None


@cache
def reasons(game: str) -> set[str]:
    return {line.name for line in Reference(game_named(game), "en").topics["refusals"]()}


@pytest.mark.parametrize("name", sorted(NAMES))
def test_what_is_legal_and_what_is_refused_is_what_playing_does(name: str) -> None:
    game = game_named(name)
    played = refused = 0
    for moment, asking, tried in at_moments(game):
        for text in tried:
            for seat, seat_name in enumerate(asking.seats[:2]):
                can = plays(asking, seat, text)
                assert (found(moment, seat_name, Moves(contain=(text,))) == []) == can, text
                lacks = found(moment, seat_name, Moves(lack=(text,))) == []
                problem = asking.problem(seat, text)
                assert lacks == (isinstance(problem, Refused) and not can), text
                if problem is not None:
                    assert problem.why in reasons(name), problem
                    refusal = Refusal(text, seat_name, why=problem.why)
                    assert list(moment.differences(Check("", refused=(refusal,)))) == []
                    refused += 1
                else:
                    assert [one.why for one in moment.differences(Check("", refused=(Refusal(text, seat_name),)))] == [
                        "legal"
                    ]
                    played += 1
    assert played > 10
    assert refused > 50


@pytest.mark.parametrize("name", sorted(NAMES))
def test_exactly_means_the_moves_however_they_are_typed(name: str) -> None:
    """All of them, in whatever order and form; one fewer is not all, and none is told twice."""
    whole = 0
    for moment, asking, _ in at_moments(game_named(name)):
        seat = engine.asked(asking.state).seats[0]
        told = asking.legal(seat)
        assert len({*told}) == len(told)
        legal = listed(asking, seat)
        assert (legal is not None) or told[-1] == MORE
        if legal is None:
            continue
        whole += 1
        assert {*told} - {MORE} <= {*legal}
        seat_name = asking.seats[seat]
        assert found(moment, seat_name, Moves(exactly=tuple(reversed(legal)))) == []
        assert [one.why for one in found(moment, seat_name, Moves(exactly=tuple(legal[1:])))] == ["other_value"]
    assert whole > 1


CARDS = """
game = "medieval"
[[scenario]]
title = "a card can be paid in several ways"
rules = ["MED-12.3"]
players = ["P", "Q"]
given.table.current = { 7 = "LDR-01" }
given.P.palace = "3 gold"
given.agenda = "actions P"
"""


def test_a_move_that_leaves_something_open_is_contained_nowhere() -> None:
    (scenario,) = load(CARDS + 'then.moves.P = { contain = ["activate 7"] }', "some.toml")
    (difference,) = run(scenario).differences
    assert (difference.why, difference.entry) == ("incomplete", "then.moves.P: activate 7")
    (scenario,) = load(CARDS + 'then.moves.P = { lack = ["activate 7"] }', "some.toml")
    assert [one.why for one in run(scenario).differences] == ["legal"]


def test_a_name_may_stand_before_a_move_that_is_refused() -> None:
    (scenario,) = load(CARDS + 'refused = { move = "Q: activate 3", rule = "MED-12.1" }', "some.toml")
    assert run(scenario).passed


def test_exactly_is_no_question_where_nobody_could_list_the_moves() -> None:
    placing = CARDS.replace("actions P", "placement") + "then.moves.P.exactly = []"
    with pytest.raises(ScenarioError) as caught:
        run(load(placing, "some.toml")[0])
    assert (caught.value.why, caught.value.terms["entry"]) == ("scenario_too_many_moves", "then.moves.P.exactly")
