"""The one door: who a bearer is, what they may know, what they may do.

Ids of matches can be guessed. So to who has neither a key nor a spectators' link, a match that is there and one that is
not are the same: the same error, and what is asked of the store first tells nothing either.
"""

from collections.abc import Sequence
from typing import Final

from core.games import game_named
from core.kernel.errors import NotAllowed, Usage
from core.kernel.log.keys import ARBITER
from core.kernel.log.limits import weight_of
from core.kernel.log.log import Seen
from core.kernel.log.row import StoredRow
from store.acts import Act, Glance, Watcher
from store.ids import is_made
from store.remote.deeds import done
from store.remote.served import Served
from store.remote.wire import Asked, Begin, Branch, Done, Held, Shown, Wanted
from store.starting import start

ANSWER: Final = 2**19
"""Bytes of rows in one answer, but for the last row of them: what is longer comes in pages."""


class Visitor:
    """Somebody at a match: a seat, the arbiter, or a spectator; the last two see what the public does.

    `bearer`: the key of a seat or of the arbiter, or a spectators' token.
    """

    def __init__(self, desk: Served, match: str, bearer: str | None) -> None:
        self.desk = desk
        self.key = bearer
        self.at, self.name = _let_in(desk, match, bearer)

    @property
    def seat(self) -> int | None:
        """The seat whose key it is."""
        return None if self.name is None or self.name == ARBITER else self.at.seats.index(self.name)

    # --- looking ---

    def shown(self, after: int = 0, *, full: bool = False, room: int = 0) -> Shown:
        """The rows after a number."""
        return shown_of(self.desk, self.desk.open_full(self.at.match) if full else self.seen(), after, room, full=full)

    def seen(self) -> Seen:
        """The match as this one may know it."""
        return self.desk.open(self.at.match, self.seat, self.key)

    # --- acting ---

    def acts(self, asked: Asked) -> Done:
        """Done once, however often it is asked for."""
        name = self._known(asked.seat)
        if asked.seat and name not in {asked.seat, ARBITER}:
            raise NotAllowed("key_wrong", seat=asked.seat)
        if (name == ARBITER) != (asked.reason is not None):
            raise NotAllowed("key_wrong", seat=asked.seat or ARBITER)
        if asked.held is not None:
            self._refuse_other(asked.held)
        act = Act(name if asked.reason is None else "", key=self.key, client=asked.client)
        written = done(self.desk, self.at.match, act, asked.do, asked.reason)
        shown = shown_of(self.desk, written.log, min(asked.after, written.log.head))
        return Done(written.first, written.last, written.repeated, shown)

    def _known(self, seat: str = "") -> str:
        """Who acts: somebody with a key, and no spectator."""
        if not self.at.keys:
            raise NotAllowed("no_keys_here", match=self.at.match)
        if self.name is None:
            raise NotAllowed("key_needed", seat=seat or ARBITER)
        return self.name

    # --- spectators ---

    def watchers(self) -> list[Watcher]:
        """The links that are in force."""
        return self.desk.watchers(self.at.match, self._act())

    def lets_watch(self, digest: str) -> Watcher:
        """A link more."""
        return self.desk.let_watch(self.at.match, self._act(), digest)

    def ends_watch(self, numbers: Sequence[int]) -> list[Watcher]:
        """These are withdrawn, or all that are this one's."""
        return self.desk.end_watch(self.at.match, self._act(), numbers)

    def _act(self) -> Act:
        return Act(self._known(), key=self.key)

    # --- what if ---

    def forks(self, asked: Branch) -> Done:
        """A match of its own, from what this one knows; for several people, so each of its seats has a key."""
        self._known()
        _refuse_name(asked.match)
        seen = self.seen()
        if not 0 < asked.row <= seen.head:
            raise Usage("no_such_row", row=asked.row, last=seen.head)
        written = self.desk.fork(
            seen.at(asked.row), asked.bots, match=asked.match, client=asked.client, keys=asked.keys, everybody=True
        )
        return Done(written.first, written.last, written.repeated, shown_of(self.desk, written.log, 0), written.again)

    def _refuse_other(self, held: Held) -> None:
        """Nobody acts upon rows that are not here any more: a host that went back to a backup would part from them."""
        rows = self.desk.log(self.at.match).rows
        if not 1 <= held.row <= len(rows) or rows[held.row - 1].digest != held.digest:
            raise NotAllowed("other_rows_held", match=self.at.match, row=held.row, last=len(rows))


def shown_of(desk: Served, seen: Seen, after: int, room: int = 0, *, full: bool = False) -> Shown:
    """The rows after a number, on their way: as many as there is room for (0: in an answer), and one at least."""
    if not 0 <= after <= seen.head:
        raise Usage("no_such_row", row=after, last=seen.head)
    name = None if seen.reader is None else seen.seats[seen.reader]
    mark = desk.mark(seen.match, seen.head, seen.digest)
    return Shown(seen.match, seen.head, seen.digest, name, full, after, _page(seen, after, room or ANSWER), mark)


def _page(seen: Seen, after: int, room: int) -> tuple[StoredRow, ...]:
    last = after
    while last < seen.head and (room > 0 or last == after):
        room -= weight_of(seen.rows[last])
        last += 1
    return tuple(seen.rows[after:last])


def begun(desk: Served, new: Begin) -> Done:
    """A match that begins: over a network a name is nobody, so it has keys. Begun again, it is shown to who brings the
    same ones.
    """
    if not new.keys:
        raise NotAllowed("keys_needed_here")
    _refuse_name(new.match)
    written = start(
        desk,
        game_named(new.game),
        new.seats,
        rulings=new.rulings,
        options=new.options,
        edition=new.edition,
        seed=new.seed,
        practice=new.practice,
        bots=new.bots,
        nonces=new.nonces,
        match=new.match,
        client=new.client,
        keys=new.keys,
        own_record=True,
    )
    seen = written.log.seen_by(None)
    if written.repeated and not desk.is_open and dict(seen.start.keys) != dict(new.keys):
        raise NotAllowed("begun_before", match=seen.match)
    return Done(written.first, written.last, written.repeated, shown_of(desk, seen, 0))


def asked_before(desk: Served, new: Begin | Branch) -> bool:
    """Then no match begins by it, and who asks is told what came of it then, or why it is another request."""
    return bool(new.client) and desk.store.made_by(new.match, new.client) is not None


def _refuse_name(match: str) -> None:
    """Who begins a match names it; but not so that others could not begin theirs, or would see what is no id."""
    if not is_made(match):
        raise Usage("no_id", word=match)


def wanted(desk: Served, one: Wanted, room: int) -> Shown:
    """One of many matches."""
    return Visitor(desk, one.match, one.key or None).shown(one.after, room=room)


def _let_in(desk: Served, match: str, bearer: str | None) -> tuple[Glance, str | None]:
    """The match, and whose key it is; who may not look is told of no match."""
    if not desk.is_open and (bearer is None or not desk.may_open(match, bearer)):
        raise _shut_out(desk, match)
    if not desk.knows(match) or desk.resolve(match) != match:  # nobody finds one by the beginning of its id
        raise _shut_out(desk, match)
    at = desk.glance(match)
    if bearer is None or desk.is_watched_by(match, bearer):
        return at, None
    try:
        return at, desk.whose(match, bearer) if at.keys or not desk.is_open else None
    except NotAllowed as refusal:
        if desk.is_open or refusal.why != "key_of_nobody":
            raise
        raise _shut_out(desk, match) from None


def _shut_out(desk: Served, match: str) -> Usage:
    desk.shut_out = not desk.is_open
    return Usage("unknown_match", word=match)
