"""A few threads, each with a desk of its own; all that is asked about a match is done by the same one.

So no connection and no log is shared, and of two acts at one match none has to wait for a lock. What they write, they
write together. Where a match begins or bots must decide, that is done by one of as many other threads: it may take
seconds, and the matches of people do not wait for it.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from threading import local
from time import monotonic, thread_time
from typing import TypeVar
from zlib import crc32

from cli.service.limits import Purse
from store.errors import StoreError
from store.remote.served import BotsAsked, Served, make_file
from store.remote.together import Together

V = TypeVar("V")

WORKING = 2
"""Threads for what may take seconds. They take turns with the others at the interpreter, so there are few of them."""

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
        self._working = [ThreadPoolExecutor(1, f"work {number}") for number in range(min(threads, WORKING))]
        self._own = local()
        self._together = Together()

    async def ask(self, match: str, do: Callable[[Served], V], purse: Purse | None = None) -> V:
        """Return what the desk of this match answers. Where bots must decide, it becomes work that `purse` pays."""
        try:
            return await self._once_free(self._pools, match, do)
        except BotsAsked:
            if purse is None:
                raise
            return await self.work(match, do, purse)

    async def work(self, match: str, do: Callable[[Served], V], purse: Purse) -> V:
        """Return what comes of something that may take seconds: no match waits for it."""
        purse.refuse_empty()
        return await self._once_free(self._working, match, do, purse)

    async def _once_free(
        self, pools: Sequence[ThreadPoolExecutor], match: str, do: Callable[[Served], V], purse: Purse | None = None
    ) -> V:
        """Do it. While another program holds the write lock, others are let in between."""
        pool = pools[crc32(match.encode(errors="replace")) % len(pools)]
        until = monotonic() + LOCKED
        while True:
            try:
                return await self._run(pool, do, purse)
            except StoreError as error:
                if error.why != "locked" or monotonic() > until:
                    raise
            await asyncio.sleep(BETWEEN)

    async def _run(self, pool: ThreadPoolExecutor, do: Callable[[Served], V], purse: Purse | None) -> V:
        refused, worked = list[bool](), 0.0

        def work() -> V:
            nonlocal worked
            desk = self._desk()
            desk.shut_out, desk.lets_bots_think = False, purse is not None
            begun = thread_time()
            try:
                return do(desk)
            finally:
                worked = thread_time() - begun
                refused.extend([True] if desk.shut_out else ())

        try:
            return await asyncio.get_running_loop().run_in_executor(pool, work)
        finally:
            if refused:
                shut_out.set(True)
            if purse is not None:
                purse.pay(worked)

    def _desk(self) -> Served:
        desk: Served | None = getattr(self._own, "desk", None)
        if desk is None:
            desk = self._own.desk = Served(self._place, self._together, is_open=self.is_open)
        return desk

    def close(self) -> None:
        """Let what is being done be done, and let go of the files."""
        for pool in (*self._pools, *self._working):
            pool.submit(self._close)
            pool.shutdown()

    def _close(self) -> None:
        desk: Served | None = getattr(self._own, "desk", None)
        if desk is not None:
            desk.close()
