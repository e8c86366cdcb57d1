"""`herald fork`: what if? A match of its own, from what a seat or the public knows after a row."""

from cli import base
from cli.references import held
from cli.standing import owed_lines, standing_fields
from core.kernel.canvas import printable
from core.kernel.errors import Usage
from core.kernel.log import Log
from store.matches import Act


@base.command("fork")
@base.match(required=True)
@base.option("--bot", "bots", multiple=True, metavar="NAME=LEVEL")
@base.option("--no-bots", is_flag=True)
def command(here: base.Terminal, match: str, bots: tuple[str, ...], no_bots: bool) -> None:
    """It goes on from there with a seed of its own; who answered in secret is asked again."""
    log, row, _ = held(here, match)
    here.creates = True
    outcome, again = here.matches.fork(log, row, _maker(here, log), bots=_bots(log, bots, none=no_bots))
    fork = here.log = outcome.log
    here.used(fork.match)
    origin = fork.start.forked
    assert origin is not None  # noqa: S101 - it was made just now
    seen = fork.seen_by(fork.bodies[1].seat)
    if here.is_json:
        fields = standing_fields(here, seen, seen.bodies[1].seat)
        here.json({**fields, "forked": origin, "again": list(again), "bots": dict(fork.start.bots)})
        return
    here.out(here.say("made", match=here.style.bold(fork.match), origin=origin.match, row=origin.row))
    if again:
        here.out(here.say("again", names=", ".join(map(printable, again))))
    for line in owed_lines(here, seen, seen.bodies[1].seat):
        here.out(line)


def _maker(here: base.Terminal, log: Log) -> Act | None:
    """The seat from whose knowledge it is made; nobody named: the public's."""
    if here.seat_name is None or (not here.seat_is_chosen and here.seat_name not in log.seats):
        return None
    return Act(log.seats[log.seat(here.seat_name)], key=here.key)


def _bots(log: Log, named: tuple[str, ...], *, none: bool) -> dict[str, str] | None:
    """Who plays for itself there: as in the match, unless it is said."""
    if none and named:
        raise Usage("bots_or_none")
    if not named:
        return {} if none else None
    found: dict[str, str] = dict(log.start.bots)
    for entry in named:
        name, equals, level = entry.partition("=")
        if not equals:
            raise Usage("not_a_pair", option="--bot", word=entry)
        found[log.seats[log.seat(name)]] = level
    return found
