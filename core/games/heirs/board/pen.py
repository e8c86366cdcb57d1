"""What every part of the board is drawn with."""

from collections.abc import Sequence
from typing import ClassVar

from core.games.heirs.board.landscape import TERRAIN_COLOURS
from core.games.heirs.data.edition import edition
from core.games.heirs.names import TerrainId, TileId
from core.games.heirs.table import HENRY
from core.games.heirs.view import View
from core.kernel.drawing.canvas import WIDTH, Style
from core.kernel.drawing.picture import Picture
from core.kernel.language.words import Words


class Pen(Picture[View]):
    """With the tiles of the match; Henry sits at the table, too."""

    wide: ClassVar[int] = WIDTH

    def __init__(self, v: View, words: Words, seats: Sequence[str], style: Style) -> None:
        super().__init__(v, words, seats, style)
        if v.solo and len(self.seats) == HENRY:
            self.seats.append(self.labels["henry"])
        self.data = edition(v.edition)

    def terrain(self, terrain: TerrainId) -> str:
        return self.style.chip(self.words.name("terrain", terrain), TERRAIN_COLOURS[terrain])

    def kind(self, tile: TileId) -> str:
        return self.words.name("kind", self.data.tiles[tile].kind)
