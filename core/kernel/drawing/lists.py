"""Cards as lines: a list in columns, and what has been played as names in groups."""

from collections.abc import Sequence
from typing import Final

from core.kernel.drawing import ink
from core.kernel.drawing.boxes import LINES, back, told
from core.kernel.drawing.canvas import cut, flow, wrap
from core.kernel.drawing.parts import Card, Cards
from core.kernel.drawing.style import pad, table, width

NAME: Final = 14  # a name is cut to no less
NARROW: Final = 20  # with less room than this beside the columns, a text stands below them,
BELOW: Final = 4  # so far to the right


def listed(part: Cards, room: int) -> list[str]:
    """A line for each card: what to type, name, tags, cost, then what it does; what lies face down at the end."""
    cards = [card for card in part.cards if not card.back]
    between = "; " if part.between == LINES else part.between
    lines = _columns(cards, room, between) if cards else []
    backs = ", ".join(back(card) for card in part.cards if card.back)
    return lines + (wrap(" ".join((*part.heads, backs)), room) if backs else [])


def _columns(cards: Sequence[Card], room: int, between: str) -> list[str]:
    rows = [_cells(card) for card in cards]
    used = [at for at in range(len(rows[0])) if any(row[at] for row in rows)] or [0]  # cards with nothing but a text
    worth = used.index(len(rows[0]) - 1) if len(rows[0]) - 1 in used else -1
    rows = [[row[at] for at in used] for row in rows]
    texts = [list(card.text) for card in cards]
    while (over := _wide(rows) - room) > 0 and len(rows[0]) > 1:
        longest = max(width(row[1]) for row in rows)
        if longest - over >= NAME or len(rows[0]) == 2:  # noqa: PLR2004 - a name alone
            rows = [[row[0], cut(row[1], longest - over), *row[2:]] for row in rows]
            break
        for row, text in zip(rows, texts, strict=True):  # a column that has no room is told with what the card does
            if last := row.pop():
                text.insert(0, last)
    rows = [[ink.strong(row[0]), *row[1:]] for row in rows]
    columns = table(rows, "  ", frozenset({worth}))
    start = max(map(width, columns)) + 2
    beside = room - start >= NARROW
    left = start if beside else BELOW
    lines: list[str] = []
    for column, text in zip(columns, texts, strict=True):
        said = flow(text, room - left, between, between.rstrip())
        first = said.pop(0) if beside and said else ""
        lines.append(f"{pad(column, start)}{first}".rstrip())
        lines += [" " * left + line for line in said]
    return lines


def _cells(card: Card) -> list[str]:
    """In the order in which they are read; each card has as many."""
    tags = [*card.tags, "", "", ""][:3]
    name = ink.quiet(card.name) if card.empty else card.name
    pieces = ", ".join(map(told, card.pieces))
    return [card.title or card.typed, name, *tags, card.brief or card.cost, pieces, card.worth]


def _wide(rows: Sequence[Sequence[str]]) -> int:
    return sum(max(map(width, column)) + 2 for column in zip(*rows, strict=True)) - 2


def tableau(part: Cards, room: int) -> list[str]:
    """Names, in groups of one colour behind the head of the group."""
    told_groups = [f"{head} {', '.join(card.name for card in group)}".strip() for head, group in part.groups()]
    return flow(told_groups, room, part.between, part.between.rstrip())
