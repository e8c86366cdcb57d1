"""A board on the screen of a person: all of it or in brief, with what its signs mean for who has not read that yet."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

if TYPE_CHECKING:
    from cli.terminal.terminal import Terminal
    from core.kernel.drawing.parts import Board

LEAST = 8
"""A board in brief has so many lines, at least; and"""
LEFT_OUT = 2
"""so many of them say what is not shown."""


def whole(here: "Terminal", board: "Board", *, legend: bool) -> list[str]:
    """All of it, in the usual order."""
    panels = tuple(panel for panel in board.panels if legend or panel.kind != "legend")
    return here.drawn(replace(board, panels=panels)).split("\n")


def in_brief(here: "Terminal", board: "Board", seat: int | None, room: int) -> list[str]:
    """On so many lines; the last ones say what is not there."""
    from core.kernel.drawing.brief import ORDER, brief
    from core.kernel.language.panels import named

    short = brief(board, seat, here.wide, max(room, LEAST) - LEFT_OUT)
    lines = here.drawn(short).split("\n")
    shown = {panel.key for panel in short.panels}
    more = [named(board, panel, here.lang) for panel in board.panels if panel.kind in ORDER and panel.key not in shown]
    if more:
        lines.append(here.style.dim(here.hanging("", here.say("left_out", panels=", ".join(more)))))
    return lines


def explains(here: "Terminal", board: "Board", game: str) -> bool:
    """What the signs mean is long: it is told once, and then to who asks. In a pipe nobody is known."""
    if here.tall is None:
        return True
    known = here.person.knows_legend(game)
    if any(panel.kind == "legend" for panel in board.panels):
        here.person.learns_legend(game)
    return not known


def fits(lines: Sequence[str], room: int | None) -> bool:
    """Is there room for them? None: for any number of lines."""
    return room is None or height(lines) <= room


def height(lines: Sequence[str]) -> int:
    """How many lines these are on the screen."""
    return sum(1 + line.count("\n") for line in lines)
