"""`herald show`: what must be decided and what can be, then the board as the reader may see it; or a page of HTML."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click
import msgspec

from cli.app import base
from cli.person.reading import Reading
from cli.say import boards
from cli.say.boards import explains, fits, height
from cli.say.final import final_lines
from cli.say.news import last_seen, looked, news, told_shortly
from cli.say.status import can_lines, owed_lines, ruled_lines
from cli.terminal.pager import out_paged
from core.kernel.drawing.printable import printable
from core.kernel.errors import Usage
from replays.told.standing import standing

if TYPE_CHECKING:
    from core.kernel.drawing.parts import Board

USUAL = 24
"""A terminal of the usual height has so many lines; the last one is for the prompt."""
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
        self.board = self._marked(board)
        reader = reading.name or here.say("public")
        edition = printable(self.log.start.edition.name)
        match = here.style.bold(self.log.match)
        title = here.say("title", match=match, row=self.log.head, reader=reader, edition=edition)
        self.ended = final_lines(here, self.log)
        self.head = [
            title,
            *owed_lines(here, self.log, self.seat, past=reading.row is not None),
            *ruled_lines(here, self.log),
            *self.ended,
        ]

    def _marked(self, board: "Board") -> "Board":
        """What has changed since this person looked is marked."""
        log, row = self.log, last_seen(self.here, self.reading)
        if not 0 < row < log.head:
            return board
        from core.kernel.drawing.changes import changed

        before = log.game.view(log.at(row).state().table, self.seat)
        return changed(board, self.here.described(log.game, before, log.seats))

    def out(self, *, brief: bool, whole: bool, legend: bool) -> None:
        """All of it, or in brief where the screen has no room; nobody's eyes set a limit in a pipe."""
        here, tall = self.here, self.here.tall
        if brief or not (whole or legend or fits(self._whole(legend=False), tall and tall - 1)):
            out_paged(here, self._brief())
        else:
            out_paged(here, self._whole(legend=explains(here, self.board, self.log.game.name) or legend))
        looked(here, self.reading)

    def _whole(self, *, legend: bool) -> list[str]:
        return [*self.head, *self._news(), "", *boards.whole(self.here, self.board, legend=legend)]

    def _brief(self) -> list[str]:
        """When the match is over, what the scores came from is more than the board."""
        lines = [*self.head, *self._news(), *can_lines(self.here, self.log, self.seat)]
        tall = self.here.tall or USUAL
        board = boards.in_brief(self.here, self.board, self.seat, tall - 1 - height(lines))
        return lines if self.ended and height([*lines, *board]) >= tall else [*lines, *board]

    def _news(self) -> list[str]:
        here, lead = self.here, self.here.say("since_looked") + " "
        told = told_shortly(here, self.log, news(here, self.reading), SHOWN)
        leads = [lead, *(" " * len(lead) for _ in told[1:])]
        return [here.hanging(f"{before}{row}", line) for before, (row, line) in zip(leads, told, strict=False)]


def _to_page(here: base.Terminal, reading: Reading, board: "Board", file: str, *, force: bool) -> None:
    """One file for a browser; what a seat sees is for its eyes alone."""
    from pathlib import Path

    from cli.terminal.files import to_file
    from core.kernel.drawing.page.document import document
    from core.kernel.drawing.style import bare
    from core.kernel.rules import engine
    from store.files import refuse_database

    log, reader = reading.log, reading.name or here.say("public")
    edition = printable(log.start.edition.name)
    title = here.say("title", match=log.match, row=log.head, reader=reader, edition=edition)
    lines = [
        bare(_unbroken(line))
        for line in (*owed_lines(here, log, reading.seat, past=reading.row is not None), *ruled_lines(here, log))
    ]
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
