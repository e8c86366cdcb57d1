"""Text with decoration that no medium has decided yet: marks in a string, as neutral as `strong` or `of a seat`.

A mark is one letter of Unicode's private use. `printable` lets none of those through, so no name that somebody chose
can hold one, and patterns take marked text as it is. The last one that was opened is closed first.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final, Literal

from msgspec import Struct

from core.kernel.drawing.palette import COLOURS, GOODS

Kind = Literal["strong", "quiet", "chip", "good", "seat", "changed"]


class Look(Struct, frozen=True):
    """How a stretch of text looks: `name` is the colour of a chip or the kind of a good, `seat` whose it is."""

    kind: Kind
    name: str = ""
    seat: int = 0


SEATS: Final = 16  # so many have a mark

END: Final = "\ue000"
_LOOKS: Final = (
    Look("strong"),
    Look("quiet"),
    *(Look("seat", seat=seat) for seat in range(SEATS)),
    *(Look("chip", colour) for colour in COLOURS),
    *(Look("good", kind) for kind in GOODS),
    Look("changed"),
)
LOOKS: Final = {chr(ord(END) + number): look for number, look in enumerate(_LOOKS, 1)}
MARKS: Final = frozenset((END, *LOOKS))
_MARKS: Final = {look: mark for mark, look in LOOKS.items()}
_CHANGED: Final = _MARKS[Look("changed")]
_PARTED: Final = f"([{END}-{max(MARKS)}])"
_UNMARKED: Final = {ord(mark): None for mark in MARKS}


def marked(look: Look | None, text: str) -> str:
    """A text with a look, or as it is."""
    return f"{_MARKS[look]}{text}{END}" if text and look else text


def layered(looks: Iterable[Look], text: str) -> str:
    """A text with all of these looks, the innermost last, as `spans` gives them."""
    for look in reversed((*looks,)):
        text = marked(look, text)
    return text


def strong(text: str) -> str:
    """What matters most."""
    return marked(Look("strong"), text)


def quiet(text: str) -> str:
    """What only helps: labels, what is used up."""
    return marked(Look("quiet"), text)


def chip(text: str, colour: str) -> str:
    """A word on a colour of the palette."""
    return marked(Look("chip", colour), text)


def good(text: str, kind: str) -> str:
    """So many of a good, in words; where pictures can be drawn, with its cube."""
    return marked(Look("good", kind), text)


def of_seat(text: str, seat: int) -> str:
    """A name or a piece in the colour of its seat."""
    return marked(Look("seat", seat=seat), text)


def changed(text: str) -> str:
    """What was not there when the board was last looked at."""
    return marked(Look("changed"), text)


def is_changed(text: str) -> bool:
    """Is something marked so in this text?"""
    return _CHANGED in text


def bare(text: str) -> str:
    """What is read."""
    return text if text.isascii() else text.translate(_UNMARKED)


def spans(text: str) -> Iterator[tuple[str, tuple[Look, ...]]]:
    """Each stretch with its looks, the innermost last."""
    looks: list[Look] = []
    for at, part in enumerate(re.split(_PARTED, text)):
        if at % 2 == 0:
            if part:
                yield part, tuple(looks)
        elif part == END:
            looks.pop()
        else:
            looks.append(LOOKS[part])


def mended(lines: Iterable[str]) -> list[str]:
    """Lines of a text that was broken: what a break has torn apart is closed there, and opened again on the next."""
    done: list[str] = []
    opened = ""
    for line in lines:
        whole = opened + line
        opened = _open(whole)
        done.append(whole + END * len(opened))
    return done


def within_good(text: str) -> bool:
    """Does a text end in the middle of so many of a good?"""
    return any(LOOKS[mark].kind == "good" for mark in _open(text))


def _open(text: str) -> str:
    """The marks that are not closed yet."""
    marks = ""
    if not text.isascii():
        for letter in text:
            if letter in MARKS:
                marks = marks[:-1] if letter == END else marks + letter
    return marks
