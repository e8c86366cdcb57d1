"""Elements of HTML, and texts with their marks: whatever is put into an element is escaped, unless it is one itself."""

import re
from typing import Final

from markupsafe import Markup, escape

from core.kernel.drawing.ink import END, LOOKS, Look
from core.kernel.drawing.palette import COLOURS, DISCS, GOODS

_UNSEEN: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Letters that nobody sees and that turn a line around, end it, or are none at all."""

_MARK: Final = re.compile(f"([{END}{''.join(LOOKS)}])")

_COUNT: Final = re.compile(r"([+−-]?\d+)(?=\s)")

NOTHING: Final = Markup()


def element(name: str, *inner: str, **attributes: str) -> Markup:
    """An element; `cls` is its class, `aria_hidden` its `aria-hidden`; an attribute without a value is left out."""
    told = "".join(
        f' {"class" if key == "cls" else key.replace("_", "-")}="{escape(seen(value).strip())}"'
        for key, value in attributes.items()
        if value.strip()
    )
    body = "".join(part if type(part) is Markup else escape(part) for part in inner)
    return Markup(f"<{name}{told}>{body}</{name}>")  # noqa: S704 - the one place: whatever is no element was escaped


def seen(text: str) -> str:
    """A text in which every letter can be seen, and none turns the line around."""
    return text if text.isprintable() else type(text)(_UNSEEN.sub("?", text))


def colour(name: str, lead: str = "c") -> str:
    """The class of a colour of the palette; none without a name."""
    if name and name not in COLOURS:
        raise KeyError(name)
    return f"{lead}-{name}" if name else ""


class Seats:
    """How each seat is told from the others: a colour, and a sign that says the same without it."""

    def __init__(self, colours: tuple[str, ...], signs: tuple[str, ...]) -> None:
        self._colours, self._signs = colours, signs

    def letter(self, seat: int) -> str:
        return seen(self._signs[seat % len(self._signs)])

    def colour(self, seat: int) -> str:
        return colour(self._colours[seat % len(self._colours)])

    def sign(self, seat: int) -> Markup:
        return element("i", self.letter(seat), cls=f"sign {self.colour(seat)}")

    def signed(self, inner: Markup, seat: int | None) -> Markup:
        """With the sign of the seat before it, unless it has one; a letter that is the same is that sign."""
        if seat is None or 'class="sign' in inner:
            return inner
        return self.sign(seat) + inner.removeprefix(escape(self.letter(seat))).lstrip()


def text(marked: str, seats: Seats) -> Markup:
    """What is read, with its looks as elements."""
    if marked.isprintable():
        return escape(marked)
    opened: list[tuple[Look | None, list[str]]] = [(None, [])]
    for part in _MARK.split(seen(marked)):
        if part in LOOKS:
            opened.append((LOOKS[part], []))
        elif part != END:
            opened[-1][1].append(part)
        elif len(opened) > 1:
            _close(opened, seats)
    while len(opened) > 1:
        _close(opened, seats)
    return NOTHING.join(opened[0][1])


def _close(opened: list[tuple[Look | None, list[str]]], seats: Seats) -> None:
    """The last one that was opened becomes an element of the one before it."""
    look, inner = opened.pop()
    assert look is not None, "only the first is no look"
    opened[-1][1].append(_look(NOTHING.join(inner), look, seats))


def _look(inner: Markup, look: Look, seats: Seats) -> Markup:
    match look.kind:
        case "strong":
            return element("b", inner)
        case "quiet":
            return element("small", inner)
        case "chip":
            return element("span", inner, cls=f"chip {colour(look.name)}")
        case "seat":
            return element("bdi", seats.sign(look.seat), inner, cls="who")
        case "good":
            return counted(inner, look.name)
        case "changed":
            return element("mark", inner)


def counted(inner: Markup, kind: str) -> Markup:
    """So many of a good: its piece, which bears the number, and its name."""
    found = _COUNT.match(inner)
    count, rest = (found[1], inner[found.end() :]) if found else ("", inner)
    shape = "disc" if kind in DISCS else "cube"
    return element("span", element("b", count, cls=f"{shape} {colour(GOODS[kind])}"), rest, cls="good")


def scrolling(inner: Markup) -> Markup:
    """Wrap what may be wider than its place: keys reach it, and move it."""
    return element("div", inner, cls="scroll", tabindex="0")


def labelled(label: str, inner: Markup, seats: Seats) -> Markup:
    """What it is about, and what there is."""
    if not label:
        return inner
    return element("div", element("p", text(label, seats), cls="label"), inner, cls="labelled")
