"""Spectators: who holds a link that somebody at the table made looks on, as the public, until it is withdrawn."""

from collections.abc import Sequence

from core.kernel.errors import NotAllowed, Usage
from core.kernel.log.joining import well_formed
from core.kernel.log.keys import ARBITER, check_key, keys_of
from core.kernel.log.log import Log
from store.acts import Act, Watcher
from store.port import Watch
from store.writer import Writer

MOST = 14
"""Links of one match that one seat, or the arbiter, has in force at once: nobody uses up those of the others."""


def watchers(desk: Writer, match: str, act: Act) -> list[Watcher]:
    """The links that are in force. Everybody at the table may know of them; what opens them, nobody can tell."""
    _maker(desk.log(match), act)
    return _told(desk.store.watches(match))


def let_watch(desk: Writer, match: str, act: Act, digest: str) -> Watcher:
    """A link more; the same one, if its digest is there already."""
    if not well_formed(digest):
        raise Usage("no_digest", word=digest)
    by, there = _maker(desk.log(match), act), desk.store.watches(match)
    if sum(one.by == by for one in there) >= MOST and all(one.digest != digest for one in there):
        raise NotAllowed("too_many_links", most=MOST)
    return _told([desk.store.let_watch(match, digest, by, desk.now())])[0]


def end_watch(desk: Writer, match: str, act: Act, numbers: Sequence[int] = ()) -> list[Watcher]:
    """Withdraw these, or all that one made (the arbiter: all that there are); what was withdrawn."""
    by, there = _maker(desk.log(match), act), desk.store.watches(match)
    for number in numbers:
        if all(one.number != number for one in there):
            raise Usage("no_such_link", word=number, known=[str(one.number) for one in there])
    gone = [one for one in there if one.number in numbers or (not numbers and by in {one.by, ARBITER})]
    for one in gone:
        if by not in {one.by, ARBITER}:
            raise NotAllowed("not_your_link", number=one.number, seat=one.by)
    desk.store.end_watch(match, [one.number for one in gone])
    return _told(gone)


def _maker(log: Log, act: Act) -> str:
    """Who asks: a seat, or the arbiter. In a match without keys it is whoever can open the database."""
    name = ARBITER if act.seat == ARBITER else log.seats[log.seat(act.seat)]
    if keys_of(log.bodies):
        if name not in keys_of(log.bodies):
            raise NotAllowed("key_needed", seat=ARBITER)
        check_key(log.bodies, name, act.key)
    return name


def _told(watches: Sequence[Watch]) -> list[Watcher]:
    return [Watcher(one.number, one.by, one.at) for one in watches]
