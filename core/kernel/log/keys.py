"""Seat keys: who holds the key may act and look as the seat. The log keeps digests only.

A seat without a key is open: anybody may act and look as it. A match has keys for all its seats or for none; a fork has
one for the seat whose knowledge it was made from. Where a seat has one, so has the arbiter, who could replace it.

A key is replaced by a row. Which keys open is read from all rows in their order: an undo never brings an old one back.
"""

from collections.abc import Sequence

from core.kernel.errors import NotAllowed, Refused
from core.kernel.log.row import AnyBody, KeyReplaced, Start
from core.kernel.rules.secret import digest

ARBITER = "arbiter"


def key_digest(match: str, name: str, key: str) -> str:
    """What the log says of a key: bound to match and seat."""
    return digest("key", match, name, key)


def watch_digest(match: str, token: str) -> str:
    """What a host keeps of a spectator's token, beside the log: bound to the match."""
    return digest("watch", match, token)


def accept_client(match: str, name: str, key: str) -> str:
    """The client id of who accepts the invitation with this key: whoever tries again means the same."""
    return digest("accept", match, name, key)[:24]


def keys_of(rows: Sequence[AnyBody]) -> dict[str, str]:
    """The digest of the key that now opens each locked seat, and the arbiter's; empty in a match without keys."""
    start = rows[0].about
    if not isinstance(start, Start) or not start.keys:
        return {}
    found = dict(start.keys)
    new = (row.about for row in rows if isinstance(row.about, KeyReplaced))
    found.update((about.name, about.digest) for about in new if about.name in start.keys)
    return found


def refuse_without_key(rows: Sequence[AnyBody], name: str) -> None:
    """Only who has a key from the beginning can be given another; elsewhere somebody could lock the others out."""
    keys = keys_of(rows)
    if name not in keys:
        raise Refused("", "no_key" if keys else "no_keys", seat=name)


def refuse_in_force(rows: Sequence[AnyBody], name: str, digest: str) -> None:
    """Refuse a key that opens this seat already: the row would change nothing."""
    if keys_of(rows).get(name) == digest:
        raise Refused("", "key_in_force", seat=name)


def check_key(rows: Sequence[AnyBody], name: str, key: str | None) -> None:
    """Refuse who does not hold the present key, where there is one. `rows`: all there are."""
    keys = keys_of(rows)
    if name not in keys:
        return
    if not key:
        raise NotAllowed("key_needed", seat=name)
    try:
        offered = key_digest(rows[0].match, name, key)
    except UnicodeEncodeError:  # bytes that are no text
        raise NotAllowed("key_wrong", seat=name) from None
    if not _same(offered, keys[name]):
        replaced = _replaced(rows, name, offered)
        if replaced is None:
            raise NotAllowed("key_wrong", seat=name)
        by = ARBITER if replaced.seat is None else "seat"
        raise NotAllowed("key_replaced", seat=name, row=replaced.seq, at=replaced.at, by=by)


def fits(match: str, name: str, key: str, kept: str) -> bool:
    """Is this the key that the log keeps this digest of?"""
    try:
        return _same(key_digest(match, name, key), kept)
    except UnicodeEncodeError:  # bytes that are no text
        return False


def whose(rows: Sequence[AnyBody], key: str) -> str:
    """Whom this key is for: a seat, or the arbiter. All are looked at, whoever it is: the time tells nothing."""
    keys = keys_of(rows)
    found = [name for name, kept in keys.items() if fits(rows[0].match, name, key, kept)]
    if found:
        return found[0]
    for name in keys:
        try:
            check_key(rows, name, key)
        except NotAllowed as refusal:
            if refusal.why == "key_replaced":
                raise
    raise NotAllowed("key_of_nobody", match=rows[0].match)


def _same(offered: str, kept: str) -> bool:
    """Compared in a time that tells nothing. No key opens a digest that is none, whoever wrote it into a log."""
    from hmac import compare_digest  # noqa: PLC0415 - most matches have no keys

    return kept.isascii() and compare_digest(offered, kept)


def _replaced(rows: Sequence[AnyBody], name: str, offered: str) -> AnyBody | None:
    """The row that replaced this key, if it opened the seat once: who holds it should learn that somebody acted."""
    start = rows[0].about
    before = start.keys.get(name, "") if isinstance(start, Start) else ""
    found: AnyBody | None = None
    for row in rows:
        if isinstance(row.about, KeyReplaced) and row.about.name == name:
            if _same(offered, before):
                found = row
            before = row.about.digest
    return found
