"""What tests of boards share: the pictures that are kept, names that are hard to draw, texts that are counted."""

import os
import re
from collections.abc import Mapping, Sequence

from core.kernel.drawing.style import PLAIN, Style, width
from core.kernel.drawing.terminal import USUAL, text
from core.kernel.language.words import Words
from core.kernel.rules.engine import AnyGame
from tests.support.places import SNAPSHOTS

COLOURED = Style(colour=True)
HARD_NAMES = (
    "Ana",
    "Éléonore d’Aquitaine et de Poitou",
    "李白杜甫王維白居易孟浩然",
    "🏰🏰🏰🏰🏰🏰🏰🏰🏰🏰",
    "O" * 40,
    "Żółw",
)


WIDTHS = (80, 100, 120, 140)
UNREADABLE = re.compile(r" $|[{}]|None|[\ue000-\uf8ff]")


def board_text(
    game: AnyGame, view: object, words: Words, names: Sequence[str], style: Style = PLAIN, wide: int = USUAL
) -> str:
    """The board of a view as text."""
    return text(game.board(view, words, names), style, wide)


def misfit(picture: str, wide: int) -> str | None:
    """The first line of a board that is too wide, ends in a blank, or has something in it that nobody can read."""
    return next((line for line in picture.split("\n") if width(line) > wide or UNREADABLE.search(line)), None)


def looks_as_it_did(name: str, picture: str) -> bool:
    """After a wanted change: HERALD_SNAPSHOTS=write pytest tests/games, and look at the difference."""
    kept = SNAPSHOTS / f"board.{name}.txt"
    if os.environ.get("HERALD_SNAPSHOTS") == "write":
        kept.write_text(picture + "\n", encoding="utf-8")
    return picture + "\n" == kept.read_text(encoding="utf-8")


class Asked(dict[str, str]):
    """Texts that remember which of them were asked for."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        super().__init__(texts)
        self.seen: set[str] = set()

    def __getitem__(self, key: str) -> str:
        self.seen.add(key)
        return super().__getitem__(key)
