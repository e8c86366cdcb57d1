"""Drawing with text that is marked (`ink.py`): cut, broken and painted, with colour as a decoration.

Text is cut and broken before it is coloured.
"""

from collections.abc import Iterable, Sequence
from functools import cache, partial
from typing import Final

from core.kernel.drawing import ink
from core.kernel.drawing.palette import COLOURS, GOODS, SEATS
from core.kernel.drawing.style import Style, width

SIGN: Final = "▸"
"""Before a line in which something has changed, where there are no colours."""


def painted(text: str, style: Style, seats: Sequence[str] = ()) -> str:
    """A marked text as a terminal shows it; without colours a sign at the beginning of a line says what has changed.

    `seats`: their colours, where the game has its own.
    """
    if not style.colour:
        return ink.bare("\n".join(map(_signed, text.split("\n"))))
    code = cache(partial(_codes, seats or SEATS))
    return "".join(style.coded(code(looks), part) for part, looks in ink.spans(text))


def _signed(line: str) -> str:
    return f"{SIGN}{ink.bare(line)[1:]}" if ink.is_changed(line) else line


def _codes(seats: Sequence[str], looks: Iterable[ink.Look]) -> str:
    return ";".join(filter(None, (_code(seats, look) for look in looks)))


def _code(seats: Sequence[str], look: ink.Look) -> str:
    """Goods stand in words, and whose something is, a name or a sign says, too: colours only help."""
    match look.kind:
        case "chip":
            ground, letters = COLOURS[look.name].terminal
            return f"38;5;{letters};48;5;{ground}"
        case "good":
            return _letters(GOODS[look.name])
        case "seat":
            return ";".join(filter(None, ("1", _letters(seats[look.seat % len(seats)]))))
        case "strong":
            return "1"
        case "quiet":
            return "2"
        case "changed":
            return "7"


def _letters(colour: str) -> str:
    letters = COLOURS[colour].letters
    return "" if letters is None else f"38;5;{letters}"


def cut(text: str, room: int) -> str:
    """A text that takes `room` places at most; whatever was marked in what is kept stays marked."""
    if width(text) <= room:
        return text
    if room <= 0:
        return ""
    left = room - 1
    kept = ""
    for letter in text:
        left -= width(letter)
        if left < 0:
            break
        kept += letter
    return ink.mended([f"{kept.rstrip()}…"])[0]


def wrap(text: str, room: int, *, whole: bool = False) -> list[str]:
    """A text in lines, broken at its spaces, but not behind a number; a word that is too long is cut, or `whole`."""
    if width(text) <= room:
        return [text]
    lines: list[str] = []
    line = ""
    for word in _unbroken(text, room):
        longer = f"{line} {word}" if line else word
        if line and width(longer) > room:
            lines.append(line)
            longer = word
        line = longer if whole else cut(longer, room)
    return ink.mended([*lines, line])


def folded(text: str, room: int) -> str:
    """Sentences that fit; a word that is too long stays whole: it may be copied.

    Further lines begin under the first, or under the second column where there is one.
    """
    return "\n".join(line if width(line) <= room else _hung(line, room) for line in text.split("\n"))


def _hung(line: str, room: int) -> str:
    indent = len(line) - len(line.lstrip(" "))
    head, gap, _ = line[indent:].partition("  ")
    column = line[indent + len(head) :]
    start = len(line) - len(column.lstrip(" "))
    at = start if gap and width(line[:start]) <= room // 2 else indent
    under = " " * width(line[:at])
    return line[:at] + f"\n{under}".join(wrap(line[at:], room - len(under), whole=True))


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
