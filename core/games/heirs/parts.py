"""What every part of the board is drawn with."""

from collections.abc import Iterable, Sequence
from typing import Final

from core.games.heirs.edition import edition
from core.games.heirs.landscape import TERRAIN_COLOURS
from core.games.heirs.names import TerrainId, TileId
from core.games.heirs.table import HENRY
from core.games.heirs.view import View
from core.kernel.canvas import WIDTH, Style, cut, flow, heading, pad, printable, table, width, wrap
from core.kernel.words import Shown, Words

LABEL: Final = 13  # the column that says what a line is about
SEAT: Final = 16  # of the name of a seat, so much is shown


class Part:
    """The view, and in which words and colours it is drawn."""

    def __init__(self, v: View, words: Words, seats: Sequence[str], style: Style) -> None:
        self.v = v
        self.words = words
        self.labels = words.board
        self.names = [cut(printable(seat), SEAT) for seat in seats]
        if v.solo and len(self.names) == HENRY:
            self.names.append(self.labels["henry"])
        self.style = style
        self.data = edition(v.edition)

    def heading(self, title: str, note: str = "") -> str:
        """A line with a title, and with a note at its end."""
        return heading(title, self.style, note, WIDTH)

    def labelled(self, label: str, lines: Iterable[str]) -> Iterable[str]:
        """Lines behind a label."""
        room = max(LABEL, width(label) + 2)
        for number, line in enumerate(lines):
            yield f" {self.style.dim(pad('' if number else label, room))}{line}"

    def listed(self, items: Iterable[str], room: int = WIDTH - LABEL - 1) -> list[str]:
        """Items one after the other, in as many lines as it takes."""
        return flow(items, room, ", ", ",")

    def explained(self, rows: Sequence[tuple[str, ...]], indent: int) -> list[str]:
        """Rows in columns, the first in bold; the last text is broken where it must be."""
        if not rows:
            return []
        columns = table([(self.style.bold(row[0]), *row[1:-1]) for row in rows], "  ")
        start = max(map(width, columns)) + 2
        lines: list[str] = []
        for column, row in zip(columns, rows, strict=True):
            first, *more = wrap(row[-1], WIDTH - indent - start)
            lines.append(f"{pad(column, start)}{first}".rstrip())
            lines += [" " * start + text for text in more]
        return lines

    def terrain(self, terrain: TerrainId) -> str:
        """Its name on its colour."""
        return self.style.chip(self.words.name("terrain", terrain), TERRAIN_COLOURS[terrain])

    def kind(self, tile: TileId) -> str:
        """What is built with a tile."""
        return self.words.name("kind", self.data.tiles[tile].kind)

    def count(self, number: int) -> Shown:
        """With the form of its language."""
        return Shown(str(number), count=number, lang=self.words.lang)
