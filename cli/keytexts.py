"""Keys as people hand them on: alone, or in a link that says of which match and seat, one a line.

    herald://crimson-fox-123#as=Ana&key=0f3c...

What stands behind `#` goes to no server, so the address of a match at a service carries a key in the same way:

    https://club.example/m/crimson-fox-123#as=Ana&key=0f3c...
"""

from collections.abc import Iterator
from urllib.parse import parse_qs, quote, urlsplit

import msgspec

from cli.keyring import Key
from core.kernel.errors import Usage

LONGEST = 200
"""Characters of a key, at most."""


class Given(msgspec.Struct, frozen=True):
    """A key that came alone: of which match and seat it is, it does not say."""

    key: str


def link(key: Key) -> str:
    """A key with all that one must know of it."""
    place = f"{key.at}/m/" if key.at else "herald://"
    return f"{place}{quote(key.match)}#as={quote(key.seat, safe='')}&key={quote(key.key, safe='')}"


def read_keys(text: str) -> list[Key | Given]:
    """What stands in a text: links, or one key alone."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    alone = len(lines) == 1 and "#" not in lines[0]
    found = [Given(lines[0])] if alone and _is_key(lines[0]) else [key for line in lines for key in _linked(line)]
    if not found or len(found) != len(lines):
        raise Usage("no_key_there")
    return list(found)


def _is_key(word: str) -> bool:
    return word.isascii() and word.isalnum() and len(word) <= LONGEST


def _linked(line: str) -> Iterator[Key]:
    try:
        address = urlsplit(line)
        said = parse_qs(address.fragment, strict_parsing=True)
    except ValueError:  # no address, or nothing behind its `#`
        return
    place, _, match = f"{address.netloc}{address.path}".rstrip("/").rpartition("/")
    at = f"{address.scheme}://{place.removesuffix('/m')}" if place else ""
    match said:
        case {"as": [seat], "key": [key]} if match and _is_key(key):
            yield Key(match, seat, key, at)
        case _:
            return
