"""Maps that scenarios draw: read as they are drawn, compared cell by cell, every slip of the pen told."""

from typing import Any

import pytest

from core.games.heirs import GAME
from core.kernel.errors import Usage
from core.kernel.game import Setup
from core.kernel.rules.grid import Cell, is_cell
from core.kernel.setup.options import agreed
from core.kernel.setup.rulings import settle
from replays.scenario import ScenarioError, load, run
from replays.scenario.map import drawn, map_differences, read_map

MAP = """
      -1           0            1                # the columns
 1    .            ~TRA4        AGR7v/COM1/?:n1v*+scaffold
 0    TRA9^:TRE3   ~wood:cav^   ~AGR8v
"""


def table(players: int = 2, **options: str) -> Any:
    rulings = settle(GAME.rulings, {"solo_seat": "white_south"})
    setup = Setup(("P", "Q")[:players], rulings, GAME.edition().digest, agreed(GAME.options, options))
    return GAME.new(setup)[0]


def test_each_cell_has_its_word() -> None:
    assert read_map(MAP, "given.map") == {
        "-1,1": ".",
        "0,1": "~TRA4",
        "1,1": "AGR7v/COM1/?:n1v*+scaffold",
        "-1,0": "TRA9^:TRE3",
        "0,0": "~wood:cav^",
        "1,0": "~AGR8v",
    }


def test_what_is_drawn_lies_there() -> None:
    found = drawn(GAME, MAP, table(), "given.map")
    lots = found.landscape
    assert set(lots) == {"0,1", "1,1", "-1,0", "0,0", "1,0"}
    assert [(lots[at].tile, lots[at].owner, lots[at].terrain) for at in ("0,1", "1,1", "-1,0", "0,0")] == [
        ("TRA4", None, "stone"),
        ("AGR7", 0, "wood"),
        ("TRA9", 1, "wheat"),
        (None, None, "wood"),
    ]
    assert (lots["1,0"].owner, lots["1,0"].spent) == (0, True)
    assert lots["1,1"].covered == ("COM1", None)
    assert [player.troops for player in found.seats] == [{"n1": "1,1"}, {"cav": "0,0"}]
    assert found.seats[0].moved == ("n1",)
    assert (found.treasures.placed, found.scaffold, found.start) == ({"-1,0": "TRE3"}, "1,1", "wood")


def test_what_lies_there_is_drawn_in_the_same_words() -> None:
    found = drawn(GAME, MAP, table(), "given.map")
    assert list(map_differences(GAME, MAP, table(), found)) == []


@pytest.mark.parametrize(("start", "terrain", "hidden"), [("~COM8", None, 0), ("~stone", "stone", 1)])
def test_a_start_tile_of_which_the_face_is_drawn_is_none_of_those_that_nobody_has_seen(
    start: str, terrain: str | None, hidden: int
) -> None:
    settled = GAME.openings()["given"](drawn(GAME, f"   0 \n 0  {start}", table(), "given.map"))
    assert (settled.start, len(settled.unseen) - settled.pile) == (terrain, hidden)


def test_a_blue_player_alone_may_sit_in_the_north() -> None:
    found = drawn(GAME, "   0 \n 0  TRA9^:n1^", table(1, color="blue"), "given.map")
    assert (found.landscape["0,0"].owner, found.seats[0].troops) == (0, {"n1": "0,0"})


@pytest.mark.parametrize(
    ("old", "new", "cell", "expected"),
    [
        ("~TRA4", ".", "0,1", "."),
        ("TRA9^", "TRA9v", "-1,0", "TRA9v:TRE3"),
        ("n1v*", "n1v", "1,1", "AGR7v/COM1/?:n1v+scaffold"),
        ("~AGR8v", "~AGR8", "1,0", "~AGR8"),
    ],
)
def test_what_differs_is_named_by_its_cell(old: str, new: str, cell: str, expected: str) -> None:
    found = drawn(GAME, MAP, table(), "given.map")
    (difference,) = map_differences(GAME, MAP.replace(old, new), table(), found)
    assert (difference.entry, difference.expected) == (f"then.map {cell}", expected)
    assert difference.found == read_map(MAP, "")[Cell(cell)]


BAD = {
    "a row that is too short": ("   0 1\n 0 .", "scenario_map", "0 ."),
    "columns that do not follow": ("   0 2\n 0 . .", "scenario_map", "0 2"),
    "rows that go up": ("   0\n 0 .\n 1 .", "scenario_map", "0 1"),
    "no numbers": ("   a\n 0 .", "scenario_map", "a"),
    "a tile without an owner": ("   0\n 0 TRA9", "unknown_word", "TRA9"),
    "no tile": ("   0\n 0 TRA99v", "unknown_word", "TRA99"),
    "no owner": ("   0\n 0 v", "unknown_word", ""),
    "no troop": ("   0\n 0 ~wood:n3v", "unknown_word", "n3v"),
    "a troop of nobody": ("   0\n 0 ~wood:n1", "unknown_word", "n1"),
}


@pytest.mark.parametrize(("text", "why", "word"), BAD.values(), ids=BAD)
def test_a_slip_of_the_pen_is_told(text: str, why: str, word: str) -> None:
    with pytest.raises(Usage) as caught:
        drawn(GAME, text, table(), "given.map")
    assert (caught.value.why, caught.value.terms["word"]) == (why, word)
    assert str(caught.value.terms["entry"]).startswith("given.map")


def test_a_game_that_is_not_played_on_a_grid_has_no_map() -> None:
    text = """
game = "medieval"
[[scenario]]
title = "a map"
rules = []
players = ["P", "Q"]
given.map = '''
   0
0  CAS-01'''
given.agenda = "actions P"
then.P.vp = 0
"""
    (scenario,) = load(text, "some.toml")
    with pytest.raises(ScenarioError) as caught:
        run(scenario)
    assert (caught.value.why, caught.value.terms["entry"]) == ("scenario_no_map", "given.map")


@pytest.mark.parametrize("text", ["0,0", "-1,20", "9,-9999"])
def test_two_numbers_are_a_cell(text: str) -> None:
    assert is_cell(text)


@pytest.mark.parametrize("text", ["", "0", "-0,1", "01,1", "1,2,3", "1, 2", "a,b", "1,99999", "１,1"])
def test_nothing_else_is_one(text: str) -> None:
    assert not is_cell(text)
