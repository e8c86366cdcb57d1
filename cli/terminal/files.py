"""Files that a command writes for whoever asked for them."""

from pathlib import Path

from replays.files.system import cause
from store.errors import StoreError
from store.files import beside


def to_file(path: Path, data: bytes, *, secret: bool, force: bool) -> None:
    """All of it, or no file; a device or a pipe is written to and stays what it is. What a seat sees is a `secret`."""
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            path.write_bytes(data)
            return
        with beside(path, secret=secret, replace=force, instead="--force") as part:
            part.file.write(data)
    except OSError as problem:
        raise StoreError("file_unwritable", path, detail=cause(problem)) from problem
