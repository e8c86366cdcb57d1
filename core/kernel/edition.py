"""Reading component data: entry by entry, so that an error names it; every value says where it comes from."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import msgspec

from core.kernel.errors import EditionError, HeraldError

SOURCES = ("rulebook", "public", "house", "owner")

V = TypeVar("V")

_DICT: Any = dict


class EditionFile:
    """The tables of one edition file."""

    def __init__(self, file: str, data: Any) -> None:
        self.file = file
        self.data = data

    def table(self, *path: str) -> dict[str, Any]:
        """The table at this path; it must be there."""
        found: Any = self.data
        for name in path:
            found = found.get(name) if isinstance(found, _DICT) else None
        if not isinstance(found, _DICT):
            raise EditionError("edition_missing", file=self.file, entry=".".join(path))
        table: dict[str, Any] = found
        return table

    def values(self, *path: str, also: Iterable[str] = ()) -> dict[str, Any]:
        """The values of an entry, each of which must have a source; sub-tables in `also` are left out."""
        table = self.table(*path)
        source: Any = table.get("from")
        own = {key: value for key, value in table.items() if key != "from" and key not in also}
        for key in own:
            named = source.get(key) if isinstance(source, _DICT) else source
            if named not in SOURCES:
                raise EditionError("edition_source", known=SOURCES, file=self.file, entry=".".join((*path, key)))
        return own

    def build(self, kind: type[V], values: dict[str, Any], *path: str) -> V:
        """An entry as its type; unknown and missing fields are errors."""
        unknown = [key for key in values if key not in getattr(kind, "__struct_fields__", ())]
        if unknown:
            raise self.wrong(f"unknown field {unknown[0]}", *path)
        try:
            return msgspec.convert(values, kind, str_keys=True)
        except msgspec.ValidationError as problem:
            raise self.wrong(str(problem), *path) from problem

    def read(self, reading: Callable[[str], V], text: object, *path: str) -> V:
        """A value that is written in a notation of its own."""
        try:
            return reading(str(text))
        except HeraldError as problem:
            raise self.wrong(str(problem), *path) from problem

    def wrong(self, problem: str, *path: str) -> EditionError:
        """What to raise when an entry does not fit."""
        return EditionError("edition_entry", file=self.file, entry=".".join(path), detail=problem)

    def must(self, *path: str, fits: bool, expected: object, found: object) -> None:
        """Refuse the file if a count or a name does not fit."""
        if not fits:
            raise EditionError(
                "edition_count", file=self.file, entry=".".join(path), expected=str(expected), found=str(found)
            )
