"""`herald join`: a seat joins a match that waits for its players, with a nonce of its own; later it opens the nonce."""

import click
from msgspec.structs import replace

from cli.app import base
from cli.person.nonces import NonceFile
from cli.say.written import tell_written
from core.kernel.drawing.printable import printable
from core.kernel.errors import Refused, Usage
from core.kernel.log.joining import Gathering, JoinMatch, OpenNonces, commitment
from core.kernel.log.log import Seen
from core.kernel.log.row import Joined
from core.kernel.rules.engine import waiting
from store.acts import Act, Glance, Written


@base.command("join")
@base.match()
@base.option("--nonce-file", metavar="FILE", type=click.Path())
@base.option("--no-nonce", is_flag=True)
def command(here: base.Terminal, match: str | None, nonce_file: str | None, no_nonce: bool) -> None:
    """A commitment first; once everybody has joined, the nonce itself."""
    if nonce_file is not None and no_nonce:
        raise Usage("nonce_file_or_none")
    at, act = here.act(match)
    file = None if no_nonce else NonceFile(here, at.match, at.seat(act.seat), nonce_file)
    written = _entered(here, at, act, file)
    tell_written(here, written, nonce_file=None if file is None else str(file.path))
    if file is not None and isinstance(written.log.bodies[written.last - 1].about, Joined):
        here.note(here.say("kept", file=printable(str(file.path))))


def _entered(here: base.Terminal, at: Glance, act: Act, file: NonceFile | None) -> Written:
    """The seat joins, or opens its nonce. Who joins last does both: by now everybody is committed."""
    seat = at.seat(act.seat)
    seen = here.desk.open(at.match, seat, act.key)
    joined: Written | None = None
    if not _is_due(seen, OpenNonces):
        brings = _is_due(seen, JoinMatch)  # else the desk says why this seat does not join
        committed = commitment(at.match, seat, file.nonce(seen, new=True)) if brings and file is not None else None
        joined = here.desk.join(at.match, act, committed)
        seen = joined.log
        if file is None or not _is_due(seen, OpenNonces):
            return joined
    if file is None:
        raise Refused("", "nonce_needed")
    opened = here.desk.open_nonce(at.match, act, file.nonce(seen, new=False))
    return opened if joined is None else replace(opened, first=joined.first)


def _is_due(seen: Seen, kind: type[Gathering]) -> bool:
    """Is this what its reader has to do next?"""
    step = waiting(seen.state())
    return isinstance(step, kind) and seen.reader in step.seats
