"""The boards of all games out of random matches: they fit, whatever happens, and are decorated by colour alone."""

import re

import pytest

from core.kernel.drawing.style import bare
from core.kernel.language.words import SINGULAR
from tests.support.matches import GAMES, TABLES, positions
from tests.support.pictures import COLOURED, HARD_NAMES, WIDTHS, board_text, misfit
from tests.support.toy import TOY


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_board_fits_whatever_happens(name: str, players: int) -> None:
    game, names = GAMES[name], HARD_NAMES[:players]
    seen = 0
    every = 3 if name == TOY.name else 17 if players > 1 else 10  # short ones
    for number, (_, decision) in enumerate(positions(game, players, range(2), every)):
        for viewer in (None, number % players):
            view = game.view(decision.after.table, viewer)
            for lang in SINGULAR:
                words = game.words(lang)
                for wide in WIDTHS:
                    plain = board_text(game, view, words, names, wide=wide)
                    assert misfit(plain, wide) is None
                    assert not re.search(r"\d_", plain)
                    assert bare(board_text(game, view, words, names, COLOURED, wide)) == plain
                seen += 1
    assert seen > 25
