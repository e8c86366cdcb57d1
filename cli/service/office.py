"""A few threads, each with a desk of its own; all that is asked about a match is done by the same one.

So no connection and no log is shared, and of two acts at one match none has to wait for a lock. What they write, they
write together.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from threading import local
from time import monotonic
from typing import TypeVar
from zlib import crc32

from store.errors import StoreError
from store.remote.served import Served, make_file
from store.remote.together import Together

V = TypeVar("V")

LOCKED = 5.0
"""Seconds after which an act is refused for which the write lock was never free,"""

BETWEEN = 0.1
"""and seconds between two tries: nothing was written, so it is done again from its beginning."""

shut_out: ContextVar[bool] = ContextVar("shut_out", default=False)
"""Was whoever asks refused a look, at a match that is there or at one that is not? Neither may be told sooner."""


class Office:
    """The threads of a service."""

    def __init__(self, place: str, threads: int, *, is_open: bool = False) -> None:
        """`is_open`: everybody may look on at everything.

        The file is made now. One that goes away later is not made again.
        """
        make_file(place)
        self._place = place
        self.is_open = is_open
        self._pools = [ThreadPoolExecutor(1, f"desk {number}") for number in range(threads)]
        self._own = local()
        self._together = Together()

    async def ask(self, match: str, do: Callable[[Served], V]) -> V:
        """What the desk of this match says. While another program holds the write lock, others are let in between."""
        until = monotonic() + LOCKED
        while True:
            try:
                return await self._ask(match, do)
            except StoreError as error:
                if error.why != "locked" or monotonic() > until:
                    raise
            await asyncio.sleep(BETWEEN)

    async def _ask(self, match: str, do: Callable[[Served], V]) -> V:
        pool = self._pools[crc32(match.encode(errors="replace")) % len(self._pools)]
        refused: list[str] = []

        def work() -> V:
            desk = self._desk()
            desk.shut_out = False
            try:
                return do(desk)
            finally:
                refused.extend([match] if desk.shut_out else ())

        try:
            return await asyncio.get_running_loop().run_in_executor(pool, work)
        finally:
            if refused:
                shut_out.set(True)

    def _desk(self) -> Served:
        desk: Served | None = getattr(self._own, "desk", None)
        if desk is None:
            desk = self._own.desk = Served(self._place, self._together, is_open=self.is_open)
        return desk

    def close(self) -> None:
        """Let what is being done be done, and let go of the files."""
        for pool in self._pools:
            pool.submit(self._close)
            pool.shutdown()

    def _close(self) -> None:
        desk: Served | None = getattr(self._own, "desk", None)
        if desk is not None:
            desk.close()
