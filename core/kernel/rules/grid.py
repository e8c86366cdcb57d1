"""An unbounded grid of squares: cells, directions, neighbours, lines, connected parts.

A cell is written `2,-1`: how far east, how far north.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Final, NewType, TypeVar

Cell = NewType("Cell", str)
Node = TypeVar("Node")

CELLS: Final = "cell"
"""The vocabulary of cells: there is no end of them, so it has those that matter now."""

ORIGIN: Final = Cell("0,0")
COMPASS: Final = {
    "N": (0, 1),
    "NE": (1, 1),
    "E": (1, 0),
    "SE": (1, -1),
    "S": (0, -1),
    "SW": (-1, -1),
    "W": (-1, 0),
    "NW": (-1, 1),
}
"""All eight directions, clockwise from the north."""

AROUND: Final = tuple(COMPASS)
BESIDE: Final = ("N", "E", "S", "W")
DIAGONAL: Final = ("NE", "SE", "SW", "NW")


def cell(x: int, y: int) -> Cell:
    """The cell at these coordinates."""
    return Cell(f"{x},{y}")


def is_cell(text: str) -> bool:
    """Is it a cell as it is written?"""
    return re.fullmatch(r"(0|-?[1-9]\d{0,3}),(0|-?[1-9]\d{0,3})", text) is not None


@cache
def xy(at: Cell) -> tuple[int, int]:
    """Its coordinates: east, north."""
    x, _, y = at.partition(",")
    return int(x), int(y)


@cache
def ahead(at: Cell, direction: str, distance: int = 1) -> Cell:
    """The cell so far in this direction."""
    (x, y), (dx, dy) = xy(at), COMPASS[direction]
    return cell(x + distance * dx, y + distance * dy)


@cache
def around(at: Cell) -> tuple[Cell, ...]:
    """The eight cells at its sides and corners, clockwise from the north."""
    return tuple(ahead(at, direction) for direction in AROUND)


@cache
def beside(at: Cell) -> tuple[Cell, ...]:
    """The four cells at its sides."""
    return tuple(ahead(at, direction) for direction in BESIDE)


@cache
def cornering(at: Cell) -> tuple[Cell, ...]:
    """The four cells at its corners."""
    return tuple(ahead(at, direction) for direction in DIAGONAL)


def opposite(direction: str) -> str:
    """The way back."""
    return AROUND[(AROUND.index(direction) + 4) % 8]


def ray(at: Cell, direction: str) -> Iterator[Cell]:
    """The cells in this direction, one after the other, without end."""
    distance = 1
    while True:
        yield ahead(at, direction, distance)
        distance += 1


def reached(start: Iterable[Node], onward: Callable[[Node], Iterable[Node]]) -> set[Node]:
    """Everything that can be reached from these by going on and on."""
    found = set(start)
    left = list(found)
    while left:
        for node in onward(left.pop()):
            if node not in found:
                found.add(node)
                left.append(node)
    return found
