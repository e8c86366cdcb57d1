"""A service on a port of its own, for as long as a test takes: in this process, or in one of its own."""

import asyncio
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from queue import Queue
from typing import Any, Self

import msgspec
import uvicorn.server

from cli.service.app import Service
from cli.service.office import Office
from cli.service.running import server_of
from tests.support.patience import PATIENCE
from tests.support.ports import kept_port

HERALD = Path(sys.executable).with_name("herald")


class _Hasty:
    """`asyncio` as uvicorn's servers know it in this process, but that they nap shorter, whatever for: no test waits
    until one that ends looks up.
    """

    NAP = 0.01  # instead of 0.1, of which each end takes one whole and one begun

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(min(seconds, self.NAP))


uvicorn.server.__dict__["asyncio"] = _Hasty()


@contextmanager
def served(
    place: Path,
    *,
    is_open: bool = False,
    threads: int = 2,
    beginnings: int = 10_000,
    listeners: int = 100,
    processor: float = 10_000.0,
    proxied: bool = False,
    port: int = 0,
) -> Generator[str]:
    """Its address. `is_open`: everybody may look on at everything. `proxied`: a header says who asks."""
    ready: Queue[str] = Queue()
    office = Office(str(place), threads, is_open=is_open)
    service = Service(office, beginnings=beginnings, listeners=listeners, processor=processor)
    server, sockets = server_of(service, "127.0.0.1", port, proxied=proxied, ready=ready.put)
    thread = threading.Thread(target=server.run, args=(sockets,))
    thread.start()
    try:
        yield ready.get(timeout=PATIENCE)
    finally:
        server.should_exit = True
        thread.join(timeout=PATIENCE)
        assert not thread.is_alive()


class Process:
    """`herald serve` as a process of its own, which can be ended and come again at the same address."""

    def __init__(self, place: Path, *options: str, program: Sequence[str] = (str(HERALD),)) -> None:
        self._place = place
        self._options = options
        self._program = program
        self._kept = ExitStack()
        self._port = self._kept.enter_context(kept_port())
        self.start()

    def start(self) -> None:
        """Begin, and wait until somebody is let in."""
        line = [*self._program, "serve", "--json", "--db", str(self._place), "--port", str(self._port), *self._options]
        self.process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert self.process.stdout is not None
        told = self.process.stdout.readline()
        if not told:
            raise AssertionError(self.process.communicate()[1].decode())
        self.url = str(msgspec.json.decode(told)["url"])

    def ends(self, how: int = signal.SIGTERM) -> float:
        """Tell it to end; the seconds until it is gone."""
        begun = time.monotonic()
        self.process.send_signal(how)
        self.process.communicate(timeout=PATIENCE)
        return time.monotonic() - begun

    def died(self) -> int:
        """Wait until it is gone; how."""
        self.process.communicate(timeout=PATIENCE)
        return self.process.returncode

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.ends(signal.SIGKILL)
        self._kept.close()
