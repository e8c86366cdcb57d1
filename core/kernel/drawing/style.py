"""Text on a terminal: how many places it takes, columns, bold and dim; read by every command that shows a line.

Width is what a reader sees: escape codes take no room, a wide letter takes two places.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct


class Style(Struct, frozen=True):
    """Decoration of text; without colour, everything stays as it is."""

    colour: bool = False

    def bold(self, text: str) -> str:
        return self.coded("1", text)

    def dim(self, text: str) -> str:
        """What only helps: lines, labels."""
        return self.coded("2", text)

    def coded(self, code: str, text: str) -> str:
        """A text with a code of terminals."""
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and text and code else text


PLAIN: Final = Style()

NO_PLACE: Final = frozenset({"Mn", "Me", "Cf", "Co"})
"""Categories of Unicode: marks on the letter before, and signs that are not drawn."""
JOINED: Final = range(0x1160, 0x1200)
"""Vowels and finals of Hangul: they are drawn in the two cells of the letter before."""


def bare(text: str) -> str:
    """The text without its escape codes."""
    if "\x1b" not in text:
        return text
    first, *coded = text.split("\x1b[")
    return first + "".join(part.partition("m")[2] for part in coded)


@lru_cache(maxsize=4096)  # names, numbers and words come again and again
def width(text: str) -> int:
    """How many places a text takes."""
    seen = bare(text)
    if seen.isascii():
        return len(seen)
    return len(seen) + sum(_places(letter) - 1 for letter in seen if letter >= "\u0300")


@lru_cache(maxsize=1024)
def _places(letter: str) -> int:
    """Return the cells of a letter. Marks begin at U+0300, wide letters later; those of `ink` (Co) take no place."""
    from unicodedata import category, east_asian_width  # noqa: PLC0415 - most lines have no such letter

    if category(letter) in NO_PLACE or ord(letter) in JOINED:
        return 0
    return 2 if east_asian_width(letter) in "WF" else 1


def pad(text: str, room: int, side: Literal["left", "right"] = "left") -> str:
    """A text on this side of so many places."""
    blank = " " * (room - width(text))
    return text + blank if side == "left" else blank + text


def table(rows: Sequence[Sequence[str]], between: str, right: frozenset[int] = frozenset()) -> list[str]:
    """Rows in columns that are as wide as they must be; the columns in `right` stand to the right."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return [
        between.join(
            pad(text, room, "right" if at in right else "left")
            for at, (text, room) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
