"""The one door to the typed decoding of msgspec, safe for several threads.

msgspec keeps what it knows of a type on that type, at its first use, and lets other threads see it half-built: then the
process dies (seen with msgspec 0.20 to 0.22). So types are built under one lock. A type that is built is only read.
"""

from collections.abc import Callable
from threading import RLock
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

DecHook = Callable[[Any, Any], Any]

building = RLock()
"""Held while a type is built, and while an edition is adopted: two locks could wait for each other."""

_converted: set[Any] = set()
_decoders: dict[Any, msgspec.json.Decoder[Any]] = {}


def decoder(kind: type[T], dec_hook: DecHook | None = None) -> msgspec.json.Decoder[T]:
    """Make a decoder of JSON; all types in it are built when it returns."""
    with building:
        return msgspec.json.Decoder(kind, dec_hook=dec_hook)


def decode(data: bytes | str | msgspec.Raw, kind: type[T]) -> T:
    """Decode JSON, by a decoder that is made once for its type."""
    known = _decoders.get(kind)
    if known is None:
        known = _decoders[kind] = decoder(kind)
    found: T = known.decode(data)
    return found


def convert(value: Any, kind: type[T], *, str_keys: bool = False) -> T:
    """Convert plain values; the first time the type is built by it."""
    if kind in _converted:  # boxes are read here: an option that is named, too, takes longer than all the rest
        return msgspec.convert(value, kind, str_keys=True) if str_keys else msgspec.convert(value, kind)
    with building:
        try:
            return msgspec.convert(value, kind, str_keys=str_keys)
        finally:
            _converted.add(kind)
