"""Boxes of text side by side, with walls between them: grids, rings and matrices of cards."""

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Final

from msgspec import Struct

from core.kernel.drawing import ink
from core.kernel.drawing.canvas import cut, flow, wrap
from core.kernel.drawing.parts import Card, Cards, Piece, Spot
from core.kernel.drawing.style import pad, width

LEAST: Final = 14  # a box that is narrower inside is not read: then there are fewer of them in a row
SIDE: Final = 14  # of what stands beside the rows of a matrix
BACK: Final = "▒"
LINES: Final = "\n"  # between the texts of a card that stand on lines of their own


class Box(Struct, frozen=True):
    """What stands in the upper edge, left and right, and the lines below."""

    title: str
    mark: str
    lines: Sequence[str]


def boxes(part: Cards, wide: int) -> list[str]:
    """The cards of a part as boxes; all rows together are as wide as there is room."""
    margin = min(SIDE, max(map(width, part.sides), default=-2)) + 2
    across = max(1, part.across or (wide - margin) // (LEAST * 2))
    least = max(LEAST, *(width(card.typed) + 1 for card in part.cards)) if part.cards else LEAST
    while part.form == "grid" and across > 1 and (wide - 1) // across - 1 < least:
        across -= 1
    rooms = _rooms(wide - margin, across)
    cards = [(card, "") for card in part.cards]
    if part.form == "ring" and len(cards) > across:
        above, below = part.cards[:across], part.cards[across:]
        cards = [*((card, "→") for card in above), *((card, "←") for card in reversed(below))]
    drawn = [_box(card, rooms[at % across], part.between, way) for at, (card, way) in enumerate(cards)]
    return [*_heads(part.heads, rooms, margin), *_walled(drawn, rooms, part.sides, margin)]


def ring_fits(part: Cards, wide: int) -> bool:
    """A ring is two rows; with fewer boxes in a row than that it would lose its order."""
    return len(part.cards) <= 2 * part.across and (wide - 1) // part.across - 1 >= LEAST


def _rooms(wide: int, across: int) -> list[int]:
    """How wide each box of a row is inside: what is left over goes to the first ones."""
    inner, over = divmod(wide - 1 - across, across)
    return [inner + (at < over) for at in range(across)]


def _box(card: Card, inner: int, between: str, way: str) -> Box:
    room = inner - 2
    reach = "".join(piece.text for piece in card.reach)
    title = f"{card.title} {way}" if way and card.typed else card.title
    mark = f"{card.typed} {reach}".strip()
    lines: list[str] = []
    if mark and width(title) + width(mark) + (5 if title else 2) > inner:
        lines, mark = wrap(ink.strong(mark), inner - 1), ""
    lines += said(card, room, between)
    return Box(cut(title, inner - 3), mark, lines)


def said(card: Card, room: int, between: str) -> Iterable[str]:
    """From the name to who stands there."""
    if card.back:
        yield from wrap(back(card), room)
    elif card.name:
        yield from wrap(ink.quiet(card.name) if card.empty else ink.strong(card.name), room)
    yield from flow(card.tags, room, " · ")
    for text in (card.cost, card.worth):
        yield from wrap(text, room) if text else ()
    if between == LINES:
        yield from (line for text in card.text for line in wrap(text, room))
    else:
        yield from flow(card.text, room, between)
    yield from (line for spot in card.spots for line in wrap(_spot(spot, room), room))
    yield from flow([cut(told(piece), room) for piece in card.pieces], room, ", ", ",")


def back(card: Card) -> str:
    """What lies face down: how many, if the name does not say so, and what is known of them."""
    said = card.count == 1 or str(card.count) in card.name
    return f"{'' if said else f'{card.count}× '}{BACK} {card.name}".rstrip()


def told(piece: Piece) -> str:
    """A piece with its name, where there is room for it, in the colour of its seat."""
    said = f"{piece.text}{'×' if piece.spent else ''} {piece.name}".strip()
    return said if piece.seat is None else ink.of_seat(said, piece.seat)


def _spot(spot: Spot, room: int) -> str:
    if spot.piece is None:
        return f"{spot.label} {spot.text}"
    return f"{spot.label} ({cut(told(spot.piece), room - width(spot.label) - 3)})"


# --- walls


def _heads(heads: Sequence[str], rooms: Sequence[int], margin: int) -> list[str]:
    """Over the columns."""
    if not heads:
        return []
    columns = [wrap(head, room - 1) for head, room in zip(heads, rooms, strict=True)]
    lines = [
        "".join(f"  {pad(text, room - 1)}" for text, room in zip(row, rooms, strict=True))
        for row in zip_longest(*columns, fillvalue="")
    ]
    return [" " * margin + ink.quiet(line.rstrip()) for line in lines]


def _walled(drawn: Sequence[Box], rooms: Sequence[int], sides: Sequence[str], margin: int) -> Iterable[str]:
    """The last row is filled up with empty boxes."""
    across = len(rooms)
    filled = [*drawn, *[Box("", "", ())] * (-len(drawn) % across)]
    wall, blank = ink.quiet("│"), " " * margin
    for number, at in enumerate(range(0, len(filled), across)):
        row = filled[at : at + across]
        left, middle, right = "├┼┤" if number else "┌┬┐"
        edges = [_edge(box, room) for box, room in zip(row, rooms, strict=True)]
        yield blank + ink.quiet(left) + ink.quiet(middle).join(edges) + ink.quiet(right)
        beside = wrap(sides[number], margin - 2) if sides else []
        for side, *lines in zip_longest(beside, *(box.lines for box in row), fillvalue=""):
            told_beside = ink.quiet(pad(side, margin)) if margin else ""
            yield (
                told_beside
                + wall
                + wall.join(f" {pad(line, room - 1)}" for line, room in zip(lines, rooms, strict=True))
                + wall
            )
    yield blank + ink.quiet(f"└{'┴'.join('─' * room for room in rooms)}┘")


def _edge(box: Box, inner: int) -> str:
    title = f" {ink.strong(box.title)} " if box.title else ""
    mark = f" {ink.strong(box.mark)} " if box.mark else ""
    return title + ink.quiet("─" * (inner - width(title) - width(mark))) + mark
