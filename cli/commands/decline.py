"""`herald decline`: refuse an undo or redo that somebody asked for."""

from cli import base
from cli.going_back import answering, told


@base.command("decline")
@base.match()
def command(here: base.Terminal, match: str | None) -> None:
    """The request is closed, the match stays as it is."""
    log, act = here.act(match, answering)
    told(here, here.matches.answer(log.match, act, agree=False), act)
