"""A board as text, as wide as there is room: headings, boxes, columns; decoration only where it is wanted."""

from collections.abc import Iterable
from typing import Final

from core.kernel.drawing import ink
from core.kernel.drawing.boxes import boxes, ring_fits
from core.kernel.drawing.canvas import flow, painted, wrap
from core.kernel.drawing.lists import listed, tableau
from core.kernel.drawing.parts import Board, Cards, Line, Map, Net, Panel, Part, Table, Track
from core.kernel.drawing.style import Style, pad, width
from core.kernel.drawing.tables import counters, spaced, way

LEAST: Final = 80
"""No board is drawn narrower,"""
MOST: Final = 140
"""nor wider: lines that are longer are not read."""
USUAL: Final = 100
"""Where nobody's eyes set a limit."""
LABEL: Final = 14  # the column of labels is no wider
STOPS: Final = frozenset({",", ";"})


def text(board: Board, style: Style, wide: int) -> str:
    """All of its panels."""
    lines = Drawing(board, fitted(wide)).lines()
    return painted("\n".join(line.rstrip() for line in lines), style, board.colours)


def fitted(wide: int) -> int:
    """How wide a board is drawn where there is so much room."""
    return max(LEAST, min(wide, MOST))


class Drawing:
    """One drawing, `wide` places wide."""

    def __init__(self, board: Board, wide: int) -> None:
        self.board = board
        self.wide = wide
        labels = [
            part.label for panel in board.panels for part in panel.parts if isinstance(part, Line | Cards | Track)
        ]
        self.label = max((width(label) + 2 for label in labels if width(label) + 2 <= LABEL), default=2)

    def lines(self) -> Iterable[str]:
        for panel in self.board.panels:
            yield from self.panel(panel)

    def panel(self, panel: Panel) -> Iterable[str]:
        """A legend has no heading, only a line above it."""
        yield from [ink.quiet("─" * self.wide)] if panel.kind == "legend" else self.heading(panel)
        for part in panel.parts:
            yield from self.part(part)

    def heading(self, panel: Panel) -> Iterable[str]:
        """A line with the title, and the note at its end; below it where there is no room for both."""
        title, *more = wrap(panel.title, self.wide - 6)
        free = self.wide - width(title) - 4
        note = f" {panel.note} ──" if panel.note and not more and width(panel.note) + 6 <= free else ""
        line = "─" * (free - width(note))
        yield f"{ink.quiet('──')} {ink.strong(title)} {ink.quiet(line + note)}"
        yield from (f"   {ink.strong(rest)}" for rest in more)
        if panel.note and not note:
            yield from (f" {ink.quiet(rest)}" for rest in flow(panel.note.split(" · "), self.wide - 1, " · "))

    def part(self, part: Part) -> Iterable[str]:
        match part:
            case Line():
                yield from self.labelled(part.label, self.flow(part.items, part.between, part.label))
            case Cards():
                yield from self.cards(part)
            case Table():
                yield from self.labelled(part.label, counters(part, self.room(part.label)))
            case Track():
                yield from self.labelled(part.label, self.flow(map(spaced, part.spaces), "  ", part.label))
            case Map():
                yield from self.map(part)
            case Net():
                yield from self.net(part)

    def map(self, part: Map) -> Iterable[str]:
        from core.kernel.drawing.map_text import MapText  # noqa: PLC0415 - few games have a landscape

        drawn = MapText(part, self.wide)
        yield from drawn.lines()
        yield from self.part(Line(part.beyond, tuple(drawn.beyond()), " · "))

    def net(self, part: Net) -> Iterable[str]:
        from core.kernel.drawing.net_text import NetText  # noqa: PLC0415 - nor places that are joined

        drawn = NetText(part, self.wide)
        yield from drawn.lines()
        yield from self.part(Line(part.label, tuple(map(way, drawn.beyond)), " · "))

    def cards(self, part: Cards) -> Iterable[str]:
        """A ring for which there is no room is a list: it keeps its order."""
        match part.form:
            case "rows":
                yield from self.labelled(part.label, listed(part, self.room(part.label)))
            case "tableau":
                yield from self.labelled(part.label, tableau(part, self.room(part.label)))
            case "ring" if not ring_fits(part, self.wide):
                yield from self.labelled(part.label, listed(part, self.room(part.label)))
            case _:
                yield from boxes(part, self.wide)

    # --- lines behind a label

    def labelled(self, label: str, lines: Iterable[str]) -> Iterable[str]:
        """Without a line there is no label."""
        column = self.column(label)
        for number, line in enumerate(lines):
            yield f" {ink.quiet(pad('' if number else label, column))}{line}"

    def flow(self, items: Iterable[str], between: str, label: str) -> list[str]:
        """Items one after the other; what is between them ends a line that goes on, if it is a stop."""
        end = between.rstrip() if between.strip() in STOPS else ""
        return flow(items, self.room(label), between, end)

    def room(self, label: str) -> int:
        """How much of a line is left beside a label."""
        return self.wide - 1 - self.column(label)

    def column(self, label: str) -> int:
        return max(self.label, width(label) + 2) if label else 0
