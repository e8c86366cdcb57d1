"""`herald redo`: bring back what the last undo took away, by the same classes."""

from cli.acts.going_back import tell_turn, who_asks
from cli.app import base


@base.command("redo")
@base.match()
@base.option("--arbiter", is_flag=True)
@base.option("--reason", metavar="TEXT")
def command(here: base.Terminal, match: str | None, arbiter: bool, reason: str | None) -> None:
    """Forward again to where the match was."""
    named, act, why = who_asks(here, match, reason, arbiter=arbiter)
    tell_turn(here, here.desk.redo(named, act, reason=why))
