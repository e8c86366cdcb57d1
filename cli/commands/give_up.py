"""`herald give-up`: end a match without a result: if all others agree, or by the arbiter."""

from cli.acts.going_back import tell_turn, who_asks
from cli.app import base


@base.command("give-up")
@base.match()
@base.option("--arbiter", is_flag=True)
@base.option("--reason", metavar="TEXT")
def command(here: base.Terminal, match: str | None, arbiter: bool, reason: str | None) -> None:
    """Ask the others, where there are any but bots; the arbiter says why."""
    named, act, why = who_asks(here, match, reason, arbiter=arbiter)
    tell_turn(here, here.desk.give_up(named, act, reason=why))
