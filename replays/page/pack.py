"""Pieces of HTML, each different one once: what a later position shares with an earlier one is a number."""

import re
from typing import Final

from markupsafe import Markup

from core.kernel.drawing.page.board import board_html, panel, seats_of
from core.kernel.drawing.page.markup import Seats, element
from core.kernel.drawing.parts import Board, Panel

Piece = tuple[str | int, ...]
"""HTML, and the numbers of the pieces that stand in it."""

_TAG: Final = re.compile(r"<(/?)([a-zA-Z0-9-]+)([^>]*)>")
_BEGIN: Final = re.compile(r'<(\w+)[^>]*? data-k="([^"]*)"')
_KEY: Final = ' data-k="'
_STANDS: Final = "x-piece"


class Pieces:
    """A piece is what has a key (a panel, a card, a tile), and whatever somebody gives a number."""

    def __init__(self) -> None:
        self._numbers: dict[Piece, int] = {}
        self._panels: dict[Panel, Markup] = {}
        self._look: object = None

    def sorted(self) -> tuple[list[Piece], dict[int, int]]:
        """All, those that are alike beside each other, for so they are packed well; and the new number of each."""
        pieces = list(self._numbers)
        order = sorted(range(len(pieces)), key=lambda number: (_kind(pieces[number]), number))
        new = {number: at for at, number in enumerate(order)}
        told = (pieces[number] for number in order)
        return [tuple(part if isinstance(part, str) else new[part] for part in piece) for piece in told], new

    def number(self, html: str) -> int:
        """The number of a piece, whose own pieces have numbers, too."""
        return self._numbered(self._cut(html))

    def board(self, board: Board) -> int:
        """The number of a whole position. A panel that was drawn before is not drawn again."""
        seats = seats_of(board)
        look = [(seats.letter(seat), seats.colour(seat)) for seat in range(len(board.seats))]
        if look != self._look:
            self._look, self._panels = look, {}
        return self.number(board_html(board, self._panel))

    def _panel(self, it: Panel, seats: Seats) -> Markup:
        found = self._panels.get(it)
        if found is None:
            found = self._panels[it] = element(_STANDS, id=str(self._whole(panel(it, seats))))
        return found

    def _whole(self, html: str) -> int:
        """The number of the one piece that this is."""
        (number,) = self._cut(html)
        assert isinstance(number, int), "a panel has a key"
        return number

    def _numbered(self, piece: Piece) -> int:
        return self._numbers.setdefault(piece, len(self._numbers))

    def _cut(self, html: str) -> Piece:
        """Every element of ours is closed, and in no attribute stands a bracket."""
        html = str(html)  # to cut what is marked as escaped takes ten times as long
        done: list[list[str | int]] = [[]]
        opened: list[str] = []  # what each open element is: a piece, one that stands for a piece, another
        start = 0
        for tag in _TAG.finditer(html):
            closing, name, rest = tag.groups()
            if closing:
                kind = opened.pop()
                if kind == "piece":
                    _put(done[-1], html[start : tag.end()])
                    number = self._numbered(tuple(done.pop()))
                    done[-1].append(number)
                if kind:
                    start = tag.end()
                continue
            opened.append(_STANDS if name == _STANDS else "piece" if _KEY in rest else "")
            if opened[-1]:
                _put(done[-1], html[start : tag.start()])
                start = tag.start()
            if opened[-1] == "piece":
                done.append([])
            elif opened[-1]:
                done[-1].append(int(rest.split('"')[1]))
        _put(done[0], html[start:])
        return tuple(done[0])


def _kind(piece: Piece) -> str:
    """How it begins, with its key."""
    begin = piece[0] if piece else ""
    found = _BEGIN.match(begin) if isinstance(begin, str) else None
    return f"{found[1]} {found[2]}" if found else ""


def _put(parts: list[str | int], text: str) -> None:
    if text:
        parts.append(text)
