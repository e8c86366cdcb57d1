"""A port that is kept for who listens there now and then: meanwhile nobody else on this machine is given it."""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from socket import SO_REUSEADDR, SOL_SOCKET, socket


@contextmanager
def kept_port() -> Generator[int]:
    """For servers that come later, or go and come again."""
    with socket() as keeper:
        keeper.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)  # as servers do: so they may share it with who never listens
        keeper.bind(("127.0.0.1", 0))
        port = int(keeper.getsockname()[1])
        if sys.platform != "linux":  # elsewhere it cannot be shared
            keeper.close()
        yield port
