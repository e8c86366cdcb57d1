"""Counters in columns, tracks and ways: what stands in lines without boxes."""

from collections.abc import Sequence
from typing import Final

from core.kernel.drawing import ink
from core.kernel.drawing.boxes import told
from core.kernel.drawing.canvas import cut, wrap
from core.kernel.drawing.parts import Link, Space, Table
from core.kernel.drawing.style import pad, table, width

LAST: Final = 16  # with less room than this beside the others, the last column stands below them,
SHORT: Final = 8  # a name beside counters is cut to no less
BELOW: Final = 4  # so far to the right


def counters(part: Table, room: int) -> list[str]:
    """Rows below their head. Where they are too wide, names are cut, else the last columns follow below.

    Without a head, the last column is broken.
    """
    goods = (*part.goods, *("" for _ in part.head))
    head = tuple(
        ink.good(text, kind) if kind else ink.quiet(text) for text, kind in zip(part.head, goods, strict=False)
    )
    rows = [*([head] if head else []), *(row.cells for row in part.rows)]
    lines = table(rows, "  ", part.right)
    if max(map(width, lines)) <= room:
        return lines
    if not part.head:
        return _broken(rows, room, part.right)
    lines = table(rows, " ", part.right)
    longest = max(width(row[0]) for row in rows)
    left = longest + room - max(map(width, lines))
    if left < min(SHORT, longest):
        return _split(rows, room, part.right)
    return table([(cut(row[0], left), *row[1:]) for row in rows], " ", part.right)


def _split(rows: Sequence[Sequence[str]], room: int, right: frozenset[int]) -> list[str]:
    """As many columns as fit, then the others; the first one, of names, beside all of them."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    fit = next((at for at in range(2, len(widths)) if sum(widths[: at + 1]) + 2 * at > room), len(widths))
    lines = table([row[:fit] for row in rows], "  ", right)
    if fit == len(widths):
        return lines
    further = frozenset(at - fit + 1 for at in right if at >= fit)
    return lines + _split([[row[0], *row[fit:]] for row in rows], room, further)


def _broken(rows: Sequence[Sequence[str]], room: int, right: frozenset[int]) -> list[str]:
    """The last column in as many lines as it takes."""
    columns = table([row[:-1] for row in rows], "  ", right)
    start = max(map(width, columns)) + 2
    beside = room - start >= LAST
    left = start if beside else BELOW
    lines: list[str] = []
    for column, row in zip(columns, rows, strict=True):
        said = wrap(row[-1], room - left) if row[-1] else []
        first = said.pop(0) if beside and said else ""
        lines.append(f"{pad(column, start)}{first}".rstrip())
        lines += [" " * left + line for line in said]
    return lines


def spaced(space: Space) -> str:
    """A space of a track: `4`, where the marker is `[4]`, with who stands on it and what it brings."""
    shown = ink.strong(f"[{space.text}]") if space.now else space.text
    here = ", ".join(map(told, space.pieces))
    note = f" ({space.note})" if space.note else ""
    return f"{shown}{note}{f': {here}' if here else ''}"


def way(link: Link) -> str:
    """What joins two places, by their keys, and what stands on it."""
    ends = "–".join(link.ends)
    here = ", ".join(map(told, link.pieces))
    return " ".join(filter(None, (ink.strong(link.name), ends, here)))
