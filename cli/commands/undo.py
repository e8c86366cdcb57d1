"""`herald undo`: take moves back: freely, by asking the others, or by the arbiter. No row is ever removed."""

from cli import base
from cli.going_back import by_arbiter, tell_turn
from core.kernel.errors import Usage


@base.command("undo")
@base.match()
@base.option("--to", type=int, metavar="N")
@base.option("--arbiter", is_flag=True)
@base.option("--reason", metavar="TEXT")
def command(here: base.Terminal, match: str | None, to: int | None, arbiter: bool, reason: str | None) -> None:
    """Back to the position after row N, else to before the seat's last move."""
    if reason is not None and not arbiter:
        raise Usage("reason_of_arbiter")
    if arbiter:
        named, act, why = by_arbiter(here, match, reason)
        written = here.desk.undo(named, act, to, reason=why)
    else:
        at, act = here.act(match)
        written = here.desk.undo(at.match, act, to)
    tell_turn(here, written)
