"""`herald show`: what must be decided, then the board as the reader may see it; or the same as a page of HTML."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click
import msgspec

from cli import base
from cli.status import owed_lines
from cli.terminal import Reading
from replays.told.standing import standing

if TYPE_CHECKING:
    from core.kernel.drawing.parts import Board


@base.command("show")
@base.match()
@base.option("--panel", "panels", metavar="NAME", multiple=True)
@base.option("--html", metavar="FILE", type=click.Path())
@base.option("--force", is_flag=True)
def command(here: base.Terminal, match: str | None, panels: Sequence[str], html: str | None, force: bool) -> None:
    """The match at a moment, for one reader."""
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
    here.out(here.say("title", match=here.style.bold(log.match), row=log.head, reader=reader))
    for line in owed_lines(here, log, seat):
        here.out(line)
    here.out()
    here.out(here.board(log.game, view, log.seats, panels))


def _to_page(here: base.Terminal, reading: Reading, board: "Board", file: str, *, force: bool) -> None:
    """One file for a browser; what a seat sees is for its eyes alone."""
    from pathlib import Path

    from cli.files import to_file
    from core.kernel.drawing.canvas import bare
    from core.kernel.drawing.page.document import document
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
