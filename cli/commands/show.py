"""`herald show`: what must be decided, then the board as the reader may see it."""

import msgspec

from cli import base
from cli.status import owed_lines, standing_fields


@base.command("show")
@base.match()
def command(here: base.Terminal, match: str | None) -> None:
    """The match at a moment, for one reader."""
    reading = here.read(match)
    log, seat = reading.log, reading.seat
    view = log.game.view(log.state().table, seat)
    if here.is_json:
        here.json({**msgspec.to_builtins(view, str_keys=True), **standing_fields(here, log, seat)})
        return
    here.out(
        here.say("title", match=here.style.bold(log.match), row=log.head, reader=reading.name or here.say("public"))
    )
    for line in owed_lines(here, log, seat):
        here.out(line)
    here.out()
    here.out(here.board(log.game, view, log.seats))
