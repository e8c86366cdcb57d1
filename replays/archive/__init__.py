"""Recorded matches that ship with the program: whole, in full, for anybody to replay, verify and fork."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

import msgspec

from core.kernel.decoding import convert
from core.kernel.errors import NotAllowed
from replays.files.export import Exported, read_file
from store.ids import alike

FOLDER = Path(__file__).parent
INDEX = FOLDER / "index.toml"


class Recorded(msgspec.Struct, frozen=True):
    """What the index says of a recorded match."""

    match: str
    game: str
    seats: tuple[str, ...]
    scores: tuple[int, ...]
    rows: int
    head: str
    en: str
    fr: str


def index() -> Mapping[str, Recorded]:
    """The recorded matches by name."""
    if not INDEX.exists():
        return {}
    return convert(tomllib.loads(INDEX.read_text(encoding="utf-8")), dict[str, Recorded])


def named(word: str) -> str | None:
    """The recorded match of this name or id, or the only one that begins so."""
    known = index()
    found = [name for name, recorded in known.items() if word in {name, recorded.match}]
    begun = [name for name in known if word and name.startswith(word)]
    found = found or begun
    return found[0] if len(found) == 1 else None


def refuse_shadow(match: str, rows: int, head: str) -> None:
    """Refuse to take in a match whose id would mean a recorded one, unless it is that one or its beginning."""
    for name, recorded in index().items():
        means = match.startswith(recorded.match) and not _is_part(name, recorded, match, rows, head)
        if means or alike(match, name):
            raise NotAllowed("id_recorded", match=match, known=[name])


def _is_part(name: str, recorded: Recorded, match: str, rows: int, head: str) -> bool:
    if match != recorded.match or rows > recorded.rows:
        return False
    return next(iter(read(name).after(rows - 1))).digest == head


def read(name: str) -> Exported:
    """A recorded match as it ships."""
    return read_file(FOLDER / f"{name}.jsonl")
