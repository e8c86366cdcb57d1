"""Where the rows of a log come from: they are read more than once, and nobody has to hold them all."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice

from core.kernel.errors import Damaged
from core.kernel.log.codec import kind_of
from core.kernel.log.kinds import KINDS
from core.kernel.log.row import StoredRow

HELD = 2**20  # bytes of rows
EACH = 200  # bytes, about, of a row or a box beside its text

Rows = Callable[[int], Iterable[StoredRow]]
"""The rows after a number, in order; `Damaged` where one cannot be read."""


def held(rows: Sequence[StoredRow]) -> Rows:
    """Rows that somebody holds already."""

    def after(number: int) -> Iterator[StoredRow]:
        return islice(rows, number, None)

    return after


def remembered(rows: Rows) -> Rows:
    """The same rows; where they are few, they are held once they were read through."""
    held_rows: list[StoredRow] = []
    known = False

    def after(number: int) -> Iterator[StoredRow]:
        return islice(held_rows, number, None) if known else reading(number)

    def reading(number: int) -> Iterator[StoredRow]:
        nonlocal held_rows, known
        read: list[StoredRow] = []
        room = HELD if number == 0 else 0
        for row in rows(number):
            room -= size_of(row)
            if room > 0:
                read.append(row)
            else:
                read.clear()
            yield row
        if room > 0 and not known:
            held_rows, known = read, True

    return after


def size_of(row: StoredRow) -> int:
    """About how much memory a row takes."""
    texts = sum(len(opening.value) + EACH for opening in row.openings if opening is not None)
    return len(bytes(row.body)) + texts + (len(row.commits) + 1) * EACH


def up_to(rows: Rows, last: int) -> Rows:
    """The same rows without those behind this one."""

    def after(number: int) -> Iterator[StoredRow]:
        return islice(rows(number), max(last - number, 0))

    return after


def row_at(rows: Rows, number: int) -> StoredRow | None:
    """One row; none behind the last one."""
    return next(iter(rows(number - 1)), None) if number > 0 else None


def end_of_act(rows: Rows, last: int) -> int:
    """Where a cut at a row ends: what its act wrote with it goes along, as the reveal does with the last move."""
    with suppress(Damaged):
        following = row_at(rows, last + 1)
        if following is not None and KINDS[kind_of(following, last + 1)].at_once:
            return last + 1
    return last
