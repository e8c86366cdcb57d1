"""`herald give-up`: end a match without a result: if all others agree, or by the arbiter."""

from cli.acts.going_back import tell_turn, who_asks
from cli.app import base
from cli.terminal.picking import ALOUD
from core.kernel.errors import Usage
from core.kernel.log.history import consenting
from store.acts import Act


@base.command("give-up")
@base.match()
@base.option("--arbiter", is_flag=True)
@base.option("--reason", metavar="TEXT")
@base.option("--yes", is_flag=True)
def command(here: base.Terminal, match: str | None, arbiter: bool, reason: str | None, yes: bool) -> int:
    """Ask the others, where there are any but bots; the arbiter says why; else ask the seat itself."""
    named, act, why = who_asks(here, match, reason, arbiter=arbiter)
    if not (yes or arbiter) and _ends_at_once(here, named, act) and not _is_sure(here):
        here.out(here.say("goes_on"))
        return 1
    tell_turn(here, here.desk.give_up(named, act, reason=why))
    return 0


def _ends_at_once(here: base.Terminal, match: str, act: Act) -> bool:
    """Return whether nobody is asked: all others are bots, and the match still goes on."""
    seen = here.desk.open(match)
    return bool(seen.state().agenda) and not consenting(seen.start, seen.seats.index(act.seat))


def _is_sure(here: base.Terminal) -> bool:
    """Ask until yes or no is typed; where nobody can answer, `--yes` would have."""
    if not here.interactive:
        raise Usage("yes_needed")
    try:
        while (said := input(f"{here.broken(here.say('sure'))} ").strip().casefold()) not in ALOUD:
            pass
    except EOFError:  # nothing more is typed
        return False
    return ALOUD[said]
