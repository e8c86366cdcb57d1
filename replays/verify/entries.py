"""Judging what stands before the beginning, and new keys: who joined with which commitment, what they opened."""

from typing import Any

from core.kernel.log.joining import Gathering, JoinMatch, OpenNonces, commitment, first_step, seeds, well_formed
from core.kernel.log.row import About, AnyBody, Joined, KeyReplaced, NonceOpened, Start
from core.kernel.rules.engine import State, asked, waiting
from replays.verify.faults import fail


class Entries:
    """The seats of a match as they come in: their commitments, and the nonces that fit them."""

    def __init__(self, start: Start) -> None:
        self.start = start
        self._commitments: dict[int, str] = {}
        self._nonces: dict[int, str] = {}

    def judge(self, body: AnyBody, before: State[Any]) -> tuple[About, Gathering]:
        """A seat that is waited for joins or opens: what its row must say, and who is waited for then."""
        step, seat = waiting(before), body.seat
        assert seat is not None  # its kind says so
        if isinstance(step, JoinMatch):
            about = self._joined(body, seat)
            return about, step.joined(seat, with_nonce=bool(about.commitment))
        assert isinstance(step, OpenNonces)  # the other one that can be due
        return self._opened(body, seat), step.opened(seat)

    @property
    def opened(self) -> int:
        """How many nonces are open."""
        return len(self._nonces)

    def seed_of_draws(self, seed: str) -> str:
        """What the draws follow from, now that all nonces are open."""
        nonces = [self._nonces.get(seat, "") for seat in range(len(self.start.seats))]
        return seeds(seed, nonces if self.start.nonces else None)

    def _joined(self, body: AnyBody, seat: int) -> Joined:
        about = body.about
        assert isinstance(about, Joined)  # its kind says so
        if about.commitment:
            _hexadecimal(body, about.commitment, "commitment")
            self._commitments[seat] = about.commitment
        return about

    def _opened(self, body: AnyBody, seat: int) -> NonceOpened:
        about = body.about
        assert isinstance(about, NonceOpened)  # its kind says so
        _hexadecimal(body, about.nonce, "nonce")
        fits = commitment(body.match, seat, about.nonce)
        if fits != self._commitments.get(seat):
            fail(body.seq, "about", "nonce_does_not_fit", self._commitments.get(seat, ""), fits, "nonce")
        self._nonces[seat] = about.nonce
        return about


def check_awaited(body: AnyBody, before: State[Any]) -> None:
    """Only a seat that is waited for joins, or opens its nonce."""
    step, due = waiting(before), JoinMatch if body.kind == "join" else OpenNonces
    if not isinstance(step, due) or body.seat not in step.seats:
        fail(body.seq, "seat", "not_asked", list(asked(before).seats), body.seat)


def judge_key(start: Start, body: AnyBody) -> KeyReplaced:
    """A key that somebody has, replaced by its holder, or with a reason by the arbiter."""
    about = body.about
    assert isinstance(about, KeyReplaced)  # its kind says so
    if about.name not in start.keys:
        fail(body.seq, "about", "key_of_nobody", list(start.keys), about.name, "name")
    _hexadecimal(body, about.digest, "digest")
    if body.seat is not None and start.seats[body.seat] != about.name:
        fail(body.seq, "seat", "key_of_another", about.name, start.seats[body.seat])
    if bool(about.reason) == (body.seat is not None):
        fail(body.seq, "about", "reason_of_arbiter_only", field="reason")
    return about


def check_nonces(start: Start) -> None:
    """Only a match that is no fork, and in which somebody plays, can wait for nonces."""
    if start.nonces and (start.forked is not None or not first_step(start).seats):
        fail(1, "about", "start_nonces", field="nonces")


def check_digests(start: Start) -> None:
    """What row 1 says of keys are digests, as later rows have them."""
    for name, digest in start.keys.items():
        _well_formed(1, digest, f"keys.{name}")


def _hexadecimal(body: AnyBody, text: str, field: str) -> None:
    _well_formed(body.seq, text, field)


def _well_formed(row: int, text: str, field: str) -> None:
    if not well_formed(text):
        fail(row, "about", "not_hexadecimal", found=text, field=field)
