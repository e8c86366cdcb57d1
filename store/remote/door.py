"""The one door: who a key is, what they may know, what they may do."""

from core.kernel.errors import NotAllowed, Usage
from core.kernel.log.keys import ARBITER
from core.kernel.log.log import Seen
from store.acts import Act, Glance
from store.matches import Matches
from store.remote.deeds import done
from store.remote.wire import Asked, Done, Held, Shown, Wanted


class Visitor:
    """Somebody at a match: the public, a seat, or the arbiter, who sees what the public does."""

    def __init__(self, desk: Matches, match: str, key: str | None) -> None:
        self.desk = desk
        self.at = _glance(desk, match)
        self.key = key
        self.name = None if key is None or not self.at.keys else desk.whose(match, key)

    @property
    def seat(self) -> int | None:
        """The seat whose key it is."""
        return None if self.name is None or self.name == ARBITER else self.at.seats.index(self.name)

    # --- looking ---

    def shown(self, after: int = 0, *, full: bool = False) -> Shown:
        """The rows after a number."""
        return self._from(self.desk.open_full(self.at.match) if full else self.seen(), after, full=full)

    def seen(self) -> Seen:
        """The match as they may know it."""
        return self.desk.open(self.at.match, self.seat, self.key)

    def _from(self, seen: Seen, after: int, *, full: bool = False) -> Shown:
        if not 0 <= after <= seen.head:
            raise Usage("no_such_row", row=after, last=seen.head)
        name = None if seen.reader is None else seen.seats[seen.reader]
        mark = self.desk.mark(seen.match, seen.head, seen.digest)
        return Shown(seen.match, seen.head, seen.digest, name, full, after, tuple(seen.rows[after:]), mark)

    # --- acting ---

    def acts(self, asked: Asked) -> Done:
        """Done once, however often it is asked for."""
        if not self.at.keys:
            raise NotAllowed("no_keys_here", match=self.at.match)
        if self.name is None:
            raise NotAllowed("key_needed", seat=asked.seat or ARBITER)
        if asked.seat and self.name not in {asked.seat, ARBITER}:
            raise NotAllowed("key_wrong", seat=asked.seat)
        if (self.name == ARBITER) != (asked.reason is not None):
            raise NotAllowed("key_wrong", seat=asked.seat or ARBITER)
        if asked.held is not None:
            self._refuse_other(asked.held)
        act = Act(self.name if asked.reason is None else "", key=self.key, client=asked.client)
        written = done(self.desk, self.at.match, act, asked.do, asked.reason)
        seen = written.log
        return Done(written.first, written.last, written.repeated, self._from(seen, min(asked.after, seen.head)))

    def _refuse_other(self, held: Held) -> None:
        """Nobody acts upon rows that are not here any more: a host that went back to a backup would part from them."""
        rows = self.desk.log(self.at.match).rows
        if not 1 <= held.row <= len(rows) or rows[held.row - 1].digest != held.digest:
            raise NotAllowed("other_rows_held", match=self.at.match, row=held.row, last=len(rows))


def wanted(desk: Matches, one: Wanted) -> Shown:
    """One of many matches."""
    return Visitor(desk, one.match, one.key or None).shown(one.after)


def _glance(desk: Matches, match: str) -> Glance:
    """Of exactly this match: nobody finds one by the beginning of its id."""
    if not desk.knows(match) or desk.resolve(match) != match:
        raise Usage("unknown_match", word=match)
    return desk.glance(match)
