"""The log row: what is hashed (the body), what stands beside it, and the chain.

    digest(row) = H("row", digest of the previous row, SHA-256 of the body's stored bytes, each commitment)

The bytes of a body are encoded once and kept; nothing is ever verified by encoding again.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Generic, Literal, TypeVar

import msgspec

from core.kernel.rules.secret import Opened, Opening, Secret, digest, tagged
from core.kernel.rules.value import Value

F = TypeVar("F")
M = TypeVar("M")
S = TypeVar("S")

FORMAT = 2
"""Of the rows that are written today. Each row says its own; in a match it never goes down."""

Kind = Literal[
    "start",
    "fork",
    "join",
    "nonce",
    "begin",
    "move",
    "undo",
    "redo",
    "end",
    "ruling",
    "ask",
    "agree",
    "decline",
    "key",
    "reveal",
]

"""What each of them is stands in `kinds.py`."""


class EditionRef(msgspec.Struct, frozen=True, omit_defaults=True):
    """Which component data a match uses; an owner's own file is carried whole, so that the log needs nothing else."""

    name: str
    digest: str
    text: str = ""


class Forked(msgspec.Struct, frozen=True):
    """Where a what-if branch comes from: a row of another match, named by its digest, too."""

    match: str
    row: int
    digest: str


class Start(msgspec.Struct, frozen=True, tag="start", omit_defaults=True):
    """Row 1: everything that decides the match."""

    game: str
    seats: tuple[str, ...]
    rulings: Mapping[str, str]
    edition: EditionRef
    engine: str
    rules: str
    seed: Secret[str]
    seed_chosen: bool = False
    practice: bool = False  # the chosen seed is a bare word, with nothing in it that nobody knows
    options: Mapping[str, str] = {}
    bots: Mapping[str, str] = {}
    keys: Mapping[str, str] = {}
    forked: Forked | None = None
    nonces: bool = False  # the match begins once every seat has joined


BackClass = Literal["free", "consent", "arbiter"]


class Back(msgspec.Struct, frozen=True, tag="back", omit_defaults=True):
    """An undo or a redo: play continues from row `to`; `tip` is the row it left."""

    to: int
    tip: int
    by: BackClass = "free"
    reason: str = ""


class Ended(msgspec.Struct, frozen=True, tag="end", omit_defaults=True):
    """The match is given up: nobody decides anything any more, and nobody wins."""

    by: Literal["consent", "arbiter"]
    reason: str = ""


class Ruled(msgspec.Struct, frozen=True, tag="ruling", omit_defaults=True):
    """From this row on, and never backwards, the table reads some of its rulings so; somebody said why."""

    rulings: Mapping[str, str]
    by: Literal["consent", "arbiter"]
    reason: str


class Request(msgspec.Struct, frozen=True, tag="request", omit_defaults=True):
    """What needs the others' consent, asked until somebody moves or declines: an undo, a redo, to give up, a ruling."""

    what: Literal["undo", "redo", "end", "ruling"]
    to: int = 0  # the row to go to, of an undo or a redo
    rulings: Mapping[str, str] = {}  # of a ruling: how they are to be read,
    reason: str = ""  # and why


class Answer(msgspec.Struct, frozen=True, tag="answer"):
    """Consent to a request, or its end: the row that asks. In format 1 no row is named: the one that waits is meant."""

    row: int


class Joined(msgspec.Struct, frozen=True, tag="joined", omit_defaults=True):
    """A seat joins, with a commitment to a nonce of its own or without one."""

    commitment: str = ""


class NonceOpened(msgspec.Struct, frozen=True, tag="nonce"):
    """What a seat was committed to: one of the things that the draws follow from."""

    nonce: str


class KeyReplaced(msgspec.Struct, frozen=True, tag="key", omit_defaults=True):
    """From now on another key opens the seat of this name, or the arbiter's; the arbiter says why."""

    name: str
    digest: str
    reason: str = ""


class SeedRevealed(msgspec.Struct, frozen=True, tag="seed"):
    """The match is over: the seed is opened, so that every draw can be derived again."""

    seed: Opened[str]


About = Start | Joined | NonceOpened | Back | Ended | Ruled | Request | Answer | KeyReplaced | SeedRevealed


class Body(Value, Generic[F, M, S], frozen=True, omit_defaults=True):
    """One action: who, when, what was typed, what it meant, what chance answered, what followed."""

    v: int
    match: str
    seq: int
    parent: int
    kind: Kind
    at: int
    seat: int | None = None
    actor: str = ""
    client: str = ""
    text: str = ""
    move: M | None = None
    sealed_text: Secret[str] | None = None
    sealed_move: Secret[M] | None = None
    chance: tuple[tuple[str, ...], ...] = ()
    facts: tuple[F, ...] = ()
    keep: int = 0
    then: tuple[S, ...] = ()
    about: About | None = None


AnyBody = Body[Any, Any, Any]


def is_guessable(first: AnyBody) -> bool:
    """Can anybody know the draws of the match that begins so?"""
    start = first.about
    return isinstance(start, Start) and is_bare_word(first.v, chosen=start.seed_chosen, practice=start.practice)


def is_bare_word(v: int, *, chosen: bool, practice: bool) -> bool:
    """Is the seed nothing but a word? Row 1 says so; in format 1 every chosen one may be."""
    return practice or (v == 1 and chosen)


class StoredRow(Value, frozen=True):
    """A row as it is kept and sent: the exact bytes, commitments, openings (null where redacted), digest."""

    body: msgspec.Raw
    commits: tuple[str, ...]
    openings: tuple[Opening | None, ...]
    digest: str


_BETWEEN = b"\0\0\0\0\0\0\0\x40".decode()  # the length of a digest: a row without commitments is told in one piece
_BEFORE = tagged("row").decode() + _BETWEEN


def chain(previous: str, body: bytes | msgspec.Raw, commits: Sequence[str]) -> str:
    """The digest of a row."""
    body_digest = sha256(body).hexdigest()
    if commits or len(previous) != len(body_digest) or not previous.isascii():
        return digest("row", previous, body_digest, *commits)
    return sha256(f"{_BEFORE}{previous}{_BETWEEN}{body_digest}".encode()).hexdigest()


def origin(match: str) -> str:
    """What stands before row 1: two matches never share a chain."""
    return digest("match", match)
