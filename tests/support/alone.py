"""Matches of one player that are played to their end in one go."""

from pathlib import Path

from core.kernel.language.spelling import format_move
from core.kernel.log.log import Log
from core.kernel.log.scribe import Scribe, Tip, Who
from core.kernel.rules.chance import stream
from store.matches import Matches
from store.sqlite.adapter import open_store
from store.summaries import summary_at
from tests.replays.tables import Clock, entropy_of
from tests.support.matches import any_move


def ended(matches: Matches, log: Log) -> Log:
    """Played to its end by dice, its rows stored at once."""
    secrets, dice = matches.store.secrets(log.match), stream("ended", log.match)
    assert secrets is not None
    tip = Tip(log.match, log.head, log.head, log.digest, log.state())
    scribe = Scribe(log.game, secrets.seed, secrets.salt_key, tip)
    while scribe.tip.state.agenda:
        seat, move = any_move(scribe.tip.state, dice)
        scribe.move(Who(matches.now(), log.seats[seat], seat), move, format_move(move))
    matches.store.append(log.match, log.head, "", scribe.rows, summary_at(scribe, log.start))
    return matches.log(log.match)


def play_on(db: Path, match: str) -> None:
    """The same in a database that nobody has open."""
    with open_store(db) as store:
        matches = Matches(store, Clock(), entropy_of("alone"))
        ended(matches, matches.log(match))
