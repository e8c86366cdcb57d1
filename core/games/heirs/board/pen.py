"""What every part of the board is described with: signs and colours of the sides, names of tiles."""

from collections.abc import Sequence
from typing import Final

from core.games.heirs.data.edition import edition
from core.games.heirs.names import TerrainId, TileId
from core.games.heirs.table import HENRY
from core.games.heirs.view import View
from core.kernel.drawing import ink
from core.kernel.drawing.description import Description
from core.kernel.language.words import Words

BELOW: Final = "▼"
ABOVE: Final = "▲"
TERRAIN_COLOURS: Final = {"wood": "green", "stone": "grey", "wheat": "yellow"}


def turned(v: View) -> bool:
    """HEI-0.2: does the viewer sit in the north?"""
    return v.viewer is not None and v.sides[v.viewer].north


def mark(v: View, side: int) -> str:
    """Which way the bottom edges of a side's buildings face, as the viewer sees it."""
    return BELOW if v.sides[side].north == turned(v) else ABOVE


def colour(v: View, side: int) -> str:
    """HEI-0.2, HEI-S4: white or blue."""
    blue = side == 0 if v.solo and v.options.color == "blue" else side == 1
    return "blue" if blue else "white"


class Pen(Description[View]):
    """With the tiles of the match; Henry sits at the table, too."""

    def __init__(self, v: View, words: Words, seats: Sequence[str]) -> None:
        super().__init__(v, words, seats)
        if v.solo and len(self.seats) == HENRY:
            self.seats.append(self.labels["henry"])
        self.data = edition(v.edition)

    def terrain(self, terrain: TerrainId) -> str:
        return ink.chip(self.words.name("terrain", terrain), TERRAIN_COLOURS[terrain])

    def kind(self, tile: TileId) -> str:
        return self.words.name("kind", self.data.tiles[tile].kind)
