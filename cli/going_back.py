"""What undo, redo and the answers to them share: who is meant, and what is told afterwards."""

from functools import partial
from typing import TYPE_CHECKING

import click

from cli.references import to_write
from cli.report import row_fields, row_lines, what
from cli.status import owed_lines, request, standing_fields
from core.kernel.drawing.canvas import printable
from core.kernel.errors import Usage
from core.kernel.log.history import undone
from core.kernel.log.kinds import KINDS
from core.kernel.log.log import Seen
from core.kernel.log.row import AnyBody, Back
from store.acts import Act, Written

if TYPE_CHECKING:
    from cli.terminal import Terminal


def last_mover(log: Seen) -> int | None:
    """Who made the last move that counts, bots aside: the seat meant by an undo where nobody is named."""
    people = (row.seat for row in reversed(log.line()) if KINDS[row.kind].decides and row.seat is not None)
    return next((seat for seat in people if log.seats[seat] not in log.start.bots), None)


def last_undoer(log: Seen) -> int | None:
    """Who made the last undo: the seat meant by a redo where nobody is named."""
    undoers = (row.seat for row in reversed(log.line()) if KINDS[row.kind].turns == "back")
    return next((seat for seat in undoers if seat is not None), last_mover(log))


def answering(row: int, log: Seen) -> int | None:
    """Who answers this row where nobody is named: the only seat that has not, if it is the only one."""
    log.history.request(row)
    asked = request(log)
    return asked.left[0] if asked is not None and len(asked.left) == 1 else None


def answer(here: "Terminal", match: str | None, row: int | None, *, agree: bool) -> None:
    """Agree to the request of a row, or decline it. Nobody answers what they have not seen: the row must be named."""
    if row is None and match is not None and match.isdecimal():
        row, match = int(match[:9]), None
    if row is None:
        waiting = request(here.public(match))
        if waiting is None:
            raise Usage("nothing_asked")
        raise Usage("which_request", row=waiting.row, word="agree" if agree else "decline")
    at, act = here.act(match, partial(answering, row))
    tell_turn(here, here.matches.answer(at.match, act, row, agree=agree))


def by_arbiter(here: "Terminal", match: str | None, reason: str | None) -> tuple[str, Act, str]:
    """The match, and the arbiter, who acts for no seat and says why."""
    named = to_write(here, match).match
    if reason is None:
        if not here.interactive:
            raise Usage("reason_needed")
        reason = click.prompt(here.say("ask_reason"))
    if not reason.strip():
        raise Usage("reason_needed")
    return named, Act("", key=here.key), reason.strip()


def tell_turn(here: "Terminal", written: Written) -> None:
    """The rows that were written, what no longer counts, and how the match stands."""
    log, seat = written.log, written.log.reader
    rows = log.bodies[written.first - 1 : written.last]
    dropped = _dropped(written)
    if here.is_json:
        here.json(
            {
                **standing_fields(here, log, seat),
                "first": written.first,
                "last": written.last,
                "rows": [row_fields(here, log, row) for row in rows],
                "undone": [row.seq for row in dropped],
                "class": next((row.about.by for row in rows if isinstance(row.about, Back)), None),
            }
        )
        return
    for row in rows:
        for line in row_lines(here, log, row):
            here.out(line)
    for row in dropped:
        name = printable(log.seats[row.seat]) if row.seat is not None else ""
        here.out(here.say("no_longer", row=row.seq, name=name, what=what(here, log, row)))
    here.out()
    for line in owed_lines(here, log, seat):
        here.out(line)


def _dropped(written: Written) -> list[AnyBody]:
    """The moves that these rows took out of the match."""
    by = undone(written.log.bodies)
    new = range(written.first, written.last + 1)
    return [row for row in written.log.bodies if by.get(row.seq) in new and KINDS[row.kind].decides]
