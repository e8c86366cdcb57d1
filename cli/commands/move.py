"""`herald move`: one or more moves, all or none; what followed, and who is asked next."""

from cli.app import base
from cli.person.references import mover, typed_line
from cli.say.report import fact_lines
from cli.say.status import head_line, note_practice
from cli.say.written import tell_written
from core.kernel.errors import Usage
from core.kernel.log.row import is_guessable
from core.kernel.rules.step import SealedChoice
from replays.told.rows import facts_told
from store.acts import Act, Glance


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
    at, act = mover(here, match)
    if dry_run:
        rehearse(here, at, act, typed, expect)
    else:
        submit(here, at.match, act, typed, expect, client)


def submit(here: base.Terminal, match: str, act: Act, typed: str, expect: int | None, client: str | None) -> None:
    """Make the moves and tell what followed."""
    act = Act(act.seat, act.actor, act.key, client or "")
    written = here.desk.move(match, act, typed, expect)
    if written.repeated:
        here.note(here.say("seen"))
    tell_written(here, written, seen=written.repeated)


def rehearse(here: base.Terminal, at: Glance, act: Act, typed: str, expect: int | None) -> None:
    """What the moves would lead to; nothing is written."""
    found = here.desk.rehearse(at.match, act, typed, expect)
    seat = at.seat(act.seat)
    log = here.at_hand = here.desk.open(at.match, seat, act.key)
    sealed = isinstance(log.state().agenda[-1], SealedChoice)
    free = found.complete and not sealed
    facts = facts_told(log, [fact for happened in found.happened for fact in happened.facts], here.lang)
    if here.is_json:
        here.json(
            {
                "match": log.match,
                "row": log.head,
                "seat": log.seats[seat],
                "practice": is_guessable(log.bodies[0]),
                "complete": found.complete,
                "undo_stays_free": free,
                "facts": [fact.document() for fact in facts],
            }
        )
        return
    here.out(head_line(here, log))
    for line in fact_lines(here, facts):
        here.out(line)
    here.out()
    if not found.complete:
        here.out(here.say("stops"))
    here.out(here.say("undo_free" if free else "undo_sealed" if sealed else "undo_consent"))
    note_practice(here, log)
    here.note(here.say("nothing_written"))
