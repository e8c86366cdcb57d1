"""`herald undo`: take moves back: freely, by asking the others, or by the arbiter. No row is ever removed."""

from cli.acts.going_back import tell_turn, who_asks
from cli.app import base


@base.command("undo")
@base.match()
@base.option("--to", type=int, metavar="N")
@base.option("--arbiter", is_flag=True)
@base.option("--reason", metavar="TEXT")
def command(here: base.Terminal, match: str | None, to: int | None, arbiter: bool, reason: str | None) -> None:
    """Back to the position after row N, else to before the seat's last move."""
    named, act, why = who_asks(here, match, reason, arbiter=arbiter)
    tell_turn(here, here.desk.undo(named, act, to, reason=why))
