"""What a table of Rise to Nobility cannot agree on is refused before anything begins, and what it can is played."""

import pytest

from core.games.nobility import GAME
from core.games.nobility.rules.flow import Round
from core.kernel.bots.matches import seated
from core.kernel.errors import Usage

FORBIDDEN = {"events_in_solo": "forbidden"}


@pytest.mark.parametrize(
    ("players", "readings", "options"),
    [
        (1, FORBIDDEN, {"events": "on"}),  # RTN-R33
        (1, {}, {"chancery": "on"}),  # RTN-22.7
        (6, {}, {"chancery": "off"}),  # RTN-20.2
        (2, {}, {"objective": "1"}),  # RTN-22.6
        (1, {}, {"objective": "16"}),
        (2, {}, {"rounds": "11"}),  # RTN-3.6
    ],
)
def test_what_a_table_cannot_have_is_refused(players: int, readings: dict[str, str], options: dict[str, str]) -> None:
    with pytest.raises(Usage, match="option_not_here") as refused:
        GAME.new(seated(GAME, players, readings, options))
    assert refused.value.terms["word"] == next(iter(options))
    assert refused.value.terms["players"] == players


@pytest.mark.parametrize(
    ("players", "readings", "options"),
    [
        (1, FORBIDDEN, {"events": "off"}),
        (1, {"events_in_solo": "allowed"}, {"events": "on"}),
        (2, FORBIDDEN, {"events": "on"}),  # the ruling is about one player alone
        (5, {}, {"chancery": "on"}),
        (6, {}, {"chancery": "by_players"}),
        (1, {}, {"objective": "15"}),
        (6, {}, {"rounds": "1"}),
    ],
)
def test_what_it_can_have_begins(players: int, readings: dict[str, str], options: dict[str, str]) -> None:
    table, agenda = GAME.new(seated(GAME, players, readings, options))
    assert len(table.seats) == players
    assert agenda[-1] == Round(1)
