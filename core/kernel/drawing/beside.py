"""Boards beside each other where there is room, else one under the other."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from core.kernel.drawing.canvas import painted
from core.kernel.drawing.parts import Board
from core.kernel.drawing.style import Style, pad, width
from core.kernel.drawing.terminal import Drawing, fitted

BETWEEN: Final = "   "
NARROW: Final = 44
"""No column is narrower."""


def beside(boards: Sequence[Board], heads: Sequence[str], style: Style, wide: int) -> list[str]:
    """Each board below its heading, in columns if all of its lines fit into one."""
    columns = fitted(wide) // len(boards) - len(BETWEEN)
    drawn = [_lines(board, style, columns) for board in boards]
    fits = columns >= NARROW and all(width(line) <= columns for lines in (heads, *drawn) for line in lines)
    if not fits:
        drawn = [_lines(board, style, fitted(wide)) for board in boards]
        return [line for head, lines in zip(heads, drawn, strict=True) for line in (style.bold(head), *lines, "")]
    cells = [[style.bold(head), *lines] for head, lines in zip(heads, drawn, strict=True)]
    rows = zip_longest(*cells, fillvalue="")
    return [BETWEEN.join(pad(cell, columns) for cell in row).rstrip() for row in rows]


def _lines(board: Board, style: Style, wide: int) -> list[str]:
    lines = "\n".join(line.rstrip() for line in Drawing(board, wide).lines())
    return painted(lines, style, board.colours).split("\n") if lines else []
