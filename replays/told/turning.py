"""Whether a seat can go back or forth among the rows, and whether it would have to ask; what cannot be taken back."""

from typing import Any, Literal

from core.kernel.errors import HeraldError, Refused
from core.kernel.language.rehearsal import Rehearsal, rehearse
from core.kernel.language.spelling import format_move
from core.kernel.log.history import consenting, last_decision
from core.kernel.log.log import Seen
from core.kernel.rules import engine
from core.kernel.rules.step import SealedChoice

Turn = Literal["", "free", "ask", "alone"]
"""Not possible, freely, by asking the others; with nobody to ask, although something was learned."""


def can_undo(log: Seen, seat: int) -> Turn:
    """What becomes of an undo of the seat's last decision."""
    try:
        row = last_decision(log.bodies, seat)
        log.history.target(row.parent)
    except Refused:
        return ""
    if not log.state().agenda or log.history.pending is not None:
        return ""
    return _by(log, seat, row.parent, log.head)


def can_redo(log: Seen, seat: int) -> Turn:
    """What becomes of a redo of what the last undo left."""
    try:
        tip, _ = log.history.redo()
    except Refused:
        return ""
    if log.history.pending is not None:
        return ""
    return _by(log, seat, log.history.parting(log.head, tip), tip)


def can_rule(log: Seen) -> bool:
    """Can somebody ask now that a rule be read otherwise? One request waits at a time."""
    return bool(log.state().agenda) and bool(log.history.first) and log.history.pending is None


def _by(log: Seen, seat: int, after: int, tip: int) -> Turn:
    if log.history.free(after, tip, (seat, log.seats[seat])):
        return "free"
    return "ask" if consenting(log.start, seat) else "alone"


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
