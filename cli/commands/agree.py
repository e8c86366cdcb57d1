"""`herald agree`: consent to an undo or redo that somebody asked for."""

from cli.acts.going_back import answer
from cli.app import base


@base.command("agree")
@base.requested()
def command(here: base.Terminal, match: str | None, row: int | None) -> None:
    """One consent; the last one carries it out."""
    answer(here, match, row, agree=True)
