"""The file of an edition, read by the types of its entries: what does not fit is named."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from functools import cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from msgspec import Struct, ValidationError, convert

from core.kernel.errors import EditionError, HeraldError
from core.kernel.rules.amounts import Amounts, read_amounts
from core.kernel.rules.contents import types_of
from core.kernel.rules.marks import Vocabulary, vocabulary_of
from core.kernel.setup.entries import Entry, Every, Grouped, Ids, Natural, Positive, Written

SOURCES = ("rulebook", "public", "house", "owner")

MOST = 999  # no number of a box is larger, and what a seat may pay is offered one by one
LONGEST = 200  # characters of a text, items of a list
TOO_MUCH = "more than any box holds"

_LARGER = re.compile(r"\d{4}")

Path = tuple[str, ...]

_DICT: Any = dict
_LIST: Any = list
_TUPLE: Any = tuple


class EditionFile:
    """One file, and the words that may stand in it; what does not come with the program is looked at more closely."""

    def __init__(self, file: str, words: Vocabulary, *, foreign: bool) -> None:
        self.file = file
        self.words: dict[str, Collection[str]] = dict(words)
        self.foreign = foreign

    def build(self, kind: Any, values: Mapping[str, Any], path: Path = ()) -> Any:
        """Values as a struct: unknown, missing and wrong ones are named."""
        read = {
            name: shape.read(self, shape, values[table], (*path, table))
            for name, table, shape in _fields(kind)
            if table in values
        }
        try:
            return convert({**values, **read}, kind, str_keys=True)
        except ValidationError as problem:
            raise self._misfit(kind, values, str(problem), path) from problem

    def entry(self, shape: "_Shape", found: Any, path: Path) -> Any:
        """An entry, which bears its own id if it has one."""
        own = {"id": path[-1]} if "id" in shape.plain.__struct_fields__ else {}
        return self.build(shape.plain, self._sourced(shape.plain, found, path) | own, path)

    def struct(self, shape: "_Shape", found: Any, path: Path) -> Any:
        """A value of several fields."""
        return self.build(shape.plain, found, path) if isinstance(found, _DICT) else found

    def items(self, shape: "_Shape", found: Any, path: Path) -> Any:
        """Several values of a kind."""
        item = shape.parts[0]
        return [item.read(self, item, each, path) for each in found] if isinstance(found, _LIST) else found

    def word(self, shape: "_Shape", found: Any, path: Path) -> Any:
        """A word, which is one of its vocabulary where it has one."""
        if isinstance(found, str) and found not in self.words.get(shape.kind, (found,)):
            raise self.wrong("edition_word", path, (*self.words[shape.kind],), found)
        return found

    def written(self, shape: "_Shape", found: Any, path: Path) -> Any:
        """What is written in a notation."""
        try:
            return shape.marks[Written].by(str(found))
        except ValueError as problem:
            raise self.wrong("edition_count", path, problem, found) from problem
        except HeraldError as problem:
            raise self.unread(str(problem), path) from problem

    def by_words(self, shape: "_Shape", found: Any, path: Path) -> Any:
        """A table by words: those of a vocabulary, or ids, which from then on are the words of theirs."""
        (key, value), every, ids = shape.parts, shape.marks.get(Every), shape.marks.get(Ids)
        if not isinstance(found, _DICT) and every is not None and every.or_one:
            return dict.fromkeys(map(str, every.words), value.read(self, value, found, path))
        if not isinstance(found, _DICT) and not value.entry:
            return found
        table = self.table(found, path)
        if every is not None:
            self._every(every, table, path)
        if ids is not None:
            self._ids(ids, [(*path, name) for name in table], path)
        if key.kind and value.entry:
            self.words.setdefault(key.kind, table)
        for name in table:
            key.read(self, key, name, (*path, name))
        return {name: value.read(self, value, each, (*path, name)) for name, each in table.items()}

    def grouped(self, shape: "_Shape", found: Any, path: Path) -> Any:
        """Entries that say what their group says, and more; in which of the groups they are, they do not say."""
        kind, mark, groups = shape.parts[1].plain, shape.marks[Grouped], self.table(found, path)
        self._every(Every(mark.groups), groups, path)
        made: dict[Path, Any] = {}
        for group, table in groups.items():
            within = (*path, group, mark.within)
            shared = self._sourced(kind, table, (*path, group), mark.within)
            for id_, own in self.table(shared.pop(mark.within, None), within).items():
                at = (*within, id_)
                values = {**shared, **self._sourced(kind, own, at), mark.by: group, "id": id_}
                made[at] = self.build(kind, values, at)
        self._ids(shape.marks.get(Ids, Ids()), made, path)
        return {at[-1]: entry for at, entry in made.items()}

    def _sourced(self, kind: Any, found: Any, path: Path, apart: str = "") -> dict[str, Any]:
        """The values of an entry, each of which must have a source, but for what stands apart with its own."""
        values = dict(self.table(found, path))
        source = values.pop("from", None)
        others = {apart, *(table for _, table, shape in _fields(kind) if shape.entry)}
        for key in values if self.foreign else ():
            if key not in others:
                self._believe(values[key], source.get(key) if isinstance(source, _DICT) else source, (*path, key))
        return values

    def _believe(self, value: Any, source: Any, path: Path) -> None:
        """A value says where it comes from, a list as a whole or item by item; and it is within reason."""
        one_by_one = isinstance(source, _LIST) and isinstance(value, _LIST) and len(source) == len(value)
        if not all(named in SOURCES for named in (source if one_by_one else [source])):
            raise EditionError("edition_source", known=SOURCES, file=self.file, entry=".".join(path))
        if not _within_reason(value):
            raise self.unread(TOO_MUCH, path)

    def table(self, found: Any, path: Path) -> Mapping[str, Any]:
        """A table of the file; it must be there."""
        if not isinstance(found, _DICT):
            raise EditionError("edition_missing", file=self.file, entry=".".join(path))
        table: Mapping[str, Any] = found
        return table

    def _every(self, mark: Every, found: Mapping[str, Any], path: Path) -> None:
        """Refuse a table that lacks a word, has another one, or has them in another order where that matters."""
        words = [*map(str, mark.words)]
        for name in found:
            if name not in words:
                raise self.wrong("edition_word", (*path, name), words, name)
        for word in words:
            if word not in found:
                raise EditionError("edition_missing", file=self.file, entry=".".join((*path, word)))
        if mark.in_order and [*found] != words:
            raise self.wrong("edition_order", path, words, [*found])

    def _ids(self, mark: Ids, found: Collection[Path], path: Path) -> None:
        """Refuse entries that are too few or too many, and ids that are not one word or not told apart in any case."""
        if mark.count not in {None, len(found)}:
            raise self.wrong("edition_entries", path, mark.count, len(found))
        same = Counter(id_.casefold() for id_ in (*mark.taken, *(at[-1] for at in found)))
        for at in found:
            id_ = at[-1]
            plain = id_.translate(dict.fromkeys(map(ord, mark.signs)))
            if not _within_reason(id_):
                raise self.unread(TOO_MUCH, at)
            if not (plain.isascii() and plain.isalnum() and len(id_) <= mark.longest):
                raise self.wrong("edition_id", at, " ".join(("A-Z a-z 0-9", *mark.signs, f"({mark.longest})")), id_)
            if same[id_.casefold()] > 1:
                raise self.wrong("edition_id_taken", at, "", id_)

    def wrong(self, why: str, path: Path, expected: object, found: object) -> EditionError:
        """What to raise when something else stands in an entry than is expected there."""
        entry = ".".join(path)
        return EditionError(why, file=self.file, entry=entry, expected=_text(expected), found=_text(found))

    def unread(self, problem: str, path: Path) -> EditionError:
        """What to raise when an entry cannot be read."""
        return EditionError("edition_entry", file=self.file, entry=".".join(path), detail=problem)

    def _misfit(self, kind: Any, values: Any, problem: str, path: Path) -> EditionError:
        """What msgspec says of a struct, about the entry of the file."""
        what, _, where = problem.partition(" - at ")
        at: list[str] = re.findall(r"\w+", where.partition("$")[2])
        here = (*path, *(part for part in at if not part.isdecimal()))
        why, said = next(((why, fits[1]) for pattern, why in _SAID if (fits := re.fullmatch(pattern, what))), ("", ""))
        if why and not at:
            return EditionError(why, file=self.file, entry=".".join((*path, said)))
        for part in at:
            values = values[int(part) if isinstance(values, _LIST) else part]
        if why:
            return self.wrong(why, here, said, values)
        literals = _literals(types_of(kind)[at[0]]) if what.startswith("Invalid enum value") else ()
        return self.wrong("edition_word", here, literals, values) if literals else self.unread(what, here)


_SAID = (
    (r"Object contains unknown field `(.+)`", "edition_unknown_field"),
    (r"Object missing required field `(.+)`", "edition_missing"),
    (r"Expected `int` >= (-?\d+)", "edition_least"),
    (r"Expected `int` <= (-?\d+)", "edition_most"),
    (r"Expected `array` of length (\d+), got \d+", "edition_items"),
    (r"Expected `\w+` of length >= (\d+)", "edition_items_least"),
)
"""What msgspec says, and the sentence that says it in the reader's language."""


class _Shape(Struct, frozen=True):
    """A type taken apart: what reads it, its marks, itself without them, its parts; has it sources of its own?"""

    read: Callable[[EditionFile, "_Shape", Any, Path], Any]
    marks: dict[type, Any]
    plain: Any
    parts: "tuple[_Shape, ...]" = ()
    kind: str = ""  # its vocabulary
    entry: bool = False


_ALONE = {*map(id, (int, bool, str, Natural, Positive))}
"""What msgspec reads alone."""


@cache
def _fields(kind: Any) -> tuple[tuple[str, str, _Shape], ...]:
    """The fields that need more than msgspec to be read: name, table, type."""
    hints, names = types_of(kind), zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True)
    made = [(name, _shape(hints[field])) for field, name in names if id(hints[field]) not in _ALONE]
    return tuple(
        (name, shape.marks[Grouped].table if Grouped in shape.marks else name, shape)
        for name, shape in made
        if shape.read is not EditionFile.word or shape.kind
    )


def _shape(hint: Any) -> _Shape:
    metadata: tuple[Any, ...] = getattr(hint, "__metadata__", ())
    marks: dict[type, Any] = {type(mark): mark for mark in metadata}
    plain = hint.__origin__ if marks else hint
    args = [part for part in get_args(plain) if part is not type(None) and part is not Ellipsis]
    origin = get_origin(plain)
    if origin in {Union, UnionType} and len(args) == 1:  # None, which no file can say
        return _shape(args[0])
    if _is(plain, Amounts):
        marks.setdefault(Written, _amounts(plain))
    if Written in marks:
        return _Shape(EditionFile.written, marks, plain)
    if origin is dict or origin is tuple:
        parts = tuple(map(_shape, args))
        by = EditionFile.items if origin is tuple else EditionFile.grouped if Grouped in marks else EditionFile.by_words
        return _Shape(by, marks, plain, parts, entry=any(part.entry for part in parts))
    if _is(plain, Entry):
        return _Shape(EditionFile.entry, marks, plain, entry=True)
    if _is(plain, Struct):
        return _Shape(EditionFile.struct, marks, plain)
    kind = next((kind for part in (*metadata, plain) if (kind := vocabulary_of(part))), "")
    return _Shape(EditionFile.word, marks, plain, kind=kind)


@cache
def _amounts(kind: type[Amounts]) -> Written:
    @cache
    def read(text: str) -> Amounts:
        return read_amounts(text, kind)

    return Written(read)


def _is(hint: Any, base: type) -> bool:
    return isinstance(hint, type) and issubclass(hint, base)


def _within_reason(value: Any) -> bool:
    """No number, no list and no text is larger than anything in a box."""
    if isinstance(value, int):
        return -MOST <= value <= MOST
    if isinstance(value, str):
        return len(value) <= LONGEST and not _LARGER.search(value)
    if isinstance(value, _DICT):
        return all(map(_within_reason, value.values()))
    return not isinstance(value, _LIST) or (len(value) <= LONGEST and all(map(_within_reason, value)))


def _text(value: Any) -> str:
    """What is expected or found, as one text."""
    if isinstance(value, _DICT):
        value = [f"{name} = {each}" for name, each in value.items()]
    many = isinstance(value, (_LIST, _TUPLE))
    return (", ".join(map(_text, value)) if many else "" if value is None else str(value)) or "—"


def _literals(hint: Any) -> tuple[object, ...]:
    """What may stand in a field that has nothing but certain values."""
    if get_origin(hint) is Literal:
        return get_args(hint)
    return tuple(value for part in get_args(hint) for value in _literals(part))
