"""Where the rows of a log come from: they are read more than once, and nobody has to hold them all."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from core.kernel.row import StoredRow

Rows = Callable[[int], Iterable[StoredRow]]
"""The rows after a number, in order; `Damaged` where one cannot be read."""


def held(rows: Sequence[StoredRow]) -> Rows:
    """Rows that somebody holds already."""

    def after(number: int) -> Iterator[StoredRow]:
        return islice(rows, number, None)

    return after


def row_at(rows: Rows, number: int) -> StoredRow | None:
    """One row; none behind the last one."""
    return next(iter(rows(number - 1)), None) if number > 0 else None
