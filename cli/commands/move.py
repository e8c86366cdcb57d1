"""`herald move`: one or more moves, all or none; what followed, and who is asked next."""

from cli import base
from cli.references import typed_line
from cli.report import fact_fields, fact_lines
from cli.status import note_practice
from cli.written import told
from core.kernel.errors import Usage
from core.kernel.log.log import Log
from core.kernel.log.row import is_guessable
from core.kernel.rules.step import SealedChoice
from store.matches import Act


@base.command("move")
@base.words()
@base.option("--expect", type=int, metavar="N")
@base.option("--id", "client", metavar="TEXT")
@base.option("--dry-run", is_flag=True)
def command(here: base.Terminal, words: tuple[str, ...], expect: int | None, client: str | None, dry_run: bool) -> None:
    """A typed line becomes rows of the log."""
    match, typed = typed_line(here, words)
    if not typed:
        raise Usage("nothing_typed")
    log, act = here.act(match)
    if dry_run:
        rehearse(here, log, act, typed, expect)
    else:
        submit(here, log, act, typed, expect, client)


def submit(here: base.Terminal, log: Log, act: Act, typed: str, expect: int | None, client: str | None) -> None:
    """Make the moves and tell what followed."""
    act = Act(act.seat, act.actor, act.key, client or "")
    outcome = here.matches.move(log.match, act, typed, expect)
    here.log = outcome.log
    if outcome.seen:
        here.note(here.say("seen"))
    seat = outcome.log.seat(act.seat)
    told(here, outcome.log, seat, (outcome.first, outcome.last), seen=outcome.seen)


def rehearse(here: base.Terminal, log: Log, act: Act, typed: str, expect: int | None) -> None:
    """What the moves would lead to; nothing is written."""
    found = here.matches.rehearse(log.match, act, typed, expect)
    seat = log.seat(act.seat)
    sealed = isinstance(log.state().agenda[-1], SealedChoice)
    free = found.complete and not sealed
    facts = [fact for happened in found.happened for fact in happened.facts]
    if here.is_json:
        here.json(
            {
                "match": log.match,
                "row": log.head,
                "seat": log.seats[seat],
                "practice": is_guessable(log.bodies[0]),
                "complete": found.complete,
                "undo_stays_free": free,
                "facts": fact_fields(here, log, facts),
            }
        )
        return
    for line in fact_lines(here, log, facts):
        here.out(line)
    here.out()
    if not found.complete:
        here.out(here.say("stops"))
    here.out(here.say("undo_free" if free else "undo_sealed" if sealed else "undo_consent"))
    note_practice(here, log)
    here.note(here.say("nothing_written"))
