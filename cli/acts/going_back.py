"""What undo, redo, giving up and the answers to them share: who is meant, and what is told afterwards."""

from typing import TYPE_CHECKING

import click

from cli.person.references import to_write
from cli.say.report import out_rows
from cli.say.status import head_line, owed_lines
from core.kernel.drawing.printable import printable
from core.kernel.errors import Usage
from core.kernel.log.keys import ARBITER
from core.kernel.log.kinds import KINDS
from core.kernel.log.log import Seen
from replays.told.rows import class_of, done, dropped, rows_told
from replays.told.standing import request, standing
from store.acts import Act, Written

if TYPE_CHECKING:
    from cli.terminal.terminal import Terminal


def last_mover(log: Seen) -> int | None:
    """Who made the last move that counts, bots aside: whose undo it is where all sit at one terminal."""
    people = (row.seat for row in reversed(log.line()) if KINDS[row.kind].decides and row.seat is not None)
    return next((seat for seat in people if log.seats[seat] not in log.start.bots), None)


def last_undoer(log: Seen) -> int | None:
    """Who made the last undo: whose redo it is there."""
    undoers = (row.seat for row in reversed(log.line()) if KINDS[row.kind].turns == "back")
    return next((seat for seat in undoers if seat is not None), last_mover(log))


def answer(here: "Terminal", match: str | None, row: int | None, *, agree: bool) -> None:
    """Agree to the request of a row, or decline it. Nobody answers what they have not seen: the row must be named."""
    if row is None and match is not None and match.isdecimal():
        row, match = int(match[:9]), None
    if row is None:
        waiting = request(here.public(match))
        if waiting is None:
            raise Usage("nothing_asked")
        raise Usage("which_request", row=waiting.row, word="agree" if agree else "decline")
    at, act = here.act(match)
    tell_turn(here, here.desk.answer(at.match, act, row, agree=agree))


def who_asks(here: "Terminal", match: str | None, reason: str | None, *, arbiter: bool) -> tuple[str, Act, str | None]:
    """The match, and who wants to go back or to an end: a seat, or the arbiter, who says why."""
    if reason is not None and not arbiter:
        raise Usage("reason_of_arbiter")
    if arbiter:
        return by_arbiter(here, match, reason)
    at, act = here.act(match)
    return at.match, act, None


def by_arbiter(here: "Terminal", match: str | None, reason: str | None) -> tuple[str, Act, str]:
    """The match, and the arbiter, who acts for no seat and says why."""
    at = to_write(here, match)
    return at.match, Act("", key=here.key_for(at, ARBITER)), said_reason(here, reason)


def said_reason(here: "Terminal", reason: str | None, needed: str = "reason_needed") -> str:
    """Why somebody does what needs a reason: said, or asked for."""
    if reason is None:
        if not here.interactive:
            raise Usage(needed)
        reason = click.prompt(here.say("ask_reason"))
    if not reason.strip():
        raise Usage(needed)
    return reason.strip()


def tell_turn(here: "Terminal", written: Written, shown: Seen | None = None) -> None:
    """The rows that were written, what no longer counts, and how the match stands.

    `shown`: the match as those know it who read this, if that is not only who acted.
    """
    log = written.log if shown is None else shown
    seat = log.reader
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
    here.out(head_line(here, written.log))
    out_rows(here, log, rows)
    for row in gone:
        name = printable(log.seats[row.seat]) if row.seat is not None else ""
        here.out(here.say("no_longer", row=row.seq, name=name, what=done(log, row, here.lang)))
    here.out()
    for line in owed_lines(here, log, seat):
        here.out(line)
