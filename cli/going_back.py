"""What undo, redo, giving up and the answers to them share: who is meant, and what is told afterwards."""

from functools import partial
from typing import TYPE_CHECKING

import click

from cli.references import to_write
from cli.report import out_rows
from cli.status import owed_lines
from core.kernel.drawing.printable import printable
from core.kernel.errors import Usage
from core.kernel.log.kinds import KINDS
from core.kernel.log.log import Seen
from replays.told.rows import class_of, done, dropped, rows_told
from replays.told.standing import request, standing
from store.acts import Act, Written

if TYPE_CHECKING:
    from cli.terminal import Terminal


def last_mover(log: Seen) -> int | None:
    """Who made the last move that counts, bots aside: the seat meant by an undo where nobody is named."""
    people = (row.seat for row in reversed(log.line()) if KINDS[row.kind].decides and row.seat is not None)
    return next((seat for seat in people if log.seats[seat] not in log.start.bots), None)


def only_person(log: Seen) -> int | None:
    """The one seat that is no bot's: whoever gives up for it can be nobody else."""
    people = [seat for seat, name in enumerate(log.seats) if name not in log.start.bots]
    return people[0] if len(people) == 1 else None


def last_undoer(log: Seen) -> int | None:
    """Who made the last undo: the seat meant by a redo where nobody is named."""
    undoers = (row.seat for row in reversed(log.line()) if KINDS[row.kind].turns == "back")
    return next((seat for seat in undoers if seat is not None), last_mover(log))


def answering(row: int, log: Seen) -> int | None:
    """Who answers this row where nobody is named: the only seat that has not, if it is the only one."""
    log.history.request(row)
    asked = request(log)
    return log.seat(asked.waiting[0]) if asked is not None and len(asked.waiting) == 1 else None


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
    tell_turn(here, here.desk.answer(at.match, act, row, agree=agree))


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
    gone = dropped(log, written.first, written.last)
    if here.is_json:
        here.json(
            {
                **standing(log, seat, here.lang).document(),
                "first": written.first,
                "last": written.last,
                "rows": [row.document() for row in rows_told(log, here.lang, written.first, written.last)],
                "undone": [row.seq for row in gone],
                "class": next(filter(None, (class_of(log, row) for row in rows)), None),
            }
        )
        return
    out_rows(here, log, rows)
    for row in gone:
        name = printable(log.seats[row.seat]) if row.seat is not None else ""
        here.out(here.say("no_longer", row=row.seq, name=name, what=done(log, row, here.lang)))
    here.out()
    for line in owed_lines(here, log, seat):
        here.out(line)
