"""The effective line of a match: undo, redo and fork are one mechanism, a row that says where play continues from."""

from collections.abc import Container, Mapping, Sequence
from functools import reduce
from typing import Literal

from core.kernel.errors import Damaged, Refused, Usage
from core.kernel.log.freedom import can_be_free
from core.kernel.log.lines import Lines, Pending, pending_after
from core.kernel.log.row import AnyBody, Back, Start

UndoClass = Literal["free", "consent"]


def line(rows: Sequence[AnyBody], tip: int | None = None, known: Container[int] = ()) -> list[AnyBody]:
    """The rows that count for the match at row `tip` (the last one), in order: follow the parents back from it.

    Only those behind the last of them that is among `known`.
    """
    found: list[AnyBody] = []
    at = len(rows) if tip is None else tip
    while at > 0 and at not in known:
        row = rows[at - 1]
        found.append(row)
        at = _above(row)
    found.reverse()
    return found


def _above(row: AnyBody) -> int:
    """The row that this one continues."""
    if row.parent >= row.seq:
        raise Damaged("parent_ahead", row.seq, "parent", expected=f"< {row.seq}", found=row.parent)
    return row.parent


def free_row(row: AnyBody, seat: int | None, actor: str) -> bool:
    """Nobody learned anything from this row, and nothing of anybody else is lost with it, nor of another seat."""
    return row.kind == "key" or (row.seat == seat and row.actor == actor and can_be_free(row))


def undo_class(rows: Sequence[AnyBody], after: int, tip: int, seat: int | None, actor: str) -> UndoClass:
    """What it takes to go back from `tip` to the position after row `after`.

    All rows in between count, also those that were undone before: what they showed is still known.
    """
    return "free" if all(free_row(row, seat, actor) for row in rows[after:tip]) else "consent"


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
    """The rows that an undo dropped and no redo brought back, each with that undo row; no key is among them.

    The last undo or redo that reaches a row says what became of it. So they are gone through from the last one on, and
    each walks over the rows that no later one has reached, skipping the others: no row is settled twice.
    """
    fate: dict[int, int] = {}  # the undo that dropped a row, 0 where a redo brought it back
    above = list(range(len(rows) + 1))  # a row itself while it is open, else one above it, nearer to the next open one
    for row in reversed(rows):
        if row.kind == "undo" and isinstance(row.about, Back):
            at, to, undo = min(row.about.tip, row.seq - 1), row.about.to, row.seq
        elif row.kind == "redo":
            at, to, undo = row.seq, 0, 0
        else:
            continue
        while (at := _open(above, at)) > max(to, 0):
            fate[at] = undo
            above[at] = _above(rows[at - 1])
    return {seq: undo for seq, undo in fate.items() if undo and rows[seq - 1].kind != "key"}


def _open(above: list[int], at: int) -> int:
    """The nearest row at or above this one that no undo or redo has reached; the way there becomes half as long."""
    at = max(at, 0)
    while (near := above[at]) != at:
        above[at] = above[near]
        at = near
    return at
