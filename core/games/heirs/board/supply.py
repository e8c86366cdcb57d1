"""The royal supply as a ring: the shield, the tiles clockwise from it, the common pile; who reaches how far."""

from typing import Final

from core.games.heirs.board.cardtext import ROADS, cost_text, effect_text
from core.games.heirs.board.pen import TERRAIN_COLOURS, Pen, mark
from core.games.heirs.names import TileId
from core.games.heirs.table import HENRY
from core.kernel.drawing.parts import Card, Cards, Panel, Piece

ACROSS: Final = 4
SLOTS: Final = 6  # between the shield and the pile


class Supply(Pen):
    """Eight places: the shield, six tiles, and the common pile."""

    def panel(self) -> Panel:
        """HEI-2.4: clockwise from the shield, empty slots skipped."""
        v = self.v
        reaching = [
            f"{mark(v, side.side)} {self.seats[side.side]} {len(side.reach)}"
            for side in v.sides
            if not self._endless(side.side)
        ]
        tiles = [self._tile(number, tile) for number, tile in enumerate(self._clockwise(), 1)]
        blank = [Card(f"slot{at}", name=self.labels["empty"], empty=True) for at in range(len(tiles), SLOTS)]
        ring = Cards((self._shield(), *tiles, *blank, self._pile()), ACROSS, "ring")
        reaches = self.labels["reaches"].format(sides=" · ".join(reaching))
        return Panel("supply", self.labels["supply"], reaches, (ring,), kind="offer")

    def _clockwise(self) -> list[TileId]:
        size = len(self.v.ring)
        tiles = (self.v.ring[(self.v.shield + step) % size] for step in range(1, size))
        return [tile for tile in tiles if tile is not None]

    def _endless(self, side: int) -> bool:
        """HEI-S11: Henry reaches everything."""
        return self.v.solo and side == HENRY

    def _shield(self) -> Card:
        """HEI-3.6: whose take is open."""
        v, labels = self.v, self.labels
        name = labels["crown"].format(seat=self.seats[v.crown])
        take = (labels["open" if v.crown == v.acting else "taken"],) if v.turn else ()
        crown = Piece(v.crown, "♔", self.seats[v.crown])
        return Card("shield", title=labels["shield"], name=name, text=take, reach=(crown,))

    def _pile(self) -> Card:
        """HEI-R19: the back of the top tile shows its terrain; HEI-7.4."""
        v, labels = self.v, self.labels
        if not v.pile:
            return Card("pile", title=labels["pile"], name=labels["used_up"], empty=True)
        top = labels["unknown"] if v.back is None else labels["top"].format(terrain=self.terrain(v.back))
        return Card(
            "pile",
            title=labels["pile"],
            name=labels["left"].format(count=self.words.number(v.pile)),
            colour="" if v.back is None else TERRAIN_COLOURS[v.back],
            tags=(top,),
            back=True,
            count=v.pile,
        )

    def _tile(self, number: int, tile: TileId) -> Card:
        """What to type, who reaches it; name, terrain and road, cost, effect."""
        v, data = self.v, self.data.tiles[tile]
        road = ROADS[data.road]
        return Card(
            tile,
            str(tile),
            str(number),
            self.kind(tile),
            TERRAIN_COLOURS[data.terrain],
            (self.terrain(data.terrain) + (f" {road}" if road else ""),),
            cost_text(data.cost, self.words),
            text=(effect_text(self.data, data, v.rulings, self.words),),
            reach=tuple(
                Piece(side.side, mark(v, side.side), self.seats[side.side])
                for side in v.sides
                if tile in side.reach and not self._endless(side.side)
            ),
        )
