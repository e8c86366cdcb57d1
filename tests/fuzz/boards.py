"""The recorded matches as one of their readers sees them, drawn as wide as the dice say: plain, in colour, in brief."""

from core.games import read_log
from core.kernel.drawing.brief import brief
from core.kernel.drawing.changes import changed
from core.kernel.drawing.parts import Board
from core.kernel.drawing.style import PLAIN, bare, width
from core.kernel.drawing.terminal import LEAST, MOST, text
from core.kernel.language.words import SINGULAR
from replays import archive
from replays.replay import replayed
from tests.fuzz.found import Found, Trial
from tests.support.pictures import COLOURED, misfit

LINES = 19
"""Of a board in brief, at most."""


def trial(here: Trial) -> int:
    """Every stop of a match, for one reader in one language."""
    dice = here.dice()
    name = dice.pick(sorted(archive.index()))
    lang, wide = dice.pick(sorted(SINGULAR)), LEAST + dice.below(MOST - LEAST + 1)
    log = read_log(archive.read(name).rows)
    reader = dice.pick([None, *range(len(log.seats))])
    words, stops = log.game.words(lang), list(replayed(log.seen_by(reader), "move"))
    boards = [log.game.board(stop.view, words, log.seats) for stop in stops]
    for stop, old, new in zip(stops, boards[:1] + boards, boards, strict=False):
        wrong = wrong_with(new, old, reader, wide)
        if wrong is not None:
            raise Found(f"{name}, row {stop.row}, reader {reader}, {lang}, {wide} columns: {wrong}")
    return len(stops)


def wrong_with(new: Board, old: Board, reader: int | None, wide: int) -> str | None:
    """It does not fit, more than decoration is coloured, or it is not brief when it should be."""
    plain, now = text(new, PLAIN, wide), changed(new, old)
    if (line := misfit(plain, wide)) is not None:
        return repr(line)
    if any(bare(text(board, COLOURED, wide)) != plain for board in (new, now)):
        return "colour changes more than how it looks"
    if [line[1:] for line in text(now, PLAIN, wide).splitlines()] != [line[1:] for line in plain.splitlines()]:
        return "a sign of what has changed takes the place of something"
    short = text(brief(now, reader, LEAST, LINES), PLAIN, LEAST)
    if len(short.splitlines()) > LINES or max(map(width, short.splitlines())) > LEAST:
        return "in brief it is too large"
    return None
