"""What is wrong with a scenario as it is written: every error names file, scenario and entry."""

import re
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Any, Final, TypeVar

import msgspec

from core.kernel.decoding import convert
from core.kernel.errors import Usage
from replays.scenario.written import Written, is_table, shown

K = TypeVar("K")

_SHAPES: Final = {
    "array": "scenario_not_a_list",
    "str": "scenario_not_a_text",
    "object": "scenario_not_a_table",
    "bool": "scenario_not_a_flag",
    "int": "scenario_not_a_term",
}
"""What msgspec expects, by the sentence that says so."""


class ScenarioError(Usage):
    """A scenario that cannot be understood: names the file, the scenario and the entry."""

    code = "scenario"

    def __str__(self) -> str:
        """With what is known instead."""
        return super().__str__() + (f" known={', '.join(self.known)}" if self.known else "")


@contextmanager
def naming(file: str, title: str = "") -> Generator[None]:
    """Errors name the file and the scenario."""
    try:
        yield
    except ScenarioError:
        raise
    except Usage as problem:
        terms: dict[str, object] = {"entry": "", "file": file, **problem.terms, "scenario": title}
        raise ScenarioError(problem.why, problem.known, **terms) from problem


def only_fields(table: Written, known: Sequence[str], entry: str, why: str = "scenario_unknown_field") -> None:
    """Refuse a field that is not known; `why`: the sentence that says so."""
    if not is_table(table):
        raise Usage("scenario_not_a_table", known=known, entry=entry, word=shown(table))
    for word in table:
        if word not in known:
            raise Usage(why, known=known, entry=entry, word=word)


def converted(value: Written, kind: type[K], entry: str) -> K:
    """A table as a struct; what does not fit is told in our words, at its place."""
    try:
        return convert(value, kind)
    except RecursionError as problem:
        raise Usage("scenario_entry", entry=entry, word="") from problem
    except msgspec.ValidationError as problem:
        raise _told(str(problem), kind, entry) from problem


def _told(problem: str, kind: Any, entry: str) -> Usage:  # any struct
    said, _, path = problem.partition(" - at `$")
    inside = _PLACE.sub(lambda found: f" {int(found[1]) + 1}", path.rstrip("`").replace("[...]", ""))
    place = f"{entry}{inside}".lstrip(".")
    field = said.rpartition("field `")[2].rstrip("`")
    if said.startswith("Object contains unknown field"):
        return Usage("scenario_unknown_field", known=_fields(kind, path), entry=place, word=field)
    if said.startswith("Object missing required field"):
        return Usage("scenario_missing_field", entry=place, word=field)
    wanted = said.removeprefix("Expected `").partition("`")[0].partition(" ")[0]
    if wanted in _SHAPES:
        return Usage(_SHAPES[wanted], entry=place, word="")
    return Usage("scenario_entry", entry=place, word="")


_PLACE: Final = re.compile(r"\[(\d+)\]")


def _fields(kind: Any, path: str) -> tuple[str, ...]:  # any struct
    """The fields of the struct that is meant; of one that lies deeper nobody is told here."""
    return () if path.strip("`") else tuple(kind.__struct_fields__)
