"""The colours and the goods that a board may be drawn with: closed tables, so that every medium knows all of them."""

from typing import Final

COLOURS: Final = {
    "black": (235, 255),
    "blue": (25, 255),
    "brown": (94, 255),
    "green": (28, 255),
    "grey": (245, 16),
    "orange": (208, 16),
    "pink": (211, 16),
    "red": (160, 255),
    "turquoise": (44, 16),
    "violet": (91, 255),
    "white": (255, 16),
    "yellow": (220, 16),
}
"""Each with its place among the 256 of a terminal, and which of black and white is read on it."""

SEATS: Final = ("blue", "orange", "green", "violet", "red", "turquoise", "yellow", "brown")
"""The colours of seats where the game has none of its own."""

GOODS: Final = {
    "wood": "green",
    "stone": "grey",
    "cloth": "violet",
    "grain": "yellow",
    "wheat": "yellow",
    "bread": "brown",
    "book": "red",
    "ring": "turquoise",
    "gold": "orange",
    "cp": "blue",
    "bp": "grey",
    "vp": "blue",
    "production": "brown",
    "science": "turquoise",
    "culture": "pink",
    "religion": "violet",
    "raw_material": "grey",
    "combat": "red",
}
"""What is counted on boards, and the colour of its cube."""
