"""Matches of a store, as somebody may know them. `open` is the one way to what a person is told."""

from typing import TYPE_CHECKING, TypeVar

from core.kernel.errors import NotAllowed, Usage
from core.kernel.log.log import Log, Seen
from store.acts import Glance
from store.port import EventStore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from core.kernel.log.row import StoredRow
    from store.acts import Kept
    from store.lists import Listed, Waiting

KNOWN = 10
"""Matches that are named to who typed a word that could mean any of them."""

AT_HAND = 2
"""Matches that are kept as they were read, for who asks again."""

ROWS_AT_HAND = 10_000
"""Rows of all these together, but for the match that was read last: some 4 kB of memory each."""

AT_A_TIME = 100
"""Rows that are fetched at once for a judge, who need not hold them all."""

V = TypeVar("V")


class AtHand:
    """A match as it was read last: as its host holds it, and as each of those knows it who asked."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self._sound = 0  # up to this row it was found to hold
        self._seen: dict[int | None, Seen] = {}

    def seen_by(self, seat: int | None) -> Seen:
        """As this seat may know it: what it was shown before is not read again."""
        known = self._seen.get(seat)
        seen = self.log.seen_by(seat) if known is None else known.going_on(self.log)
        self._seen[seat] = seen
        return seen

    def check_sound(self, seed: str) -> None:
        """Nobody plays on upon rows that were changed; those that were looked at before stay as they are."""
        from core.kernel.log.integrity import check_sound

        check_sound(self.log, seed, self._sound)
        self._sound = self.log.head


class Reader:
    """Reads the matches of a store. Rows stay as they are: of a match that is at hand only newer ones are read."""

    def __init__(self, store: EventStore, *, most: int = AT_HAND) -> None:
        """`most`: so many matches are kept at hand."""
        self.store = store
        self._most = most
        self._at_hand: dict[str, AtHand] = {}  # the one asked for last at the end

    def resolve(self, word: str) -> str:
        """The match of this id, or the only one that begins so."""
        found = self.store.find(word, KNOWN + 1)
        if len(found) != 1:
            raise Usage("ambiguous_match" if found else "unknown_match", known=found[:KNOWN], word=word)
        return found[0]

    def knows(self, word: str) -> bool:
        """Is there a match whose id begins so?"""
        return bool(self.store.find(word, 1))

    def open(self, match: str, seat: int | None = None, key: str | None = None) -> Seen:
        """The match as this seat may know it, if the key opens it; without a seat, as everybody may."""
        kept = self.at_hand(match)
        if seat is not None:
            from core.kernel.log.keys import check_key  # lists need none

            check_key(kept.log.bodies, kept.log.seats[seat], key)
        return kept.seen_by(seat)

    def open_if_allowed(self, match: str, seat: int, key: str | None) -> Seen:
        """The same; with the key of another match or with none, what everybody may see."""
        try:
            return self.open(match, seat, key)
        except NotAllowed:
            return self.open(match)

    def open_full(self, match: str, row: int | None = None) -> Seen:
        """A match that is over (at this row) as everybody may know it then: with every answer and draw that counted."""
        log = self.log(match)
        log = log if row is None else log.at(row)
        if log.state().agenda:
            raise NotAllowed("full_when_over", match=log.match)
        return Seen(log.game, log.redacted(None, finished=True), None, alike=log)

    def whose(self, match: str, key: str) -> str:
        """Whom this key is for: the name of a seat, or the arbiter."""
        from core.kernel.log.keys import whose  # only a service asks, and who accepts an invitation

        if not self.store.head(match):
            raise Usage("unknown_match", word=match)
        return whose(self.log(match).bodies, key)

    def glance(self, match: str) -> Glance:
        """What everybody may know without reading on."""
        from core.kernel.log.keys import keys_of

        log = self.log(match)
        return Glance(log.match, log.game, log.seats, keys_of(log.bodies), frozenset(log.start.bots))

    def listed(
        self,
        *,
        prefix: str | None = None,
        game: str | None = None,
        seat: str | None = None,
        over: bool | None = None,
        limit: int | None = None,
    ) -> "Iterator[Listed]":
        """The matches that fit, the newest first; `prefix`: of the id; `seat`: a name as it is written."""
        from store.lists import listed

        return listed(self.store, limit, prefix=prefix, game=game, seat=seat, over=over)

    def inbox(self, name: str | None) -> "Iterator[Waiting]":
        """The running matches in which something may wait for this player (for anybody), the longest waiting first."""
        from store.lists import inbox

        return inbox(self.store, name)

    def called(self, name: str) -> list[str]:
        """The names at the tables here that are this one in any case, as they are written."""
        return self.store.called(name)

    def everything(self) -> list[str]:
        """The ids of all matches of which anything is here, also of those that are damaged."""
        return self.store.everything()

    def verify(self, match: str, judge: "Callable[[Callable[[int], Iterable[StoredRow]]], V]") -> V:
        """What a judge says of all that is here of a match: rows go in, from any number on, a verdict comes out."""

        def rows_after(number: int) -> "Iterator[StoredRow]":
            while rows := self.store.read(match, number, AT_A_TIME):
                yield from rows
                number += len(rows)

        return judge(rows_after)

    def kept(self, match: str, seat: int | None = None, key: str | None = None) -> "Kept":
        """Nothing of it lies anywhere else."""
        raise Usage("kept_here", match=match)

    def follow(self, match: str, seat: int | None = None, key: str | None = None) -> Seen:
        """There is nobody to follow."""
        raise Usage("kept_here", match=match)

    def as_of(self, match: str) -> int | None:
        """Nobody needs to be asked."""
        return None

    def log(self, match: str) -> Log:
        """All of the match, as its host holds it: it stays behind the desk."""
        return self.at_hand(match).log

    def at_hand(self, match: str) -> AtHand:
        """The match as it is now."""
        known = self._at_hand.pop(match, None)
        if known is None:
            from core.games import read_log

            known = AtHand(read_log(self.store.read(match)))
            while self._at_hand and self._is_full(known.log.head):
                self._at_hand.pop(next(iter(self._at_hand)))
        elif newer := self.store.read(match, known.log.head):
            known.log = known.log.plus(newer)
        self._at_hand[match] = known
        return known

    def _is_full(self, rows: int) -> bool:
        """Return whether there is no room for one more match, of this many rows."""
        held = sum(one.log.head for one in self._at_hand.values())
        return len(self._at_hand) >= self._most or held + rows > ROWS_AT_HAND

    def held(self, match: str) -> AtHand:
        """The match as it was read last."""
        return self._at_hand[match]

    def let_go(self, match: str) -> None:
        """Rows stay as they are, but more of them may be open."""
        self._at_hand.pop(match, None)
