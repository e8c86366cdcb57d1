"""The boards of all games out of random matches: they fit, whatever happens, and are decorated by colour alone."""

import re

import pytest

from core.kernel.drawing.style import PLAIN, bare
from core.kernel.drawing.terminal import text
from core.kernel.language.words import SINGULAR
from tests.support.matches import GAMES, TABLES, positions
from tests.support.pictures import COLOURED, HARD_NAMES, WIDTHS, misfit
from tests.support.toy import TOY


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_board_fits_whatever_happens(name: str, players: int) -> None:
    game, names = GAMES[name], HARD_NAMES[:players]
    seen = 0
    every = (
        3 if name == TOY.name else 8 * players + 1 if players > 1 else 10
    )  # short ones; long ones, each seat in its turn
    for number, (_, decision) in enumerate(positions(game, players, range(2), every)):
        for viewer in (None, number % players):
            view = game.view(decision.after.table, viewer)
            for lang in SINGULAR:
                board = game.board(view, game.words(lang), names)
                for wide in WIDTHS:
                    plain = text(board, PLAIN, wide)
                    assert misfit(plain, wide) is None
                    assert not re.search(r"\d_", plain)
                    assert bare(text(board, COLOURED, wide)) == plain
                seen += 1
    assert seen > 25
