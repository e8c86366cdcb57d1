"""A net as text: its places as boxes in rows, and the ways between them as bars with their names beside them."""

from collections.abc import Iterable, Sequence
from itertools import pairwise, zip_longest
from typing import Final

from core.kernel.drawing import ink
from core.kernel.drawing.boxes import LINES, said, told
from core.kernel.drawing.canvas import cut, flow
from core.kernel.drawing.lists import listed
from core.kernel.drawing.nets import Span, along, apart, down, lying_at, rows
from core.kernel.drawing.parts import Card, Cards, Link, Net
from core.kernel.drawing.style import pad, width

GAP: Final = 1  # columns between boxes that no way joins
WAY: Final = 8  # between those that one does: a part of the whole, at least so many
BETWEEN: Final = " · "  # the texts of what lies at a place
INTO: Final = 2  # so far from its left end, a way leaves its share

Boxed = Sequence[tuple[Card, Span]]
Ways = Sequence[tuple[Link, Span]]


class NetText:
    """A net, `wide` columns wide; `beyond` are the ways that had to be left out."""

    def __init__(self, net: Net, wide: int) -> None:
        self.net = net
        self.wide = wide
        self.rows = [list(zip(row, self._spans(row), strict=True)) for row in rows(net)]
        self.strips = [down(net, above, below) for above, below in pairwise(self.rows)]
        drawn = [link for strip in self.strips for link, _ in strip]
        drawn += [link for row in rows(net) for links in along(net, row) for link in links]
        self.beyond = apart(net, drawn)

    def lines(self) -> Iterable[str]:
        """Row by row, with the ways down between them."""
        for number, row in enumerate(self.rows):
            above = self.strips[number - 1] if number else []
            below = self.strips[number] if number < len(self.strips) else []
            yield from self._row(row, above, below)
            yield from self._strip(below)

    def _spans(self, row: Sequence[Card]) -> Iterable[Span]:
        """Boxes of a row are as wide as each other; where a way joins two of them, it has room between them."""
        gaps = [max(WAY, self.wide // 7) if links else GAP for links in along(self.net, row)]
        inner, over = divmod(self.wide - sum(gaps), len(row))
        start = 0
        for at, gap in enumerate([*gaps, 0]):
            end = start + inner + (at < over)
            yield start, end
            start = end + gap

    # --- a row of boxes

    def _row(self, row: Boxed, above: Ways, below: Ways) -> Iterable[str]:
        """The boxes of a row, and beside each the ways to the next one."""
        columns: list[list[str]] = []
        ends = [*(start for _, (start, _) in row[1:]), self.wide]
        for (card, (start, end)), then, links in zip(row, ends, [*along(self.net, cards(row)), []], strict=True):
            columns += [self._inside(card, end - start - 4), _beside(links, then - end)]
        high = max(map(len, columns))
        yield self._edge(row, "┌┐", above, "┴", named=True)
        for at in range(high):
            yield "".join(self._line(row, [column[at] if at < len(column) else "" for column in columns], ends))
        yield self._edge(row, "└┘", below, "┬", named=False)

    def _line(self, row: Boxed, texts: Sequence[str], ends: Sequence[int]) -> Iterable[str]:
        """One line of the boxes of a row, and of what is between them; a way joins their walls."""
        joined = False
        for number, ((_, (start, end)), then) in enumerate(zip(row, ends, strict=True)):
            inside, beside = texts[2 * number], texts[2 * number + 1]
            yield ink.quiet("┤" if joined else "│")
            yield f" {pad(inside, end - start - 4)} "
            joined = beside[:1] not in {"", " "}
            yield ink.quiet("├" if joined else "│")
            yield pad(beside, then - end)

    def _edge(self, row: Boxed, corners: str, posts: Ways, sign: str, *, named: bool) -> str:
        """Above or below a row of boxes: where ways begin or end, and above what a place is called."""
        line = [" "] * self.wide
        for _, (start, end) in row:
            line[start:end] = [corners[0], *"─" * (end - start - 2), corners[1]]
        for _, span in posts:
            line[_post(span)] = sign
        shown, reached = "", 0
        for card, (start, end) in row if named else ():
            title = cut(" · ".join(filter(None, (card.title, card.typed))), end - start - 6)
            at = _free(line[start:end], width(title) + 2)
            if title and at is not None:
                shown += f"{ink.quiet(''.join(line[reached : start + at]))} {ink.strong(title)} "
                reached = start + at + width(title) + 2
        return shown + ink.quiet("".join(line[reached:]))

    def _inside(self, card: Card, room: int) -> list[str]:
        """What is told of a place, then what lies there."""
        lying = lying_at(self.net, card)
        return [*said(card, room, LINES), *(listed(Cards(lying, form="rows", between=BETWEEN), room) if lying else ())]

    # --- the ways

    def _strip(self, ways: Ways) -> Iterable[str]:
        """The ways down to the next row: a bar, and beside it its name and who is on it."""
        posts = [_post(span) for _, span in ways]
        texts = [
            flow(_named(link), max(1, (posts[at + 1] if at + 1 < len(posts) else self.wide) - post - 3), " ")
            for at, (post, (link, _)) in enumerate(zip(posts, ways, strict=True))
        ]
        for lines in zip_longest(*texts, fillvalue=""):
            line = ""
            for post, text in zip(posts, lines, strict=True):
                line = f"{pad(line, post)}{ink.quiet('│')} {text}"
            yield line


def cards(row: Boxed) -> list[Card]:
    """The places of a row."""
    return [card for card, _ in row]


def _post(span: Span) -> int:
    """The column in which a way goes down."""
    start, end = span
    return start + min(INTO, (end - start) // 2)


def _named(link: Link) -> list[str]:
    """The name of a way, and who is on it."""
    here = [told(piece) for piece in link.pieces]
    return [link.name, *(f"{text}," for text in here[:-1]), *here[-1:]]


def _beside(links: Sequence[Link], wide: int) -> list[str]:
    """What stands between two boxes: each way with its name, and below it who is on it."""
    lines: list[str] = []
    for link in links:
        name = cut(link.name, wide - 4)
        free = wide - width(name) - 2
        lines.append(f"{ink.quiet('─' * (free // 2))} {name} {ink.quiet('─' * (free - free // 2))}")
        lines += (f" {line}" for line in flow(_named(link)[1:], wide - 2, " "))
    return lines


def _free(line: Sequence[str], wide: int) -> int | None:
    """Where in an edge so much can stand without covering the end of a way."""
    places = range(1, len(line) - wide)
    return next((at for at in places if {*line[at : at + wide]} == {"─"}), None)
