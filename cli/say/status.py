"""How a match stands, as a terminal shows it: first what the reader must decide, and how to answer what is asked."""

from time import time
from typing import TYPE_CHECKING

from core.kernel.drawing.printable import printable
from core.kernel.log.log import Seen
from replays.told.standing import Asked, Standing, agreed, sentences, standing, warning

if TYPE_CHECKING:
    from cli.terminal.terminal import Terminal

CAN = 3
"""What can be done is told on so many lines."""


def head_line(here: "Terminal", log: Seen) -> str:
    """Which match it was, and for whom somebody acted."""
    who = here.say("arbiter") if log.reader is None else printable(log.seats[log.reader])
    return f"{here.style.bold(log.match)} · {who}"


def owed_lines(here: "Terminal", log: Seen, seat: int | None, lead: str = "", *, past: bool = False) -> list[str]:
    """First what the reader must decide, then who else is waited for; at the end of the match, who won.

    `lead`: what each line stands behind. `past`: the match is looked at as it was, so nobody is waited for since then.
    """
    told = standing(log, seat, here.lang)
    said = sentences(told, None if past else int(time()))
    lines = [here.hanging(lead, here.style.bold(one.text) if one.first else one.text) for one in said]
    if told.over:  # the scores of all fit beside the board, in a pipe as well
        from core.kernel.drawing.canvas import folded

        lines = [folded(line, here.wide) for line in lines]
    answers = [] if told.over or told.request is None else _answers(here, told, told.request)
    return [*lines, *(here.hanging(lead, line) for line in (*answers, *practice_lines(here, log)))]


def ruled_lines(here: "Terminal", log: Seen) -> list[str]:
    """On which rulings the table has agreed since the match began, since when and why."""
    return [here.hanging("", one.sentence) for one in agreed(log, here.lang)]


def can_lines(here: "Terminal", log: Seen, seat: int | None) -> list[str]:
    """How the moves begin that a seat can make now, in a few lines; nothing for whom nothing is asked."""
    from core.kernel.drawing.canvas import flow  # only where a match is told in brief
    from replays.told.beginnings import beginnings

    found = () if seat is None else beginnings(log, seat, here.lang)
    if not found:
        return []
    lead = here.say("you_can")
    lines = flow([one.text for one in found], here.wide - len(lead), " · ", " ·")
    if len(lines) > CAN:
        lines = [*lines[: CAN - 1], here.say("and_more")]
    return [f"{' ' * len(lead) if number else lead}{line}" for number, line in enumerate(lines)]


def _answers(here: "Terminal", told: Standing, asked: Asked) -> list[str]:
    """How to answer, for who has to, or to withdraw the request, for who asks."""
    row = asked.row if here.at_hand is not None else f"{told.match} {asked.row}"  # in the inbox no match is at hand
    if told.reader is None or told.reader in asked.waiting:
        return [here.say("answer", row=row)]
    return [here.say("withdraw", row=row, seat=_quoted(asked.seat))] if told.reader == asked.seat else []


def _quoted(name: str) -> str:
    from shlex import quote  # requests are seldom

    return quote(printable(name))


def practice_lines(here: "Terminal", log: Seen) -> list[str]:
    """What everybody should know of a match whose seed others may guess."""
    said = warning(log, here.lang)
    return [said] if said else []


def note_practice(here: "Terminal", log: Seen) -> None:
    """The same beside a result that is a list of moves, or a verdict on one."""
    for line in practice_lines(here, log):
        here.note(line)
