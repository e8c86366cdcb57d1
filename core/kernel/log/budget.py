"""The budget of a seat: rows that do not bring the match on, so that no seat alone can fill it for the others.

Such a row costs one; an undo that nobody had to agree to costs the rows that it takes back as well, since they can be
written again. Moves that count and answers to others are free: the game and the others' requests bound their number.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from core.kernel.log import limits
from core.kernel.log.history import consenting
from core.kernel.log.kinds import KINDS
from core.kernel.log.limits import Excess
from core.kernel.log.log import Log
from core.kernel.log.row import Answer, AnyBody, Back, Start
from core.kernel.rules.engine import open_something


def refuse_overspent(log: Log, seat: int | None) -> None:
    """Refuse a seat whose budget is used up. The arbiter has none."""
    if seat is None:
        return
    most, found = budget(log.start), spent(log, seat)
    if found >= most:
        limits.refuse(Excess(replace(limits.SPENT, most=most), found))


def budget(start: Start) -> int:
    """Return what each seat of a person may spend."""
    return limits.SPENT.most // max(len(start.seats) - len(start.bots), 1)


def spent(log: Log, seat: int) -> int:
    """Return what the seat has spent."""
    agreed = bool(consenting(log.start, seat))
    again = _answers_given_again(log.bodies, seat)
    return again + sum(_cost(log, row, agreed=agreed) for row in log.bodies if row.seat == seat)


def _cost(log: Log, row: AnyBody, *, agreed: bool) -> int:
    """Return what a row costs its seat. `agreed`: others would have had to agree to an undo that is not free."""
    about = row.about
    if isinstance(about, Answer):
        return row.kind == "decline" and withdraws(log, row.seat, about.row)
    if not isinstance(about, Back):
        return KINDS[row.kind].spends
    if about.by == "consent" and agreed:  # what the table went back to is nobody's expense
        return 0
    taken_back = 0
    if KINDS[row.kind].turns == "back":
        taken_back = log.history.length(about.tip) - log.history.length(about.to)
    return 1 + taken_back


def withdraws(log: Log, seat: int | None, row: int) -> bool:
    """Return whether an answer to this row is that of the seat which asked."""
    return log.bodies[row - 1].seat == seat


def _answers_given_again(rows: Sequence[AnyBody], seat: int) -> int:
    """Count the closed answers of a seat that took the place of an earlier one (MED-R3 `revisable` lets it)."""
    count, answered = 0, False
    for row in rows:
        kind = KINDS[row.kind]
        if row.sealed_move is not None and row.seat == seat:
            count += answered
            answered = True
        if (kind.plays and row.sealed_move is None) or kind.turns or open_something(row.facts):
            answered = False
    return count
