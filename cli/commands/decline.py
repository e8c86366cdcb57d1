"""`herald decline`: refuse an undo or redo that somebody asked for, or withdraw one's own request."""

from cli.acts.going_back import answer
from cli.app import base


@base.command("decline")
@base.requested()
def command(here: base.Terminal, match: str | None, row: int | None) -> None:
    """The request is closed, the match stays as it is."""
    answer(here, match, row, agree=False)
