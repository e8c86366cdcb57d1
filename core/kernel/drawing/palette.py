"""Which colours and signs a picture may use, on a terminal and on a page: the one table of them, and it is closed."""

from typing import Final

from msgspec import Struct


class Colour(Struct, frozen=True):
    """A colour, and which of black and white is read on it: of the 256 of a terminal, and for a page.

    `letters`: in which colour of a terminal a word is written that is read on black and on white; None: as all others.
    """

    terminal: tuple[int, int]
    page: tuple[str, str]
    letters: int | None


_BLACK, _WHITE = (16, "#000000"), (231, "#ffffff")


def _on(ink: tuple[int, str], terminal: int, page: str, letters: int | None = None) -> Colour:
    return Colour((terminal, ink[0]), (page, ink[1]), letters)


COLOURS: Final = {
    "black": _on(_WHITE, 235, "#2b2b2e"),
    "blue": _on(_WHITE, 25, "#1f4e8c", 33),
    "brown": _on(_WHITE, 94, "#7a4a21", 94),
    "green": _on(_WHITE, 28, "#2a7339", 28),
    "grey": _on(_BLACK, 245, "#8f8f94", 244),
    "orange": _on(_BLACK, 208, "#e07b21", 166),
    "pink": _on(_BLACK, 211, "#dc8a9d", 168),
    "red": _on(_WHITE, 160, "#b3261e", 160),
    "turquoise": _on(_BLACK, 44, "#2ba7b3", 30),
    "violet": _on(_WHITE, 91, "#6d3a8f", 133),
    "white": _on(_BLACK, 255, "#f1efe8"),
    "yellow": _on(_BLACK, 220, "#e3b81f", 136),
}

SEATS: Final = ("blue", "orange", "green", "violet", "red", "turquoise", "yellow", "brown")
"""The colours of seats where the game has none of its own."""

SIGNS: Final = ("●", "■", "◆", "★", "✚", "✖", "○", "□")
"""What stands beside the colour of a seat, for whoever cannot tell the colours apart."""

GOODS: Final = {
    "artwork": "pink",
    "book": "red",
    "bp": "blue",
    "bread": "brown",
    "cloth": "violet",
    "coin": "yellow",
    "coins": "yellow",
    "combat": "black",
    "cp": "red",
    "culture": "violet",
    "flower": "pink",
    "food": "brown",
    "furniture": "brown",
    "gold": "yellow",
    "grain": "yellow",
    "jewel": "turquoise",
    "production": "brown",
    "raw_material": "grey",
    "relic": "violet",
    "religion": "white",
    "ring": "turquoise",
    "sap": "orange",
    "science": "blue",
    "sculpture": "white",
    "stone": "grey",
    "vp": "red",
    "weapon": "grey",
    "wheat": "yellow",
    "wood": "green",
}
"""What is counted on boards, and the colour of its piece: a cube,"""

DISCS: Final = frozenset({"bp", "coin", "coins", "cp", "gold", "ring", "vp"})
"""but coins and points are discs."""
