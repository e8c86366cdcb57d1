"""Whether a seat can go back or forth among the rows, and whether it would have to ask; what cannot be taken back."""

from contextlib import suppress
from typing import Any

from core.kernel.errors import HeraldError, Refused
from core.kernel.language.rehearsal import Rehearsal, rehearse
from core.kernel.language.spelling import format_move
from core.kernel.log.history import Meant, to_redo, to_undo
from core.kernel.log.log import Seen
from core.kernel.rules import engine
from core.kernel.rules.step import SealedChoice


def undoes(log: Seen, seat: int) -> Meant | None:
    """Return what an undo of the seat's last decision takes back (None: nothing can be taken back now)."""
    if not log.state().agenda or log.history.pending is not None:
        return None
    with suppress(Refused):
        return to_undo(log.bodies, log.history, (seat, log.seats[seat]))[0]
    return None


def redoes(log: Seen, seat: int) -> Meant | None:
    """Return what a redo brings back of what the last undo left (None: nothing can come back now)."""
    if log.history.pending is not None:
        return None
    with suppress(Refused):
        return to_redo(log.history, (seat, log.seats[seat]))
    return None


def can_rule(log: Seen) -> bool:
    """Can somebody ask now that a rule be read otherwise? One request waits at a time."""
    return bool(log.state().agenda) and bool(log.history.first) and log.history.pending is None


def foreseen(log: Seen, seat: int, move: Any) -> Rehearsal | None:
    """What follows from a legal move up to the first draw; None where nobody can say."""
    try:
        return rehearse(log, seat, [format_move(move)])
    except HeraldError:
        return None


def is_for_good(log: Seen, after: Rehearsal | None) -> bool:
    """Is this a move that its seat cannot take back freely? It draws, opens or closes something, ends the match, or
    bots answer it at once.
    """
    if after is None or not after.complete or is_sealed(log):
        return True
    asked = engine.asked(after.state).seats
    return not after.state.agenda or any(log.seats[seat] in log.start.bots for seat in asked)


def is_sealed(log: Seen) -> bool:
    """Are answers closed now?"""
    return isinstance(engine.waiting(log.state()), SealedChoice)
