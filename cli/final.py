"""The end of a match: what the scores came from."""

from cli.terminal import Terminal
from core.kernel.drawing.printable import printable
from core.kernel.drawing.style import table
from core.kernel.log.log import Seen
from replays.told.sheet import SheetTold, sheets

NAME = 16
"""Of the name of a seat so much is shown above its column."""


def final_lines(here: Terminal, log: Seen) -> list[str]:
    """A row for each category and a column for each seat, where the match is over and its game counts points."""
    if log.game.result(log.state().table) is None:
        return []
    return [line for sheet in sheets(log, here.lang) if sheet.categories for line in ("", *_lines(here, sheet))]


def _lines(here: Terminal, sheet: SheetTold) -> list[str]:
    from core.kernel.drawing.canvas import cut

    style = here.style
    rows: list[tuple[str, ...]] = [("", *(cut(printable(name), NAME) for name in sheet.names))]
    for final in (False, True):
        found = [(one.name, *map(_signed, one.amounts)) for one in sheet.categories if one.final == final]
        sums = (here.say("final_scoring" if final else "during_play"), *map(_signed, sheet.sums(final=final)))
        rows += [*found, tuple(map(style.bold, sums))] if found else []
    rows.append(tuple(map(style.bold, (here.say("total_score", number=sheet.name), *map(str, sheet.totals)))))
    return [f" {line}" for line in table(rows, "  ", frozenset(range(1, len(sheet.seats) + 1)))]


def _signed(amount: int) -> str:
    return f"{amount:+d}" if amount else "·"
