"""Two threads read one match as two seats, at once, through what the match's readers share: does a secret cross?

A look is one row with a box, read by one of them.
"""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from threading import Barrier, Thread

from core.kernel.log.log import Log, Seen, secrets_in
from core.kernel.rules.secret import Box

OFTEN = 1e-6  # seconds after which another thread may go on


def foreign(seen: Seen, opened: set[Box]) -> list[Box]:
    """The boxes that are open to this reader and should not be."""
    secrets = (secret for body in seen.bodies for secret in secrets_in(body))
    return [one.box for one in secrets if one.known and seen.reader not in one.by and one.box not in opened]


def crossed(log: Log, seats: tuple[int, int], looks: int) -> tuple[int, list[Box]]:
    """How often the two looked, so many times at least, and every foreign box that one of them could read."""
    boxed = sum(bool(row.commits) for row in log.rows)
    times = looks // (2 * boxed) + 1
    found: list[Box] = []
    begin = Barrier(2)

    def read(seat: int) -> None:
        rows = log.redacted(seat)
        begin.wait()
        for _ in range(times):
            found.extend(foreign(Seen(log.game, rows, seat, alike=log), log.opened))

    with _switching_often():
        threads = [Thread(target=read, args=(seat,)) for seat in seats]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return 2 * boxed * times, found


@contextmanager
def _switching_often() -> Generator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(OFTEN)
    try:
        yield
    finally:
        sys.setswitchinterval(before)
