"""How a match with nonces begins, so that nobody alone chooses the draws: neither the host nor a seat.

Every seat joins with a commitment to a nonce, or without one; only when all have joined are the nonces opened. The
draws follow from the host's seed, to which row 1 is committed, and from every nonce:

    seed of the draws = H("seeds", seed, nonce of seat 0, nonce of seat 1, ...)      (empty where a seat brought none)
"""

import re
from collections.abc import Sequence
from typing import Any, ClassVar

from core.kernel.errors import Refused
from core.kernel.log.kinds import KINDS
from core.kernel.log.row import AnyBody, Joined, NonceOpened, Start
from core.kernel.rules.secret import digest
from core.kernel.rules.step import Ask, Choice


class Gathering(Choice[Any, Any], frozen=True):
    """Seats are waited for before the match begins: there is nothing to decide yet."""

    rule: ClassVar[str] = ""
    seats: tuple[int, ...] = ()

    def asks(self, t: Any) -> Ask:
        """Those who have not come yet."""
        return Ask(self.seats)

    def offers(self, t: Any, seat: int) -> tuple[()]:
        """No move: who joins writes a row of another kind."""
        return ()

    def left(self, seat: int) -> tuple[int, ...]:
        """Who is still waited for after this seat."""
        return tuple(other for other in self.seats if other != seat)


class OpenNonces(Gathering, frozen=True):
    """The seats that brought a nonce open it; when nobody is waited for any more, the match begins."""

    def opened(self, seat: int) -> "OpenNonces":
        return OpenNonces(self.left(seat))


class JoinMatch(Gathering, frozen=True):
    """Every seat but the bots joins, with a commitment to a nonce or without one."""

    brought: tuple[int, ...] = ()

    def joined(self, seat: int, *, with_nonce: bool) -> "JoinMatch | OpenNonces":
        brought = tuple(sorted((*self.brought, seat))) if with_nonce else self.brought
        left = self.left(seat)
        return JoinMatch(left, brought) if left else OpenNonces(brought)


def first_step(start: Start) -> JoinMatch:
    """Whom a new match with nonces waits for: bots bring none and never come."""
    return JoinMatch(tuple(seat for seat, name in enumerate(start.seats) if name not in start.bots))


def all_here(step: Any) -> bool:
    """Has everybody joined, and is every nonce open?"""
    return isinstance(step, OpenNonces) and not step.seats


def refuse_before_beginning(step: Any) -> None:
    """Nobody can move before the match has begun."""
    if isinstance(step, Gathering):
        why = "not_all_joined" if isinstance(step, JoinMatch) else "not_all_opened"
        raise Refused("", why, seats=list(step.seats))


def commitment(match: str, seat: int, nonce: str) -> str:
    """What a seat says of its nonce when it joins; bound to match and seat, so nobody can say the same of theirs."""
    return digest("nonce", match, seat, nonce)


def well_formed(text: str) -> bool:
    """Is this a digest or a nonce: 64 hexadecimal digits?"""
    return re.fullmatch("[0-9a-f]{64}", text) is not None


def commitments_of(rows: Sequence[AnyBody]) -> dict[int, str]:
    """The seats that brought a nonce, each with its commitment."""
    joins = ((row.seat, row.about) for row in _before_beginning(rows))
    return {
        seat: about.commitment
        for seat, about in joins
        if isinstance(about, Joined) and about.commitment and seat is not None
    }


def nonces_of(rows: Sequence[AnyBody]) -> tuple[str, ...] | None:
    """The nonces that are open, by seat, "" for none; None where a match has no nonces at all."""
    start = rows[0].about
    if not isinstance(start, Start) or not start.nonces:
        return None
    opened = {row.seat: row.about.nonce for row in _before_beginning(rows) if isinstance(row.about, NonceOpened)}
    return tuple(opened.get(seat, "") for seat in range(len(start.seats)))


def seeds(seed: str, nonces: Sequence[str] | None) -> str:
    """What the draws follow from: the seed of row 1, and every nonce where the match has them."""
    return seed if nonces is None else digest("seeds", seed, *nonces)


def _before_beginning(rows: Sequence[AnyBody]) -> Sequence[AnyBody]:
    """The rows up to the one with which play begins, in a match whose seats are waited for."""
    begun = (at for at, row in enumerate(rows) if row.seq > 1 and KINDS[row.kind].begins)
    return rows[: next(begun, len(rows))]
