"""Who else on this machine could read or change what a database holds, and how they are kept out."""

import os
from pathlib import Path
from stat import S_ISDIR, S_ISREG, S_ISVTX, S_IWGRP, S_IWOTH

import msgspec

from store.leftovers import BESIDE

OTHERS = 0o066
"""To read and to write for everybody but its owner: a file with secrets gives nobody these rights."""


class Open(msgspec.Struct, frozen=True):
    """A file that others may open, or the folder, into which they may put another one: its mode, and what of it is
    too much.
    """

    path: Path
    mode: int
    much: int

    @property
    def is_folder(self) -> bool:
        return S_ISDIR(self.mode)


def open_to_others(db: Path) -> list[Open]:
    """The folder, the database, and what lies beside it: once the folder is shut, nobody exchanges a file."""
    if os.name != "posix":  # elsewhere it does not stand in the mode who may do what
        return []
    own = Path(os.path.realpath(db))
    files = (own, *(own.with_name(f"{own.name}{end}") for end in BESIDE))
    found = [_looked_at(path) for path in (own.parent, *files) if path.exists()]
    return [one for one in found if one.much]


def _looked_at(path: Path) -> Open:
    status = path.lstat()
    if S_ISDIR(status.st_mode):
        much = S_IWOTH if _is_alone_in_group(status) else S_IWGRP | S_IWOTH
    else:
        much = OTHERS if S_ISREG(status.st_mode) else 0
    return Open(path, status.st_mode, status.st_mode & much)


def _is_alone_in_group(status: os.stat_result) -> bool:
    """Many systems give each user a group of their own, and let it write."""
    from grp import getgrgid
    from pwd import getpwuid

    try:
        owner, group = getpwuid(status.st_uid).pw_name, getgrgid(status.st_gid)
    except KeyError:  # nobody knows them
        return False
    return group.gr_name == owner and set(group.gr_mem) <= {owner}


def shut(one: Open) -> bool:
    """Take away what is too much, if that is ours to do: a folder in which all may write stays as it is."""
    if one.is_folder and one.mode & S_ISVTX:
        return False
    try:
        one.path.chmod((one.mode & 0o7777) & ~one.much)
    except PermissionError:  # it is somebody else's
        return False
    return True
