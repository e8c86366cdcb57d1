"""The royal supply as a ring: the shield at its upper left, the tiles clockwise from it, who reaches how far."""

from collections.abc import Iterable
from typing import Final

from core.games.heirs.board.cardtext import ROADS, cost_text, effect_text
from core.games.heirs.board.landscape import mark
from core.games.heirs.board.pen import Pen
from core.games.heirs.names import TileId
from core.games.heirs.table import HENRY
from core.kernel.drawing.canvas import Cell, cut, grid, wrap

ACROSS: Final = 4
INNER: Final = 23
ROOM: Final = INNER - 2


class Supply(Pen):
    """Eight boxes: the shield, three tiles to the right, three back to the left, and the common pile."""

    def lines(self) -> Iterable[str]:
        """HEI-2.4: clockwise from the shield, empty slots skipped."""
        reaching = [
            f"{mark(self.v, side.side)} {self.seats[side.side]} {len(side.reach)}"
            for side in self.v.sides
            if not self._endless(side.side)
        ]
        yield self.heading(self.labels["supply"], self.labels["reaches"].format(sides=" · ".join(reaching)))
        boxes = [self._tile(number, tile) for number, tile in enumerate(self._clockwise(), 1)]
        boxes += [Cell("", "", (self.style.dim(self.labels["empty"]),))] * (2 * ACROSS - 2 - len(boxes))
        above, below = boxes[: ACROSS - 1], boxes[ACROSS - 1 :]
        yield from grid([self._shield(), *above, self._pile(), *reversed(below)], ACROSS, INNER, self.style)

    def _clockwise(self) -> list[TileId]:
        size = len(self.v.ring)
        tiles = (self.v.ring[(self.v.shield + step) % size] for step in range(1, size))
        return [tile for tile in tiles if tile is not None]

    def _endless(self, side: int) -> bool:
        """HEI-S11: Henry reaches everything."""
        return self.v.solo and side == HENRY

    def _shield(self) -> Cell:
        """HEI-3.6: whose take is open."""
        v, labels = self.v, self.labels
        lines = [self.style.bold(cut(labels["crown"].format(seat=self.seats[v.crown]), ROOM))]
        if v.turn:
            lines.append(labels["open" if v.crown == v.acting else "taken"])
        return Cell(labels["shield"], "♔", lines)

    def _pile(self) -> Cell:
        """HEI-R19: the back of the top tile shows its terrain; HEI-7.4."""
        v, labels = self.v, self.labels
        if not v.pile:
            return Cell(labels["pile"], "", wrap(labels["used_up"], ROOM))
        top = labels["unknown"] if v.back is None else labels["top"].format(terrain=self.terrain(v.back))
        return Cell(labels["pile"], "", (labels["left"].format(count=self.words.number(v.pile)), top))

    def _tile(self, number: int, tile: TileId) -> Cell:
        """What to type, who reaches it; name, terrain and road, cost, effect."""
        v, data = self.v, self.data.tiles[tile]
        within = [mark(v, side.side) for side in v.sides if tile in side.reach and not self._endless(side.side)]
        road = ROADS[data.road]
        return Cell(
            f"{number} {'→' if number < ACROSS else '←'} {cut(tile, ROOM - 8)}",
            "".join(within),
            (
                self.style.bold(cut(self.kind(tile), ROOM)),
                self.terrain(data.terrain) + (f" {road}" if road else ""),
                *wrap(cost_text(data.cost, self.words), ROOM),
                *wrap(effect_text(self.data, data, v.rulings, self.words), ROOM),
            ),
        )
