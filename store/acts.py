"""What somebody asks of a desk and what they hear: plain data, whatever lies behind the desk."""

from collections.abc import Mapping, Sequence

import msgspec

from core.kernel.errors import Stale, Usage
from core.kernel.language.notation import commands
from core.kernel.log import limits
from core.kernel.log.log import Log, Seen, seat_called
from core.kernel.rules.engine import AnyGame


class Glance(msgspec.Struct, frozen=True):
    """What stands on the outside of a match: which it is, who sits there, and which keys open what."""

    match: str
    game: AnyGame
    seats: tuple[str, ...]
    keys: Mapping[str, str]  # the digest of the key in force for each locked seat, and for the arbiter
    bots: frozenset[str]

    def seat(self, name: str) -> int:
        """The seat of this name (any case, a unique beginning of it)."""
        return seat_called(name, self.seats)


class Listed(msgspec.Struct, frozen=True):
    """A match in a list: how it stands, as everybody may know it."""

    match: str
    game: str
    seats: tuple[str, ...]
    waiting: tuple[str, ...]
    since: int
    stage: tuple[int, ...]
    over: bool
    row: int
    practice: bool  # can anybody know what will be drawn?


class Waiting(msgspec.Struct, frozen=True):
    """A match in which something may wait for a seat; for anybody, where nobody was named."""

    match: str
    seat: int | None


class Act(msgspec.Struct, frozen=True):
    """Who asks for something: the seat's name, the person behind it, key and client id."""

    seat: str
    actor: str = ""
    key: str | None = None
    client: str = ""


class Written(msgspec.Struct, frozen=True):
    """What an act came to: the rows that it made, and the match after it, as who acted may know it."""

    log: Seen
    first: int
    last: int
    repeated: bool = False  # the client id had been used before: these are the rows of then, and no new key opens them
    again: tuple[str, ...] = ()  # of a fork: who is asked again there


class Attempt(msgspec.Struct, frozen=True):
    """Rows on their way into the store. After an interruption only the store knows whether they arrived."""

    match: str
    first: int
    last: int
    digest: str  # of the last one


def typed_moves(text: str) -> list[str]:
    """The moves of a line."""
    typed = commands(text)
    if not typed:
        raise Usage("nothing_typed")
    return typed


def refuse_texts(act: Act, typed: Sequence[str] = (), reason: str | None = None) -> None:
    """Refuse what is too long to be kept, whatever the match."""
    limits.refuse(limits.over(limits.MOVES, len(typed)))
    limits.refuse_texts(
        (limits.ACTOR, act.actor),
        (limits.CLIENT, act.client),
        (limits.REASON, reason or ""),
        *((limits.TEXT, one) for one in typed),
    )


def refuse_full(log: Log, *, back: bool = False) -> None:
    """Refuse another act where there is no room for it, before anything of it is decided."""
    limits.refuse(limits.too_full(log.head, limits.weight(log.rows), back=back))


def refuse_unseen(log: Log, expect: int | None) -> None:
    """Refuse who expects another last row than there is."""
    if expect is not None and expect > log.head:
        raise Usage("no_such_row", row=expect, last=log.head)
    if expect is not None and expect != log.head:
        raise Stale(log.match, expect, log.head)
