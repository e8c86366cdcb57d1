"""`herald fork`: what if? A match of its own, from what a seat or the public knows after a row."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cli.acts.handing import digests, in_ring, made
from cli.app import base
from cli.commands.new import pairs
from cli.say.keys import out_keys
from cli.say.status import owed_lines
from core.kernel.drawing.printable import printable
from core.kernel.errors import Usage
from core.kernel.log.fork import locked_in
from core.kernel.log.keys import ARBITER
from core.kernel.log.log import Seen
from core.kernel.setup.rulings import once
from replays.told.standing import standing
from store.acts import Written

if TYPE_CHECKING:
    from cli.person.reading import Reading

NOBODY: Mapping[str, str] = {}
"""Is invited."""


@base.command("fork")
@base.match(required=True)
@base.option("--bot", "bots", multiple=True, metavar="NAME=LEVEL")
@base.option("--no-bots", is_flag=True)
@base.option("--there", is_flag=True)
@base.option("--id", "client", metavar="TEXT")
def command(
    here: base.Terminal, match: str, bots: tuple[str, ...], no_bots: bool, there: bool, client: str | None
) -> None:
    """It goes on from there with a seed of its own; who answered in secret is asked again."""
    if there and not here.keyring.at:
        raise Usage("only_at_service")
    reading = here.read(match)
    public = reading.file and not here.seat_is_chosen  # of a file, too, a fork takes over what everybody may know
    seen = reading.log.seen_by(None) if public else reading.log
    here.creates = here.acts = True
    once = client or ""
    name, playing = here.desk.new_id(once), _bots(seen, bots, none=no_bots)
    if there:
        _there(here, reading, playing, name, once)
        return
    keys = made(locked_in(seen))
    with in_ring(here, name, keys) as stay:
        written = here.desk.fork(seen, bots=playing, match=name, client=once, keys=digests(name, keys))
        keys = {} if written.repeated else keys
        stay.update(keys)
        _tell(here, written, keys)


def _there(here: base.Terminal, reading: "Reading", bots: Mapping[str, str] | None, name: str, client: str) -> None:
    """At the service, for several people: they are invited, as to a match that begins."""
    from cli.acts.inviting import invitations

    seen = reading.log
    if reading.file:
        raise Usage("only_in_store", word=seen.match)
    playing = dict(seen.start.bots) if bots is None else bots
    people = [one for one in seen.seats if one not in playing]
    own = [*([seen.seats[seen.reader]] if seen.reader is not None else people[:1]), ARBITER]
    keys = made((*seen.seats, ARBITER))
    with in_ring(here, name, keys) as stay:
        written = here.desk.fork(
            seen,
            bots=bots,
            match=name,
            client=client,
            keys=digests(name, keys),
            everybody=True,
            key=_shows(here, seen),
        )
        stay.update(() if written.repeated else own)
        others = {} if written.repeated else {one: keys[one] for one in people if one not in own}
        _tell(here, written, {}, invitations(here, name, others))


def _shows(here: base.Terminal, seen: Seen) -> str | None:
    """What this person shows the host: the key of the seat whose knowledge it is, else the arbiter's."""
    at = here.desk.glance(seen.match)
    return here.key_for(at, ARBITER if seen.reader is None else seen.seats[seen.reader])


def _tell(here: base.Terminal, written: Written, keys: Mapping[str, str], links: Mapping[str, str] = NOBODY) -> None:
    """The keys first: nobody hears of them again."""
    fork = here.at_hand = written.log
    here.used(fork.match)
    if here.is_json:
        fields = {
            "forked": fork.start.forked,
            "again": written.again,
            "bots": fork.start.bots,
            "keys": keys,
            "invitations": links,
        }
        here.json({**standing(fork, fork.reader, here.lang).document(), **fields, "seen": written.repeated})
        return
    if written.repeated:
        here.note(here.say("seen"))
    if keys:
        here.out(here.say("keys", match=fork.match))
        out_keys(here, keys)
    if links:
        from cli.acts.inviting import tell_invitations

        tell_invitations(here, fork.match, links)
        here.out()
    origin = fork.start.forked
    assert origin is not None  # it was made just now
    here.out(here.say("made", match=here.style.bold(fork.match), origin=origin.match, row=origin.row))
    if written.again:
        here.out(here.say("again", names=", ".join(map(printable, written.again))))
    for line in owed_lines(here, fork, fork.reader):
        here.out(line)


def _bots(log: Seen, named: tuple[str, ...], *, none: bool) -> dict[str, str] | None:
    """Who plays for itself there: as in the match, unless it is said."""
    if none and named:
        raise Usage("bots_or_none")
    if not named:
        return {} if none else None
    said = pairs(named, "--bot")
    return {**log.start.bots, **once((log.seats[log.seat(name)], level) for name, level in said.items())}
