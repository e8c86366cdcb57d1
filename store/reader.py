"""Matches of a store, as somebody may know them. `open` is the one way to what a person is told."""

import msgspec

from core.games import read_log
from core.kernel.errors import NotAllowed, Usage
from core.kernel.log.keys import check_key
from core.kernel.log.log import Log, Seen, seat_called
from core.kernel.rules import engine
from core.kernel.rules.engine import AnyGame
from store.port import EventStore

KNOWN = 10
"""Matches that are named to who typed a word that could mean any of them."""


class Glance(msgspec.Struct, frozen=True):
    """What stands on the outside of a match: which it is, who sits there, and whose seats have a key."""

    match: str
    game: AnyGame
    seats: tuple[str, ...]
    locked: frozenset[str]

    def seat(self, name: str) -> int:
        """The seat of this name (any case, a unique beginning of it)."""
        return seat_called(name, self.seats)


class Reader:
    """Reads the matches of a store. Rows stay as they are, so of the match read last only newer ones are read again."""

    def __init__(self, store: EventStore) -> None:
        self.store = store
        self._read: Log | None = None

    def resolve(self, word: str) -> str:
        """The match of this id, or the only one that begins so."""
        found = self.store.find(word, KNOWN + 1)
        if len(found) != 1:
            raise Usage("ambiguous_match" if found else "unknown_match", known=found[:KNOWN], word=word)
        return found[0]

    def open(self, match: str, seat: int | None = None, key: str | None = None) -> Seen:
        """The match as this seat may know it, if the key opens it; without a seat, as everybody may."""
        log = self.log(match)
        if seat is not None:
            check_key(log.bodies, log.seats[seat], key)
        return log.seen_by(seat)

    def open_if_allowed(self, match: str, seat: int, key: str | None) -> Seen:
        """The same; with the key of another match or with none, what everybody may see."""
        try:
            return self.open(match, seat, key)
        except NotAllowed:
            return self.open(match)

    def glance(self, match: str) -> Glance:
        """What everybody may know without reading on."""
        log = self.log(match)
        return Glance(log.match, log.game, log.seats, frozenset(log.start.keys))

    def asked(self, match: str) -> tuple[int, ...]:
        """The seats that must choose now, which is no secret."""
        return engine.asked(self.log(match).state()).seats

    def log(self, match: str) -> Log:
        """All of the match, as its host holds it: to write on, to verify, and for what hands it on (export, fork)."""
        known = self._read
        if known is None or known.match != match:
            self._read = known = read_log(self.store.read(match))
        elif newer := self.store.read(match, known.head):
            self._read = known = known.plus(newer)
        return known
