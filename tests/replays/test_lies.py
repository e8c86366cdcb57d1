"""No lie about a recorded match is valid, and every honest copy of it is: of each game, in every view, at every cut."""

import io
from collections.abc import Iterator
from typing import Any

import pytest

from core.games import NAMES, game_named, read_log
from core.games.emara.moves import Play, RaiseRank, Withdraw
from core.games.emara.rules.favors import KeepFavor
from core.games.emara.rules.turn import BeforeCard, PlayCard
from core.kernel.language.spelling import format_move
from core.kernel.log.log import Log
from core.kernel.log.scribe import Scribe
from core.kernel.rules import engine
from core.kernel.rules.chance import stream
from replays.files.export import FULL, PUBLIC, SEAT, cut, export, finished, read_stream
from replays.verify import verify, verify_file
from tests.replays.copies import MATCHES, log_of, told, views
from tests.replays.lies import LIES, POINTS, ending, opening_rows
from tests.support.matches import any_move
from tests.support.recording import Recorder

EMARA, FEW = game_named("emara"), 3
AT_MOST = 10  # rows of a copy that a score hangs on; `make fuzz` takes every one
WHOLE = {
    "medieval": "medieval-duel",
    "emara": "emara-duel",
    "heirs": "heirs-duel",
    "crossing": "crossing-duel",
    "nobility": "nobility-duel",
}


# --- lies -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lie", LIES)
@pytest.mark.parametrize("name", MATCHES)
def test_no_lie_about_a_recorded_match_is_valid(name: str, lie: str) -> None:
    """One row by dice, in the copy of the public, of a seat, and the full one; `make fuzz` takes every row and seat."""
    log = log_of(name)
    reader = SEAT + stream("reader", name, lie).pick(log.seats)
    for view, rows in views(log):
        if view.startswith(SEAT) and view != reader:
            continue
        dice = stream("lies", name, lie, view)
        opening = opening_rows(rows) or [1]
        for number in (1, ending(rows), dice.pick(opening), *(1 + dice.below(len(rows)) for _ in range(30))):
            made = LIES[lie](rows, number, dice)
            if made is not None:
                report = told(made, view)
                assert not report.valid, (view, number)
                break


def test_each_lie_can_be_told_about_some_match() -> None:
    """Else the test above would hold for nothing."""
    for lie, make in LIES.items():
        found = (
            number
            for name in ("emara-duel", "medieval-duel")
            for number in range(1, log_of(name).head + 1)
            if make(log_of(name).rows, number, stream("some", number)) is not None
        )
        assert next(found, 0), lie


@pytest.mark.parametrize("game", NAMES)
def test_results_are_not_made_up_behind_a_closed_box(game: str) -> None:
    """The openings are stripped, what a fact opened is dropped, and "played to the end, Ana 0, Bo 777" follows."""
    log = log_of(WHOLE[game])
    for view, rows in views(log):
        for number in (opening_rows(rows) or range(9, len(rows), 9))[:6]:
            made = LIES["over at once"](rows, number, stream("777"))
            assert made is not None
            lied = read_log(made).state().table.end
            assert POINTS in lied.scores, "it is there to be believed"
            fault = told(made, view).fault
            assert fault is not None
            assert fault.row == number


@pytest.mark.parametrize("game", NAMES)
def test_one_row_of_a_recorded_match_tells_no_other_score(game: str) -> None:
    """One row says more than what followed, and the rules are followed from there to the end."""
    log = log_of(WHOLE[game])
    for view, rows in views(log):
        dice, lied = stream("one row", game, view), 0
        numbers = opening_rows(rows) or range(2, len(rows), 5)
        for number in numbers[:: 1 + (len(numbers) - 1) // AT_MOST]:
            for lie in ("won behind a closed box", "tail played on"):
                made = LIES[lie](rows, number, dice)
                if made is not None:
                    fault = told(made, view).fault
                    assert fault is not None
                    assert fault.row <= number
                    lied += 1
        assert lied > 3


@pytest.mark.parametrize("game", NAMES)
def test_draws_of_another_seed_show_as_soon_as_the_seed_is_open(game: str) -> None:
    log = log_of(WHOLE[game])
    for view, rows in views(log):
        made = LIES["another seed"](rows, 1, stream("seed"))
        assert made is not None
        fault = told(made, view).fault
        assert fault is not None
        assert fault.row == 1, "where the first draws are"


@pytest.mark.parametrize("game", NAMES)
def test_a_running_match_proves_no_draw(game: str) -> None:
    """Before the seed is open, the draws of another seed could have been."""
    rows = log_of(WHOLE[game]).redacted(None)
    made = LIES["another seed"](rows, 1, stream("seed"))
    assert made is not None
    report = told(made[: ending(rows) - 2], PUBLIC)
    assert (report.valid, report.over, report.seed_revealed, report.draws_derived) == (True, False, False, 0)
    assert report.draws_recorded > 0


def illegal(match: Recorder) -> Iterator[Any]:
    """Moves of who is asked that the table shows to be illegal, whatever the hand."""
    step, table, seat = match.state.agenda[-1], match.state.table, engine.asked(match.state).seats[0]
    player = table.seats[seat]
    gone = (*player.discard, *(card for card in player.slots if card is not None))
    for offer in step.offers(table, seat):
        if offer.blocked is not None and (not isinstance(offer.move, Play) or offer.move.card in gone):
            yield offer.move
        elif isinstance(offer.move, Play):
            yield Play(offer.move.card, 0)
    yield Withdraw()


def test_a_closed_hand_covers_no_move_that_the_table_shows_to_be_illegal() -> None:
    """A forger has the program, and it decides what follows from any move: a card played twice, a rank for nothing."""
    match = Recorder(EMARA, 2, rulings={"bonus_before_card": "allowed"})
    dice, tried = stream("a closed hand"), set[Any]()
    while match.state.table.round < FEW:
        step, rows, scribe = match.state.agenda[-1], tuple(match.scribe.rows), match.scribe
        if isinstance(step, (PlayCard, BeforeCard, KeepFavor)):
            seat = engine.asked(match.state).seats[0]
            for move in dict.fromkeys(illegal(match)):
                other = Scribe(EMARA, scribe.seed, scribe.salt_key, scribe.tip)
                try:
                    other.move(match.who(seat), move, format_move(move))
                except Exception:  # noqa: BLE001, S112 - nothing follows from it: no row can be written
                    continue
                report = verify(Log(EMARA, [*rows, *other.rows]).redacted(None))
                assert report.fault is not None, move
                assert (report.fault.row, report.fault.why) == (len(rows) + 1, "move_not_legal"), move
                tried.add(move.__class__)
        match.move(*any_move(match.state, dice))
    assert {Play, Withdraw, RaiseRank} <= tried


# --- honest copies ----------------------------------------------------------------------------------------------------


def check_cut(log: Log, row: int) -> None:
    then = cut(log, row)
    for view in (PUBLIC, *(SEAT + name for name in log.seats), *([FULL] if finished(then) else [])):
        report = verify_file(read_stream(io.BytesIO(b"".join(export(then, view))), view))
        believed = () if then.start.forked is None else ("fork",)  # what it takes over nobody decides again
        assert (report.fault, report.believed) == (None, believed), (row, view)
        assert (report.folded, report.rows) == (0, then.head)
        assert not report.over or report.seed_revealed


@pytest.mark.parametrize("name", ["medieval-2-going-on", "emara-campaign", "heirs-henry"])
def test_every_cut_of_a_match_of_each_game_holds_in_every_view(name: str) -> None:
    log = log_of(name)
    for row in range(1, log.head + 1):
        check_cut(log, row)


@pytest.mark.parametrize("name", MATCHES)
def test_some_cuts_of_every_match_hold_in_every_view(name: str) -> None:
    """The last ones, and one by dice; `make fuzz` cuts elsewhere each time."""
    log = log_of(name)
    for row in (log.head, log.head - 1, 1 + stream("cuts", name).below(log.head)):
        check_cut(log, row)


def test_a_cut_without_the_end_of_its_act_does_not_hold() -> None:
    log = log_of("heirs-henry")
    fault = told(log.redacted(None)[: ending(log.rows) - 1], PUBLIC).fault
    assert fault is not None
    assert (fault.row, fault.why, fault.expected) == (ending(log.rows), "row_due_missing", "reveal")
