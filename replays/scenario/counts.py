"""What stays as it was, and how many there are: fields by their paths, `P.palace.gold`, `all.vp`, `table.reserve`."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import asdict

from core.kernel.errors import Usage
from core.kernel.rules.amounts import Amounts
from replays.scenario.decoding import Value
from replays.scenario.entry import ALL
from replays.scenario.given import NOT_GIVEN, Position
from replays.scenario.hints import Hint, hints_of, is_kind, is_signed, plain_type
from replays.scenario.idle import BUT
from replays.scenario.values import Difference
from replays.scenario.written import Written, key, text_of

TABLE: Final = "table"
SAME: Final = "same"
CHANGES: Final = ("more", "fewer")
_COUNT: Final = re.compile(r"(?:(at least|at most) )?(?:(-?\d{1,6})|(\d{1,6}) (more|fewer))")
_HEAPS: Any = (tuple, list, frozenset, dict)


class Paths:
    """Fields of the position by their paths."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.values = position.values

    def found(self, path: str, table: Value, entry: str) -> Iterator[tuple[str, Hint, Value]]:
        """Yield what a path means, each with its own path: under `all` there is one for each seat."""
        sides = self.position.scenario.sides
        first = next((name for name in sides if f"{path}.".startswith(f"{name}.")), path.partition(".")[0])
        rest = path[len(first) + 1 :].split(".") if len(path) > len(first) else []
        names = self.position.scenario.players if first == ALL else (first,)
        for name in names:
            hint, value = self.values.lookup(*self._root(name, table, entry), rest, entry)
            yield ".".join([name, *rest]), hint, value

    def _root(self, name: str, table: Value, entry: str) -> tuple[Hint, Value]:
        if name == TABLE:
            return self.position.game.table, table
        sides = self.position.scenario.sides
        if name not in sides:
            raise Usage("scenario_unknown_field", known=(*sides, ALL, TABLE), entry=entry, word=name)
        return self.position.side(table, sides.index(name))

    def changes(self, paths: Sequence[str], before: Value, after: Value, entry: str) -> Iterator[Difference]:
        """What should have stayed as it was, and did not."""
        but = {
            name
            for path in paths
            if path.startswith(BUT)
            for name, *_ in self.found(path.removeprefix(BUT), after, entry)
        }
        for path in paths:
            if not path.startswith(BUT):
                were, are = self.found(path, before, entry), self.found(path, after, entry)
                for (name, hint, old), (_, _, new) in zip(were, are, strict=True):
                    yield from self._changed(name, hint, (old, new), but, entry)

    def _changed(
        self, path: str, hint: Hint, both: tuple[Value, Value], but: set[str], entry: str
    ) -> Iterator[Difference]:
        """Field by field, as far down as there are fields."""
        old, new = both
        if old == new or path in but:
            return
        plain, _ = plain_type(hint)
        if is_kind(plain, Struct):
            hints = hints_of(plain)
            for name in hints if path != TABLE else [name for name in hints if name not in NOT_GIVEN]:
                yield from self._changed(
                    f"{path}.{name}", hints[name], (getattr(old, name), getattr(new, name)), but, entry
                )
        else:
            yield Difference(f"{entry} {path}", self.values.show(hint, old), self.values.show(hint, new), "changed")

    def counted(self, counts: Mapping[str, Written], before: Value, after: Value, entry: str) -> Iterator[Difference]:
        """Sums of paths that are not as many as is said."""
        for paths, wanted in counts.items():
            place = f"{entry}.{key(paths)}"
            if wanted == "at least 0" and not self._below_nothing(paths, after, place):
                raise Usage("scenario_idle_limit", entry=place, word=wanted)
            was, now = self._sum(paths, before, place), self._sum(paths, after, place)
            if not _fits(str(wanted), was, now, place):
                yield Difference(place, text_of(wanted), text_of(_in_kind(str(wanted), was, now)), "other_count")

    def _below_nothing(self, paths: str, table: Value, entry: str) -> bool:
        """Return whether any of the numbers can be below 0."""
        found = (one for path in paths.split("+") for one in self.found(path.strip(), table, entry))
        return any(is_signed(hint) for _, hint, _ in found)

    def _sum(self, paths: str, table: Value, entry: str) -> int:
        found = (one for path in paths.split("+") for one in self.found(path.strip(), table, entry))
        return sum(how_many(value) for _, _, value in found)


def how_many(value: Value) -> int:
    """A number counts as itself, an amount with all its kinds, a row with every place that holds something."""
    if value is None:
        return 0
    if isinstance(value, int):
        return int(value)
    if isinstance(value, Amounts):
        return sum(asdict(value).values())
    if isinstance(value, _HEAPS):
        return sum(item is not None for item in value)
    return 1


def _in_kind(wanted: str, was: int, now: int) -> int | str:
    """Return how many there are as the scenario asks for it: as a number, or as a change."""
    if wanted != SAME and not wanted.endswith(CHANGES):
        return now
    more, fewer = CHANGES
    return SAME if now == was else f"{now - was} {more}" if now > was else f"{was - now} {fewer}"


def _fits(wanted: str, was: int, now: int, entry: str) -> bool:
    """`3`, `-1`, `at least 3`, `at most 3`, `3 more`, `3 fewer`, `same`."""
    if wanted == SAME:
        return now == was
    said = _COUNT.fullmatch(wanted)
    if said is None:
        raise Usage("scenario_count", entry=entry, word=wanted)
    limit, many, step, change = said.groups()
    number = int(many) if many else was + (int(step) if change == "more" else -int(step))
    return now >= number if limit == "at least" else now <= number if limit == "at most" else now == number
