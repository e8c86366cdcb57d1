"""What lies within a value, however deep: secrets and openings. Found by the types, so that no author can forget."""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any, TypeVar, get_args, get_origin

import msgspec

_TUPLE: Any = tuple


def parts_of(value: Any, wanted: Any) -> Iterator[Any]:
    """The parts of the wanted type within a value: it is looked for only where the types can have one."""
    if isinstance(value, wanted):
        yield value
    elif isinstance(value, _TUPLE):
        for item in value:
            yield from parts_of(item, wanted)
    elif isinstance(value, msgspec.Struct):
        for name in fields_with(value.__class__, wanted):
            yield from parts_of(getattr(value, name), wanted)


@cache
def fields_with(kind: Any, wanted: Any) -> tuple[str, ...]:
    """The fields of a struct in which there can be such a part."""
    return tuple(field.name for field in msgspec.structs.fields(kind) if _can_hold(field.type, wanted, (kind,)))


@lru_cache(4096)
def any_with(kinds: tuple[Any, ...], wanted: Any) -> bool:
    """Can there be such a part in a struct of any of these kinds?"""
    return any(fields_with(kind, wanted) for kind in kinds)


def _can_hold(hint: Any, wanted: Any, seen: tuple[Any, ...]) -> bool:
    """What a type says: `seen` are the structs that it lies in."""
    origin: Any = get_origin(hint) or hint
    if origin is wanted or origin is Any or isinstance(origin, TypeVar):
        return True
    if any(_can_hold(part, wanted, seen) for part in get_args(hint)):
        return True
    if not isinstance(origin, type) or not issubclass(origin, msgspec.Struct) or origin in seen:
        return False
    fields = msgspec.structs.fields(origin)
    return any(_can_hold(field.type, wanted, (*seen, origin)) for field in fields)
