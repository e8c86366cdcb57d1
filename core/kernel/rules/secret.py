"""Secret parts of a match: a value that moves through the table closed, and the fact that opens it.

A `Secret` is written into a row as its box alone: `{"box": [row, number], "by": [seats]}`. The value and its salt stand
beside the body (an opening), the commitment to both stands in the row. To redact a row is to drop openings.
"""

from collections.abc import Callable, Iterable
from functools import cache
from hashlib import sha256
from struct import Struct
from typing import Any, Generic, TypeVar

import msgspec

from core.kernel.decoding import decode
from core.kernel.errors import Hidden
from core.kernel.rules.value import Value

V = TypeVar("V")

Box = tuple[int, int]  # the row that made the box, and its number in that row
_LENGTH = Struct(">Q").pack
HOLE: Any = msgspec.UNSET  # stands where a reader does not hold the value

_encode = msgspec.json.Encoder().encode


class Opening(Value, frozen=True):
    """What opens one box: the salt (hex) and the exact JSON text of the value."""

    salt: str
    value: str


class Secret(Generic[V]):
    """A value that only the seats in `by` may know; a hole for everybody else."""

    __slots__ = ("_value", "box", "by", "salt")

    def __init__(self, box: Box, by: tuple[int, ...], salt: str, value: V) -> None:
        self.box = box
        self.by = by
        self.salt = salt
        self._value = value

    @property
    def known(self) -> bool:
        """Does this reader hold the value?"""
        return self._value is not HOLE

    @property
    def value(self) -> V:
        """Look inside; a hole raises `Hidden`."""
        if self._value is HOLE:
            raise Hidden(self.box)
        return self._value

    def open(self) -> "Opened[V]":
        """The opening that a revealing fact carries, for anybody to check."""
        return Opened(self.box, self.salt, msgspec.Raw(_encode(self.value)))

    def __eq__(self, other: object) -> bool:
        """Two secrets are equal when box, audience and value are."""
        theirs: Any = other
        return isinstance(other, _SECRET) and bool(
            (self.box, self.by, self._value) == (theirs.box, theirs.by, theirs._value)
        )

    def __hash__(self) -> int:
        """By the box: it is unique in a match."""
        return hash(self.box)

    def __repr__(self) -> str:
        """Shows whether it is known, never the value: this text may end up in an error."""
        return f"Secret({self.box}, by={self.by}, {'known' if self.known else 'hole'})"


_SECRET: Any = Secret


class Opened(Value, Generic[V], frozen=True):
    """A box opened by a fact: value and salt in the open, so that anybody can check the old commitment.

    The value is kept as the exact JSON bytes that were committed to.
    """

    box: Box
    salt: str
    value: msgspec.Raw

    def read(self, kind: type[V]) -> V:
        return decode(self.value, kind)

    def opening(self) -> Opening:
        """The same as what stands beside a row."""
        return Opening(self.salt, bytes(self.value).decode())


def opened(boxes: Iterable[Secret[V] | None]) -> tuple[Opened[V], ...]:
    """All of them by one fact; where nobody has put anything into a box, there is none to open."""
    return tuple(box.open() for box in boxes if box is not None)


Seal = Callable[[tuple[int, ...], Any], "Secret[Any]"]


def unsalted(by: tuple[int, ...], value: V) -> Secret[V]:
    """A seal for play that is not recorded (rehearsals, simulations without rows)."""
    return Secret((0, 0), by, "", value)


class Sealer:
    """Makes the boxes of one row: salts derived from the match's salt key, numbers in order."""

    def __init__(self, match: str, row: int, key: bytes, at: int | None = None) -> None:
        """`at`: when the row is written. A host that has lost a row writes another of this number at another time: who
        was shown the salts of the one must not know those of the other. Row 1 is never written twice, and needs none.
        """
        self.match = match
        self.row = row
        self.key = key
        self._when = () if at is None else (at,)
        self.openings: list[Opening] = []

    def seal(self, by: tuple[int, ...], value: V) -> Secret[V]:
        """Put a value into the row's next box."""
        number = len(self.openings)
        salt = digest("salt", self.key, self.match, self.row, number, *self._when)[:32]
        self.openings.append(Opening(salt, _encode(value).decode()))
        return Secret((self.row, number), by, salt, value)

    def commits(self) -> tuple[str, ...]:
        """The commitments of the row, in the order of the boxes."""
        return tuple(commit(self.match, (self.row, n), opening) for n, opening in enumerate(self.openings))


def commit(match: str, box: Box, opening: Opening) -> str:
    """SHA-256 over match, row, number, salt and value; bound to its place, so it cannot be replayed elsewhere."""
    return digest("box", match, *box, opening.salt, opening.value)


def digest(tag: str, *parts: bytes | str | int) -> str:
    """SHA-256 with a domain tag, every part preceded by its length in 8 bytes; integers as decimal text."""
    return hashed(tag, *parts).hex()


def hashed(tag: str, *parts: bytes | str | int) -> bytes:
    """The same as bytes."""
    pieces = [tagged(tag)]
    for part in parts:
        data = part.encode() if isinstance(part, str) else part if isinstance(part, bytes) else str(part).encode()
        pieces.append(_LENGTH(len(data)))
        pieces.append(data)
    return sha256(b"".join(pieces)).digest()


@cache
def tagged(tag: str) -> bytes:
    """How the bytes of a digest with this tag begin."""
    name = f"herald {tag} 1".encode()
    return _LENGTH(len(name)) + name
