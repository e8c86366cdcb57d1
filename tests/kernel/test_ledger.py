import pytest

from core.kernel.log.ledger import LedgerLine, ledger
from core.kernel.rules.chance import stream
from tests.support.matches import GAMES, TABLES
from tests.support.recording import Recorder
from tests.support.toy import TOY, Earn, Guess


def test_a_ledger_names_row_rule_amount_and_what_it_came_to() -> None:
    match = Recorder(TOY, 2)
    for seat, number in ((0, 1), (1, 1), (0, 3), (1, 2)):
        match.move(seat, Guess(number))
    match.move(0, Earn(1))
    assert ledger(match.log().line(), 0, "coins") == [
        LedgerLine(5, "TOY-3", 2, 2, "toy"),
        LedgerLine(6, "TOY-5", 1, 3, "toy"),
    ]
    assert ledger(match.log().line(), 1, "coins") == []
    assert ledger(match.log().line(), 0, "gold") == []


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_number_of_every_seat_adds_up(name: str, players: int) -> None:
    match = Recorder(GAMES[name], players).play(stream("ledger", players))
    line = match.log().line()
    for (seat, what), count in match.game.counters(match.state.table).items():
        lines = ledger(line, seat, what)
        assert sum(entry.amount for entry in lines) == count
        assert [entry.total for entry in lines][-1:] == ([count] if lines else [])
