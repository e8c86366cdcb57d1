"""Which colours and signs a picture may use, on a terminal and on a page: the one table of them, and it is closed."""

from typing import Final

from msgspec import Struct


class Colour(Struct, frozen=True):
    """A colour, and which of black and white is read on it: of the 256 of a terminal, and for a page."""

    terminal: tuple[int, int]
    page: tuple[str, str]


_BLACK, _WHITE = (16, "#000000"), (231, "#ffffff")


def _on(ink: tuple[int, str], terminal: int, page: str) -> Colour:
    return Colour((terminal, ink[0]), (page, ink[1]))


COLOURS: Final = {
    "black": _on(_WHITE, 235, "#2b2b2e"),
    "blue": _on(_WHITE, 25, "#1f4e8c"),
    "brown": _on(_WHITE, 94, "#7a4a21"),
    "green": _on(_WHITE, 28, "#2a7339"),
    "grey": _on(_BLACK, 245, "#8f8f94"),
    "orange": _on(_BLACK, 208, "#e07b21"),
    "pink": _on(_BLACK, 211, "#dc8a9d"),
    "red": _on(_WHITE, 160, "#b3261e"),
    "turquoise": _on(_BLACK, 44, "#2ba7b3"),
    "violet": _on(_WHITE, 91, "#6d3a8f"),
    "white": _on(_BLACK, 255, "#f1efe8"),
    "yellow": _on(_BLACK, 220, "#e3b81f"),
}

SEATS: Final = ("blue", "orange", "green", "violet", "red", "turquoise", "yellow", "brown")
"""The colours of seats where the game has none of its own."""

SIGNS: Final = ("●", "■", "◆", "★", "✚", "✖", "○", "□")
"""What stands beside the colour of a seat, for whoever cannot tell the colours apart."""

GOODS: Final = {
    "book": "red",
    "bp": "blue",
    "bread": "brown",
    "cloth": "violet",
    "coin": "yellow",
    "combat": "black",
    "cp": "red",
    "culture": "violet",
    "flower": "pink",
    "food": "brown",
    "gold": "yellow",
    "grain": "yellow",
    "production": "brown",
    "raw_material": "grey",
    "religion": "white",
    "ring": "turquoise",
    "sap": "orange",
    "science": "blue",
    "sculpture": "white",
    "stone": "grey",
    "vp": "red",
    "wheat": "yellow",
    "wood": "green",
}
"""What is counted on boards, and the colour of its piece: a cube,"""

DISCS: Final = frozenset({"bp", "coin", "cp", "gold", "ring", "vp"})
"""but coins and points are discs."""
