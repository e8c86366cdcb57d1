"""`herald join`: a seat joins a match that waits for its players, with a nonce of its own; later it opens the nonce."""

import click

from cli import base
from cli.nonces import NonceFile
from cli.written import tell_written
from core.kernel.drawing.printable import printable
from core.kernel.errors import Usage
from core.kernel.log.joining import JoinMatch
from core.kernel.log.row import Joined
from core.kernel.rules.engine import waiting


@base.command("join")
@base.match()
@base.option("--nonce-file", metavar="FILE", type=click.Path())
@base.option("--no-nonce", is_flag=True)
def command(here: base.Terminal, match: str | None, nonce_file: str | None, no_nonce: bool) -> None:
    """A commitment first; once everybody has joined, the nonce itself."""
    if nonce_file is not None and no_nonce:
        raise Usage("nonce_file_or_none")
    at, act = here.act(match)
    log, seat = here.matches.open(at.match), at.seat(act.seat)
    file = NonceFile(here, log, seat, nonce_file)
    joins = isinstance(waiting(log.state()), JoinMatch)
    written = here.matches.join(log.match, act, None if no_nonce else lambda: file.nonce(new=joins))
    tell_written(here, written, nonce_file=None if no_nonce else str(file.path))
    if not no_nonce and isinstance(written.log.bodies[written.last - 1].about, Joined):
        here.note(here.say("kept", file=printable(str(file.path))))
