"""What was parsed once, kept in the user's cache folder: reading TOML costs more than all the rest of a move.

Disposable: an entry that is missing, damaged or of another Python is parsed again, and where nothing can be written,
nothing is kept. An entry holds the text that it was made from and counts only for exactly that text.
"""

import marshal
import os
import sys
from binascii import crc32
from contextlib import suppress
from typing import Any, Final

from core.kernel.setup import resources

MOST: Final = 60
"""More entries than this are of texts that have changed since: all of them go."""


def folder() -> str:
    """Where this platform keeps what can be thrown away."""
    home = os.path.expanduser("~")  # noqa: PTH111 - pathlib costs 3 ms
    if sys.platform == "win32":
        return os.path.join(os.environ.get("LOCALAPPDATA") or home, "Herald", "Cache")  # noqa: PTH118
    if sys.platform == "darwin":
        return os.path.join(home, "Library", "Caches", "Herald")  # noqa: PTH118
    return os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.join(home, ".cache"), "herald")  # noqa: PTH118


def parse(data: bytes) -> dict[str, Any]:
    """TOML to data, as `resources.parse` does it, but once."""
    name = f"{crc32(data):08x}-{len(data)}.{sys.implementation.cache_tag}"
    path = os.path.join(folder(), name)  # noqa: PTH118
    found = _kept(path, data)
    if found is None:
        found = resources.parse(data)
        with suppress(OSError, ValueError):  # a date in a TOML file is nothing that can be kept
            _keep(path, marshal.dumps((data, found)))
    return found


def _kept(path: str, data: bytes) -> dict[str, Any] | None:
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            text, found = marshal.loads(file.read())  # noqa: S302 - our own file, as much as Python's own byte code
    except (OSError, ValueError, EOFError, TypeError):
        return None
    return found if text == data else None


def _keep(path: str, entry: bytes) -> None:
    """In one move: another process sees all of the entry or none."""
    place = os.path.dirname(path)  # noqa: PTH120
    from cli.folders import make_folder  # noqa: PLC0415 - once

    make_folder(place)
    there = os.listdir(place)  # noqa: PTH208
    if len(there) > MOST:
        for old in there:
            os.remove(os.path.join(place, old))  # noqa: PTH107, PTH118
    part = f"{path}.{os.urandom(8).hex()}"
    number = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), 0o600)
    with open(number, "wb") as file:  # noqa: PTH123
        file.write(entry)
    os.replace(part, path)  # noqa: PTH105
