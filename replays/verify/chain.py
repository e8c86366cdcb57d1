"""What can be checked of a log without knowing the game: numbers, digests, commitments."""

from collections.abc import Iterator
from typing import NoReturn

import msgspec
from msgspec import Struct

from core.kernel.decoding import decoder
from core.kernel.errors import Damaged
from core.kernel.log.row import StoredRow, chain, origin
from core.kernel.rules.secret import commit
from replays.files.rows import Rows, row_at
from replays.verify.faults import Faulty, fail


class _Place(Struct):
    """Where a body says that it belongs."""

    match: str
    seq: int


_place = decoder(_Place).decode


class Chain:
    """Goes along the rows from the first: every digest over the row before it, every opening under its commitment."""

    def __init__(self, rows: Rows, last: tuple[int, str] = (0, "")) -> None:
        """`last`: number and digest that the last row is said to have: a changed digest is told from a changed row."""
        self.match = ""
        self.digest = ""  # of the row that was checked last
        self._rows = rows
        self._last = last

    def check(self, number: int, row: StoredRow) -> None:
        """The next row hangs on the one before."""
        if number == 1:
            self.match = _placed(row, 1).match
            self.digest = origin(self.match)
        commits, openings = row.commits, row.openings
        if len(commits) != len(openings):
            fail(number, "openings", "openings_number", len(commits), len(openings))
        digest = chain(self.digest, row.body, commits)
        if digest != row.digest:
            self._name_part(number, row, digest)
        if openings:
            self._check_openings(number, row)
        self.digest = digest

    def _check_openings(self, number: int, row: StoredRow) -> None:
        for box, opening in enumerate(row.openings):
            if opening is not None and commit(self.match, (number, box), opening) != row.commits[box]:
                fail(number, f"box {box}", "opening_does_not_fit")

    def _name_part(self, number: int, row: StoredRow, digest: str) -> NoReturn:
        """A row does not have its digest: is it another row, or was its digest changed, a commitment, or the body?"""
        place = _placed(row, number)
        if place.match != self.match:
            fail(number, "match", "row_of_other_match", self.match, place.match)
        if place.seq != number:
            fail(number, "number", "row_out_of_place", number, place.seq)
        if self._fits_next(number, digest):
            fail(number, "digest", "digest_changed", digest, row.digest)
        for box, opening in enumerate(row.openings):
            if opening is None:
                continue
            committed = commit(self.match, (number, box), opening)
            if chain(self.digest, row.body, (*row.commits[:box], committed, *row.commits[box + 1 :])) == row.digest:
                fail(number, f"commitment {box}", "commitment_changed", committed, row.commits[box])
        closed = any(opening is None for opening in row.openings)
        fail(number, "body or commitment" if closed else "body", "row_changed", row.digest, digest)

    def _fits_next(self, number: int, digest: str) -> bool:
        """Does what comes after this row hang on this digest?"""
        try:
            after = row_at(self._rows, number + 1)
        except Damaged:
            return False
        if after is None:
            return (number, digest) == self._last
        return chain(digest, after.body, after.commits) == after.digest


def unchanged(rows: Rows, match: str, last: tuple[int, str]) -> Rows:
    """Rows that were checked before, up to the last one: `Damaged` if they are others now."""

    def after(number: int) -> Iterator[StoredRow]:
        along = Chain(rows)
        before = row_at(rows, number)
        along.match, along.digest = match, before.digest if before is not None else ""
        at = number
        for at, row in enumerate(rows(number), number + 1):
            try:
                along.check(at, row)
            except Faulty as found:
                raise Damaged("changed_meanwhile", at, found.fault.part) from found
            yield row
        if (at, along.digest) != last:
            raise Damaged("changed_meanwhile", at, "row")

    return after


def check_rows(rows: Rows) -> int:
    """How many rows there are, all of which hang together."""
    along, number = Chain(rows), 0
    for number, row in enumerate(rows(0), 1):
        along.check(number, row)
    if not number:
        fail(0, "rows", "empty_log")
    return number


def _placed(row: StoredRow, number: int) -> _Place:
    try:
        return _place(row.body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        fail(number, "body", "row_unreadable", found=problem)
