"""The effective line of a match: undo, redo and fork are one mechanism, a row that says where play continues from."""

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Literal

from core.kernel.errors import Damaged, Refused, Usage
from core.kernel.freedom import can_be_free
from core.kernel.lines import Lines, Pending, pending_after
from core.kernel.row import AnyBody, Back, Start

UndoClass = Literal["free", "consent"]


def line(rows: Sequence[AnyBody], tip: int | None = None) -> list[AnyBody]:
    """The rows that count for the match at row `tip` (the last one), in order: follow the parents back from it."""
    found: list[AnyBody] = []
    at = len(rows) if tip is None else tip
    while at > 0:
        row = rows[at - 1]
        found.append(row)
        if row.parent >= at:
            raise Damaged("parent_ahead", at, "parent", expected=f"< {at}", found=row.parent)
        at = row.parent
    found.reverse()
    return found


def free_row(row: AnyBody, actor: str) -> bool:
    """Nobody learned anything from this row, and nothing of anybody else is lost with it."""
    return row.kind == "key" or (row.actor == actor and can_be_free(row))


def undo_class(rows: Sequence[AnyBody], after: int, tip: int, actor: str) -> UndoClass:
    """What it takes to go back from `tip` to the position after row `after`.

    All rows in between count, also those that were undone before: what they showed is still known.
    """
    return "free" if all(free_row(row, actor) for row in rows[after:tip]) else "consent"


def undo_target(rows: Sequence[AnyBody], seat: int | None, to: int | None) -> int:
    """The row after which play would continue: as asked for, else before the seat's last move of the line."""
    if to is not None:
        return Lines(rows).target(to, len(rows))
    for row in reversed(line(rows)):
        if row.kind == "move" and (seat is None or row.seat == seat):
            return row.parent
    raise Refused("", "nothing_to_undo")


def redo_of(rows: Sequence[AnyBody]) -> tuple[int, int]:
    """What a redo would bring back: (the tip that was left, the row that play had gone back to)."""
    return Lines(rows).redo(len(rows))


def pending_request(rows: Sequence[AnyBody]) -> Pending | None:
    """The undo or redo that waits for consent, and the seats that agreed: every other row but a key makes it lapse."""
    return reduce(pending_after, rows, None)


def request_at(rows: Sequence[AnyBody], row: int) -> Pending:
    """The request of this row, if it is the one that waits: nobody answers another than they have seen."""
    if not 1 <= row <= len(rows):
        raise Usage("no_such_row", row=row, last=len(rows))
    pending = pending_request(rows)
    if pending is not None and pending[0].seq == row:
        return pending
    if rows[row - 1].kind == "ask":
        raise Refused("", "request_closed", have=row)
    raise Refused("", "no_request", have=row)


def common_row(rows: Sequence[AnyBody], tip: int) -> int:
    """Where the line that leads to `tip` leaves the present one."""
    return Lines(rows).parting(len(rows), tip)


def consenting(start: Start, asker: int | None) -> frozenset[int]:
    """The seats whose consent an undo needs: all others; bots always agree."""
    return frozenset(seat for seat, name in enumerate(start.seats) if seat != asker and name not in start.bots)


def undone(rows: Sequence[AnyBody]) -> Mapping[int, int]:
    """The rows that an undo dropped and no redo brought back, each with that undo row; no key is among them."""
    dropped: dict[int, int] = {}
    for row in rows:
        if row.kind == "undo" and isinstance(row.about, Back):
            left = line(rows, min(row.about.tip, row.seq - 1))
            dropped.update({old.seq: row.seq for old in left if old.seq > row.about.to and old.kind != "key"})
        elif row.kind == "redo":
            for back in line(rows, row.seq):
                dropped.pop(back.seq, None)
    return dropped
