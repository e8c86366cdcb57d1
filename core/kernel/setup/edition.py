"""Component data: read entry by entry, so that an error names it; every value says where it comes from."""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Any, TypeVar

import msgspec

from core.kernel.errors import EditionError, HeraldError
from core.kernel.game import Edition
from core.kernel.setup import resources

SOURCES = ("rulebook", "public", "house", "owner")
SHIPPED = "edition.toml"

LONGEST_NAME = 60
MOST = 999  # no number of a box is larger, and what a seat may pay is offered one by one
LONGEST = 200  # characters of a text, items of a list
TOO_MUCH = "more than any box holds"

_LARGER = re.compile(r"\d{4}")

V = TypeVar("V")
E = TypeVar("E")

_DICT: Any = dict
_LIST: Any = list
_TUPLE: Any = tuple


class EditionFile:
    """The tables of one edition file."""

    def __init__(self, file: str, data: Any) -> None:
        self.file = file
        self.data = data

    def name(self) -> str:
        """What the edition calls itself, else the name of its file: wherever it is shown, that is one line."""
        found: Any = self.data.get("name", self.file)
        if not isinstance(found, str) or not found.isprintable() or not found:
            raise self.wrong("no name that can be shown", "name")
        if len(found) > LONGEST_NAME:
            raise EditionError("edition_name_long", file=self.file, expected=LONGEST_NAME, found=len(found))
        return found

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
        for key, value in own.items():
            if not _believed(value, source.get(key) if isinstance(source, _DICT) else source):
                raise EditionError("edition_source", known=SOURCES, file=self.file, entry=".".join((*path, key)))
        return own

    def build(self, kind: type[V], values: dict[str, Any], *path: str) -> V:
        """An entry as its type; unknown and missing fields are errors."""
        unknown = [key for key in values if key not in getattr(kind, "__struct_fields__", ())]
        if unknown:
            raise self.wrong(f"unknown field {unknown[0]}", *path)
        for key, value in values.items():
            if not _within_reason(value):
                raise self.wrong(TOO_MUCH, *path, key)
        try:
            return msgspec.convert(values, kind, str_keys=True)
        except msgspec.ValidationError as problem:
            raise self.wrong(str(problem), *path) from problem

    def entries(self, kind: type[V], table: str, **readings: Callable[[str], Any]) -> dict[Any, V]:
        """The entries of a table by their ids, which they bear themselves."""
        return {
            id_: self.build(
                kind, {**self.spelled(self.values(table, id_), table, id_, **readings), "id": id_}, table, id_
            )
            for id_ in self.table(table)
        }

    def spelled(self, values: dict[str, Any], *path: str, **readings: Callable[[str], Any]) -> dict[str, Any]:
        """The values, with those read that are written in a notation: a text, or a list or a table of texts."""
        made = {
            name: self._spelled(reading, values[name], *path, name)
            for name, reading in readings.items()
            if name in values
        }
        return {**values, **made}

    def _spelled(self, reading: Callable[[str], Any], written: Any, *path: str) -> Any:
        if isinstance(written, _LIST):
            return tuple(self.read(reading, text, *path) for text in written)
        if isinstance(written, _DICT):
            return {key: self.read(reading, text, *path, key) for key, text in written.items()}
        return self.read(reading, written, *path)

    def number(self, *path: str) -> int:
        """A key that must be a number: the last of a path."""
        if not path[-1].isdecimal() or not _within_reason(path[-1]):
            raise self.wrong("not a number", *path)
        return int(path[-1])

    def read(self, reading: Callable[[str], V], text: object, *path: str) -> V:
        """A value that is written in a notation of its own."""
        if not _within_reason(text):
            raise self.wrong(TOO_MUCH, *path)
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

    def typed(
        self,
        paths: Iterable[tuple[str, ...]],
        marks: str = "",
        *,
        longest: int = LONGEST_NAME,
        taken: Iterable[str] = (),
    ) -> None:
        """Refuse ids (the last of each path) that are not one word, or the same as another one in some case."""
        entries = list(paths)
        folded = Counter(id_.casefold() for id_ in (*taken, *(path[-1] for path in entries)))
        signs = ", ".join(("letters", "digits", *marks))
        expected = f"{signs} ({longest} at most), in any case those of no other id"
        for path in entries:
            id_ = path[-1]
            plain = id_.translate(dict.fromkeys(map(ord, marks)))
            fits = plain.isascii() and plain.isalnum() and len(id_) <= longest and folded[id_.casefold()] == 1
            self.must(*path, fits=fits, expected=expected, found=id_)

    def least(self, number: int, found: int, *path: str) -> None:
        """Refuse the file if a value is lower than this."""
        self.must(*path, fits=found >= number, expected=f"{number} or more", found=found)


def _believed(value: Any, source: Any) -> bool:
    """Does a value say where it comes from? A list may say it item by item."""
    if isinstance(source, _LIST) and isinstance(value, _LIST):
        return len(source) == len(value) and all(named in SOURCES for named in source)
    return source in SOURCES


ADOPTED = 32
"""Owners' editions of a game that a process keeps. Whoever reads a log adopts its edition again, from row 1."""


class Editions(dict[str, E]):
    """The editions of a game that are known here, by their digests: the one that ships, and those adopted last."""

    def __init__(self, package: str, build: Callable[[EditionFile, str, str], E]) -> None:
        """`build` makes and checks an edition out of its file, its name and its digest."""
        self._package = package
        self._build = build
        self._adopted: dict[tuple[str, str], Edition] = {}  # by file and digest, the one adopted last at the end
        self._shipped: Edition | None = None

    def __missing__(self, digest: str) -> E:
        """The one that ships is read when the first one is asked for."""
        self.shipped()
        if digest not in self:
            raise EditionError("edition_unknown", digest=digest[:12], file="")
        return self[digest]

    def known(self, digest: str) -> E:
        """The edition of this digest."""
        return self[digest]

    def shipped(self) -> Edition:
        """The edition that comes with the program."""
        if self._shipped is None:
            data = resources.read(self._package, SHIPPED)
            self._shipped = self._take(SHIPPED, resources.toml(self._package, SHIPPED), data, "")
        return self._shipped

    def adopt(self, file: str, text: str) -> Edition:
        """Check an owner's edition and make it usable."""
        data = text.encode()
        called = file, sha256(data).hexdigest()
        found = self._adopted.pop(called, None)
        if found is not None:
            self._adopted[called] = found
            return found
        try:
            tables = resources.parse(data)
        except ValueError as problem:
            raise EditionError("edition_not_toml", file=file, detail=str(problem)) from problem
        self._adopted[called] = found = self._take(file, tables, data, text)
        while len(self._adopted) > ADOPTED:
            self._forget(next(iter(self._adopted)))
        return found

    def _forget(self, called: tuple[str, str]) -> None:
        """Let go of an edition, unless it is known under another name."""
        digest = self._adopted.pop(called).digest
        if digest != self.shipped().digest and all(other.digest != digest for other in self._adopted.values()):
            del self[digest]

    def _take(self, file: str, tables: dict[str, Any], data: bytes, text: str) -> Edition:
        digest, entries = sha256(data).hexdigest(), EditionFile(file, tables)
        name = entries.name()
        self[digest] = self._build(entries, name, digest)
        return Edition(name, digest, text)


def _within_reason(value: Any) -> bool:
    """No number, no list and no text is larger than anything in a box; as far as it is plain data."""
    if isinstance(value, int):
        return -MOST <= value <= MOST
    if isinstance(value, str):
        return len(value) <= LONGEST and not _LARGER.search(value)
    if isinstance(value, _DICT):
        return all(map(_within_reason, value.values()))
    return not isinstance(value, (_LIST, _TUPLE)) or (len(value) <= LONGEST and all(map(_within_reason, value)))
