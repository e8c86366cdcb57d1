"""`herald watch`: links with which others look on, as everybody could; and to look on by such a link."""

import os
from typing import TYPE_CHECKING

from cli.app import base
from cli.person.keytexts import is_link, link, read_link, refuse_login
from cli.person.taking import PIPE, taken
from cli.say.keys import holder
from cli.say.status import owed_lines
from core.kernel.drawing.printable import printable
from core.kernel.errors import HeraldError, NotAllowed, Usage
from core.kernel.log.keys import ARBITER, watch_digest
from store.acts import Act

if TYPE_CHECKING:
    from store.acts import Watcher


@base.command("watch")
@base.argument("match", metavar="[MATCH|LINK]", required=False, shell_complete=base.offered("matches"))
@base.argument("numbers", nargs=-1, type=int, metavar="[NUMBER]...")
@base.option("--list", "lists", is_flag=True)
@base.option("--withdraw", is_flag=True)
@base.option("--arbiter", is_flag=True)
@base.option("--at", metavar="URL")
def command(
    here: base.Terminal,
    match: str | None,
    numbers: tuple[int, ...],
    lists: bool,
    withdraw: bool,
    arbiter: bool,
    at: str | None,
) -> None:
    """A link more; or which there are; or some fewer; or a look by one."""
    if match is not None and (is_link(match) or match == PIPE):
        if numbers or lists or withdraw or arbiter or at:
            raise Usage("watches_or_makes")
        _looks(here, match)
        return
    if match is not None and match.isdecimal():
        numbers, match = (int(match[:9]), *numbers), None
    if numbers and not withdraw:
        raise Usage("numbers_to_withdraw")
    name, act = _who(here, match, arbiter=arbiter)
    if withdraw:
        _told(here, name, here.desk.end_watch(name, act, numbers), "withdrawn")
    elif lists:
        _told(here, name, here.desk.watchers(name, act), "links")
    else:
        refuse_login(at or "")
        _makes(here, name, act, (at or here.keyring.at).rstrip("/"))


def _who(here: base.Terminal, match: str | None, *, arbiter: bool) -> tuple[str, Act]:
    """Of which match, and who asks: a seat, or the arbiter."""
    if not arbiter:
        at, act = here.act(match)
        return at.match, act
    from cli.person.references import to_write

    at = to_write(here, match)
    return at.match, Act(ARBITER, key=here.key_for(at, ARBITER))


def _makes(here: base.Terminal, match: str, act: Act, at: str) -> None:
    """The token is made here, and the host is told its digest."""
    from cli.person.keyring import Key

    if not at:
        raise Usage("no_public_address")
    token = os.urandom(16).hex()
    made = here.desk.let_watch(match, act, watch_digest(match, token))
    one = link(Key(match, "", token, at))
    if here.is_json:
        here.json({"match": match, "number": made.number, "link": one})
        return
    here.out(here.say("made", match=match, number=made.number))
    here.out(f"  {one}")


def _told(here: base.Terminal, match: str, found: "list[Watcher]", what: str) -> None:
    if here.is_json:
        here.json({"match": match, what: found})
        return
    if not found:
        here.note(here.say(f"no_{what}", match=match))
    for one in found:
        name = holder(here, one.by)
        here.out(here.say(what, number=one.number, name=name, when=here.date(one.at)))


def _looks(here: base.Terminal, typed: str) -> None:
    """From now on the match is among one's own, to look at."""
    found = read_link(taken(here, typed, "ask_link"))
    if found is None or found.seat or not found.at:
        raise Usage("no_link_to_watch")
    here.goes_to(found.at)
    try:
        here.desk.whose(found.match, found.key)
    except HeraldError as refusal:
        if refusal.why == "unknown_match":
            raise NotAllowed("watch_to_nothing", match=found.match) from refusal
        if refusal.why != "key_of_nobody":  # for it is no seat's
            raise
    here.keyring.replace([found])
    seen = here.at_hand = here.desk.open(found.match)
    here.used(found.match)
    if here.is_json:
        from replays.told.standing import standing

        here.json({**standing(seen, None, here.lang).document(), "db": here.db})
        return
    names = ", ".join(map(printable, seen.seats))
    here.out(here.say("looks", match=here.style.bold(seen.match), game=here.words(seen.game).title, names=names))
    for line in owed_lines(here, seen, None):
        here.out(line)
    if found.at and not here.usual_service:
        here.note(here.say("from_now_on", url=found.at))
