"""`herald fork`: what if? A match of its own, from what a seat or the public knows after a row."""

from collections.abc import Mapping

from cli import base
from cli.handing import shown
from cli.references import whole
from cli.status import owed_lines
from core.kernel.drawing.printable import printable
from core.kernel.errors import Usage
from core.kernel.log.log import AnyLog
from replays.told.standing import standing
from store.acts import Act, Written


@base.command("fork")
@base.match(required=True)
@base.option("--bot", "bots", multiple=True, metavar="NAME=LEVEL")
@base.option("--no-bots", is_flag=True)
def command(here: base.Terminal, match: str, bots: tuple[str, ...], no_bots: bool) -> None:
    """It goes on from there with a seed of its own; who answered in secret is asked again."""
    log, row = whole(here, match)
    here.creates = here.acts = True
    with shown(here, lambda made, keys: _show(here, made, keys)) as handing:
        maker = _maker(here, log)
        written, keys = here.matches.fork(log, row, maker, bots=_bots(log, bots, none=no_bots), handing=handing)
    fork = here.at_hand = written.log
    here.used(fork.match)
    if here.is_json:
        if not keys:
            _document(here, written, keys)
        return
    origin = fork.start.forked
    assert origin is not None  # it was made just now
    here.out(here.say("made", match=here.style.bold(fork.match), origin=origin.match, row=origin.row))
    if written.again:
        here.out(here.say("again", names=", ".join(map(printable, written.again))))
    for line in owed_lines(here, fork, fork.reader):
        here.out(line)


def _show(here: base.Terminal, written: Written, keys: Mapping[str, str]) -> None:
    """The keys, before the match is there; for a program the whole document."""
    if here.is_json:
        _document(here, written, keys)
        return
    here.out(here.say("keys", match=written.log.match))
    for name, key in keys.items():
        here.out(f"  {printable(name)}: {key}")
    here.out()


def _document(here: base.Terminal, written: Written, keys: Mapping[str, str]) -> None:
    fork = here.at_hand = written.log
    fields = {"forked": fork.start.forked, "again": written.again, "bots": fork.start.bots, "keys": keys}
    here.json({**standing(fork, fork.reader, here.lang).document(), **fields})


def _maker(here: base.Terminal, log: AnyLog) -> Act | None:
    """The seat from whose knowledge it is made; nobody named: the public's."""
    if here.seat_name is None or (not here.seat_is_chosen and here.seat_name not in log.seats):
        return None
    return Act(log.seats[log.seat(here.seat_name)], key=here.key)


def _bots(log: AnyLog, named: tuple[str, ...], *, none: bool) -> dict[str, str] | None:
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
