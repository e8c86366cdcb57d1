"""Some panels of a board, by what people call them."""

from collections.abc import Callable, Iterable
from contextlib import suppress

from msgspec.structs import replace

from core.kernel.drawing import ink
from core.kernel.drawing.parts import Board, Panel
from core.kernel.errors import Usage
from core.kernel.language.lexicon import ENGLISH, begun_by, plain


def called(board: Board, panel: Panel) -> str:
    """What names a panel in every language: its key, or whose it is."""
    return panel.key if panel.seat is None else board.seats[panel.seat]


def named(board: Board, panel: Panel, lang: str) -> str:
    """What a reader of a language types for a panel: as few words of its title as mean no other."""
    key = called(board, panel)
    if lang == ENGLISH or panel.seat is not None or not panel.title:
        return key
    words = ink.bare(panel.title).casefold().split()
    for count in range(1, len(words) + 1):
        name = " ".join(words[:count]).rstrip(",")
        with suppress(Usage):
            if _meant(board, name, lambda: [board]) == key:
                return name
    return key


def chosen(board: Board, names: Iterable[str], boards: Callable[[], Iterable[Board]]) -> Board:
    """Only these panels, in the order in which they stand on the board. `boards`: the board in each language."""
    wanted = {_meant(board, name, boards) for name in names}
    return replace(board, panels=tuple(panel for panel in board.panels if called(board, panel) in wanted))


def _meant(board: Board, name: str, boards: Callable[[], Iterable[Board]]) -> str:
    """A key or the name of a seat; else how the title of one panel begins in any language."""
    known = [called(board, panel) for panel in board.panels]
    keys = [key for key in known if key.casefold() == name.casefold()]
    if not keys:
        titles = {plain(ink.bare(panel.title)): called(it, panel) for it in boards() for panel in it.panels}
        keys = [*dict.fromkeys(titles[title] for title in begun_by(plain(name), titles))]
    if len(keys) != 1:
        raise Usage("unknown_panel", known=tuple(known), word=name)
    return keys[0]
