"""What somebody asks of a desk and what they hear: plain data, whatever lies behind the desk."""

from collections.abc import Mapping

import msgspec

from core.kernel.log.log import Seen, seat_called
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


class Act(msgspec.Struct, frozen=True):
    """Who asks for something: the seat's name, the person behind it, key and client id."""

    seat: str
    actor: str = ""
    key: str | None = None
    client: str = ""


class Watcher(msgspec.Struct, frozen=True):
    """A spectators' link, as everybody at the table may know of it. `number`: within its match."""

    number: int
    by: str  # the seat that made it, or the arbiter
    at: int


class Kept(msgspec.Struct, frozen=True):
    """What lies at home of a match that is played elsewhere, and its host's mark of the last row."""

    log: Seen
    mark: str


class Written(msgspec.Struct, frozen=True):
    """What an act came to: the rows that it made, and the match after it, as who acted may know it."""

    log: Seen
    first: int
    last: int
    repeated: bool = False  # the client id had been used before: these are the rows of then, and no new key opens them
    again: tuple[str, ...] = ()  # of a fork: who is asked again there
