"""The boards of the recorded matches, at every stop, for every reader; `make fuzz ONLY=boards` draws all of them."""

from itertools import pairwise, product

import pytest

from core.games import read_log
from core.kernel.drawing import ink
from core.kernel.drawing.brief import brief
from core.kernel.drawing.canvas import SIGN
from core.kernel.drawing.changes import changed
from core.kernel.drawing.parts import Cards, Net, Panel
from core.kernel.drawing.style import Style, bare, width
from core.kernel.drawing.terminal import text
from core.kernel.language.words import SINGULAR
from replays import archive
from replays.replay import replayed
from tests.support.pictures import WIDTHS, board_text, misfit

NARROW, LINES = 80, 19
EVERY = 59  # so many boards of a match are one: no multiple of the languages and widths, so that all of them come
MOST = 60  # of a long match


def step(boards: int) -> int:
    """Of so many boards, each which one is drawn?"""
    return max(EVERY, boards // MOST | 1)


@pytest.mark.parametrize("name", archive.index())
def test_a_sample_of_the_boards_fits(name: str) -> None:
    log = read_log(archive.read(name).rows)
    readers: list[int | None] = [None, *range(len(log.seats))]
    stops = [stop for reader in readers for stop in replayed(log.seen_by(reader), "move")]
    boards = list(product(stops, SINGULAR, WIDTHS))
    sample = boards[:: step(len(boards))]
    for stop, lang, wide in sample:
        assert misfit(board_text(log.game, stop.view, log.game.words(lang), log.seats, wide=wide), wide) is None
    assert len(sample) > 10


@pytest.mark.parametrize("name", archive.index())
def test_a_sample_of_them_is_told_in_brief(name: str) -> None:
    log = read_log(archive.read(name).rows)
    readers: list[int | None] = [None, *range(len(log.seats))]
    stops = [(reader, stop) for reader in readers for stop in replayed(log.seen_by(reader), "move")]
    boards = list(product(stops, SINGULAR))
    sample = boards[:: step(len(boards))]
    for (reader, stop), lang in sample:
        board = log.game.board(stop.view, log.game.words(lang), log.seats)
        short = brief(board, reader, NARROW, LINES)
        lines = text(short, Style(), NARROW).splitlines()
        assert len(lines) <= LINES
        assert max(map(width, lines)) <= NARROW
        offers = [panel for panel in board.panels if has_cards(panel)]
        assert {panel.key for panel in offers[:1]} <= {panel.key for panel in short.panels}
        for panel in board.panels:
            assert panel.kind != "seat" or ink.bare(panel.title) in ink.bare("\n".join(lines)), panel.key


@pytest.mark.parametrize("lang", SINGULAR)
@pytest.mark.parametrize("name", archive.index())
def test_what_has_changed_is_marked_and_nothing_moves(name: str, lang: str) -> None:
    log = read_log(archive.read(name).rows)
    readers: list[int | None] = [None, *range(len(log.seats))]
    marked = 0
    for reader in readers:
        stops = list(replayed(log.seen_by(reader), "move"))
        views = [stop.view for stop in stops[:: max(EVERY // 2, len(stops) // 8)]]
        for old, new in pairwise(log.game.board(view, log.game.words(lang), log.seats) for view in views):
            found = changed(new, old)
            drawn, plain = text(found, Style(), NARROW).splitlines(), text(new, Style(), NARROW).splitlines()
            assert [line[1:] for line in drawn] == [line[1:] for line in plain], "a sign takes the place of a blank"
            assert [bare(line) for line in text(found, Style(colour=True), NARROW).splitlines()] == plain
            short = text(brief(found, reader, NARROW, LINES), Style(colour=True), NARROW).splitlines()
            assert max(map(width, short)) <= NARROW
            marked += any(line.startswith(SIGN) for line in drawn)
    assert marked


def has_cards(panel: Panel) -> bool:
    """Does it offer any, by themselves, on a map, or at places in a ring?"""
    if any(isinstance(part, Net) and any(part.lying) for part in panel.parts):
        return True
    cards = [part for part in panel.parts if isinstance(part, Cards)]
    laid = [card for part in cards if panel.kind == "offer" or part.form == "ring" for card in part.cards]
    return not all(card.empty for card in laid)
