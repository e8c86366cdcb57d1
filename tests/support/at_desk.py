"""What a player's side does at a desk: it makes keys and nonces, and tells the desk digests only."""

from collections.abc import Sequence
from typing import Any

from core.kernel.log.entering import due
from core.kernel.log.fork import locked_in
from core.kernel.log.joining import JoinMatch, OpenNonces, commitment
from core.kernel.log.keys import ARBITER, key_digest
from core.kernel.log.log import AnyLog
from core.kernel.rules.engine import AnyGame, waiting
from store.acts import Act, Written
from store.matches import Matches


def new_key(matches: Matches) -> str:
    """The same in every run, where the entropy is."""
    return matches.entropy(16).hex()


def digests(match: str, keys: dict[str, str]) -> dict[str, str]:
    return {name: key_digest(match, name, key) for name, key in keys.items()}


def started(matches: Matches, game: AnyGame, seats: Sequence[str], **how: Any) -> tuple[Written, dict[str, str]]:
    """A match with keys, and the keys by name."""
    match = matches.new_id()
    keys = {name: new_key(matches) for name in (*seats, ARBITER)}
    return matches.start(game, seats, match=match, keys=digests(match, keys), **how), keys


def forked(
    matches: Matches, log: AnyLog, row: int | None = None, seat: str | None = None, **how: Any
) -> tuple[Written, dict[str, str]]:
    """A fork of what a seat or the public knows after a row, and the keys of who made it."""
    seen = (log if row is None else log.at(row)).seen_by(None if seat is None else log.seat(seat))
    match = matches.new_id()
    keys = {name: new_key(matches) for name in locked_in(seen)}
    return matches.fork(seen, match=match, keys=digests(match, keys), **how), keys


def enter(matches: Matches, match: str, act: Act, nonce: str | None) -> Written:
    """The seat joins, or opens its nonce: both, if it is the last one to join."""
    seen = matches.open(match)
    seat = seen.seat(act.seat)
    if isinstance(due(seen, seat), JoinMatch):
        joined = matches.join(match, act, None if nonce is None else commitment(match, seat, nonce))
        step = waiting(joined.log.state())
        if nonce is None or not isinstance(step, OpenNonces) or seat not in step.seats:
            return joined
    return matches.open_nonce(match, act, nonce or "")


def replaced(
    matches: Matches, match: str, act: Act, key: str, name: str = ARBITER, reason: str | None = None
) -> Written:
    """A key in place of that of the seat that acts; the arbiter says whose."""
    whose = act.seat if reason is None else name
    return matches.replace_key(
        match, act, key_digest(match, whose, key), reason=reason, name=name if reason is not None else None
    )
