"""Where a person's files lie, and the folders that this program makes: for their owner alone."""

import os
import sys
from contextlib import suppress


def data_folder() -> str:
    """Where this platform keeps the data of programs."""
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        return os.path.join(os.environ.get("LOCALAPPDATA") or home, "Herald")
    if sys.platform == "darwin":
        return os.path.join(home, "Library", "Application Support", "Herald")
    return os.path.join(os.environ.get("XDG_DATA_HOME") or os.path.join(home, ".local", "share"), "herald")


def persons_folder() -> str:
    """Where this person's own things lie: HERALD_HOME, so that one account can serve several people."""
    return os.environ.get("HERALD_HOME") or data_folder()


def own_rulings() -> str:
    """What this person's club plays where a rule is unclear (`cli.person.club`)."""
    return os.path.join(persons_folder(), "rulings.toml")


def make_folder(path: str) -> None:
    """It, and those that it lies in; those that are there stay as they are. Text: on the way of the first move."""
    if os.path.isdir(path):
        return
    above = os.path.dirname(path)
    if above != path:
        make_folder(above or os.curdir)
    with suppress(FileExistsError):  # somebody was faster
        os.mkdir(path, 0o700)
