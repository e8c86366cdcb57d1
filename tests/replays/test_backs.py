"""Who may go back freely, by the store and by whoever verifies: the seat that acted, through who acted for it."""

from core.games import game_named
from core.kernel.log.log import Log
from core.kernel.log.row import Back, Request
from replays.verify import verify
from store.acts import Act
from store.matches import Matches
from tests.replays.forging import Json, forged
from tests.replays.tables import begin, club, held


def chosen_by_zoe(matches: Matches) -> Log:
    """Ana's monarch and Bo's, both typed by Zoe."""
    log = begin(matches, game_named("medieval"), 3)
    for seat, words in (("Ana", "monarch 1"), ("Bo", "monarch 2")):
        matches.move(log.match, Act(seat, actor="Zoe"), words)
    return matches.log(log.match)


def test_who_types_for_two_seats_takes_back_only_what_the_one_seat_did() -> None:
    with club() as matches:
        log = chosen_by_zoe(matches)
        own = held(matches, matches.undo(log.match, Act("Bo", actor="Zoe")))
        assert own.bodies[-1].about == Back(2, 3, "free")
        again = held(matches, matches.redo(log.match, Act("Bo", actor="Zoe")))
        assert again.bodies[-1].about == Back(3, 4, "free")
        asked = held(matches, matches.undo(log.match, Act("Ana", actor="Zoe")))
        assert asked.bodies[-1].about == Request("undo", 1), "with Ana's move Bo's would go, too"
        assert verify(asked.rows).fault is None


def test_such_an_undo_does_not_hold_where_it_was_written_all_the_same() -> None:
    def by_ana(body: Json) -> None:
        body["seat"] = 0

    with club() as matches:
        log = chosen_by_zoe(matches)
        undone = held(matches, matches.undo(log.match, Act("Bo", actor="Zoe")))
        assert verify(undone.rows).fault is None
        fault = verify(forged(undone.rows, 4, by_ana)).fault
        assert fault is not None
        assert (fault.row, fault.why) == (4, "undo_not_free")
