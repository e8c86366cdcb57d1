"""Whether a bearer may open a match, found out before anything of it is read.

As much is done for a match that is there as for one that is not: one look at what says of keys, one for a link, and the
same number of digests. So whoever is refused cannot tell from the time which matches there are.
"""

from collections.abc import Collection, Mapping
from typing import Final

import msgspec

from core.kernel.decoding import decoder
from core.kernel.log.keys import key_digest, watch_digest
from core.kernel.rules.secret import digest
from store.port import EventStore

NAMES: Final = 7
"""Six seats and the arbiter."""

NOBODY: Final = tuple((f"nobody:{number}", digest("nobody", str(number))) for number in range(NAMES))
"""Digests of no key, by names that no seat can have."""


class _About(msgspec.Struct, frozen=True):
    keys: Mapping[str, str] = {}  # of the first row
    name: str = ""  # of a row that replaces a key
    digest: str = ""


class _Row(msgspec.Struct):
    about: _About = _About()


_read = decoder(_Row).decode
_NO_MATCH = (msgspec.json.encode({"about": {"type": "start", "seats": dict(NOBODY)}}),)


def may_open(store: EventStore, match: str, bearer: str) -> bool:
    """Return whether this is, or was once, a key of the match, or the token of a spectators' link in force."""
    pairs = [pair for body in store.locks(match) or _NO_MATCH for pair in _keys(body)]
    known: dict[str, set[str]] = {}
    for name, kept in (*pairs, *NOBODY[len(pairs) :]):
        known.setdefault(name, set()).add(kept)
    for name, kept in NOBODY:  # several keys of one seat need one digest
        if len(known) < NAMES:
            known.setdefault(name, {kept})
    fitting = sum([_digest(match, name, bearer) in kept for name, kept in known.items()])
    return is_watched_by(store, match, bearer) or fitting > 0


def _digest(match: str, name: str, bearer: str) -> str:
    try:
        return key_digest(match, name, bearer)
    except UnicodeEncodeError:  # bytes that are no text
        return ""


def is_watched_by(store: EventStore, match: str, token: str) -> bool:
    """Return whether this is the token of a link in force: one look-up by its digest."""
    try:
        return store.is_watched(match, watch_digest(match, token))
    except UnicodeEncodeError:  # bytes that are no text
        return False


def _keys(body: bytes) -> Collection[tuple[str, str]]:
    """Return the digests of keys that a row has, each with its name; none where it cannot be read."""
    try:
        about = _read(body).about
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ()
    return about.keys.items() if not about.digest else ((about.name, about.digest),)
