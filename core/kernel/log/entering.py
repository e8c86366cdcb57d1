"""What a seat writes before the match begins, in two acts: a commitment, and once all have joined its nonce.

So the host sees no nonce before everybody is committed. Whoever comes last lets the match begin.
"""

from core.kernel.errors import Refused
from core.kernel.log.joining import JoinMatch, OpenNonces, all_here, commitment, commitments_of, nonces_of
from core.kernel.log.log import AnyLog, Log
from core.kernel.log.row import Joined, NonceOpened
from core.kernel.log.scribe import Scribe, Who
from core.kernel.rules.engine import waiting


def due(log: AnyLog, seat: int | None) -> JoinMatch | OpenNonces:
    """What the seat has to do next before the match begins; where that is nothing, the reason."""
    if not log.start.nonces:
        raise Refused("", "no_nonces")
    step = waiting(log.state())
    if seat is not None and isinstance(step, JoinMatch | OpenNonces) and seat in step.seats:
        return step
    raise _nothing_to_do(log, seat)


def join(log: Log, scribe: Scribe, who: Who, committed: str | None) -> None:
    """The seat joins with a commitment to a nonce, or without one."""
    step = due(log, who.seat)
    if not isinstance(step, JoinMatch) or who.seat is None:
        raise Refused("", "joined_already", seats=list(step.seats))
    then = step.joined(who.seat, with_nonce=committed is not None)
    scribe.gather("join", who, Joined(committed) if committed is not None else Joined(), then)
    _begin(log, scribe, who)


def open_nonce(log: Log, scribe: Scribe, who: Who, nonce: str) -> None:
    """The seat opens the nonce that it joined with."""
    step = due(log, who.seat)
    if not isinstance(step, OpenNonces) or who.seat is None:
        raise Refused("", "not_all_joined", seats=list(step.seats))
    if commitment(log.match, who.seat, nonce) != commitments_of(log.bodies)[who.seat]:
        raise Refused("", "other_nonce")
    scribe.gather("nonce", who, NonceOpened(nonce), step.opened(who.seat))
    _begin(log, scribe, who)


def _begin(log: Log, scribe: Scribe, who: Who) -> None:
    """Where everybody is here and every nonce open, the match begins."""
    if all_here(waiting(scribe.tip.state)):
        scribe.open_play(log.start, nonces_of([*log.bodies, *scribe.bodies]) or (), who.at)


def _nothing_to_do(log: AnyLog, seat: int | None) -> Refused:
    step = waiting(log.state())
    if seat is not None and log.seats[seat] in log.start.bots:
        return Refused("", "bots_do_not_join")
    if isinstance(step, JoinMatch):
        return Refused("", "joined_already", seats=list(step.seats))
    if isinstance(step, OpenNonces):
        return Refused("", "opened_already", seats=list(step.seats))
    return Refused("", "begun_already")
