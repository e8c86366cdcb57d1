"""Rounds and turns that no match has: neither an opening nor a single step takes the number of one."""

import pytest

from core.kernel.errors import Usage
from replays.scenario import load
from replays.scenario.given import Position
from tests.support.matches import GAMES

NUMBERED = {
    "medieval": ("round {}", '{{ step = "Round", number = {} }}'),
    "emara": ("round {}", "round end {}", "turn A {}", '{{ step = "Round", number = {} }}'),
    "crossing": ("round {}", "turn A {}", '{{ step = "TakeTurn", seat = "A", turn = {} }}'),
    "nobility": ("round {}", "round end {}", "after income {}", '{{ step = "EndRound", number = {} }}'),
}
"""Openings and steps that go by the number of a round or a turn."""


def agenda(name: str, text: str) -> Position:
    item = text if text.startswith("{") else f'"{text}"'
    entry = f'title = "t"\nrules = []\nplayers = ["A", "B"]\ngiven.agenda = [{item}]\nthen.asked = []\n'
    (scenario,) = load(f'game = "{name}"\n[[scenario]]\n{entry}', "some.toml")
    return Position(GAMES[name], scenario)


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in NUMBERED.items() for text in texts])
def test_a_round_or_a_turn_that_no_match_has_is_refused(name: str, text: str) -> None:
    for number in (0, 99):
        with pytest.raises(Usage, match="scenario_out_of_range") as refused:
            agenda(name, text.format(number))
        terms = refused.value.terms
        assert (terms["entry"], terms["least"], terms["found"]) == ("given.agenda", 1, number)
        assert agenda(name, text.format(terms["expected"])).agenda
    assert agenda(name, text.format(1)).agenda


def test_every_opening_that_takes_a_number_is_looked_at() -> None:
    for name, game in GAMES.items():
        for word, opening in game.openings().items():
            if "number" in opening.__annotations__ and "round" in word:
                assert any(text.startswith(f"{word} ") for text in NUMBERED[name]), (name, word)
