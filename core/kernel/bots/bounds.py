"""The bounds of a table: what the marks on its types say of numbers and rows, in whatever struct they lie."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sized
from functools import cache
from operator import attrgetter
from types import NoneType
from typing import Annotated, Any, Final, NewType, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields, replace

from core.kernel.rules.amounts import Amounts, counts_of
from core.kernel.rules.marks import Each, Limit, Once, Places, Room, UpTo, Vocabulary
from core.kernel.rules.secret import Secret
from core.kernel.rules.value import Value

Path = tuple[str, ...]
"""The way to a part of a table, or of a side: fields, keys, and places by their words or their numbers from 1."""

Where = str | Path
"""A field, or such a way."""

BOUNDS: Final = (UpTo, Room, Places, Once, Each)
_APART: Final = frozenset({"setup", "seats", "others"})
"""Fields that are not looked at with the table: what was settled before, and the sides, which follow one by one."""

_DICT: Any = dict
_INT: Any = int
_TUPLE: Any = tuple
_SECRET: Any = Secret


class Impossible(Value, frozen=True):
    """The part of the table, or of a seat, in which something cannot be; `why` names the sentence that says it."""

    path: Path
    why: str
    what: Any = None
    expected: int | None = None
    found: int | None = None
    seat: int | None = None
    least: int | None = None
    known: tuple[Any, ...] = ()  # what it can be

    def like(self, other: "Impossible") -> bool:
        """Return whether the same is wrong there, by whatever bound; each kind of an amount has bounds of its own."""
        same = (self.path, self.seat, self.why) == (other.path, other.seat, other.why)
        return same and (self.found is None or self.what == other.what)


def path_of(where: Where) -> Path:
    """The way to a field of the table or of a side is its name."""
    return (where,) if isinstance(where, str) else where


def bounds(t: Any, *, whole: bool = True) -> Iterator[Impossible]:
    """Find what is beyond its bounds, on the table, then side by side; `whole`: no row leaves anything out any more."""
    words = t.vocabulary()
    yield from _Looking(t, words, None, whole).within(t, ())
    for seat, side in enumerate(t.sides):
        yield from _Looking(t, words, seat, whole).within(side, ())


def bounds_of_step(t: Any, step: Any) -> Iterator[Impossible]:
    """Find what lies beyond its bounds in a step that waits for its time on this table."""
    return _Looking(t, t.vocabulary(), None, whole=True).within(step, ())


class _Plan(Struct, frozen=True):
    """Parts of a type at which a value has to be looked at: bounds, the entries of a row, structs."""

    marks: tuple[Any, ...]
    entry: "_Plan | None" = None
    struct: bool = False
    laid: bool = True  # are there places from the start, even if nothing lies on them?


class _Looking(Struct, frozen=True):
    """One table, and the side at which is looked."""

    table: Any
    words: Vocabulary
    seat: int | None
    whole: bool

    def within(self, struct: Any, path: Path) -> Iterator[Impossible]:
        """The fields of a struct."""
        for name, plan in _fields(struct.__class__):
            yield from self.value(plan, getattr(struct, name), path, name)

    def value(self, plan: _Plan, value: Any, path: Path, name: str) -> Iterator[Impossible]:
        """A value, and what lies in it."""
        if isinstance(value, _SECRET):
            value = value.value if value.known else None
        if value is None or not (value or isinstance(value, _INT) or (plan.laid and self.whole)):
            return  # nothing is not too much
        for mark in plan.marks:
            if (found := self._bound(mark, value, (*path, name))) is not None:
                yield found
        if plan.entry is not None:
            entries = value.items() if isinstance(value, _DICT) else self._in_places(plan.marks, value)
            for key, item in entries:
                yield from self.value(plan.entry, item, (*path, name), str(key))
        elif plan.struct:
            yield from self.within(value, (*path, name))

    def _bound(self, mark: Any, value: Any, path: Path) -> Impossible | None:
        """Return what a mark says against a value."""
        match mark:
            case UpTo(most, least):
                return self._numbers(self._limit(most), least, value, path)
            case Room(most) if len(value) > (room := self._limit(most)):
                return self._wrong(path, "scenario_too_many", expected=room, found=len(value))
            case Places(count):
                return self._length(self._limit(count), value, path)
            case Each(kind):
                return self._each(self.words[kind], value, path)
            case Once() if len({*value}) < len(value):
                counts = Counter(item for item in value if item is not None)
                twice = [item for item, count in counts.items() if count > 1]
                return self._wrong(path, "scenario_twice", twice[0]) if twice else None
            case _:
                return None

    def _numbers(self, most: int, least: int, value: Any, path: Path) -> Impossible | None:
        """A number, those of a row or a dictionary, the kinds of an amount."""
        for part, what, number in _numbered(value):
            if not least <= number <= most:
                return self._wrong((*path, *part), "scenario_out_of_range", what, most, number, least)
        return None

    def _length(self, places: int, row: Any, path: Path) -> Impossible | None:
        """As many as there are places; fewer, as long as something is left out."""
        found = len(row)
        fits = found == places if self.whole else found <= places
        return None if fits else self._wrong(path, "scenario_wrong_length", None, places, found)

    def _each(self, words: tuple[str, ...], value: Any, path: Path) -> Impossible | None:
        """A row has a place for each word, a dictionary an entry."""
        if not isinstance(value, dict):
            return self._length(len(words), value, path)
        missing = [word for word in words if word not in value] if self.whole else []
        return self._wrong(path, "scenario_missing", missing[0]) if missing else None

    def _wrong(
        self,
        path: Path,
        why: str,
        what: Any = None,
        expected: int | None = None,
        found: int | None = None,
        least: int | None = None,
    ) -> Impossible:
        return Impossible(path, why, what, expected, found, self.seat, least)

    def _limit(self, limit: Limit) -> int:
        if isinstance(limit, int):
            return limit
        found: int | Sized = attrgetter(limit)(self.table)
        return found if isinstance(found, int) else len(found)

    def _in_places(self, marks: tuple[Any, ...], row: tuple[Any, ...]) -> Iterable[tuple[str, Any]]:
        """Return what stands in a row, each behind the word for its place."""
        kind = next((mark.kind for mark in marks if isinstance(mark, Each)), None)
        words: tuple[str, ...] = () if kind is None else self.words[kind]
        named = words if len(words) == len(row) else tuple(str(at) for at in range(1, len(row) + 1))
        return zip(named, row, strict=True)


def _numbered(value: Any) -> Iterator[tuple[Path, Any, int]]:
    """The numbers in a value: the part in which it stands, the kind of an amount, the number."""
    if isinstance(value, Amounts):
        yield from (((), kind, count) for kind, count in counts_of(value))
    elif isinstance(value, _TUPLE):
        yield from (((str(at),), None, number) for at, number in enumerate(value, 1) if number is not None)
    elif isinstance(value, _DICT):
        yield from (((str(key),), None, number) for key, number in value.items())
    else:
        yield (), None, value


@cache
def _fields(kind: Any) -> tuple[tuple[str, _Plan], ...]:
    """The fields of a struct in which anything is bounded."""
    hints: Mapping[str, Any] = get_type_hints(kind, include_extras=True)
    found: list[tuple[str, _Plan]] = []
    for field in fields(kind):
        plan = None if field.name in _APART else _plan(hints[field.name])
        if plan is not None:
            without = field.default if field.default_factory is NODEFAULT else field.default_factory()
            found.append((field.name, replace(plan, laid=field.required or bool(without))))
    return tuple(found)


def _plan(hint: Any) -> _Plan | None:
    """Return what there is to look at in such a value; None, where nothing in it is bounded."""
    marks: tuple[Any, ...] = ()
    while True:
        kinds = [kind for kind in get_args(hint) if kind is not NoneType]
        if get_origin(hint) is Annotated:
            marks, hint = (*marks, *(mark for mark in hint.__metadata__ if isinstance(mark, BOUNDS))), hint.__origin__
        elif isinstance(hint, NewType):
            named: Any = hint
            hint = named.__supertype__
        elif get_origin(hint) is _SECRET or (NoneType in get_args(hint) and len(kinds) == 1):
            hint = kinds[0]
        else:
            break
    kind: Any = hint
    struct = isinstance(kind, type) and issubclass(kind, Struct) and not issubclass(kind, Amounts)
    entry = (
        _plan(next(kind for kind in reversed(kinds) if kind is not ...)) if get_origin(hint) in {tuple, dict} else None
    )
    struct = struct and bool(_fields(hint))
    return _Plan(marks, entry, struct) if marks or entry or struct else None
