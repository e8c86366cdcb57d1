"""The recorded matches as one of their readers sees them, drawn as wide as the dice say."""

from core.games import read_log
from core.kernel.drawing.terminal import LEAST, MOST
from core.kernel.language.words import SINGULAR
from replays import archive
from replays.replay import replayed
from tests.fuzz.found import Found, Trial
from tests.support.pictures import board_text, misfit


def trial(here: Trial) -> int:
    """Every stop of a match, for one reader in one language."""
    dice = here.dice()
    name = dice.pick(sorted(archive.index()))
    lang, wide = dice.pick(sorted(SINGULAR)), LEAST + dice.below(MOST - LEAST + 1)
    log = read_log(archive.read(name).rows)
    reader = dice.pick([None, *range(len(log.seats))])
    stops = list(replayed(log.seen_by(reader), "move"))
    for stop in stops:
        wrong = misfit(board_text(log.game, stop.view, log.game.words(lang), log.seats, wide=wide), wide)
        if wrong is not None:
            raise Found(f"{name}, row {stop.row}, reader {reader}, {lang}, {wide} columns: {wrong!r}")
    return len(stops)
