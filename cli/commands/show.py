"""`herald show`: what must be decided, then the board as the reader may see it; or the same as a page of HTML."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click
import msgspec

from cli import base
from cli.status import owed_lines
from cli.terminal import Reading
from core.kernel.errors import Usage
from replays.told.standing import standing

if TYPE_CHECKING:
    from core.kernel.drawing.parts import Board

LINES = 24
"""Of a terminal of the usual height, all of them are filled by a match in brief,"""
LEFT_OUT = 2
"""these by what is not shown."""


@base.command("show")
@base.match()
@base.option("--brief", is_flag=True)
@base.option("--panel", "panels", metavar="NAME", multiple=True)
@base.option("--html", metavar="FILE", type=click.Path())
@base.option("--force", is_flag=True)
def command(
    here: base.Terminal, match: str | None, brief: bool, panels: Sequence[str], html: str | None, force: bool
) -> None:
    """The match at a moment, for one reader."""
    if brief and (panels or html is not None):
        raise Usage("brief_alone")
    reading = here.read(match)
    log, seat = reading.log, reading.seat
    view = log.game.view(log.state().table, seat)
    if html is not None:
        _to_page(here, reading, here.described(log.game, view, log.seats, panels), html, force=force)
        return
    if here.is_json:
        here.json({**msgspec.to_builtins(view, str_keys=True), **standing(log, seat, here.lang).document()})
        return
    reader = reading.name or here.say("public")
    head = [here.say("title", match=here.style.bold(log.match), row=log.head, reader=reader)]
    head += owed_lines(here, log, seat)
    board = here.described(log.game, view, log.seats, panels)
    for line in head:
        here.out(line)
    if brief:
        _in_brief(here, board, seat, LINES - sum(1 + line.count("\n") for line in head))
        return
    here.out()
    here.out(here.drawn(board))


def _in_brief(here: base.Terminal, board: "Board", seat: int | None, lines: int) -> None:
    """On so many lines; the last ones say what is not there."""
    from core.kernel.drawing.brief import ORDER, brief
    from core.kernel.language.panels import called

    short = brief(board, seat, here.wide, lines - LEFT_OUT)
    here.out(here.drawn(short))
    shown = {panel.key for panel in short.panels}
    more = [called(board, panel) for panel in board.panels if panel.kind in ORDER and panel.key not in shown]
    if more:
        here.out(here.style.dim(here.hanging("", here.say("left_out", panels=", ".join(more)))))


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
