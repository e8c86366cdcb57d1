"""The projection that lists and inboxes read: how a match stands, in a line."""

from typing import Any

from core.kernel.log.log import Log
from core.kernel.log.row import Start
from core.kernel.log.scribe import Scribe
from core.kernel.rules import engine
from core.kernel.rules.engine import AnyGame, State
from store.port import Summary


def summary_of(log: Log) -> Summary:
    """Of a log."""
    return summarise(log.game, log.start, log.match, log.state(), log.head, log.bodies[-1].at)


def summary_at(scribe: Scribe, start: Start) -> Summary:
    """Of a match that is being written."""
    tip = scribe.tip
    return summarise(scribe.game, start, tip.match, tip.state, tip.seq, scribe.bodies[-1].at)


def summarise(game: AnyGame, start: Start, match: str, state: State[Any], head: int, at: int) -> Summary:
    """Of a state: after row `head`, written at this time."""
    waiting = tuple(start.seats[seat] for seat in engine.asked(state).seats)
    stage = ".".join(str(number) for number in game.stage(state.table))
    return Summary(match, game.name, start.seats, waiting, at, stage, over=not state.agenda, head=head, at=at)
