"""`herald inbox`: what waits for a player, since when, and what changed since their last move."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cli.app import base

if TYPE_CHECKING:
    from core.kernel.log.log import Seen

SHOWN = 5
"""How many of the others' moves are told; the rest are counted."""


@base.command("inbox")
def command(here: base.Terminal) -> None:
    """Matches that wait for the player, and requests that do; where nobody is named, all that wait for anybody."""
    name = here.seat_name
    names = [] if name is None else here.desk.called(name)
    if name is not None and len(names) != 1:
        from cli.say.names import note_alike  # seldom

        note_alike(here, name, names)
    found = _waiting(here, name)
    if here.is_json:
        here.json_list(_fields(here, log, seat) for log, seat in found)
        return
    number = 0
    for number, (log, seat) in enumerate(found, 1):
        if number > 1:
            here.out()
        for line in _lines(here, log, seat):
            here.out(line)
    if not number and (names or name is None):
        here.note(here.say("nothing", name=name or ""))


def _waiting(here: base.Terminal, name: str | None) -> Iterator[tuple["Seen", int | None]]:
    """The running matches that wait for this player, as they may know them, the longest waiting first.

    A match is read when it is told, and then let go; one in which nothing can wait for them is not read at all.
    """
    for found in here.desk.inbox(name):
        if found.match in here.person.hidden:
            continue
        from cli.person.seats import looking  # nothing waits most of the time
        from replays.told.standing import waits_for

        at = here.desk.glance(found.match)
        seat = looking(here, at) if found.seat is None else found.seat
        key = None if seat is None else here.key_for(at, at.seats[seat])
        log = here.desk.open(at.match) if seat is None else here.desk.open_if_allowed(at.match, seat, key)
        if seat is None or waits_for(log, seat):
            yield log, seat


def _lines(here: base.Terminal, log: "Seen", seat: int | None) -> list[str]:
    from cli.say.news import told_shortly
    from cli.say.status import owed_lines
    from replays.told.rows import since_last_move

    words = here.words(log.game)
    lines = [here.say("head", match=here.style.bold(log.match), game=words.title, since=here.ago(log.bodies[-1].at))]
    lines += owed_lines(here, log, seat, "  ")
    since = told_shortly(here, log, since_last_move(log, seat), SHOWN)
    return [*lines, *(here.hanging(f"  {row}", line) for row, line in since)]


def _fields(here: base.Terminal, log: "Seen", seat: int | None) -> dict[str, Any]:
    from replays.told.rows import row_told, since_last_move
    from replays.told.standing import standing

    rows = [row_told(log, row, here.lang).document() for row in since_last_move(log, seat)]
    return {**standing(log, seat, here.lang).document(), "rows": rows}
