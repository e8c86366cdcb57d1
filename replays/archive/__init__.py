"""Recorded matches that ship with the program: whole, in full, for anybody to replay, verify and fork."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

import msgspec

from replays.export import Exported, read_file

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
    return msgspec.convert(tomllib.loads(INDEX.read_text(encoding="utf-8")), dict[str, Recorded])


def named(word: str) -> str | None:
    """The recorded match of this name or id, or the only one that begins so."""
    known = index()
    found = [name for name, recorded in known.items() if word in {name, recorded.match}]
    begun = [name for name in known if word and name.startswith(word)]
    found = found or begun
    return found[0] if len(found) == 1 else None


def read(name: str) -> Exported:
    """A recorded match as it ships."""
    return read_file(FOLDER / f"{name}.jsonl")
