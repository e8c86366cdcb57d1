"""Two threads read one match as two seats, a million times and more in all."""

from tests.contract.readers import crossed
from tests.contract.worlds import lively
from tests.fuzz.found import Found, Trial
from tests.support.matches import GAMES, any_terms
from tests.support.recording import Recorder

LOOKS = 10_000  # at a match: the next one is another


def trial(here: Trial) -> int:
    """A match of any game, at any row, read by any two of its seats."""
    dice = here.dice()
    game = GAMES[dice.pick(sorted(GAMES))]
    players = dice.pick([count for count in game.players if count > 1])
    match = Recorder(game, players, seed=f"{here.seed} {here.number}", **any_terms(game, players, dice))
    log = lively(match, dice, 4 + dice.below(40)).log()
    if not any(row.commits for row in log.rows):
        return 0
    one = dice.below(players)
    looks, found = crossed(log, (one, (one + 1 + dice.below(players - 1)) % players), LOOKS)
    if found:
        raise Found(f"{game.name}, {players} players: boxes {found[:5]} crossed, {len(found)} in {looks} looks")
    return looks
