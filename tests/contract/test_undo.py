"""Undo then redo is as if nothing had been, in every game, at every row, whatever class it takes."""

import pytest

from core.kernel.log.history import undone
from core.kernel.rules.chance import stream
from tests.support.matches import GAMES, TABLES, any_move, any_terms
from tests.support.recording import Recorder, undo_target
from tests.support.toy import TOY

MATCHES = 2  # of each game with each number of players; `make fuzz ONLY=matches` goes back and forth in many more


def moves_of(match: Recorder) -> list[object]:
    """What counts: moves, facts and draws along the line."""
    line = match.log().line()
    return [(row.seat, row.move, row.sealed_move, row.facts, row.chance) for row in line if row.kind == "move"]


def back_and_forth(match: Recorder, seat: int, times: int) -> None:
    """So many undos, then as many redos: everything is where it was."""
    states, counting, there = [match.state], moves_of(match), match.head
    for _ in range(times):
        match.undo(seat, by="arbiter")
        states.append(match.state)
    assert len({id(state) for state in states}) == times + 1, "each undo goes further back"
    for state in states[-2::-1]:
        match.redo(seat, by="arbiter")
        assert match.state == state
    assert moves_of(match) == counting
    assert not [row for row, _ in undone(match.bodies).items() if row <= there and match.bodies[row - 1].kind == "move"]


def public(match: Recorder) -> tuple[object, ...]:
    """Where a match stands, but for the numbers of the rows in which its boxes lie."""
    state, game = match.state, match.game
    chance = [row.chance for row in match.log().line()]
    return game.view(state.table, None), state.agenda, state.draws, [drawn for drawn in chance if drawn]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_undo_then_redo_is_as_if_nothing_had_been(name: str, players: int) -> None:
    free = 0
    for seed in range(MATCHES):
        dice = stream("identity", name, players, seed)
        terms = any_terms(GAMES[name], players, dice)
        match, twin = (Recorder(GAMES[name], players, seed=str(seed), **terms) for _ in range(2))
        while match.state.agenda and len(twin.bodies) < 120:
            seat, move = any_move(match.state, dice)
            for recorder in (match, twin):
                recorder.move(seat, move)
            if dice.below(3):
                continue
            free += match.undo_class(seat, undo_target(match.bodies, seat, None)) == "free"
            acted = sum(row.kind == "move" and row.seat == seat for row in match.log().line())
            back_and_forth(match, seat, min(acted, 1 + dice.below(3)))
        assert public(match) == public(twin), "and the rest of the match is the same, draws included"
        assert match.log().state() == match.state
    assert free > 3, "some of them would have been free"


def test_every_earlier_row_can_be_gone_back_to_and_left_again() -> None:
    match = Recorder(TOY, 2).play(stream("each"))
    end, last = match.state, match.head
    for row in range(1, last - 1):
        match.undo(None, to=row, by="arbiter")
        assert match.state == match.states[row]
        match.redo(None, by="arbiter")
        assert match.state == end
    assert match.log().state() == end
