"""`herald key`: a new key for a seat, in place of the present one. The old one opens nothing any more."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import click

from cli import base
from cli.going_back import by_arbiter
from cli.made import told
from cli.private import write_new
from core.kernel.canvas import printable
from core.kernel.errors import Usage
from core.kernel.keys import ARBITER, refuse_without_keys


@base.command("key")
@base.match()
@base.option("-o", "--output", metavar="FILE", type=click.Path())
@base.option("--arbiter", is_flag=True)
@base.option("--reason", metavar="TEXT")
def command(here: base.Terminal, match: str | None, output: str | None, arbiter: bool, reason: str | None) -> None:
    """By who holds the present key, or by the arbiter, with a reason."""
    if reason is not None and not arbiter:
        raise Usage("reason_of_arbiter")
    refuse_without_keys(here.host(match).bodies)
    if arbiter:
        log, act, why = by_arbiter(here, match, reason)
        whose = log.seats[log.seat(here.seat_name or "")] if here.seat_is_chosen else ARBITER
    else:
        log, act = here.act(match)
        whose, why = act.seat, None
    key = here.matches.new_key()
    with _written(output, key):
        outcome = here.matches.replace_key(log.match, act, key, reason=why, name=whose)
    here.log = outcome.log
    seat = outcome.log.seat(act.seat) if act.seat else None
    shown = None if output is not None else key
    told(here, outcome.log, seat, (outcome.first, outcome.last), name=whose, key=shown, file=output)
    if here.is_json:
        return
    here.out()
    if output is None:
        here.out(here.say("key", name=printable(whose)))
        here.out(f"  {key}")
    else:
        here.out(here.say("written", name=printable(whose), file=printable(output)))


@contextmanager
def _written(path: str | None, key: str) -> Generator[None]:
    """The key lies in its file before it opens anything; where nothing came of it, the file goes."""
    if path is None:
        yield
        return
    write_new(Path(path), key)
    try:
        yield
    except BaseException:
        Path(path).unlink(missing_ok=True)
        raise
