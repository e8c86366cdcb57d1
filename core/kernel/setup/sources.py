"""Sources of the values of an edition, as its file names them for each entry."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

HOUSE: Final = "house"
"""The source of a value that was designed for Herald, because nothing that is published gives it."""

_DICT: Any = dict
_TEXT: Any = str
_LIST: Any = list


class Sourced(Struct, frozen=True):
    """The values of a table that come from a source; a table without entries is one value, of its name."""

    table: str
    entries: tuple[str, ...]
    whole: int


def sourced(tables: Mapping[str, Any], source: str) -> tuple[Sourced, ...]:
    """Return each table in which something comes from this source, with the entries that do."""
    found = list[Sourced]()
    for name, table in tables.items():
        values = list(_values((), table)) if isinstance(table, _DICT) else []
        some = tuple(entry or name for entry, sources in values if source in sources)
        found += [Sourced(name, some, len(values))] if some else []
    return tuple(found)


def _values(path: tuple[str, ...], table: dict[str, Any]) -> Iterator[tuple[str, frozenset[str]]]:
    """Return each value that has a source: an entry of one source as a whole, else each of its fields."""
    said: Any = table.get("from")
    if isinstance(said, _TEXT):
        yield ".".join(path), frozenset({said})
    for name, value in table.items():
        if isinstance(value, _DICT) and name != "from" and _has_sources(value):
            yield from _values((*path, name), value)
        elif isinstance(said, _DICT) and name in said:
            one = said[name]
            yield ".".join((*path, name)), frozenset(one if isinstance(one, _LIST) else [one])


def _has_sources(table: Mapping[str, Any]) -> bool:
    return "from" in table or any(isinstance(value, _DICT) and _has_sources(value) for value in table.values())
