"""A move that several rules bring is at another time under none of them."""

import pytest

from core.games.crossing import GAME
from core.kernel.errors import Refused
from core.kernel.language.notation import read_move
from core.kernel.rules import engine
from tests.support.matches import states


@pytest.mark.parametrize("typed", ["res sap", "trigger HOME"])
def test_no_typical_rule_is_cited_for_it(typed: str) -> None:
    """KIN-5.4, KIN-6.5, KIN-6.7, KIN-8.5.2, KIN-15.1: an income, a card, a bird or a track."""
    state = states("crossing", 2, 1)[0]
    for seat in range(2):
        with pytest.raises(Refused) as refused:
            read_move(GAME, state, seat, typed)
        asked = seat in engine.asked(state).seats
        assert (refused.value.why, refused.value.rule) == ("other_time" if asked else "not_your_turn", "")
