"""`herald give`: what is held here of a match at a service, as a file for who keeps the service."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.app import base
from cli.person.references import find, split
from cli.person.seats import looking
from cli.terminal.files import to_file
from cli.terminal.output import put
from core.kernel.drawing.printable import printable
from core.kernel.errors import Usage
from replays.files.export import PUBLIC, SEAT, export

if TYPE_CHECKING:
    from store.acts import Kept


@base.command("give")
@base.match()
@base.option("-o", "--output", metavar="FILE", type=click.Path())
@base.option("--go-on", is_flag=True)
@base.option("--force", is_flag=True)
def command(here: base.Terminal, match: str | None, output: str | None, go_on: bool, force: bool) -> None:
    """The host is asked only by who follows it from now on: what they held is in the file before."""
    target = None if output == "-" else output
    if go_on and target is None:
        raise Usage("go_on_needs_file")
    if split(match)[1] is not None:
        raise Usage("past_cannot_change", word=match)
    found = find(here, match)
    here.used(found)
    here.at_hand = at = here.desk.glance(found)
    seat = looking(here, at)
    key = None if seat is None else here.key_for(at, at.seats[seat])
    kept = here.desk.kept(found, seat, key)
    data = b"".join(export(kept.log, PUBLIC if seat is None else SEAT + at.seats[seat], kept.mark))
    if target is None:
        put(data, nl=False)
        return
    to_file(Path(target), data, secret=seat is not None, force=force)
    follows = here.desk.follow(found, seat, key).head if go_on else None
    if here.is_json:
        log = kept.log
        fields = {"match": found, "game": log.game.name, "row": log.head, "digest": log.digest, "bytes": len(data)}
        here.json({**fields, "file": target, "marked": bool(kept.mark), "follows": follows})
    else:
        _tell(here, kept, target, follows)


def _tell(here: base.Terminal, kept: "Kept", file: str, follows: int | None) -> None:
    log = kept.log
    name = here.say("everybody") if log.reader is None else printable(log.seats[log.reader])
    match = here.style.bold(log.match)
    here.out(here.say("written", file=printable(file), match=match, rows=log.head, name=name))
    if not kept.mark:
        here.note(here.say("unmarked"))
    if follows is None:
        here.out(here.say("send", file=printable(file)))
    else:
        here.out(here.say("follows", match=match, rows=follows))
        here.note(here.say("known_draws"))
