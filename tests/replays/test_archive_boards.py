"""The boards of the recorded matches, at every stop, for every reader; `make fuzz ONLY=boards` draws all of them."""

from itertools import product

import pytest

from core.games import read_log
from core.kernel.language.words import SINGULAR
from replays import archive
from replays.replay import replayed
from tests.support.pictures import WIDTHS, board_text, misfit

EVERY = 59  # so many boards of a match are one: no multiple of the languages and widths, so that all of them come


@pytest.mark.parametrize("name", archive.index())
def test_a_sample_of_the_boards_fits(name: str) -> None:
    log = read_log(archive.read(name).rows)
    readers: list[int | None] = [None, *range(len(log.seats))]
    stops = [stop for reader in readers for stop in replayed(log.seen_by(reader), "move")]
    sample = list(product(stops, SINGULAR, WIDTHS))[::EVERY]
    for stop, lang, wide in sample:
        assert misfit(board_text(log.game, stop.view, log.game.words(lang), log.seats, wide=wide), wide) is None
    assert len(sample) > 10
