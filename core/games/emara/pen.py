"""What every part of the board is drawn with: the view, the words, and the ways in which lines are laid out."""

from collections.abc import Iterable, Sequence
from typing import Final

from core.games.emara.edition import edition
from core.games.emara.names import ActionCardId, FavorId
from core.games.emara.view import View
from core.kernel.canvas import Style, cut, heading, pad, printable, table, width, wrap
from core.kernel.words import Shown, Words

WIDTH: Final = 97  # of four boxes
LABEL: Final = 13  # the column that says what a line is about
SEAT: Final = 16  # of the name of a seat, so much is shown


class Pen:
    """A view, and in which words and colours it is drawn."""

    def __init__(self, v: View, words: Words, seats: Sequence[str], style: Style) -> None:
        self.v = v
        self.words = words
        self.labels = words.board
        self.seats = [cut(printable(seat), SEAT) for seat in seats]
        self.style = style
        self.data = edition(v.edition)

    def favor(self, favor: FavorId) -> str:
        """EMA-13.1: what to type, and what it gives."""
        return f"{self.style.bold(favor)} {self.words.amounts('good', self.data.favors[favor].reward)}"

    def explained(
        self, rows: Sequence[tuple[str, ...]], right: frozenset[int] = frozenset(), indent: int = 0
    ) -> list[str]:
        """Rows in columns, the first in bold; the last text is broken where it must be."""
        if not rows:
            return []
        columns = table([(self.style.bold(row[0]), *row[1:-1]) for row in rows], "  ", right)
        start = max(map(width, columns)) + 2
        lines: list[str] = []
        for column, row in zip(columns, rows, strict=True):
            first, *more = wrap(row[-1], WIDTH - indent - start)
            lines.append(f"{pad(column, start)}{first}".rstrip())
            lines += [" " * start + text for text in more]
        return lines

    def labelled(self, label: str, lines: Iterable[str]) -> Iterable[str]:
        """Lines behind a label."""
        room = max(LABEL, width(label) + 2)
        for number, line in enumerate(lines):
            yield f" {self.style.dim(pad('' if number else label, room))}{line}"

    def heading(self, title: str, note: str = "") -> str:
        """A line with a title, and with a note at its end."""
        return heading(title, self.style, note, WIDTH)

    def names(self, cards: Iterable[ActionCardId]) -> str:
        """Of action cards, in a row."""
        return ", ".join(self.words.name("action", card) for card in cards)

    def count(self, count: int) -> Shown:
        """A number that chooses its form."""
        return Shown(str(count), count=count, lang=self.words.lang)
