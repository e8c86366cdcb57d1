"""`herald accept LINK`: take the seat that somebody invites to. From then on its key is known to nobody else.

The key that comes in the place of the invitation's lies in the ring before the host is told of it. So whatever ends the
program, at any point, the same command typed again ends well, and does nothing twice.
"""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from cli.acts.handing import digests, made
from cli.app import base
from cli.person.keyring import Key
from cli.person.keytexts import Invited, link, read_link
from cli.person.taking import taken
from cli.say.status import owed_lines
from core.kernel.drawing.printable import printable
from core.kernel.errors import HeraldError, NotAllowed, Usage
from core.kernel.log.keys import ARBITER, accept_client
from store.acts import Act

if TYPE_CHECKING:
    from core.kernel.log.log import Seen

NOT_LET_IN = frozenset({"key_replaced", "key_of_nobody", "key_wrong", "no_keys", "unknown_match", "not_let_in"})
"""What is said to a key that does not open the match."""


@base.command("accept")
@base.argument("link", metavar="[LINK]", required=False)
def command(here: base.Terminal, link: str | None) -> None:
    """A key of one's own in the place of the invitation's."""
    invited = _read(taken(here, link, "ask_link"))
    here.acts = True
    here.goes_to(invited.at)
    client = accept_client(invited.match, invited.seat, invited.key)
    own = here.keyring.instead(_plain(invited), client, lambda: made([invited.seat])[invited.seat])
    repeated = not _accepts(here, invited, own)
    own = replace(own, pending=False)
    here.keyring.replace([own])
    here.used(own.match)
    seat = here.desk.glance(own.match).seats.index(own.seat)
    seen = here.at_hand = here.desk.open(own.match, seat, own.key)
    _tell(here, seen, own, repeated=repeated)


def _read(text: str) -> Invited:
    found = read_link(text)
    if found is None:
        raise Usage("no_invitation")
    if not found.seat:
        raise Usage("is_to_watch")
    if not isinstance(found, Invited) or found.seat == ARBITER:
        raise Usage("is_no_invitation")
    return found


def _plain(invited: Invited) -> Key:
    return Key(invited.match, invited.seat, invited.key, invited.at)


def _accepts(here: base.Terminal, invited: Invited, own: Key) -> bool:
    """Is it done now? If it was before, by the same key, it is not done again."""
    match, name = invited.match, invited.seat
    try:
        if here.desk.whose(match, invited.key) != name:
            raise NotAllowed("key_of_nobody", match=match)
        act = Act(name, key=invited.key, client=own.invitation)
        return not here.desk.replace_key(match, act, digests(match, {name: own.key})[name]).repeated
    except HeraldError as refusal:
        if refusal.why not in NOT_LET_IN:
            raise  # nobody answered, perhaps: what was done is found out by the next try
        if _opens(here, own):
            return False
        if own.pending:
            here.keyring.forget([own])
        raise _told(here, invited, refusal) from refusal


def _opens(here: base.Terminal, own: Key) -> bool:
    """Did the host take it, though nobody heard so?"""
    try:
        return here.desk.whose(own.match, own.key) == own.seat
    except HeraldError as refusal:
        if refusal.why not in NOT_LET_IN:
            raise
        return False


def _told(here: base.Terminal, invited: Invited, refusal: HeraldError) -> HeraldError:
    """Why it is worth nothing, and to whom to turn."""
    if refusal.why != "key_replaced":
        return NotAllowed("invitation_to_nothing", match=invited.match, seat=invited.seat)
    at = refusal.terms.get("at")
    why = "invitation_renewed" if refusal.terms.get("by") == ARBITER else "invitation_used"
    when = here.date(at) if isinstance(at, int) else ""
    return NotAllowed(why, match=invited.match, seat=invited.seat, row=refusal.terms.get("row"), at=at, when=when)


def _tell(here: base.Terminal, seen: "Seen", own: Key, *, repeated: bool) -> None:
    """What the match is, who sits there, whose turn it is; and how to open it elsewhere."""
    if here.is_json:
        from replays.told.standing import standing

        document = standing(seen, seen.reader, here.lang).document()
        here.json({**document, "db": here.db, "link": link(own), "seen": repeated})
        return
    others = ", ".join(printable(name) for name in seen.seats if name != own.seat)
    title = here.words(seen.game).title
    here.out(here.say("sits", name=own.seat, match=here.style.bold(seen.match), game=title, others=others))
    for line in owed_lines(here, seen, seen.reader):
        here.out(line)
    if own.at:
        here.out()
        here.out(here.say("own_link"))
        here.out(f"  {link(own)}")
    if seen.start.nonces and not seen.history.first:
        here.note(here.say("next_join", match=seen.match))
    if own.at and not here.usual_service:
        here.note(here.say("from_now_on", url=own.at))
