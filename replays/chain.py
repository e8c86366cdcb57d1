"""What can be checked of a log without knowing the game: numbers, digests, commitments."""

from collections.abc import Sequence
from typing import NoReturn

import msgspec
from msgspec import Struct

from core.kernel.row import StoredRow, chain, origin
from core.kernel.secret import Box, Opening, commit
from replays.faults import fail


class _Place(Struct):
    """Where a body says that it belongs."""

    match: str
    seq: int


_place = msgspec.json.Decoder(_Place).decode


def check_rows(rows: Sequence[StoredRow], head: str = "") -> None:
    """Every digest over the row before it, every opening under its commitment.

    `head`: the digest that somebody said the last row has; it tells a changed digest from a changed row.
    """
    if not rows:
        fail(0, "rows", "empty_log")
    match = _placed(rows[0], 1).match
    before = origin(match)
    for number, row in enumerate(rows, 1):
        if len(row.commits) != len(row.openings):
            fail(number, "openings", "openings_number", len(row.commits), len(row.openings))
        digest = chain(before, row.body, row.commits)
        if digest != row.digest:
            _which_part(rows, number, before, digest, head)
        for box, opening in enumerate(row.openings):
            if opening is not None and commit(match, (number, box), opening) != row.commits[box]:
                fail(number, f"box {box}", "opening_does_not_fit")
        before = row.digest


def opening_fits(match: str, box: Box, opening: Opening, rows: Sequence[StoredRow]) -> bool:
    """Is this what the box was closed with?"""
    row, number = box
    if not (1 <= row <= len(rows) and 0 <= number < len(rows[row - 1].commits)):
        return False
    return commit(match, box, opening) == rows[row - 1].commits[number]


def _placed(row: StoredRow, number: int) -> _Place:
    try:
        return _place(row.body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        fail(number, "body", "row_unreadable", found=problem)


def _which_part(rows: Sequence[StoredRow], number: int, before: str, digest: str, head: str) -> NoReturn:
    """A row does not have its digest: is it another row, or was its digest changed, a commitment, or the body?"""
    row, match = rows[number - 1], _placed(rows[0], 1).match
    place = _placed(row, number)
    if place.match != match:
        fail(number, "match", "row_of_other_match", match, place.match)
    if place.seq != number:
        fail(number, "number", "row_out_of_place", number, place.seq)
    if number < len(rows):
        after = rows[number]
        intact = chain(digest, after.body, after.commits) == after.digest
    else:
        intact = digest == head
    if intact:
        fail(number, "digest", "digest_changed", digest, row.digest)
    for box, opening in enumerate(row.openings):
        if opening is None:
            continue
        committed = commit(match, (number, box), opening)
        if chain(before, row.body, (*row.commits[:box], committed, *row.commits[box + 1 :])) == row.digest:
            fail(number, f"commitment {box}", "commitment_changed", committed, row.commits[box])
    closed = any(opening is None for opening in row.openings)
    fail(number, "body or commitment" if closed else "body", "row_changed", row.digest, digest)
