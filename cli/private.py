"""Files for one person's eyes: readable by nobody else, never overwritten, on disk before anything depends on them."""

import os
from pathlib import Path

from cli.system import cause
from core.kernel.errors import Usage
from store.errors import StoreError
from store.files import beside


def write_new(path: Path, text: str) -> None:
    """A new file with this line in it; what lies there already stays."""
    try:
        with beside(path) as part:
            opened = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with open(opened, "w", encoding="utf-8") as file:  # noqa: PTH123 - an open file, not a path
                file.write(f"{text}\n")
    except OSError as problem:
        raise _unwritable(path, problem) from problem


def private_folder(path: Path) -> None:
    """Make the folder if it is not there."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
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
