"""`herald show`: what must be decided and what can be, then the board as the reader may see it; or a page of HTML."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click
import msgspec

from cli import base
from cli.final import final_lines
from cli.news import looked, news, told_shortly
from cli.status import can_lines, owed_lines
from cli.terminal import Reading
from core.kernel.errors import Usage
from replays.told.standing import standing

if TYPE_CHECKING:
    from core.kernel.drawing.parts import Board

USUAL = 24
"""A terminal of the usual height has so many lines; the last one is for the prompt."""
LEAST = 8
"""Of them so many are for the board, at least, and"""
LEFT_OUT = 2
"""these for what is not shown."""
SHOWN = 3
"""So many rows are told of what happened meanwhile; the rest are counted."""


@base.command("show")
@base.match()
@base.option("--brief", is_flag=True)
@base.option("--all", "whole", is_flag=True)
@base.option("--panel", "panels", metavar="NAME", multiple=True)
@base.option("--legend", is_flag=True)
@base.option("--html", metavar="FILE", type=click.Path())
@base.option("--force", is_flag=True)
def command(
    here: base.Terminal,
    match: str | None,
    brief: bool,
    whole: bool,
    panels: Sequence[str],
    legend: bool,
    html: str | None,
    force: bool,
) -> None:
    """The match at a moment, for one reader."""
    if brief and (whole or panels or legend or html is not None):
        raise Usage("brief_alone")
    reading = here.read(match)
    log, seat = reading.log, reading.seat
    view = log.game.view(log.state().table, seat)
    if here.is_json and html is None:
        here.json({**msgspec.to_builtins(view, str_keys=True), **standing(log, seat, here.lang).document()})
        return
    board = here.described(log.game, view, log.seats, panels)
    if html is not None:
        _to_page(here, reading, board, html, force=force)
        return
    Shown(here, reading, board).out(brief=brief, whole=whole or bool(panels), legend=legend or bool(panels))


class Shown:
    """A match on the screen of one reader."""

    def __init__(self, here: base.Terminal, reading: Reading, board: "Board") -> None:
        self.here = here
        self.reading = reading
        self.log, self.seat = reading.log, reading.seat
        self.board = board
        reader = reading.name or here.say("public")
        title = here.say("title", match=here.style.bold(self.log.match), row=self.log.head, reader=reader)
        self.ended = final_lines(here, self.log)
        self.head = [title, *owed_lines(here, self.log, self.seat), *self.ended]

    def out(self, *, brief: bool, whole: bool, legend: bool) -> None:
        """All of it, or in brief where the screen has no room; nobody's eyes set a limit in a pipe."""
        from cli.pager import out_paged

        here, tall = self.here, self.here.tall
        if brief or not (whole or legend or tall is None or _height(self._whole(legend=False)) < tall):
            out_paged(here, self._brief())
        else:
            out_paged(here, self._whole(legend=legend or self._explains()))
        looked(here, self.reading)

    def _explains(self) -> bool:
        """What the signs mean is long: it is told once, and then to who asks. In a pipe nobody is known."""
        person, game = self.here.person, self.log.game.name
        known = self.here.tall is not None and person.knows_legend(game)
        if self.here.tall is not None and any(panel.kind == "legend" for panel in self.board.panels):
            person.learns_legend(game)
        return not known

    def _whole(self, *, legend: bool) -> list[str]:
        panels = tuple(panel for panel in self.board.panels if legend or panel.kind != "legend")
        board = msgspec.structs.replace(self.board, panels=panels)
        return [*self.head, *self._news(), "", *self.here.drawn(board).split("\n")]

    def _brief(self) -> list[str]:
        """When the match is over, what the scores came from is more than the board."""
        lines = [*self.head, *self._news(), *can_lines(self.here, self.log, self.seat)]
        tall = self.here.tall or USUAL
        board = self._in_brief(tall - 1 - _height(lines))
        return lines if self.ended and _height([*lines, *board]) >= tall else [*lines, *board]

    def _news(self) -> list[str]:
        here, lead = self.here, self.here.say("since_looked") + " "
        told = told_shortly(here, self.log, news(here, self.reading), SHOWN)
        return [here.hanging(" " * len(lead) if number else lead, line) for number, line in enumerate(told)]

    def _in_brief(self, room: int) -> list[str]:
        """On so many lines; the last ones say what is not there."""
        from core.kernel.drawing.brief import ORDER, brief
        from core.kernel.language.panels import called

        here, board = self.here, self.board
        short = brief(board, self.seat, here.wide, max(room, LEAST) - LEFT_OUT)
        lines = here.drawn(short).split("\n")
        shown = {panel.key for panel in short.panels}
        more = [called(board, panel) for panel in board.panels if panel.kind in ORDER and panel.key not in shown]
        if more:
            lines.append(here.style.dim(here.hanging("", here.say("left_out", panels=", ".join(more)))))
        return lines


def _height(lines: Sequence[str]) -> int:
    return sum(1 + line.count("\n") for line in lines)


def _to_page(here: base.Terminal, reading: Reading, board: "Board", file: str, *, force: bool) -> None:
    """One file for a browser; what a seat sees is for its eyes alone."""
    from pathlib import Path

    from cli.files import to_file
    from core.kernel.drawing.page.document import document
    from core.kernel.drawing.style import bare
    from core.kernel.rules import engine
    from store.files import refuse_database

    log, reader = reading.log, reading.name or here.say("public")
    title = here.say("title", match=log.match, row=log.head, reader=reader)
    lines = [bare(_unbroken(line)) for line in owed_lines(here, log, reading.seat)]
    waiting = engine.asked(log.state()).seats
    data = document(msgspec.structs.replace(board, waiting=waiting), here.lang, title, lines).encode()
    if file == "-":
        base.put(data)
        return
    refuse_database(Path(file), here.db)
    to_file(Path(file), data, secret=reading.seat is not None, force=force)
    if here.is_json:
        here.json({"match": log.match, "row": log.head, "reader": reading.name, "file": file, "bytes": len(data)})
    else:
        here.out(here.say("written", file=file, reader=reader))


def _unbroken(text: str) -> str:
    """Where the terminal has broken a sentence, a browser breaks it anew; where French forbids it, neither does."""
    return " ".join(word for word in text.replace("\n", " ").split(" ") if word)
