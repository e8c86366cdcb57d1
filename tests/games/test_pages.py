"""The pages of every game: whatever a board says, in the middle of a match and at its end, is on them."""

import pytest

from core.kernel.drawing.page.document import document
from core.kernel.rules.chance import stream
from tests.support.board_texts import untold
from tests.support.html import read_html
from tests.support.matches import GAMES, SEATS, any_terms
from tests.support.recording import Recorder

STOPS = (5, 60, 400)
"""How many more rows are played before somebody looks."""


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", GAMES)
def test_every_text_of_a_board_is_on_its_page(name: str, lang: str) -> None:
    game, dice = GAMES[name], stream("pages", name, lang)
    players = game.players[-1]
    match = Recorder(game, players, seed="pages", match="pages", **any_terms(game, players, dice))
    for rows in STOPS:
        log = match.play(dice, rows).log()
        for viewer in (None, 0):
            board = game.board(game.view(log.state().table, viewer), game.words(lang), SEATS[:players])
            page = read_html(document(board, lang, "title"))
            assert untold(board, page) == []
            assert len(page.of("panel")) == len(board.panels)
