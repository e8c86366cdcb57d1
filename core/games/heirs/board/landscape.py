"""The map: every tile a small picture with its owner, kind, road, troops, terrain and worth, coordinates on the rims.

Seen from the viewer's side: who sits in the north sees it turned around; coordinates stay as they are.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from msgspec import Struct

from core.games.heirs.data.edition import edition
from core.games.heirs.names import TerrainId
from core.games.heirs.view import CellView, View
from core.kernel.drawing.canvas import WIDTH, Style, cut, pad, width
from core.kernel.language.words import Words
from core.kernel.rules.grid import BESIDE, Cell, ahead, around, bounds, cell, opposite, xy

BELOW: Final = "▼"
ABOVE: Final = "▲"
TERRAIN_COLOURS: Final = {"wood": "green", "stone": "grey", "wheat": "yellow"}
MARKS: Final = {"row": "↔", "column": "↕", "orthogonal": "+", "diagonal": "×"}
RIM: Final = 4  # for the coordinates, on either side
ROWS: Final = 4  # of a picture, with one of its walls
ROAD_ROW: Final = 2  # in which roads run from side to side, and troops stand

_ROADS: Final = {
    "": " ", "N": "║", "S": "║", "E": "═", "W": "═", "NS": "║", "EW": "═",
    "NE": "╚", "ES": "╔", "SW": "╗", "NW": "╝", "NES": "╠", "ESW": "╦", "NSW": "╣", "NEW": "╩", "NESW": "╬",
}  # fmt: skip
_WALLS: Final = {
    "": " ", "NS": "│", "EW": "─", "ES": "┌", "SW": "┐", "NE": "└", "NW": "┘",
    "NES": "├", "NSW": "┤", "ESW": "┬", "NEW": "┴", "NESW": "┼",
}  # fmt: skip


class Size(Struct, frozen=True):
    """How wide a picture is: so many letters, then the column in which roads run up and down, then one more place."""

    letters: int

    @property
    def pitch(self) -> int:
        return self.letters + 3

    @property
    def across(self) -> int:
        return (WIDTH - 2 * RIM - 1) // self.pitch


SMALL: Final = Size(5)  # with the id of the tile instead of its name
SIZES: Final = (Size(8), Size(6), SMALL)


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


def sites(v: View) -> set[Cell]:
    """HEI-5.2: the empty cells where the viewer can lay a tile."""
    if v.viewer is None or v.end is not None:
        return set()
    taken = {lot.cell for lot in v.landscape}
    return {near for stand in v.sides[v.viewer].troops.values() for near in around(stand)} - taken


class Landscape:
    """One drawing of it."""

    def __init__(self, v: View, words: Words, style: Style) -> None:
        self.v = v
        self.words = words
        self.style = style
        self.turned = turned(v)
        self.tiles = edition(v.edition).tiles
        self.lots = {lot.cell: lot for lot in v.landscape}
        self.sites = sites(v)
        self.west, self.south, self.east, self.north = bounds([*self.lots, *self.sites])
        self.size = next((size for size in SIZES if self.east - self.west < size.across), SMALL)
        self._clip()
        self.paper: dict[tuple[int, int], tuple[str, str]] = {}  # column and row: a letter, and how it looks

    def _clip(self) -> None:
        """A landscape that is still too wide is shown around the viewer's troops."""
        across = self.size.across
        if self.east - self.west < across:
            return
        stands = [xy(at)[0] for at in self.v.sides[self.v.viewer or 0].troops.values()]
        middle = sum(stands) // len(stands)
        self.west = max(self.west, min(middle - across // 2, self.east - across + 1))
        self.east = self.west + across - 1

    def lines(self) -> Iterator[str]:
        """The map, and in words what does not fit."""
        for lot in self.lots.values():
            if self._shown(lot.cell):
                self._draw(lot)
        for at in self.sites:
            if self._shown(at):
                self._site(at)
        self._rims()
        left = self._origin(cell(self.east if self.turned else self.west, self.north))[0] - RIM
        last = max(row for _, row in self.paper)
        for row in range(-1, last + 1):
            end = max((column for column, at in self.paper if at == row), default=left)
            letters = [self.paper.get((column, row), (" ", "")) for column in range(left, end + 1)]
            while letters and letters[-1][0] == " ":
                letters.pop()
            if letters:  # of cells without a tile, one line is enough
                yield "".join(self._painted(look, run) for look, run in groupby(letters, key=lambda letter: letter[1]))

    def beyond(self) -> list[str]:
        """What lies outside the picture: each tile by its cell."""
        return [self._told(lot) for lot in self.lots.values() if not self._shown(lot.cell)]

    # --- one tile

    def _draw(self, lot: CellView) -> None:
        left, top = self._origin(lot.cell)
        letters, middle = self.size.letters, self.size.letters + 1
        ground = TERRAIN_COLOURS[lot.terrain]
        for row in range(1, ROWS):
            self._put(left + 1, top + row, " " * (letters + 2), ground)
        self._walls(lot, left, top)
        roads = self._seen(lot.roads)
        if "N" in roads:
            self._put(left + middle, top + 1, "║", ground)
        if "S" in roads:
            self._put(left + middle, top + 3, "║", ground)
        if "W" in roads:
            self._put(left + 1, top + ROAD_ROW, "═" * letters, ground)
        if "E" in roads:
            self._put(left + middle + 1, top + ROAD_ROW, "═", ground)
        self._put(left + middle, top + ROAD_ROW, _ROADS["".join(side for side in BESIDE if side in roads)], ground)
        free = letters + 1 + (lot.treasure is None)
        self._name(lot, left + 1, top + 1, letters if "N" in roads else free)
        self._troops(lot, left + 1, top + ROAD_ROW)
        self._worth(lot, left + 1, top + 3, letters if "S" in roads else letters + 1, ground)
        if lot.treasure is not None:
            self._put(left + middle + 1, top + 1, "◆", ground)
        if lot.cell == self.v.scaffold:
            self._put(left + middle + 1, top + 3, "■", ground)

    def _name(self, lot: CellView, column: int, row: int, room: int) -> None:
        """HEI-8.1: whose it is; open terrain is nobody's and has no name."""
        if lot.owner is None or lot.tile is None:
            return
        self._put(column, row, mark(self.v, lot.owner), colour(self.v, lot.owner))
        if lot.spent:  # HEI-R31 face_down_building: its owner's, but nothing more
            return
        tile = self.tiles[lot.tile]
        sign = MARKS.get(tile.mark or "", "")
        name, short = self.words.name("kind", tile.kind), self.words.name("short", tile.kind)
        known = (tile.id,) if self.size is SMALL else (name, short)
        ways = [*(each + sign for each in known), *known, cut(known[-1], room - 1)]
        self._put(column + 1, row, next(way for way in ways if width(way) < room), TERRAIN_COLOURS[lot.terrain])

    def _troops(self, lot: CellView, column: int, row: int) -> None:
        """HEI-6.6: with a cross if it has moved; HEI-1.12: two cavalry at the start."""
        for side, troop in lot.troop:
            crossed = "×" if troop in self.v.sides[side].moved else ""
            crowded = len(lot.troop) > 1 and self.size is SMALL
            text = mark(self.v, side) if crowded else f"{mark(self.v, side)}{troop}{crossed}"
            self._put(column, row, text, colour(self.v, side))
            column += len(text)

    def _worth(self, lot: CellView, column: int, row: int, room: int, ground: str) -> None:
        points = "" if lot.owner is None else str(lot.worth)
        name = self.words.name("terrain", lot.terrain)
        if self.size is SMALL or width(f"{name} {points}") > room:
            name = self.words.name("short", lot.terrain)
        self._put(column, row, cut(f"{name} {points}".rstrip(), room), ground)

    def _site(self, at: Cell) -> None:
        left, top = self._origin(at)
        text = cut(at, self.size.letters + 1)
        self._put(left + 1 + (self.size.letters + 2 - len(text)) // 2, top + ROAD_ROW, text, "dim")

    # --- walls, open where a road goes on

    def _walls(self, lot: CellView, left: int, top: int) -> None:
        pitch, middle = self.size.pitch, self.size.letters + 1
        for side in BESIDE:
            other = self.lots.get(ahead(lot.cell, self._side(side)))
            joined = side in self._seen(lot.roads) and other is not None and opposite(side) in self._seen(other.roads)
            if side in "NS":
                row = top if side == "N" else top + ROWS
                self._put(left + 1, row, "─" * (pitch - 1), "dim")
                if joined:
                    self._put(left + middle, row, "║", "bold")
            else:
                column = left if side == "W" else left + pitch
                for row in range(1, ROWS):
                    self._put(column, top + row, "│", "dim")
                if joined:
                    self._put(column, top + ROAD_ROW, "═", "bold")
        for column in (left, left + pitch):
            for row in (top, top + ROWS):
                self._put(column, row, self._corner(column, row), "dim")

    def _corner(self, column: int, row: int) -> str:
        """Which walls meet there: those of the four tiles around."""
        x, y = column // self.size.pitch, -(row // ROWS)
        nw, ne, sw, se = ((x - 1, y + 1), (x, y + 1), (x - 1, y), (x, y))
        there = {at: self._at(*at) in self.lots and self._shown(self._at(*at)) for at in (nw, ne, sw, se)}
        met = {
            "N": there[nw] or there[ne],
            "E": there[ne] or there[se],
            "S": there[sw] or there[se],
            "W": there[nw] or there[sw],
        }
        return _WALLS["".join(side for side in BESIDE if met[side])]

    # --- the paper

    def _origin(self, at: Cell) -> tuple[int, int]:
        """Column and row of its upper left corner; it may be anywhere."""
        x, y = xy(at)
        if self.turned:
            x, y = -x, -y
        return x * self.size.pitch, -y * ROWS

    def _at(self, x: int, y: int) -> Cell:
        return cell(-x, -y) if self.turned else cell(x, y)

    def _side(self, side: str) -> str:
        return opposite(side) if self.turned else side

    def _seen(self, sides: Iterable[str]) -> set[str]:
        return {self._side(side) for side in sides}

    def _shown(self, at: Cell) -> bool:
        return self.west <= xy(at)[0] <= self.east

    def _put(self, column: int, row: int, text: str, look: str) -> None:
        for place, letter in enumerate(text):
            self.paper[column + place, row] = (letter, look)

    def _rims(self) -> None:
        pitch = self.size.pitch
        first = self._origin(cell(self.west, self.north))
        last = self._origin(cell(self.east, self.south))
        left, right, top = min(first[0], last[0]), max(first[0], last[0]), min(first[1], last[1])
        self.paper = {(column, row - top): letter for (column, row), letter in self.paper.items()}
        for x in range(self.west, self.east + 1):
            column = self._origin(cell(x, 0))[0]
            self._put(column + pitch // 2, -1, str(x), "dim")
        for y in range(self.south, self.north + 1):
            row = self._origin(cell(0, y))[1] - top + ROAD_ROW
            self._put(left - RIM, row, pad(str(y), RIM - 1, "right"), "dim")
            self._put(right + pitch + 1, row, pad(str(y), RIM - 1, "right"), "dim")

    def _painted(self, look: str, run: Iterable[tuple[str, str]]) -> str:
        text = "".join(letter for letter, _ in run)
        if look == "dim":
            return self.style.dim(text)
        if look == "bold":
            return self.style.bold(text)
        return self.style.chip(text, look) if look else text

    def _told(self, lot: CellView) -> str:
        terrain = self.words.name("terrain", TerrainId(lot.terrain))
        troops = "".join(f" {mark(self.v, side)}{troop}" for side, troop in lot.troop)
        if lot.owner is None or lot.tile is None:
            return f"{lot.cell} {terrain}{troops}"
        name = self.words.name("kind", self.tiles[lot.tile].kind)
        return f"{lot.cell} {mark(self.v, lot.owner)}{name} {terrain} {lot.worth}{troops}"
