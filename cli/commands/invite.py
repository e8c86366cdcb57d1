"""`herald invite MATCH [NAME...]`: who has accepted; with `--anew` another link, by the arbiter's key.

A link is known to whoever has it and to nobody else, so an old one cannot be shown again; and a new one ends it.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from cli.acts.handing import digests, in_ring, made
from cli.acts.inviting import invitations, tell_invitations
from cli.app import base
from cli.person.keytexts import refuse_login
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
    """State of a seat. `row`: the one that says so (of an open one: with which its link was made), and `at`: when."""

    name: str
    state: str
    row: int | None = None
    at: int | None = None


OPEN = "open"
"""Nobody has accepted it; the others are `accepted`, `plays` (with the key that the host gave), `own` and `bot`."""


@base.command("invite")
@base.match()
@base.argument("names", nargs=-1, metavar="[NAME]...", shell_complete=base.offered("seats"))
@base.option("--anew", is_flag=True)
@base.option("--reason", metavar="TEXT")
@base.option("--at", metavar="URL")
def command(
    here: base.Terminal, match: str | None, names: tuple[str, ...], anew: bool, reason: str | None, at: str | None
) -> None:
    """Show how it stands with the seats; each new link replaces the key of its seat, and every earlier invitation."""
    for word, value in (("--reason", reason), ("--at", at)):
        if value is not None and not anew:
            raise Usage("option_of_anew", word=word)
    refuse_login(at or "")
    if match is not None and not is_reference(here, match):
        names, match = (match, *names), None
    glance = to_write(here, match)
    seen = here.desk.open(glance.match)
    refuse_without_key(seen.bodies, ARBITER)
    states = [_state(here, glance, seen, seat) for seat in range(len(seen.seats))]
    if not anew:
        named = {one.name for one in _named(seen, states, names)} or {*seen.seats}
        _tell(here, seen, [one for one in states if one.name in named], {})
        return
    chosen = _chosen(here, seen, states, names)
    act = Act("", key=here.key_for(glance, ARBITER))
    if act.key is None:
        raise NotAllowed("invites_as_arbiter", match=seen.match)
    keys = made(chosen)
    with in_ring(here, seen.match, keys):
        for name, digest in digests(seen.match, keys).items():
            here.desk.replace_key(seen.match, act, digest, reason=reason or here.say("reason"), name=name)
        _tell(here, seen, states, invitations(here, seen.match, keys, (at or "").rstrip("/")))


def _tell(here: base.Terminal, seen: "Seen", states: Sequence[Invited], links: Mapping[str, str]) -> None:
    """Write the new links, and how it stands with the other seats."""
    if here.is_json:
        here.json({"match": seen.match, "invitations": links, "seats": states})
        return
    if links:
        tell_invitations(here, seen.match, links)
    others = [one for one in states if one.name not in links]
    for one in others:
        when = here.date(one.at) if one.at is not None else ""
        here.out(here.say(one.state, name=printable(one.name), row=one.row, when=when))
    if links:
        here.note(here.say("earlier"))
    elif any(one.state == OPEN for one in others):
        here.note(here.say("lost", match=seen.match))


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
    made_in = replaced[-1] if replaced else seen.bodies[0]
    played = next((row for row in seen.bodies if row.seq > made_in.seq and row.seat == seat), None)
    state, row = (OPEN, made_in) if played is None else ("plays", played)
    return Invited(name, state, row.seq, row.at)


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
