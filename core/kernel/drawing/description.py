"""What the descriptions of boards share: the view, the words and the names, and the panels that every game has."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from core.kernel.drawing import ink
from core.kernel.drawing.canvas import cut
from core.kernel.drawing.palette import GOODS
from core.kernel.drawing.parts import Line, Panel, Part, Row, Table
from core.kernel.drawing.printable import printable

if TYPE_CHECKING:
    from core.kernel.language.words import Words


class Viewed(Protocol):
    """What every view says."""

    @property
    def viewer(self) -> int | None: ...


V = TypeVar("V", bound=Viewed)

SEAT = 16  # of the name of a seat, so much is shown
NONE = "·"


class Description(Generic[V]):
    """A view, and in which words it is told; each game's own adds what the parts of its board share."""

    def __init__(self, v: V, words: "Words", seats: Sequence[str]) -> None:
        self.v = v
        self.words = words.inked()
        self.labels = words.board
        self.seats = [cut(printable(seat), SEAT) for seat in seats]

    # --- texts

    def seat(self, seat: int) -> str:
        """The name of a seat in its colour."""
        return ink.of_seat(self.seats[seat], seat)

    def named(self, seat: int) -> str:
        """The name of a seat, and whether it is the reader's own."""
        return f"{self.seats[seat]} ({self.labels['you']})" if seat == self.v.viewer else self.seats[seat]

    def points(self, count: int) -> str:
        return self.labels["points"].format(points=self.words.number(count))

    # --- parts

    def line(self, label: str, items: Iterable[str], between: str = ", ") -> Line:
        """A label of the word file, and what is said under it."""
        return Line(self.labels[label], tuple(items), between)

    def counted(self, name: str, counts: Iterable[int | str], seat: int | None = None) -> Row:
        """A row of counters: none of something is a dot."""
        shown = name if seat is None else ink.of_seat(name, seat)
        return Row((shown, *(str(count) if count or count == "" else NONE for count in counts)), seat)

    def counters(self, head: Sequence[str], rows: Iterable[Row], goods: Sequence[str], text: int = 0) -> Table:
        """Numbers stand to the right; so many columns at the end are `text`. `goods`: the kind of each column."""
        kinds = tuple(kind if kind in GOODS else "" for kind in goods)
        return Table(
            ("", *head),
            tuple(rows),
            frozenset(range(1, len(head) + 1 - text)),
            ("", *kinds),
            corner=self.labels["player"],
        )

    # --- panels

    def ranking(
        self, ranks: Sequence[int], points: Sequence[int], winners: Iterable[int], *more: tuple[str, ...]
    ) -> Panel:
        """The match is over: best first, and `more` rows of who has no rank."""
        labels, won = self.labels, {*winners}
        rows = [
            Row((f"{ranks[seat]}.", self.seat(seat), self.points(points[seat]), labels["wins"] * (seat in won)), seat)
            for seat in sorted(range(len(ranks)), key=ranks.__getitem__)
        ]
        first, *others = [*rows, *map(Row, more)]
        first = Row(tuple(map(ink.strong, first.cells)), first.seat)
        table = Table((), (first, *others), frozenset({2}), label=labels["ranking"])
        return Panel("ranking", f"{self.words.title} · {labels['over']}", "", (table,), kind="stage")

    def of_seat(self, seat: int, title: Iterable[str], notes: Iterable[str], parts: Iterable[Part]) -> Panel:
        """What one seat has; the `title` stands behind its name."""
        named = " · ".join([self.named(seat), *title])
        own = seat == self.v.viewer
        return Panel(f"seat{seat}", named, " · ".join(notes), tuple(parts), seat, "seat", own)

    def legend(self, *parts: Part) -> Panel:
        """Signs and words are explained below everything else."""
        return Panel("legend", self.labels["legend"], "", parts, kind="legend")

    def typed(self, kind: str, ids: Iterable[str]) -> Line:
        """Words that are typed otherwise than they are read."""
        names = ((self.words.typed(word), self.words.name(kind, word)) for word in ids)
        return self.line("typed", [f"{typed} = {name}" for typed, name in names if name.casefold() != typed])
