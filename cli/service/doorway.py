"""A Unix socket for a proxy on the same machine: nobody else there can ask in its name, as they could at a port."""

import os
import stat
from socket import AF_UNIX, SOCK_STREAM, socket
from typing import Final

from core.kernel.errors import HeraldError
from replays.files.system import cause

MODE: Final = 0o660
"""For its owner and the group, in which the proxy is. Who can reach it is a matter of the folder, too."""


def unix_socket(path: str) -> socket:
    """Listen at a path. What a service that was killed has left there goes; what somebody listens at stays."""
    own = socket(AF_UNIX, SOCK_STREAM)
    try:
        _sweep(path)
        before = os.umask(0o777 & ~MODE)
        try:
            own.bind(path)
        finally:
            os.umask(before)
    except OSError as problem:
        own.close()
        raise HeraldError("cannot_listen", word=path, detail=cause(problem)) from problem
    return own


def _sweep(path: str) -> None:
    try:
        is_socket = stat.S_ISSOCK(os.stat(path).st_mode)
    except FileNotFoundError:
        return
    with socket(AF_UNIX, SOCK_STREAM) as caller:
        if is_socket and caller.connect_ex(path):
            os.unlink(path)
