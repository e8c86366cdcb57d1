"""Keys as people hand them on: alone, or in a link that says of which match and seat, one a line.

    herald://crimson-fox-123#as=Ana&key=0f3c...

What stands behind `#` goes to no server, so the address of a match at a service carries a key in the same way. An
invitation says that it is one: its key is there to be replaced by one that only its player knows.

    https://club.example/m/crimson-fox-123#as=Ana&key=0f3c...
    https://club.example/m/crimson-fox-123#as=Ana&key=0f3c...&invited

A spectators' link is read without scripts, so what it opens, everybody's view and nothing else, goes along:

    https://club.example/m/crimson-fox-123?watch=77aa...
"""

from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import SplitResult, parse_qs, quote, urlsplit

import msgspec

from cli.person.keyring import Key
from core.kernel.errors import Usage
from store.ids import is_id

LONGEST = 200
"""Characters of a key or a name, at most."""

SERVICES = ("http", "https")


class Given(msgspec.Struct, frozen=True):
    """A key that came alone: of which match and seat it is, it does not say."""

    key: str


class Invited(Key, frozen=True):
    """The key of an invitation."""


def link(key: Key, *, invited: bool = False) -> str:
    """A key with all that one must know of it; a spectator's has no seat."""
    place = f"{key.at}/m/" if key.at else "herald://"
    if not key.seat:
        return f"{place}{quote(key.match)}?watch={quote(key.key, safe='')}"
    said = f"as={quote(key.seat, safe='')}&key={quote(key.key, safe='')}{'&invited' if invited else ''}"
    return f"{place}{quote(key.match)}#{said}"


def is_link(word: str) -> bool:
    """Was a link typed, and no match?"""
    return "://" in word


SAYING = ("#as=", "&key=", "?watch=")
"""What stands before the parts of a link, whatever is missing at its beginning."""


def refuse_link(place: str) -> None:
    """A link to a match is no place where matches lie. It may hold a key, so nothing of it is said again."""
    _, within, match = place.rstrip("/").rpartition("/m/")
    of_match = is_link(place) and ({"?", "#"} & {*place} or (within and is_id(match)))
    if of_match or place.startswith("herald:") or any(mark in place for mark in SAYING):
        raise Usage("link_as_address")


def refuse_login(place: str) -> None:
    """Refuse an address with a name or a password in it; nothing of it is said again, and no file is called so."""
    if "@" in place.partition("://")[2]:
        raise Usage("address_with_login")


def read_keys(text: str) -> list[Key | Given]:
    """What stands in a text: links, or one key alone."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    alone = len(lines) == 1 and not is_link(lines[0])
    found = [Given(lines[0])] if alone and _is_key(lines[0]) else [key for line in lines for key in _linked(line)]
    if not found or len(found) != len(lines):
        raise Usage("no_key_there")
    return list(found)


def read_link(text: str) -> Key | None:
    """The one link that stands in a text; None where there is another thing, or only a part of one."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return next(_linked(lines[0]), None) if len(lines) == 1 else None


def _is_key(word: str) -> bool:
    return word.isascii() and word.isalnum() and len(word) <= LONGEST


def _linked(line: str) -> Iterator[Key]:
    try:
        address = urlsplit(line)
        place = _place(address)
        said = parse_qs(address.fragment, keep_blank_values=True, errors="strict")
        asked = parse_qs(address.query, keep_blank_values=True, errors="strict")
    except ValueError:  # no address, or bytes that are no text
        return
    if place is None:
        return
    (at, match), (seat, key), (token,) = place, _only(said, "as", "key"), _only(asked, "watch")
    if _is_key(token) and token and asked.keys() == {"watch"} and not said:
        yield Key(match, "", token, at)
    elif not seat or len(seat) > LONGEST or not key or not _is_key(key) or asked:
        return
    elif said.keys() == {"as", "key"}:
        yield Key(match, seat, key, at)
    elif said.keys() == {"as", "key", "invited"} and said["invited"] == [""]:
        yield Invited(match, seat, key, at)


def _only(said: Mapping[str, Sequence[str]], *names: str) -> list[str]:
    """What is said of each, where it is said once."""
    return [values[0] if len(values := said.get(name, ())) == 1 else "" for name in names]


def _place(address: SplitResult) -> tuple[str, str] | None:
    """The service ("" for a file of this machine), and the match."""
    if address.scheme == "herald":
        return ("", address.netloc) if is_id(address.netloc) and address.path in {"", "/"} else None
    before, m, match = address.path.rstrip("/").rpartition("/m/")
    if address.scheme not in SERVICES or not m or not is_id(match) or not address.hostname or "@" in address.netloc:
        return None
    if address.port == 0:  # what is no number is a ValueError
        return None
    return f"{address.scheme}://{address.netloc.lower()}{before}", match
