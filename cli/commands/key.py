"""`herald key`: a new key for a seat, in place of the present one. The old one opens nothing any more."""

from pathlib import Path

import click

from cli import base
from cli.going_back import by_arbiter
from cli.handing import digests, in_file, in_ring, made
from cli.written import tell_written
from core.kernel.drawing.printable import printable
from core.kernel.errors import Usage
from core.kernel.log.keys import ARBITER, refuse_without_key


@base.command("key")
@base.match()
@base.option("-o", "--output", metavar="FILE", type=click.Path())
@base.option("--arbiter", is_flag=True)
@base.option("--reason", metavar="TEXT")
def command(here: base.Terminal, match: str | None, output: str | None, arbiter: bool, reason: str | None) -> None:
    """By who holds the present key, or by the arbiter, with a reason."""
    if reason is not None and not arbiter:
        raise Usage("reason_of_arbiter")
    here.acts = True
    seen = here.public(match)
    refuse_without_key(seen.bodies, ARBITER)  # who has one wherever somebody has
    if arbiter:
        _, act, why = by_arbiter(here, match, reason)
        whose = seen.seats[seen.seat(here.seat_name or "")] if here.seat_is_chosen else ARBITER
    else:
        _, act = here.act(match)
        whose, why = act.seat, None

    keys = made([whose])
    key = keys[whose]
    with in_ring(here, seen.match, keys) if output is None else in_file(here, Path(output), key):
        digest = digests(seen.match, keys)[whose]
        written = here.desk.replace_key(seen.match, act, digest, reason=why, name=whose)
        if output is None and not here.is_json:
            here.out(here.say("key", name=printable(whose)))
            here.out(f"  {key}")
            here.out()
        tell_written(here, written, name=whose, key=key if output is None else None, file=output)
    if output is not None and not here.is_json:
        here.out()
        here.out(here.say("written", name=printable(whose), file=printable(output)))
