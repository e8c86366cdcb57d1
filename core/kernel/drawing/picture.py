"""What every part of a board is drawn with: the view, the words, and the ways in which lines are laid out."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from core.kernel.drawing.canvas import Style, cut, flow, heading, pad, printable, table, width, wrap

if TYPE_CHECKING:
    from core.kernel.language.words import Words

V = TypeVar("V")

SEAT = 16  # of the name of a seat, so much is shown
NARROW = 12  # with less room than this beside columns, a text stands below them,
BELOW = 4  # so far to the right
STOPS = {",", ";"}


class Picture(Generic[V]):
    """A view, and in which words and colours it is drawn; each game's own adds what the parts of its board share."""

    wide: ClassVar[int] = 97  # of four boxes
    label: ClassVar[int] = 13  # the column that says what a line is about

    def __init__(self, v: V, words: "Words", seats: Sequence[str], style: Style) -> None:
        self.v = v
        self.words = words
        self.labels = words.board
        self.seats = [cut(printable(seat), SEAT) for seat in seats]
        self.style = style

    def heading(self, title: str, note: str = "") -> str:
        """A line with a title, and with a note at its end."""
        return heading(title, self.style, note, self.wide)

    def labelled(self, label: str, lines: Iterable[str]) -> Iterable[str]:
        """Lines behind a label; without a line there is no label."""
        column = self._column(label)
        for number, line in enumerate(lines):
            yield f" {self.style.dim(pad('' if number else label, column))}{line}"

    def listed(self, label: str, items: Iterable[str], between: str = ", ") -> Iterable[str]:
        """Items one after the other, in as many lines as it takes."""
        return self.labelled(label, _flow(items, self.wide - 1 - self._column(label), between))

    def told(self, label: str, text: str) -> Iterable[str]:
        """A text, broken where it must be."""
        return self.labelled(label, wrap(text, self.wide - 1 - self._column(label)))

    def _column(self, label: str) -> int:
        return max(self.label, width(label) + 2)

    def explained(
        self,
        rows: Sequence[tuple[str, ...]],
        indent: int,
        *,
        right: frozenset[int] = frozenset(),
        between: str = "",
    ) -> list[str]:
        """Rows in columns, the first in bold; the last text is broken where it must be, if it can `between` parts.

        Where the columns leave too little room for it, it stands below them.
        """
        if not rows:
            return []
        columns = table([(self.style.bold(row[0]), *row[1:-1]) for row in rows], "  ", right)
        start = max(map(width, columns)) + 2
        beside = self.wide - indent - start >= NARROW
        left = start if beside else BELOW
        lines: list[str] = []
        for column, row in zip(columns, rows, strict=True):
            text, room = row[-1], self.wide - indent - left
            told = _flow(text.split(between), room, between) if between else wrap(text, room)
            first = told.pop(0) if beside and told else ""
            lines.append(f"{pad(column, start)}{first}".rstrip())
            lines += [" " * left + line for line in told]
        return lines

    def columns(self, rows: Sequence[Sequence[str]], right: Iterable[int]) -> Iterable[str]:
        """Rows in columns, the first of which says what stands in them."""
        head, *lines = table(rows, "  ", frozenset(right))
        yield f" {self.style.dim(head)}"
        yield from (f" {line}" for line in lines)

    def ranking(
        self, ranks: Sequence[int], points: Sequence[int], winners: Iterable[int], *more: tuple[str, ...]
    ) -> Iterable[str]:
        """The match is over: best first, and `more` rows of who has no rank."""
        labels, won = self.labels, {*winners}
        yield self.heading(f"{self.words.title} · {labels['over']}")
        rows = [
            (f"{ranks[seat]}.", self.seats[seat], self.points(points[seat]), labels["wins"] if seat in won else "")
            for seat in sorted(range(len(ranks)), key=ranks.__getitem__)
        ]
        first, *rest = table([*rows, *more], "  ", frozenset({2}))
        yield from self.labelled(labels["ranking"], [self.style.bold(first), *rest])

    def points(self, count: int) -> str:
        return self.labels["points"].format(points=self.words.number(count))

    def typed(self, kind: str, ids: Iterable[str]) -> Iterable[str]:
        """Words that are typed otherwise than they are read."""
        names = ((word, self.words.name(kind, word)) for word in ids)
        yield from self.listed(
            self.labels["typed"], [f"{word} = {name}" for word, name in names if name.casefold() != word]
        )

    def legend(self) -> str:
        """The line below which signs and words are explained."""
        return self.style.dim("─" * self.wide)


def _flow(items: Iterable[str], room: int, between: str) -> list[str]:
    """What is between items ends a line that goes on, if it is a stop."""
    return flow(items, room, between, between.rstrip() if between.strip() in STOPS else "")
