"""The map: every tile with its owner, kind, road, troops, terrain and worth, and where the viewer can lay one.

Who sits in the north sees it turned around; coordinates stay as they are.
"""

from collections.abc import Iterable
from typing import Final

from core.games.heirs.board.pen import TERRAIN_COLOURS, Pen, colour, mark, turned
from core.games.heirs.names import TerrainId
from core.games.heirs.view import CellView, View
from core.kernel.drawing.parts import Map, Piece, Tile
from core.kernel.rules.grid import Cell, around, xy

MARKS: Final = {"row": "↔", "column": "↕", "orthogonal": "+", "diagonal": "×"}


def sites(v: View) -> set[Cell]:
    """HEI-5.2: the empty cells where the viewer can lay a tile."""
    if v.viewer is None or v.end is not None:
        return set()
    taken = {lot.cell for lot in v.landscape}
    return {near for stand in v.sides[v.viewer].troops.values() for near in around(stand)} - taken


class Landscape(Pen):
    """What lies there."""

    def map(self) -> Map:
        """HEI-0.2. What does not fit is left out far from the viewer's troops."""
        v = self.v
        stands = [xy(at)[0] for at in v.sides[v.viewer or 0].troops.values()]
        return Map(
            (*map(self._tile, v.landscape), *(Tile(xy(at), str(at), site=True) for at in sorted(sites(v)))),
            owners=tuple(mark(v, side) for side in range(2)),
            facing=tuple("N" if side.north else "S" for side in v.sides),
            colours=tuple(colour(v, side) for side in range(2)),
            turned=turned(v),
            middle=sum(stands) // len(stands) if stands else 0,
            beyond=self.labels["beyond"],
        )

    def _tile(self, lot: CellView) -> Tile:
        """HEI-8.1: whose it is; open terrain is nobody's and has no name."""
        tile = None if lot.tile is None or lot.owner is None or lot.spent else self.data.tiles[lot.tile]
        return Tile(
            xy(lot.cell),
            str(lot.cell),
            TERRAIN_COLOURS[lot.terrain],
            tuple(self.words.name(kind, lot.terrain) for kind in ("terrain", "short")),
            lot.owner,
            # HEI-R31 face_down_building: its owner's, but nothing more
            () if tile is None else tuple(self.words.name(kind, tile.kind) for kind in ("kind", "short")),
            "" if tile is None else str(tile.id),
            "" if tile is None else MARKS.get(tile.mark or "", ""),
            "" if lot.owner is None else str(lot.worth),
            "".join(lot.roads),
            tuple(self._troops(lot)),
            ("◆" if lot.treasure is not None else "", "■" if lot.cell == self.v.scaffold else ""),
            told=self._told(lot),
        )

    def _troops(self, lot: CellView) -> Iterable[Piece]:
        """HEI-6.6: whether it has moved; HEI-1.12: two cavalry at the start."""
        for side, troop in lot.troop:
            yield Piece(side, troop, self.seats[side], troop in self.v.sides[side].moved, "troop")

    def _told(self, lot: CellView) -> str:
        terrain = self.words.name("terrain", TerrainId(lot.terrain))
        troops = "".join(f" {mark(self.v, side)}{troop}" for side, troop in lot.troop)
        if lot.owner is None or lot.tile is None:
            return f"{lot.cell} {terrain}{troops}"
        return f"{lot.cell} {mark(self.v, lot.owner)}{self.kind(lot.tile)} {terrain} {lot.worth}{troops}"
