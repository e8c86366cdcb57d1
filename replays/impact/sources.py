"""Where matches lie: in a database, in folders of exports, in the archive. Each is read when its turn comes."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Literal

from msgspec import Struct

from core.games import game_of
from core.kernel.errors import Damaged, NotAllowed, Usage
from core.kernel.log.log import Seen
from replays import archive
from replays.files.export import SEAT, Exported, read_file
from store.desk import Desk

Open = Callable[[], Desk]

ENDING = ".jsonl"


class Source(Struct, frozen=True):
    """A match somewhere: an id, a file, a name of the archive; `head`: what becomes another when it goes on."""

    kind: Literal["kept", "file", "recorded"]
    at: str
    head: str = ""


def kept(desk: Desk, game: str) -> list[Source]:
    """The matches of a game at a desk; also those of which nobody knows what they are."""
    known = {listed.match: listed for listed in desk.listed()}
    found: list[Source] = []
    for match in desk.everything():
        listed = known.get(match)
        if listed is None or listed.game == game:
            found.append(Source("kept", match, "" if listed is None else str(listed.row)))
    return found


def files(paths: Sequence[str]) -> list[Source]:
    """Exported files, and those that lie in these folders; a dispute beside them is a question, and no match."""
    from replays.dispute.bundle import is_bundle  # noqa: PLC0415 - most are asked about a database

    found: list[Path] = []
    for name in paths:
        path = _there(name)
        inside = [path]
        if path.is_dir():
            inside = [file for file in sorted(path.rglob(f"*{ENDING}")) if not is_bundle(str(file))]
        if not inside:
            raise Usage("no_exports", file=name)
        found += inside
    return [Source("file", str(path), _stamp(path)) for path in dict.fromkeys(found)]


def recorded(game: str) -> list[Source]:
    """The matches of a game that ship with the program."""
    return [Source("recorded", name, one.head) for name, one in archive.index().items() if one.game == game]


def opened(source: Source, desk: Open) -> tuple[Seen, int]:
    """The match as everybody may know it, or as the reader of its file may; one that is over with all its answers.

    Behind it how many rows it should have: as many as its file says.
    """
    if source.kind == "kept":
        log = _kept(desk(), source.at)
        return log, log.head
    exported = archive.read(source.at) if source.kind == "recorded" else read_file(source.at)
    return _read(exported), exported.header.rows


def _kept(desk: Desk, match: str) -> Seen:
    try:
        return desk.open_full(match)
    except NotAllowed:
        return desk.open(match)


def _read(exported: Exported) -> Seen:
    rows, view = exported.rows, exported.header.view
    if not rows:
        raise Damaged("empty_log", 0, "rows")
    game = game_of(rows[0])
    seen = Seen(game, rows, None)
    if not view.startswith(SEAT):
        return seen
    return Seen(game, rows, seen.seats.index(view.removeprefix(SEAT)))


def _there(name: str) -> Path:
    """A file or folder that was named: who mistypes it is told at once, and nothing is judged."""
    path = Path(name)
    try:
        path.stat()
    except (OSError, ValueError) as problem:
        detail = getattr(problem, "strerror", None) or str(problem)
        raise Usage("file_unreadable", file=name, detail=detail) from problem
    return path


def _stamp(path: Path) -> str:
    """What becomes another when the file does."""
    with suppress(OSError):
        about = path.stat()
        return f"{about.st_size} {about.st_mtime_ns}"
    return ""


def batches(sources: Sequence[Source], size: int) -> Iterator[Sequence[Source]]:
    """So many at a time."""
    return (sources[at : at + size] for at in range(0, len(sources), size))
