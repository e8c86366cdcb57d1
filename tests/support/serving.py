"""A service in this process, on a port of its own, for as long as a test takes."""

import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue

from cli.service.app import Service
from cli.service.office import Office
from cli.service.running import server_of


@contextmanager
def served(place: Path, *, threads: int = 2, beginnings: int = 10_000, listeners: int = 100) -> Generator[str]:
    """Its address."""
    ready: Queue[str] = Queue()
    service = Service(Office(str(place), threads), beginnings=beginnings, listeners=listeners)
    server, sockets = server_of(service, "127.0.0.1", 0, proxied=False, ready=ready.put)
    thread = threading.Thread(target=server.run, args=(sockets,))
    thread.start()
    try:
        yield ready.get(timeout=20)
    finally:
        server.should_exit = True
        thread.join(timeout=20)
        assert not thread.is_alive()
