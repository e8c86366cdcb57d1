"""What is refused says why: texts that are nearly moves, in every language, over positions that play reaches."""

import pytest

from core.games import NAMES
from core.kernel.rules import engine
from core.kernel.rules.chance import stream
from tests.support.matches import GAMES, TABLES, positions
from tests.support.nearly import LANGUAGES, faults, mistyped

EVERY, TEXTS = 10, 5


@pytest.mark.parametrize(("name", "players"), [table for table in TABLES if table[0] in NAMES])
def test_a_refusal_is_whole_in_every_language_and_cites_a_rule_that_there_is(name: str, players: int) -> None:
    game, refused = GAMES[name], 0
    for recipe, decision in positions(game, players, (players,), EVERY):
        dice = stream("nearly", name, recipe.seed, decision.number)
        for seat in range(players):
            count = TEXTS if engine.may_answer(decision.after, seat) else 1
            for text in mistyped(game, decision.after, seat, dice, dice.pick(LANGUAGES), count):
                found = list(faults(game, decision.after, seat, text))
                assert found == [], f"{name} for {players}, after decision {decision.number}, seat {seat}: {text}"
                refused += 1
    assert refused > TEXTS
