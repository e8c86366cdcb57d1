"""The file of an edition, read by the types of its entries. What comes with the program is believed."""

from collections.abc import Mapping
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin

from msgspec import Struct

from core.kernel.decoding import convert
from core.kernel.rules.amounts import Amounts, read_amounts
from core.kernel.rules.contents import types_of
from core.kernel.rules.marks import vocabulary_of
from core.kernel.setup.entries import Entry, Every, Grouped, Natural, Positive, Written

Path = tuple[str, ...]

_DICT: Any = dict
_LIST: Any = list


class EditionFile:
    """Reads tables into the types of an edition: a method for each way in which a type is written.

    All that msgspec reads alone it gets at last, in one piece.
    """

    def read(self, kind: Any, tables: Mapping[str, Any]) -> Any:
        """The edition that the tables are."""
        return convert(self.build(kind, tables), kind, str_keys=True)

    def build(self, kind: Any, values: Mapping[str, Any], path: Path = ()) -> Any:
        """The fields of a struct."""
        read = {
            name: getattr(self, shape.by)(shape, values[table], (*path, table))
            for name, table, shape in self.fields(kind)
            if table in values
        }
        return {**values, **read}

    def fields(self, kind: Any) -> "tuple[Field, ...]":
        """The fields that msgspec would read otherwise."""
        return unlike_shapes(kind)

    def entry(self, shape: "Shape", found: Any, path: Path) -> Any:
        """An entry, which bears its own id if it has one."""
        own = {"id": path[-1]} if "id" in shape.plain.__struct_fields__ else {}
        return self.build(shape.plain, self.sourced(shape.plain, found, path) | own, path)

    def struct(self, shape: "Shape", found: Any, path: Path) -> Any:
        """A value of several fields."""
        return self.build(shape.plain, found, path) if isinstance(found, _DICT) else found

    def items(self, shape: "Shape", found: Any, path: Path) -> Any:
        """Several values of a kind."""
        item = shape.parts[0]
        read = getattr(self, item.by)
        return [read(item, each, path) for each in found] if isinstance(found, _LIST) else found

    def word(self, shape: "Shape", found: Any, path: Path) -> Any:
        """What stands in the file as it is meant."""
        return found

    def written(self, shape: "Shape", found: Any, path: Path) -> Any:
        """What is written in a notation."""
        return shape.marks[Written].by(str(found))

    def by_words(self, shape: "Shape", found: Any, path: Path) -> Any:
        """A table by words, or by ids; or one value for all of the words."""
        value, every = shape.parts[1], shape.marks.get(Every)
        read = getattr(self, value.by)
        if isinstance(found, _DICT):
            return {name: read(value, each, (*path, name)) for name, each in found.items()}
        return dict.fromkeys(map(str, every.words), read(value, found, path)) if every and every.or_one else found

    def grouped(self, shape: "Shape", found: Any, path: Path) -> Any:
        """Entries that lie in groups and share what their group says, by their ids."""
        return {at[-1]: entry for at, entry in self.in_groups(shape, found, path).items()}

    def in_groups(self, shape: "Shape", found: Any, path: Path) -> dict[Path, Any]:
        """The same by where they lie; in which of the groups they are, they do not say."""
        kind, mark = shape.parts[1].plain, shape.marks[Grouped]
        made: dict[Path, Any] = {}
        for group, table in found.items():
            within = (*path, group, mark.within)
            shared = self.sourced(kind, table, (*path, group), mark.within)
            for id_, own in self.table(shared.pop(mark.within, None), within).items():
                at = (*within, id_)
                values = {**shared, **self.sourced(kind, own, at), mark.by: group, "id": id_}
                made[at] = self.build(kind, values, at)
        return made

    def sourced(self, kind: Any, found: Any, path: Path, apart: str = "") -> dict[str, Any]:
        """The values of an entry, without where they come from; what stands `apart` has a source of its own."""
        values = dict(self.table(found, path))
        values.pop("from", None)
        return values

    def table(self, found: Any, path: Path) -> Mapping[str, Any]:
        """A table of the file."""
        table: Mapping[str, Any] = found
        return table


class Shape(Struct, frozen=True):
    """A type taken apart: what reads it, its marks, itself without them, its parts; has it sources of its own?"""

    by: str  # a method of an EditionFile
    marks: dict[type, Any]
    plain: Any
    parts: "tuple[Shape, ...]" = ()
    kind: str = ""  # its vocabulary
    entry: bool = False

    @property
    def alike(self) -> bool:
        """Does it stand in the file as msgspec reads it?"""
        if Every in self.marks and self.marks[Every].or_one:
            return False
        return self.by == "word" or (self.by in {"items", "by_words"} and all(part.alike for part in self.parts))


Field = tuple[str, str, Shape]
"""A field of a struct that needs more than msgspec: name, table, type."""

_ALONE = {*map(id, (int, bool, str, Natural, Positive))}
"""What msgspec reads alone."""


@cache
def shapes_of(kind: Any) -> tuple[Field, ...]:
    """The fields that can be read or checked otherwise than by msgspec."""
    hints, names = types_of(kind), zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True)
    made = [(name, _shape(hints[field])) for field, name in names if id(hints[field]) not in _ALONE]
    return tuple(
        (name, shape.marks[Grouped].table if Grouped in shape.marks else name, shape)
        for name, shape in made
        if shape.by != "word" or shape.kind
    )


@cache
def unlike_shapes(kind: Any) -> tuple[Field, ...]:
    """Those of them that must be read otherwise."""
    return tuple(field for field in shapes_of(kind) if not field[2].alike)


@cache
def tables_of_ids(kind: Any) -> Mapping[str, tuple[str, ...]]:
    """The fields that are tables of entries, by the kind of their ids."""
    found: dict[str, tuple[str, ...]] = {}
    for name, hint in types_of(kind).items():
        shape = _shape(hint)
        ids = shape.parts[0].kind if shape.entry and shape.parts else ""
        if ids:
            found[ids] = (*found.get(ids, ()), name)
    return found


def _shape(hint: Any) -> Shape:
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
        return Shape("written", marks, plain)
    if origin is dict or origin is tuple:
        parts = tuple(map(_shape, args))
        by = "items" if origin is tuple else "grouped" if Grouped in marks else "by_words"
        return Shape(by, marks, plain, parts, entry=any(part.entry for part in parts))
    if _is(plain, Entry):
        return Shape("entry", marks, plain, entry=True)
    if _is(plain, Struct):
        return Shape("struct", marks, plain)
    kind = next((kind for part in (*metadata, plain) if (kind := vocabulary_of(part))), "")
    return Shape("word", marks, plain, kind=kind)


@cache
def _amounts(kind: type[Amounts]) -> Written:
    @cache
    def read(text: str) -> Amounts:
        return read_amounts(text, kind)

    return Written(read)


def _is(hint: Any, base: type) -> bool:
    return isinstance(hint, type) and issubclass(hint, base)
