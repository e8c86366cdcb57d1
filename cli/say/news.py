"""What happened in a match: a line for each row, the last of them; and up to where this person has seen it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cli.person.reading import Reading
from core.kernel.drawing.printable import printable
from core.kernel.log.log import Seen
from core.kernel.log.row import AnyBody

if TYPE_CHECKING:
    from cli.terminal.terminal import Terminal


def told_shortly(here: "Terminal", log: Seen, rows: Sequence[AnyBody], most: int) -> list[tuple[str, str]]:
    """So many rows at most, without those that were undone since; the ones before them are counted.

    Each with the number before it, which its further lines are to stand behind.
    """
    if not rows:
        return []
    from core.kernel.log.history import undone  # most looks tell none
    from replays.told.rows import done

    gone = undone(log.bodies)
    rows = [row for row in rows if row.seq not in gone]
    lines = [("", here.say("earlier", count=len(rows) - most))] if len(rows) > most else []
    for row in rows[-most:]:
        name = printable(log.seats[row.seat]) if row.seat is not None else ""
        lines.append((f"{row.seq:>4}  ", here.say("changed", name=name, what=done(log, row, here.lang))))
    return lines


def news(here: "Terminal", reading: Reading) -> list[AnyBody]:
    """What others did since this person looked at the match as this seat, or never, since the seat's last row."""
    log = reading.log
    if not _counts(here, reading):
        return []
    last = last_seen(here, reading)
    if not last:
        from replays.told.rows import since_last_move

        return since_last_move(log, reading.seat)
    return [row for row in log.bodies[last:] if row.seat is not None and row.seat != reading.seat]


def last_seen(here: "Terminal", reading: Reading) -> int:
    """The last row that this person has seen as this seat; 0 before the first look."""
    return here.person.looked(reading.log.match, reading.name) if _counts(here, reading) else 0


def looked(here: "Terminal", reading: Reading) -> None:
    """All of it has been seen now."""
    if _counts(here, reading):
        here.person.looks(reading.log.match, reading.name, reading.log.head)


def _counts(here: "Terminal", reading: Reading) -> bool:
    """A file and a moment of the past are no match that goes on, and a pipe is nobody who looks."""
    return here.room is not None and not reading.file and reading.row is None
