"""The text of a file as data: what is no TOML in one scenario stops no other."""

import re
from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from core.kernel.errors import Usage
from core.kernel.setup import resources
from replays.scenario.shared import POSITION
from replays.scenario.slips import ScenarioError, naming
from replays.scenario.written import Written, is_list, is_table

_HEAD: Final = re.compile(r"\s*\[(?:\[\s*scenario\s*\]\]|\s*position\s*\.\s*([^.\]]+?)\s*[.\]])")
_TITLE: Final = re.compile(r"""^\s*title\s*=\s*["'](.*)["']\s*(?:#.*)?$""", re.MULTILINE)
_NAME: Final = re.compile(r"""\s*([\w.'" -]+?)\s*=""")
_LINE: Final = re.compile(r"\(at line (\d+), ")
_END: Final = "(at end of document)"


class Source(Struct, frozen=True):
    """Data of a file, and what is wrong with the parts of it that are no TOML."""

    data: dict[str, Any]
    wrong: tuple[ScenarioError, ...] = ()
    broken: tuple[str, ...] = ()  # the names of positions among those parts


def parsed(text: str, file: str) -> Source:
    """Return the data of a file; where it is no TOML as a whole, that of the parts of it that are."""
    try:
        return Source(resources.parse(text.encode()))
    except ValueError as problem:
        parts = list(_parts(text))
        if len(parts) == 1:
            with naming(file):
                raise _slip(problem, parts[0]) from problem
    return _in_parts(parts, file)


class _Part(Struct, frozen=True):
    """Lines of a file under one heading, behind an empty one for each line before them, so that numbers stay."""

    text: str
    position: str = ""

    @property
    def title(self) -> str:
        found = _TITLE.search(self.text)
        return found[1] if found else ""


def _parts(text: str) -> Iterator[_Part]:
    """Yield what stands before the first heading, then each scenario and each position."""
    lines, begun, position = text.splitlines(), 0, ""
    for number, line in enumerate(lines):
        head = _HEAD.match(line)
        if head is not None and not (head[1] and head[1] == position):
            yield _Part("\n" * begun + "\n".join(lines[begun:number]).rstrip(), position)
            begun, position = number, head[1] or ""
    yield _Part("\n" * begun + "\n".join(lines[begun:]).rstrip(), position)


def _in_parts(parts: list[_Part], file: str) -> Source:
    """Return the data of each part that is TOML."""
    data: dict[str, Any] = {}
    wrong: list[ScenarioError] = []
    broken: list[str] = []
    for part in parts:
        try:
            with naming(file, part.title):
                _join(data, _read(part))
        except ScenarioError as problem:
            wrong.append(problem)
            broken += [part.position] if part.position else []
    return Source(data, tuple(wrong), tuple(broken))


def _read(part: _Part) -> dict[str, Any]:
    try:
        return resources.parse(part.text.encode())
    except ValueError as problem:
        raise _slip(problem, part) from problem


def _join(data: dict[str, Any], part: dict[str, Any]) -> None:
    """Add what a part says: scenarios to the list of them, positions to theirs."""
    for name, said in part.items():
        there: Written = data.get(name)
        if is_list(there) and is_list(said):
            there += said
        elif is_table(there) and is_table(said):
            data[name] = {**there, **said}
        else:
            data[name] = said


def _slip(problem: ValueError, part: _Part) -> Usage:
    """Return what is wrong, with the name of the entry in whose line it is."""
    said, lines = str(problem), part.text.splitlines()
    if _END in said:
        said = said.replace(_END, f"(at line {len(lines)}, column 1)")
    line = _LINE.search(said)
    written = (_NAME.match(text) for text in reversed(lines[: int(line[1]) if line else len(lines)]))
    entry = next((found[1] for found in written if found is not None), "")
    within = f"{POSITION}.{part.position}." if part.position and entry else ""
    return Usage("scenario_not_toml", entry=f"{within}{entry}", word="", detail=said)
