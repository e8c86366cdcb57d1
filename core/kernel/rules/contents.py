"""What lies within a value, however deep: secrets and openings. Found by the types, so that no author can forget."""

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import Any, ForwardRef, TypeVar, get_args, get_origin

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


def with_parts(value: Any, wanted: Any, change: Callable[[Any], Any]) -> Any:
    """The value with each part of the wanted type replaced; itself if it has none."""
    if isinstance(value, wanted):
        return change(value)
    if isinstance(value, _TUPLE):
        made = tuple(with_parts(item, wanted, change) for item in value)
        return made if any(new is not old for new, old in zip(made, value, strict=True)) else value
    if isinstance(value, msgspec.Struct):
        old = {name: getattr(value, name) for name in fields_with(value.__class__, wanted)}
        anew = {name: with_parts(part, wanted, change) for name, part in old.items()}
        changed = {name: part for name, part in anew.items() if part is not old[name]}
        return msgspec.structs.replace(value, **changed) if changed else value
    return value


@cache
def fields_with(kind: Any, wanted: Any) -> tuple[str, ...]:
    """The fields of a struct in which there can be such a part."""
    types = types_of(kind)
    return tuple(name for name in kind.__struct_fields__ if _can_hold(types[name], wanted, (kind,)))


def types_of(kind: type) -> dict[str, Any]:
    """The types of all fields as they are written down: msgspec and `typing` would look for names in them, slowly."""
    types: dict[str, Any] = {}
    for base in reversed(kind.__mro__):
        types |= getattr(base, "__annotations__", {})
    return types


@lru_cache(4096)
def any_with(kinds: tuple[Any, ...], wanted: Any) -> bool:
    """Can there be such a part in a struct of any of these kinds?"""
    return any(fields_with(kind, wanted) for kind in kinds)


def _can_hold(hint: Any, wanted: Any, seen: tuple[Any, ...]) -> bool:
    """What a type says, `seen` are the structs that it lies in; one that is written as a text may be anything."""
    origin: Any = get_origin(hint) or hint
    if origin is wanted or origin is Any or isinstance(origin, (TypeVar, str, ForwardRef)):
        return True
    if any(_can_hold(part, wanted, seen) for part in get_args(hint)):
        return True
    if not isinstance(origin, type) or not issubclass(origin, msgspec.Struct) or origin in seen:
        return False
    types, within = types_of(origin), (*seen, origin)
    return any(_can_hold(types[name], wanted, within) for name in origin.__struct_fields__)
