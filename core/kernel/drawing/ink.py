"""Text with decoration that no medium has decided yet: marks in a string, as neutral as `strong` or `of a seat`.

A mark is one letter of Unicode's private use. `printable` lets none of those through, so no name that somebody chose
can hold one, and patterns take marked text as it is. The last one that was opened is closed first.
"""

from collections.abc import Iterable, Iterator
from typing import Final, Literal

from msgspec import Struct

from core.kernel.drawing.palette import COLOURS, GOODS

Kind = Literal["strong", "quiet", "chip", "good", "seat"]


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
)
LOOKS: Final = {chr(ord(END) + number): look for number, look in enumerate(_LOOKS, 1)}
_MARKS: Final = {look: mark for mark, look in LOOKS.items()}
_UNMARKED: Final = {ord(mark): None for mark in (END, *LOOKS)}


def _mark(look: Look, text: str) -> str:
    return f"{_MARKS[look]}{text}{END}" if text else ""


def strong(text: str) -> str:
    """What matters most."""
    return _mark(Look("strong"), text)


def quiet(text: str) -> str:
    """What only helps: labels, what is used up."""
    return _mark(Look("quiet"), text)


def chip(text: str, colour: str) -> str:
    """A word on a colour of the palette."""
    return _mark(Look("chip", colour), text)


def good(text: str, kind: str) -> str:
    """So many of a good, in words; where pictures can be drawn, with its cube."""
    return _mark(Look("good", kind), text)


def of_seat(text: str, seat: int) -> str:
    """A name or a piece in the colour of its seat."""
    return _mark(Look("seat", seat=seat), text)


def bare(text: str) -> str:
    """What is read."""
    return text.translate(_UNMARKED)


def spans(text: str) -> Iterator[tuple[str, tuple[Look, ...]]]:
    """Each stretch with its looks, the innermost last."""
    looks: list[Look] = []
    stretch = ""
    for letter in text:
        if letter != END and letter not in LOOKS:
            stretch += letter
            continue
        if stretch:
            yield stretch, tuple(looks)
            stretch = ""
        if letter == END:
            looks.pop()
        else:
            looks.append(LOOKS[letter])
    if stretch:
        yield stretch, tuple(looks)


def mended(lines: Iterable[str]) -> list[str]:
    """Lines of a text that was broken: what a break has torn apart is closed there, and opened again on the next."""
    done: list[str] = []
    opened = ""
    for line in lines:
        whole = opened + line
        opened = ""
        for letter in whole:
            if letter == END:
                opened = opened[:-1]
            elif letter in LOOKS:
                opened += letter
        done.append(whole + END * len(opened))
    return done
