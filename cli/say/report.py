"""Rows of a log as a terminal shows them: number, seat, what was done, and a line for each thing that followed."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from core.kernel.drawing.printable import printable
from core.kernel.drawing.style import pad, width
from core.kernel.log.log import Seen
from core.kernel.log.row import AnyBody
from replays.told.rows import FactTold, RowTold, row_told

if TYPE_CHECKING:
    from cli.terminal.terminal import Terminal


def out_rows(here: "Terminal", log: Seen, rows: Iterable[AnyBody]) -> None:
    """Rows that are told one after the other."""
    for row in rows:
        for line in row_lines(here, row_told(log, row, here.lang), log.seats):
            here.out(line)


def row_lines(here: "Terminal", told: RowTold, seats: Sequence[str], date: str = "") -> list[str]:
    """A row: its head line, with a date where one is given, then one line for each fact with its rule."""
    names = max(map(width, seats))
    who = pad(printable(told.seat or ""), names)
    mark = here.say("undone", row=told.undone_by) if told.undone_by is not None else ""
    number = f"{told.row:>4}  {date}{'  ' if date else ''}"
    head = here.hanging(f"{number}{here.style.bold(who)}  ", f"{told.done}{mark}").rstrip()
    return [head, *fact_lines(here, told.facts, " " * (names + 8))]


def fact_lines(here: "Terminal", facts: Iterable[FactTold], lead: str = "") -> list[str]:
    """What followed, each line with its rule."""
    return [_dimmed(here, here.hanging(lead, f"{fact.sentence} ({fact.rule})"), fact.rule) for fact in facts]


def _dimmed(here: "Terminal", line: str, rule: str) -> str:
    end = f"({rule})"
    return line.removesuffix(end) + here.style.dim(end)
