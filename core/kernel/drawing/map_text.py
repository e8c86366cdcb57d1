"""A map as text: each tile a small picture with owner, name, road, pieces, terrain and points; coordinates on the rims.

Here everything is as it is seen: east is to the right and north above, however the map is turned.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from core.kernel.drawing import ink
from core.kernel.drawing.canvas import cut
from core.kernel.drawing.parts import Map, Piece, Tile
from core.kernel.drawing.style import pad, width

At = tuple[int, int]
Letter = tuple[str, tuple[ink.Look, ...]]

LETTERS: Final = (11, 8, 6, 5)  # of a name; behind them the column in which roads run up and down, then one more place
SMALL: Final = LETTERS[-1]  # what is typed stands there instead of a name
RIM: Final = 4  # for the coordinates, on either side
ROWS: Final = 4  # of a tile, with one of its walls
ROAD: Final = 2  # the row in which roads run from side to side, and pieces stand

STEPS: Final[dict[str, At]] = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
OPPOSITE: Final = {"N": "S", "E": "W", "S": "N", "W": "E"}
_ROADS: Final = {
    "": " ", "N": "║", "S": "║", "E": "═", "W": "═", "NS": "║", "EW": "═",
    "NE": "╚", "ES": "╔", "SW": "╗", "NW": "╝", "NES": "╠", "ESW": "╦", "NSW": "╣", "NEW": "╩", "NESW": "╬",
}  # fmt: skip
_WALLS: Final = {
    "": " ", "NS": "│", "EW": "─", "ES": "┌", "SW": "┐", "NE": "└", "NW": "┘",
    "NES": "├", "NSW": "┤", "ESW": "┬", "NEW": "┴", "NESW": "┼",
}  # fmt: skip


class MapText:
    """One drawing of a map, on paper with rows and columns of letters, each with its look."""

    def __init__(self, part: Map, wide: int) -> None:
        self.part = part
        self.sign = -1 if part.turned else 1
        self.tiles = {self._seen(tile.at): tile for tile in part.tiles if not tile.site}
        self.sites = {self._seen(tile.at): tile for tile in part.tiles if tile.site}
        every = [*self.tiles, *self.sites]
        xs, ys = [x for x, _ in every], [y for _, y in every]
        self.west, self.east, self.south, self.north = min(xs), max(xs), min(ys), max(ys)
        across = {letters: (wide - 2 * RIM - 1) // (letters + 3) for letters in LETTERS}
        self.letters = next((size for size in LETTERS if self.east - self.west < across[size]), SMALL)
        self.pitch = self.letters + 3
        self._clip(across[self.letters])
        self.paper: defaultdict[int, dict[int, Letter]] = defaultdict(dict)

    def _clip(self, across: int) -> None:
        """A map that is still too wide is shown around its middle."""
        if self.east - self.west >= across:
            middle = self.part.middle * self.sign
            self.west = max(self.west, min(middle - across // 2, self.east - across + 1))
            self.east = self.west + across - 1

    def lines(self) -> Iterator[str]:
        for at, tile in self.tiles.items():
            if self._shown(at):
                self._tile(at, tile)
        for at, tile in self.sites.items():
            if self._shown(at):
                self._site(at, tile)
        self._rims()
        for row in range(-1, max(self.paper) + 1):
            written = self.paper.get(row, {})
            letters = [written.get(column, (" ", ())) for column in range(-RIM, max(written, default=-RIM) + 1)]
            runs = groupby(letters, key=lambda letter: letter[1])
            line = "".join(ink.layered(looks, "".join(letter for letter, _ in run)) for looks, run in runs)
            if ink.bare(line).strip():  # of cells without a tile, one line is enough
                yield line

    def beyond(self) -> list[str]:
        """What lies, or could be laid, outside the picture, in words."""
        every = {**self.tiles, **self.sites}
        return [tile.told or tile.key for at, tile in every.items() if not self._shown(at)]

    # --- one tile

    def _tile(self, at: At, tile: Tile) -> None:
        left, top = self._origin(at)
        letters, middle = self.letters, self.letters + 1
        ground = ink.Look("chip", tile.ground) if tile.ground else None
        for row in range(1, ROWS):
            self._put(left + 1, top + row, " " * (letters + 2), ground)
        roads = self._roads(tile)
        self._walls(at, roads)
        for side, column, row, text in (
            ("N", middle, 1, "║"),
            ("S", middle, 3, "║"),
            ("W", 1, ROAD, "═" * letters),
            ("E", middle + 1, ROAD, "═"),
        ):
            if side in roads:
                self._put(left + column, top + row, text, ground)
        self._put(left + middle, top + ROAD, _ROADS[roads], ground)
        above, below = [*tile.tokens, "", ""][:2]
        self._put(left + middle + 1, top + 1, above, ground)
        self._put(left + middle + 1, top + 3, below, ground)
        self._name(tile, left + 1, top + 1, letters if "N" in roads else letters + 1 + (not above), ground)
        self._pieces(tile.pieces, left + 1, top + ROAD)
        self._worth(tile, left + 1, top + 3, letters if "S" in roads else letters + 1, ground)

    def _name(self, tile: Tile, column: int, row: int, room: int, ground: ink.Look | None) -> None:
        """Behind the sign of its owner."""
        if tile.owner is not None:
            sign = self.part.owners[tile.owner]
            self._put(column, row, sign, ink.Look("chip", self.part.colours[tile.owner]))
            column, room = column + 1, room - 1
        names = (tile.typed,) if self.letters == SMALL else tile.names
        if names:
            self._put(column, row, _fitting([*(name + tile.sign for name in names), *names], room), ground)

    def _pieces(self, pieces: Sequence[Piece], column: int, row: int) -> None:
        """Where there is no room for more, the signs of their owners alone."""
        crowded = len(pieces) > 1 and self.letters == SMALL
        for piece in pieces:
            owner = piece.seat or 0
            text = self.part.owners[owner] + ("" if crowded else piece.text + "×" * piece.spent)
            self._put(column, row, text, ink.Look("chip", self.part.colours[owner]))
            column += width(text)

    def _worth(self, tile: Tile, column: int, row: int, room: int, ground: ink.Look | None) -> None:
        names = tile.terrain[-1:] if self.letters == SMALL else tile.terrain
        self._put(column, row, _fitting([f"{name} {tile.points}".rstrip() for name in names], room), ground)

    def _site(self, at: At, tile: Tile) -> None:
        left, top = self._origin(at)
        text = cut(tile.key, self.letters + 1)
        self._put(left + 1 + (self.letters + 2 - width(text)) // 2, top + ROAD, text, ink.Look("quiet"))

    # --- walls, open where a road goes on

    def _walls(self, at: At, roads: str) -> None:
        left, top = self._origin(at)
        for side, step in STEPS.items():
            other = self.tiles.get((at[0] + step[0], at[1] + step[1]))
            joined = side in roads and other is not None and OPPOSITE[side] in self._roads(other)
            if side in "NS":
                row = top if side == "N" else top + ROWS
                self._put(left + 1, row, "─" * (self.pitch - 1), ink.Look("quiet"))
                if joined:
                    self._put(left + self.letters + 1, row, "║", ink.Look("strong"))
            else:
                column = left if side == "W" else left + self.pitch
                for row in range(1, ROWS):
                    self._put(column, top + row, "│", ink.Look("quiet"))
                if joined:
                    self._put(column, top + ROAD, "═", ink.Look("strong"))
        for x, y in ((0, 0), (1, 0), (0, -1), (1, -1)):
            self._put(left + x * self.pitch, top - y * ROWS, self._corner(at[0] + x, at[1] + y), ink.Look("quiet"))

    def _corner(self, x: int, y: int) -> str:
        """Which walls meet at the upper left corner of a cell: those of the four tiles around it."""
        nw, ne, sw, se = (self._lies(at) for at in ((x - 1, y + 1), (x, y + 1), (x - 1, y), (x, y)))
        met = {"N": nw or ne, "E": ne or se, "S": sw or se, "W": nw or sw}
        return _WALLS["".join(side for side in STEPS if met[side])]

    # --- the paper

    def _lies(self, at: At) -> bool:
        return at in self.tiles and self._shown(at)

    def _seen(self, at: At) -> At:
        return at[0] * self.sign, at[1] * self.sign

    def _roads(self, tile: Tile) -> str:
        sides = {OPPOSITE[side] for side in tile.sides} if self.part.turned else {*tile.sides}
        return "".join(side for side in STEPS if side in sides)

    def _shown(self, at: At) -> bool:
        return self.west <= at[0] <= self.east

    def _origin(self, at: At) -> At:
        """Column and row of the upper left corner of a cell."""
        return (at[0] - self.west) * self.pitch, (self.north - at[1]) * ROWS

    def _put(self, column: int, row: int, text: str, look: ink.Look | None) -> None:
        """A mark in the text takes no place: its look lies on that of the place."""
        ground = (look,) if look else ()
        letters = ((letter, (*ground, *looks)) for part, looks in ink.spans(text) for letter in part)
        for place, letter in enumerate(letters):
            self.paper[row][column + place] = letter

    def _rims(self) -> None:
        quiet = ink.Look("quiet")
        for x in range(self.west, self.east + 1):
            self._put(self._origin((x, 0))[0] + self.pitch // 2, -1, str(x * self.sign), quiet)
        right = self._origin((self.east + 1, 0))[0]
        for y in range(self.south, self.north + 1):
            row = self._origin((0, y))[1] + ROAD
            for column in (-RIM, right + 1):
                self._put(column, row, pad(str(y * self.sign), RIM - 1, "right"), quiet)


def _fitting(ways: Sequence[str], room: int) -> str:
    """The longest that fits; where none does, the shortest, cut."""
    return next((way for way in ways if width(way) <= room), cut(ways[-1], room))
