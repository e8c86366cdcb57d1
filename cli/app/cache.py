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
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        return os.path.join(os.environ.get("LOCALAPPDATA") or home, "Herald", "Cache")
    if sys.platform == "darwin":
        return os.path.join(home, "Library", "Caches", "Herald")
    return os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.join(home, ".cache"), "herald")


def parse(data: bytes) -> dict[str, Any]:
    """TOML to data, as `resources.parse` does it, but once."""
    name = f"{crc32(data):08x}-{len(data)}.{sys.implementation.cache_tag}"
    path = os.path.join(folder(), name)
    found = _kept(path, data)
    if found is None:
        found = resources.parse(data)
        with suppress(OSError, ValueError):  # a date in a TOML file is nothing that can be kept
            _keep(path, marshal.dumps((data, found)))
    return found


def _kept(path: str, data: bytes) -> dict[str, Any] | None:
    try:
        with open(path, "rb") as file:
            text, found = marshal.loads(file.read())  # noqa: S302 - our own file, as much as Python's own byte code
    except (OSError, ValueError, EOFError, TypeError):
        return None
    return found if text == data else None


def _keep(path: str, entry: bytes) -> None:
    """In one move: another process sees all of the entry or none."""
    place = os.path.dirname(path)
    from cli.person.folders import make_folder  # once

    make_folder(place)
    there = os.listdir(place)
    if len(there) > MOST:
        for old in there:
            os.remove(os.path.join(place, old))
    part = f"{path}.{os.urandom(8).hex()}"
    number = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), 0o600)
    with open(number, "wb") as file:
        file.write(entry)
    os.replace(part, path)
