"""Who may sit at a table, and when: names that look like nothing or like another's, clocks that stand wrong."""

from collections.abc import Callable
from unittest.mock import patch

import pytest

from core.games import game_named
from core.kernel.errors import HeraldError, Usage
from core.kernel.language.spelling import format_move
from core.kernel.log.limits import LATEST
from core.kernel.log.log import Log
from core.kernel.rules.chance import stream
from replays.explain import number_of
from replays.verify import verify
from store.acts import Act
from store.matches import Matches
from store.simulation import Recorder
from tests.replays.forging import Json, forged
from tests.replays.tables import begin, club, go_on, held
from tests.support.at_desk import forked
from tests.support.matches import any_move

GAME = game_named("medieval")

ALIKE = [
    ("Ana", "ana"),
    ("Ana", "Ａｎａ"),
    ("Zo\u00eb", "Zoe\u0308"),
    ("Groß", "GROSS"),
    ("ﬁn", "FIN"),
    ("Ana", "Ana\ufe0f"),
    ("Bo", "ａｒｂｉｔｅｒ"),
]
BLANK = [
    "",
    " ",
    "\u3000",
    "\u00a0",
    "\u200b",
    "\u2060",
    "\ufeff",
    "\u3164",
    "\u2800",
    "\u0301",
    "\u0301\u0302",
    "\ufe0f",
]
UNFIT = [
    "Bo\u115f",
    "Bo\u200d",
    "Bo\u202e",
    "\u2066Bo",
    "\x1bBo",
    "Bo\x00",
    "Bo\u2028",
    "Bo：",
    "\u00a8",
    "ﷺ" * 3,
    "\ud800",
]


@pytest.mark.parametrize("names", [*ALIKE, *(("Ana", name) for name in (*BLANK, *UNFIT))], ids=ascii)
def test_names_that_no_table_takes(names: tuple[str, str]) -> None:
    with club("names") as matches:
        with pytest.raises(Usage, match="seats_alike" if names in ALIKE[:-1] else "bad_seat_name") as refused:
            matches.start(GAME, names)
        assert names not in ALIKE[:-1] or refused.value.known == names
        assert matches.store.everything() == []


@pytest.mark.parametrize(("game", "name"), [("heirs", "Henry"), ("heirs", "henri"), ("crossing", "Paco & Paca")])
def test_who_plays_alone_is_not_called_like_the_other_side(game: str, name: str) -> None:
    with club("names") as matches:
        with pytest.raises(Usage, match="seat_of_nobody"):
            matches.start(game_named(game), [name])
        assert matches.store.everything() == []
        matches.start(game_named(game), [name, "Bo"])  # there nobody else has the name


@pytest.mark.parametrize("names", [("3",), ("Ana", "3"), ("Ana", "３"), ("3", "4"), ("Ana", "٣")], ids=ascii)
def test_no_match_begins_with_a_number_for_a_name(names: tuple[str, ...]) -> None:
    with club("names") as matches:
        with pytest.raises(Usage, match="number_for_name"):
            matches.start(game_named("emara"), names)
        assert matches.store.everything() == []
        matches.start(game_named("emara"), ["Ana", "Bo3"])


def test_a_match_that_was_begun_with_a_number_for_a_name_goes_on() -> None:
    with club("names") as matches:
        with patch("store.starting.check_names"):
            log = held(matches, matches.start(game_named("emara"), ["Ana", "3"]))
        assert verify(log.rows).fault is None
        assert forked(matches, log)[0].log.seats == ("Ana", "3")


def test_a_match_that_was_begun_with_such_a_name_goes_on() -> None:
    """It can be forked, too; of whom a name is meant that two sides have, nobody guesses."""
    game = game_named("heirs")
    with club("names") as matches:
        with patch("store.starting.check_alone"):
            log = held(matches, matches.start(game, ["Henry"]))
        assert verify(log.rows).fault is None
        assert forked(matches, log)[0].log.seats == ("Henry",)
        with pytest.raises(Usage, match="ambiguous_seat"):
            number_of(log.seen_by(None), "henry.score", game.words("en"))


@pytest.mark.parametrize(
    "names", [("Ana", "Ána"), ("李", "李白"), ("😀", "❤\ufe0f"), ("Zoe\u0308", "Ω"), ("1st", "²3rd")], ids=ascii
)
def test_names_that_a_table_takes(names: tuple[str, str]) -> None:
    with club("names") as matches:
        assert verify(held(matches, matches.start(GAME, names)).rows).fault is None


@pytest.fixture(scope="module")
def first() -> Log:
    with club("first") as matches:
        return held(matches, matches.start(GAME, ("Ana", "Bo")))


@pytest.mark.parametrize(
    "names", [("Ana", "Ａｎａ"), ("№", "no"), ("Bo", "ａｒｂｉｔｅｒ"), ("Bo", "\u3164"), ("Bo", "\u0301")], ids=ascii
)
def test_format_1_has_such_names_and_format_2_has_none(names: tuple[str, str], first: Log) -> None:
    def in_format(version: int) -> Callable[[Json], None]:
        def change(body: Json) -> None:
            body["v"], body["about"]["seats"] = version, list(names)

        return change

    fault = verify(forged(first.rows, 1, in_format(2))).fault
    assert fault is not None
    assert (fault.row, fault.why) == (1, "start_name")
    assert verify(forged(first.rows, 1, in_format(1))).fault is None


@pytest.mark.parametrize("at", [-1, LATEST + 1, -(2**40), 2**63])
def test_a_clock_that_stands_wrong_writes_nothing(at: int) -> None:
    with club("clock") as matches:
        log = begin(matches, GAME, 2)
        wrong = Matches(matches.store, lambda: at, matches.entropy)
        seat, move = any_move(log.state(), stream("clock", 1))
        act = Act(log.seats[seat])
        recorder = Recorder(matches.store, lambda: at, matches.entropy)
        for acting in (
            lambda: wrong.start(GAME, ("Ana", "Bo")),
            lambda: forked(wrong, log),
            lambda: wrong.move(log.match, act, format_move(move)),
            lambda: wrong.undo(log.match, act, 1, reason="x"),
            lambda: recorder.begin(GAME, {"Ana": "random", "Bo": "random"}, "s", {}, practice=False),
        ):
            with pytest.raises(HeraldError, match="clock_wrong"):
                acting()
        assert matches.store.everything() == [log.match]
        assert matches.log(log.match).head == log.head


@pytest.mark.parametrize("at", [0, LATEST])
def test_the_first_and_the_last_second(at: int) -> None:
    with club("clock") as matches:
        edge = Matches(matches.store, lambda: at, matches.entropy)
        log = go_on(edge, held(edge, edge.start(GAME, ("Ana", "Bo"))), stream("edge", 1), 3)
        assert verify(log.rows).fault is None
