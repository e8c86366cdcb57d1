"""The end of a match: what the scores came from."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.kernel.drawing.printable import printable
from core.kernel.drawing.style import table, width
from core.kernel.log.log import Seen

if TYPE_CHECKING:
    from cli.terminal.terminal import Terminal
    from replays.told.sheet import SheetTold

NAME = 16
"""Of the name of a seat so much is shown above its column, if there is room."""
ROUND = 5
"""So many lines stand around the table."""


def final_lines(here: "Terminal", log: Seen) -> list[str]:
    """A row for each category and a column for each seat, where the match is over and its game counts points.

    On a small screen the final scoring does not stand apart.
    """
    if log.game.result(log.state().table) is None:
        return []
    return score_lines(here, log)


def score_lines(here: "Terminal", log: Seen) -> list[str]:
    """Return the same tables as things stand, of what has been scored so far."""
    from replays.told.sheet import sheets  # few looks and fewer moves are the last

    found = [sheet for sheet in sheets(log, here.lang) if sheet.categories]
    lines = [line for sheet in found for line in ("", *_table(here, sheet, _parts(here, sheet)))]
    if here.tall is None or len(lines) + ROUND < here.tall:
        return lines
    return [line for sheet in found for line in ("", *_table(here, sheet, _together(sheet)))]


def _parts(here: "Terminal", sheet: "SheetTold") -> list[tuple[str, ...]]:
    """What came before the end and its sum, then what came with it."""
    rows: list[tuple[str, ...]] = []
    for final in (False, True):
        found = [(one.name, *map(_signed, one.amounts)) for one in sheet.categories if one.final == final]
        sums = (here.say("final_scoring" if final else "during_play"), *map(_signed, sheet.sums(final=final)))
        rows += [*found, tuple(map(here.style.bold, sums))] if found else []
    return rows


def _together(sheet: "SheetTold") -> list[tuple[str, ...]]:
    amounts: dict[str, tuple[int, ...]] = {}
    for one in sheet.categories:
        before = amounts.get(one.name, (0,) * len(sheet.seats))
        amounts[one.name] = tuple(map(sum, zip(before, one.amounts, strict=True)))
    return [(name, *map(_signed, found)) for name, found in amounts.items()]


def _table(here: "Terminal", sheet: "SheetTold", rows: Sequence[tuple[str, ...]]) -> list[str]:
    from core.kernel.drawing.canvas import cut

    total = (here.say("total_score", number=sheet.name), *map(str, sheet.totals))
    told = [*rows, tuple(map(here.style.bold, total))]
    left = here.wide - 1 - max(width(row[0]) for row in told)
    room = max(min(NAME, left // len(sheet.names) - 2), 1)
    head = ("", *(cut(printable(name), room) for name in sheet.names))
    return [f" {line}" for line in table([head, *told], "  ", frozenset(range(1, len(sheet.seats) + 1)))]


def _signed(amount: int) -> str:
    return f"{amount:+d}" if amount else "·"
