"""Drawing with text: columns, boxes and headings that fit, with colour as a decoration.

Width is what a reader sees: escape codes take no room, a wide letter takes two places.
Text is cut and broken before it is coloured.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, Literal
from unicodedata import combining, east_asian_width

from msgspec import Struct

from core.kernel.drawing import ink
from core.kernel.drawing.palette import COLOURS


class Style(Struct, frozen=True):
    """Decoration of text; without colour, everything stays as it is."""

    colour: bool = False

    def bold(self, text: str) -> str:
        return self._code("1", text)

    def dim(self, text: str) -> str:
        """What only helps: lines, labels."""
        return self._code("2", text)

    def painted(self, text: str) -> str:
        """A marked text as a terminal shows it."""
        if not self.colour:
            return ink.bare(text)
        return "".join(self._code(";".join(filter(None, map(_code, looks))), part) for part, looks in ink.spans(text))

    def _code(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and text and code else text


def _code(look: ink.Look) -> str:
    """Goods stand in words and need no colour; whose something is, a name or a sign says, too."""
    if look.kind == "chip":
        ground, letters = COLOURS[look.name].terminal
        return f"38;5;{letters};48;5;{ground}"
    return {"strong": "1", "quiet": "2", "seat": "1"}.get(look.kind, "")


PLAIN: Final = Style()


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
    """Marks that combine with a letter begin at U+0300, wide letters come later, those of `ink` take no place."""
    return 0 if combining(letter) or letter in ink.MARKS else 2 if east_asian_width(letter) in "WF" else 1


def cut(text: str, room: int) -> str:
    """A text that takes `room` places at most; whatever was marked in what is kept stays marked."""
    if width(text) <= room:
        return text
    if room <= 0:
        return ""
    left = room - 1
    kept = ""
    for letter in text:
        left -= _places(letter)
        if left < 0:
            break
        kept += letter
    return ink.mended([f"{kept.rstrip()}…"])[0]


def pad(text: str, room: int, side: Literal["left", "right"] = "left") -> str:
    """A text on this side of so many places."""
    blank = " " * (room - width(text))
    return text + blank if side == "left" else blank + text


def wrap(text: str, room: int) -> list[str]:
    """A text in lines, broken at its spaces, but not behind a number; a word that is too long is cut."""
    if width(text) <= room:
        return [text]
    lines: list[str] = []
    line = ""
    for word in _unbroken(text, room):
        longer = f"{line} {word}" if line else word
        if line and width(longer) > room:
            lines.append(line)
            line = cut(word, room)
        else:
            line = cut(longer, room)
    return ink.mended([*lines, line])


def _unbroken(text: str, room: int) -> Iterable[str]:
    """`+2` or `2×` stays with what it counts, a good with its number, if there is room for both."""
    before = ""
    for word in text.split(" "):
        joined = f"{before} {word}" if before else word
        if before and width(joined) > room:
            yield before
            joined = word
        if ink.bare(word).lstrip("+").rstrip("×").isdecimal() or ink.within_good(joined):
            before = joined
            continue
        yield joined
        before = ""
    if before:
        yield before


def flow(items: Iterable[str], room: int, between: str, end: str = "") -> list[str]:
    """Items in lines; one is broken only if it needs more than a line. `end` closes a line that goes on."""
    lines: list[str] = []
    line = ""
    for item in items:
        longer = f"{line}{between}{item}" if line else item
        if line and width(longer + end) > room:
            lines.append(line + end)
            longer = item
        *full, line = wrap(longer, room - width(end))
        lines += full
    return ink.mended([*lines, line] if line else lines)


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
