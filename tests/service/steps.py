"""How much a service does for an answer: the calls that a thread of its makes, by name. What takes longer, does more.

No clock is asked: where the same is done, how long it takes says nothing, and a count is the same in every run.
"""

import asyncio
import gc
import sys
from collections import Counter
from collections.abc import Callable
from types import FrameType
from typing import Any, TypeVar
from unittest.mock import patch

from cli.service.office import Office
from store.remote.served import Served
from tests.service.asgi import Asking, ask
from tests.service.visits import Table, Visits

V = TypeVar("V")

USED = 2  # times that it was asked before: what is read once, lies at hand by then


class Steps(Visits):
    """The routes as doors that tell what is done behind them."""

    def _answered(self, table: Table, asking: Asking) -> list[object]:
        return [asking, sorted(_steps(table, asking).items())]


def _steps(table: Table, asking: Asking) -> Counter[str]:
    calls = Counter[str]()

    def seen(frame: FrameType, event: str, arg: Any) -> None:
        if event == "call":
            calls[frame.f_code.co_qualname] += 1
        elif event == "c_call":
            calls[arg.__qualname__] += 1

    honest = Office.ask

    async def counted(office: Office, match: str, do: Callable[[Served], V]) -> V:
        def done(desk: Served) -> V:
            sys.setprofile(seen)
            try:
                return do(desk)
            finally:
                sys.setprofile(None)

        return await honest(office, match, done)

    async def asked() -> None:
        for _ in range(USED):
            await ask(service, asking)
        calls.clear()
        await ask(service, asking)

    with table.served() as service, patch.object(Office, "ask", counted):
        gc.disable()  # what is cleared away at some time is no work for this answer
        try:
            asyncio.run(asked())
        finally:
            gc.enable()
    return calls
