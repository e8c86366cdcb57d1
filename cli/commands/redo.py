"""`herald redo`: bring back what the last undo took away, by the same classes."""

from cli import base
from cli.going_back import by_arbiter, tell_turn
from core.kernel.errors import Usage


@base.command("redo")
@base.match()
@base.option("--arbiter", is_flag=True)
@base.option("--reason", metavar="TEXT")
def command(here: base.Terminal, match: str | None, arbiter: bool, reason: str | None) -> None:
    """Forward again to where the match was."""
    if reason is not None and not arbiter:
        raise Usage("reason_of_arbiter")
    if arbiter:
        named, act, why = by_arbiter(here, match, reason)
        written = here.desk.redo(named, act, reason=why)
    else:
        at, act = here.act(match)
        written = here.desk.redo(at.match, act)
    tell_turn(here, written)
