"""Some panels of a board, by name."""

from collections.abc import Iterable

from msgspec.structs import replace

from core.kernel.drawing.parts import Board, Panel
from core.kernel.errors import Usage


def chosen(board: Board, names: Iterable[str]) -> Board:
    """Only these panels, in the order in which they stand on the board: by key, those of a seat by the seat's name."""
    known = {_called(board, panel): panel for panel in board.panels}
    keys = {name.casefold(): name for name in known}
    wanted: set[str] = set()
    for name in names:
        if name.casefold() not in keys:
            raise Usage("unknown_panel", known=tuple(known), word=name)
        wanted.add(keys[name.casefold()])
    return replace(board, panels=tuple(panel for name, panel in known.items() if name in wanted))


def _called(board: Board, panel: Panel) -> str:
    return panel.key if panel.seat is None else board.seats[panel.seat]
