"""The boards of all games out of random matches, and the drawing that they are made with."""

import re

import pytest

from core.kernel.drawing.canvas import PLAIN, Cell, bare, cut, flow, grid, heading, pad, printable, table, width, wrap
from core.kernel.drawing.parts import Board
from core.kernel.language.words import SINGULAR
from tests.support.matches import GAMES, TABLES, positions
from tests.support.pictures import COLOURED, HARD_NAMES, WIDTHS, board_text
from tests.support.toy import TOY

PLAYED = [(name, players) for name, players in TABLES if name != TOY.name]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), PLAYED)
def test_a_board_fits_whatever_happens(name: str, players: int) -> None:
    game, names = GAMES[name], HARD_NAMES[:players]
    seen = 0
    for number, (_, decision) in enumerate(positions(game, players, range(2), 17)):
        for viewer in (None, number % players):
            view = game.view(decision.after.table, viewer)
            for lang in SINGULAR:
                words = game.words(lang)
                for wide in WIDTHS if isinstance(game.board(view, words, names, PLAIN), Board) else (100,):
                    plain = board_text(game, view, words, names, wide=wide)
                    assert max(map(width, plain.split("\n"))) <= wide
                    assert not re.search(r" $|[{}]|None|\d_|[\ue000-\uf8ff]", plain, re.MULTILINE)
                    assert bare(board_text(game, view, words, names, COLOURED, wide)) == plain
                seen += 1
    assert seen > 25


# --- drawing -----------------------------------------------------------------------------------------------------


def test_width_is_what_is_seen() -> None:
    assert [width(text) for text in ("abc", "é", "e\u0301", "李", "🏰", "\u202f", "\x1b[1mab\x1b[0m─", "")] == [
        3, 1, 1, 2, 2, 1, 3, 0,
    ]  # fmt: skip


def test_text_is_cut_to_its_room() -> None:
    assert [cut("Castle of Bran", room) for room in (14, 13, 8, 1, 0)] == [
        "Castle of Bran",
        "Castle of Br…",
        "Castle…",
        "…",
        "",
    ]
    assert [cut("李白杜甫", room) for room in (8, 7, 6)] == ["李白杜甫", "李白杜…", "李白…"]
    assert pad("李", 4) + "|" + pad("\x1b[1ma\x1b[0m", 3, "right") == "李  |  \x1b[1ma\x1b[0m"


def test_lines_break_at_spaces_but_not_behind_a_number() -> None:
    assert wrap("each round +1 science per mayor", 13) == ["each round", "+1 science", "per mayor"]
    assert wrap("has 2× fire and a 1", 7) == ["has", "2× fire", "and a 1"]
    assert wrap("incomprehensibilities here", 8) == ["incompr…", "here"]
    assert wrap("", 8) == [""]


def test_items_flow() -> None:
    assert flow(["one", "two", "three"], 9, ", ", ",") == ["one, two,", "three"]
    assert flow(["one", "four five six"], 9, "; ") == ["one", "four five", "six"]
    assert flow([], 9, ", ") == []


def test_boxes_stand_side_by_side() -> None:
    cells = [Cell("1", "A", ("red", "x")), Cell("2", "", ()), Cell("3", "", ("yes",))]
    assert grid(cells, 2, 7, PLAIN) == [
        "┌ 1 ─ A ┬ 2 ────┐",
        "│ red   │       │",
        "│ x     │       │",
        "├ 3 ────┼───────┤",
        "│ yes   │       │",
        "└───────┴───────┘",
    ]
    assert [bare(line) for line in grid(cells, 2, 7, COLOURED)] == grid(cells, 2, 7, PLAIN)


def test_columns_are_as_wide_as_they_must_be() -> None:
    assert table([("a", "10", "x"), ("李", "7", "")], "  ", frozenset({1})) == ["a   10  x", "李   7"]
    assert heading("Ana", PLAIN, "passed", 30) == "── Ana ───────────── passed ──"
    assert width(heading("A" * 60, PLAIN, "B" * 60, 40)) == 40


def test_a_name_cannot_move_the_cursor() -> None:
    assert printable("Ana\x1b[2J\u202eB\n") == "Ana?[2J?B?"
