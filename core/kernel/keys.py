"""Seat keys: who holds the key may act and look as the seat. Row 1 keeps digests only."""

from collections.abc import Mapping
from hmac import compare_digest

from core.kernel.errors import NotAllowed
from core.kernel.secret import digest

ARBITER = "arbiter"


def key_digest(match: str, name: str, key: str) -> str:
    """What row 1 says of a key: bound to match and seat."""
    return digest("key", match, name, key)


def check_key(keys: Mapping[str, str], match: str, name: str, key: str | None) -> None:
    """Refuse who does not hold the key, where a match has keys at all."""
    if not keys:
        return
    if not key:
        raise NotAllowed("key_needed", seat=name)
    if not compare_digest(key_digest(match, name, key), keys.get(name, "")):
        raise NotAllowed("key_wrong", seat=name)
