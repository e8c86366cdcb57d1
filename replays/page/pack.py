"""Pieces of HTML, each different one once, and by language only what each says in its own words."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, islice, pairwise, starmap, takewhile, zip_longest
from typing import Final

from core.kernel.drawing.page.board import board_html, panel, seats_of
from core.kernel.drawing.page.markup import Seats, element
from core.kernel.drawing.parts import Board, Panel

Piece = tuple[str | int, ...]
"""HTML, the numbers of the pieces that stand in it, and below zero (-1 is the first) those of sayings."""

Saying = tuple[str | int, ...]
"""What stands there in each language: HTML, or the number of a piece."""

Tree = list["str | int | Tree"]
"""HTML that was cut: at every other place a piece, or the number of one; before and behind it HTML, perhaps none."""

_TAG: Final = re.compile(r"<(/?)([a-zA-Z0-9-]+)([^>]*)>")
_TOKEN: Final = re.compile(r"(<[^>]*>)")
_BEGIN: Final = re.compile(r'<(\w+)[^>]*? data-k="([^"]*)"')
_KEY: Final = ' data-k="'
_STANDS: Final = "x-piece"


class Pieces:
    """A piece is what has a key (a panel, a card, a tile), and whatever somebody gives a number."""

    def __init__(self) -> None:
        self._numbers: dict[Piece, int] = {}
        self._sayings: dict[Saying, int] = {}
        self._panels: dict[tuple[Panel, ...], int] = {}
        self._look: object = None

    def number(self, *told: str) -> int:
        """The number of what is told in each language."""
        number = self._whole([_cut(html) for html in told])
        return number if number >= 0 else self._numbered((number,))

    def board(self, boards: Sequence[Board]) -> int:
        """The number of a whole position in each language. Panels that were drawn before are not drawn again."""
        seats = seats_of(boards[0])
        look = [(seats.letter(seat), seats.colour(seat)) for seat in range(len(boards[0].seats))]
        if look != self._look:
            self._look, self._panels = look, {}
        drawn: dict[str, int] = {}
        for told in zip(*(board.panels for board in boards), strict=True):
            drawn[told[0].key] = self._panel(told, seats)
        return self.number(
            *(board_html(board, lambda it, _: element(_STANDS, id=str(drawn[it.key]))) for board in boards)
        )

    def sorted(self) -> tuple[list[Piece], list[Saying], dict[int, int]]:
        """All pieces, those that are alike beside each other, for so they are packed well; what is said in them in
        that order; the new number of each piece.
        """
        pieces, sayings = list(self._numbers), list(self._sayings)
        order = sorted(range(len(pieces)), key=lambda number: (_kind(pieces[number][:1]), number))
        new = {number: at for at, number in enumerate(order)}
        said: dict[int, int] = {}

        def moved(part: str | int) -> str | int:
            if isinstance(part, str):
                return part
            return new[part] if part >= 0 else ~said.setdefault(~part, len(said))

        told = [tuple(map(moved, pieces[number])) for number in order]
        return told, [tuple(map(moved, sayings[number])) for number in said], new

    # --- a piece

    def _panel(self, told: tuple[Panel, ...], seats: Seats) -> int:
        found = self._panels.get(told)
        if found is None:
            cut = (part for it in told for part in _cut(panel(it, seats)))
            found = self._panels[told] = self._whole([part for part in cut if isinstance(part, list)])
        return found

    def _whole(self, trees: Sequence[Tree]) -> int:
        """The number of a piece; below zero that of a saying, if it is another piece in each language."""
        if all(_looks(tree) == _looks(trees[0]) for tree in trees):
            return self._numbered(self._merged(trees))
        return self._said(tuple(self._numbered(self._merged([tree])) for tree in trees))

    def _merged(self, trees: Sequence[Tree]) -> Piece:
        parts: list[str | int] = []
        for told in zip(*trees, strict=True):
            if isinstance(told[0], str):
                parts += self._shared(told)
            else:
                parts.append(told[0] if isinstance(told[0], int) else self._whole(told))
        return tuple(parts)

    def _shared(self, told: Sequence[str]) -> Iterator[str | int]:
        """HTML that is the same in all languages as it is, and between it what each of them says."""
        tokens = [_TOKEN.split(html) for html in told]
        if len({*map(len, tokens)}) > 1:
            tokens = [[html] for html in told]
        for same, group in groupby(zip(*tokens, strict=True), lambda saying: len({*saying}) == 1):
            sayings = list(group)
            if same:
                yield from filter(None, ["".join(saying[0] for saying in sayings)])
            else:
                yield from map(self._said, sayings)

    def _numbered(self, piece: Piece) -> int:
        return self._numbers.setdefault(piece, len(self._numbers))

    def _said(self, saying: Saying) -> int:
        return ~self._sayings.setdefault(saying, len(self._sayings))


def apart(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Each piece by what it has not in common with the one before: how many parts at its beginning and at its end are
    the same, then those between them; numbers by how much they differ from the one in their place.
    """
    before: Piece = ()
    for piece in pieces:
        start = _common(piece, before)
        end = _common(piece[start:][::-1], before[start:][::-1])
        between = zip_longest(piece[start : len(piece) - end], before[start:])
        yield start, end, *starmap(_less, islice(between, len(piece) - start - end))
        before = piece


def steps(numbers: Sequence[int]) -> list[int]:
    """How much each is more than the one before."""
    return [number - before for before, number in pairwise((0, *numbers))]


def _common(one: Piece, other: Piece) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _less(part: str | int, before: str | int | None) -> str | int:
    return part - before if isinstance(part, int) and isinstance(before, int) else part


def _cut(html: str) -> Tree:
    """Every element of ours is closed, and in no attribute stands a bracket."""
    html = str(html)  # to cut what is marked as escaped takes ten times as long
    done: list[Tree] = [[]]
    opened: list[str] = []  # what each open element is: a piece, one that stands for a piece, another
    start = 0
    for tag in _TAG.finditer(html):
        closing, name, rest = tag.groups()
        if closing:
            kind = opened.pop()
            if kind == "piece":
                done[-1].append(html[start : tag.end()])
                whole = done.pop()
                done[-1].append(whole)
            if kind:
                start = tag.end()
            continue
        opened.append(_STANDS if name == _STANDS else "piece" if _KEY in rest else "")
        if opened[-1]:
            done[-1].append(html[start : tag.start()])
            start = tag.start()
        if opened[-1] == "piece":
            done.append([])
        elif opened[-1]:
            done[-1].append(int(rest.split('"')[1]))
    done[0].append(html[start:])
    return done[0]


def _looks(tree: Tree) -> tuple[int, str]:
    """How many parts there are, and which piece it is."""
    return len(tree), _kind(tree[:1])


def _kind(begins: Sequence[object]) -> str:
    """The element that begins here, with its key."""
    found = [_BEGIN.match(begin) for begin in begins if isinstance(begin, str)]
    return "".join(f"{it[1]} {it[2]}" for it in found if it)
