"""Files for one person's eyes: readable by nobody else, on disk before anything depends on them."""

from pathlib import Path

from cli.person.folders import make_folder
from core.kernel.errors import Usage
from replays.files.system import cause
from store.errors import StoreError
from store.files import beside


def write_new(path: Path, text: str) -> None:
    """A new file with this line in it; what lies there already stays."""
    try:
        with beside(path, secret=True) as part:
            part.file.write(f"{text}\n".encode())
    except OSError as problem:
        raise _unwritable(path, problem) from problem


def write_anew(path: Path, data: bytes) -> None:
    """All of the file, in place of the one that is there."""
    try:
        with beside(path, secret=True, replace=True) as part:
            part.file.write(data)
    except OSError as problem:
        raise _unwritable(path, problem) from problem


def private_folder(path: Path) -> None:
    """Make the folder if it is not there."""
    try:
        make_folder(str(path))
    except OSError as problem:
        raise _unwritable(path, problem) from problem


def read_text(path: Path) -> str | None:
    """What stands in the file; nothing if it is not there."""
    try:
        return path.read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as problem:
        raise Usage("file_unreadable", file=str(path), detail=cause(problem)) from problem


def _unwritable(path: Path, problem: OSError) -> StoreError:
    return StoreError("file_unwritable", path, detail=cause(problem))
