"""`herald give-up`: end a match without a result: if all others agree, or by the arbiter."""

from cli import base
from cli.going_back import by_arbiter, tell_turn
from core.kernel.errors import Usage


@base.command("give-up")
@base.match()
@base.option("--arbiter", is_flag=True)
@base.option("--reason", metavar="TEXT")
def command(here: base.Terminal, match: str | None, arbiter: bool, reason: str | None) -> None:
    """Ask the others, where there are any but bots; the arbiter says why."""
    if reason is not None and not arbiter:
        raise Usage("reason_of_arbiter")
    if arbiter:
        named, act, why = by_arbiter(here, match, reason)
        written = here.desk.give_up(named, act, reason=why)
    else:
        at, act = here.act(match)
        written = here.desk.give_up(at.match, act)
    tell_turn(here, written)
