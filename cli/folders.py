"""Folders that this program makes: for their owner alone. Those that are there stay as they are."""

import os
from contextlib import suppress


def make_folder(path: str) -> None:
    """It, and those that it lies in. Text, and no pathlib: on the way of the first move."""
    if os.path.isdir(path):
        return
    above = os.path.dirname(path)
    if above != path:
        make_folder(above or os.curdir)
    with suppress(FileExistsError):  # somebody was faster
        os.mkdir(path, 0o700)
