"""`herald invite MATCH [NAME...]`: a link for each seat that nobody has accepted yet, by the arbiter's key."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from cli.acts.handing import digests, in_ring, made
from cli.acts.inviting import invitations, tell_invitations
from cli.app import base
from cli.person.references import is_reference, to_write
from cli.person.seats import opens
from core.kernel.drawing.printable import printable
from core.kernel.errors import NotAllowed, Usage
from core.kernel.log.keys import ARBITER, refuse_without_key
from core.kernel.log.row import KeyReplaced
from store.acts import Act

if TYPE_CHECKING:
    from core.kernel.log.log import Seen
    from store.acts import Glance


class Invited(msgspec.Struct, frozen=True):
    """How it stands with a seat. `row`: which says so, and `at`: when that was."""

    name: str
    state: str
    row: int | None = None
    at: int | None = None


OPEN = "open"
"""Nobody has accepted it; the others are `accepted`, `plays` (with the key that the host gave), `own` and `bot`."""


@base.command("invite")
@base.match()
@base.argument("names", nargs=-1, metavar="[NAME]...", shell_complete=base.offered("seats"))
@base.option("--reason", metavar="TEXT")
@base.option("--at", metavar="URL")
def command(here: base.Terminal, match: str | None, names: tuple[str, ...], reason: str | None, at: str | None) -> None:
    """Each replaces the key of its seat, and with it every earlier invitation."""
    if match is not None and not is_reference(here, match):
        names, match = (match, *names), None
    glance = to_write(here, match)
    seen = here.desk.open(glance.match)
    refuse_without_key(seen.bodies, ARBITER)
    states = [_state(here, glance, seen, seat) for seat in range(len(seen.seats))]
    chosen = _chosen(here, seen, states, names)
    act = Act("", key=here.key_for(glance, ARBITER))
    if act.key is None:
        raise NotAllowed("invites_as_arbiter", match=seen.match)
    keys = made(chosen)
    with in_ring(here, seen.match, keys):
        for name, digest in digests(seen.match, keys).items():
            here.desk.replace_key(seen.match, act, digest, reason=reason or here.say("reason"), name=name)
        links = invitations(here, seen.match, keys, (at or "").rstrip("/"))
        if here.is_json:
            here.json({"match": seen.match, "invitations": links, "seats": states})
            return
        if links:
            tell_invitations(here, seen.match, links)
    for one in states:
        if one.name not in links:
            when = here.date(one.at) if one.at is not None else ""
            here.out(here.say(one.state, name=printable(one.name), row=one.row, when=when))
    if links:
        here.note(here.say("earlier"))


def _state(here: base.Terminal, at: "Glance", seen: "Seen", seat: int) -> Invited:
    """Accepted is a seat whose key the seat itself has replaced."""
    name = seen.seats[seat]
    if name in at.bots:
        return Invited(name, "bot")
    if opens(here, at, seat):
        return Invited(name, "own")
    replaced = [row for row in seen.bodies if isinstance(row.about, KeyReplaced) and row.about.name == name]
    if replaced and replaced[-1].seat is not None:
        return Invited(name, "accepted", replaced[-1].seq, replaced[-1].at)
    since = replaced[-1].seq if replaced else 0
    played = next((row for row in seen.bodies if row.seq > since and row.seat == seat), None)
    return Invited(name, OPEN) if played is None else Invited(name, "plays", played.seq, played.at)


def _chosen(here: base.Terminal, seen: "Seen", states: Sequence[Invited], names: Sequence[str]) -> list[str]:
    """Those that nobody has accepted; of those that are named, none that somebody has."""
    if not names:
        return [one.name for one in states if one.state == OPEN]
    found = list(dict.fromkeys(_named(seen, states, names)))
    for one in found:
        if one.state == "bot":
            raise Usage("invites_bot", word=one.name)
        if one.state == "accepted":
            when = here.date(one.at or 0)
            raise NotAllowed("accepted_before", seat=one.name, row=one.row, at=one.at, when=when)
    return [one.name for one in found]


def _named(seen: "Seen", states: Sequence[Invited], names: Sequence[str]) -> Iterator[Invited]:
    return (states[seen.seat(name)] for name in names)
