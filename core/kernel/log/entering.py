"""What a seat writes when it joins: a commitment, then its nonce; who comes last lets the match begin."""

from collections.abc import Callable

from core.kernel.errors import Refused
from core.kernel.log.joining import JoinMatch, OpenNonces, all_here, commitment, commitments_of, nonces_of
from core.kernel.log.log import Log
from core.kernel.log.row import Joined, NonceOpened
from core.kernel.log.scribe import Scribe, Who
from core.kernel.rules.engine import waiting


def enter(log: Log, scribe: Scribe, who: Who, bring: Callable[[], str] | None) -> None:
    """What a seat has to do next before the match begins: join (`bring` None: without a nonce), or open its nonce.

    `bring` is asked only when the seat is due: whoever makes a nonce keeps it before it is used. The last one to join
    opens at once; when all nonces are open, the match begins.
    """
    seat, step = who.seat, waiting(log.state())
    if not log.start.nonces:
        raise Refused("", "no_nonces")
    if seat is not None and isinstance(step, JoinMatch) and seat in step.seats:
        _join(scribe, who, seat, step, bring() if bring is not None else None)
    elif seat is not None and isinstance(step, OpenNonces) and seat in step.seats:
        if bring is None:
            raise Refused("", "nonce_needed")
        nonce = bring()
        if commitment(log.match, seat, nonce) != commitments_of(log.bodies)[seat]:
            raise Refused("", "other_nonce")
        _open(scribe, who, seat, step, nonce)
    else:
        raise _nothing_to_do(log, seat)
    if all_here(waiting(scribe.tip.state)):
        scribe.open_play(log.start, nonces_of([*log.bodies, *scribe.bodies]) or (), who.at)


def _join(scribe: Scribe, who: Who, seat: int, step: JoinMatch, nonce: str | None) -> None:
    said = Joined(commitment(scribe.tip.match, seat, nonce)) if nonce is not None else Joined()
    then = step.joined(seat, with_nonce=nonce is not None)
    scribe.gather("join", who, said, then)
    if nonce is not None and isinstance(then, OpenNonces):
        _open(scribe, who, seat, then, nonce)


def _open(scribe: Scribe, who: Who, seat: int, step: OpenNonces, nonce: str) -> None:
    scribe.gather("nonce", who, NonceOpened(nonce), step.opened(seat))


def _nothing_to_do(log: Log, seat: int | None) -> Refused:
    step = waiting(log.state())
    if seat is not None and log.seats[seat] in log.start.bots:
        return Refused("", "bots_do_not_join")
    if isinstance(step, JoinMatch):
        return Refused("", "joined_already", seats=list(step.seats))
    if isinstance(step, OpenNonces):
        return Refused("", "opened_already", seats=list(step.seats))
    return Refused("", "begun_already")
