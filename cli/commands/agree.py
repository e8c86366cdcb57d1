"""`herald agree`: consent to an undo or redo that somebody asked for."""

from cli import base
from cli.going_back import answering, told


@base.command("agree")
@base.match()
def command(here: base.Terminal, match: str | None) -> None:
    """One consent; the last one carries it out."""
    log, act = here.act(match, answering)
    told(here, here.matches.answer(log.match, act, agree=True), act)
