"""`herald join`: a seat joins a match that waits for its players, with a nonce of its own; later it opens the nonce."""

from pathlib import Path

import click

from cli import base
from cli.made import told
from cli.private import private_folder, read_line, write_new
from cli.terminal import data_folder
from core.kernel.canvas import printable
from core.kernel.engine import waiting
from core.kernel.errors import Usage
from core.kernel.joining import JoinMatch, well_formed
from core.kernel.log import Log


@base.command("join")
@base.match()
@base.option("--nonce-file", metavar="FILE", type=click.Path())
@base.option("--no-nonce", is_flag=True)
def command(here: base.Terminal, match: str | None, nonce_file: str | None, no_nonce: bool) -> None:
    """A commitment first; once everybody has joined, the nonce itself."""
    if nonce_file is not None and no_nonce:
        raise Usage("nonce_file_or_none")
    log, act = here.act(match)
    seat = log.seat(act.seat)
    file = Path(nonce_file) if nonce_file is not None else _usual_file(log, seat)
    joins = isinstance(waiting(log.state()), JoinMatch)

    def nonce() -> str:
        if nonce_file is None:
            private_folder(file.parent)
        return _found(file) or (_made(here, file) if joins else _lost(file))

    outcome = here.matches.join(log.match, act, None if no_nonce else nonce)
    here.log = outcome.log
    told(here, outcome.log, seat, (outcome.first, outcome.last), nonce_file=None if no_nonce else str(file))
    if not no_nonce and outcome.log.bodies[outcome.last - 1].kind == "join":
        here.note(here.say("kept", file=printable(str(file))))


def _usual_file(log: Log, seat: int) -> Path:
    return Path(data_folder()) / "nonces" / f"{log.match}-{seat}.nonce"


def _found(file: Path) -> str | None:
    """The nonce that lies there already is used again."""
    nonce = read_line(file)
    if nonce is not None and not well_formed(nonce):
        raise Usage("nonce_unreadable", file=str(file))
    return nonce


def _made(here: base.Terminal, file: Path) -> str:
    nonce = here.matches.entropy(32).hex()
    write_new(file, nonce)
    return nonce


def _lost(file: Path) -> str:
    raise Usage("nonce_lost", file=str(file))
