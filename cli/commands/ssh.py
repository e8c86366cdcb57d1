"""`herald ssh`: what runs for the key of a player who comes in over ssh, whatever they typed: theirs is one seat."""

import os
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from urllib.parse import quote

from cli.app import base
from cli.app.guests import refuse_closed, words_of
from cli.person.folders import make_folder, persons_folder
from core.kernel.errors import Usage

KEPT = ("HOME", "LANG", "LOGNAME", "PATH", "TERM", "TZ", "USER", "HERALD_LANG", "NO_COLOR", "FORCE_COLOR")
"""What of the environment goes on to the command, beside LC_... and XDG_...: nothing that names another program."""


@base.command("ssh")
def command(here: base.Terminal) -> int:
    """Of the options of this command the host decides; what the guest typed sshd puts into SSH_ORIGINAL_COMMAND."""
    from cli.main import herald

    name = here.seat_name
    if not name:
        raise Usage("guest_of_no_seat")
    words = words_of(os.environ.get("SSH_ORIGINAL_COMMAND", ""))
    refuse_closed(herald, words)
    settings = _settings(here, name)
    make_folder(settings["HERALD_HOME"])
    with _instead(settings):
        return herald.main(words, standalone_mode=False)


@contextmanager
def _instead(settings: Mapping[str, str]) -> Generator[None]:
    """With this environment, and files for their owner alone: as long as the command runs."""
    before, mask = dict(os.environ), os.umask(0o077)
    os.environ.clear()
    os.environ.update(settings)
    try:
        yield
    finally:
        os.umask(mask)
        os.environ.clear()
        os.environ.update(before)


def _settings(here: base.Terminal, name: str) -> Mapping[str, str]:
    """The environment of the command: who the guest is, and where their things lie."""
    kept = {key: text for key, text in os.environ.items() if key in KEPT or key.startswith(("LC_", "XDG_"))}
    own = os.path.join(persons_folder(), "people", quote(name, safe="").replace(".", "%2E"))
    fixed = {"HERALD_GUEST": "1", "HERALD_SEAT": name, "HERALD_DB": here.own_file(), "HERALD_HOME": own, "PAGER": ""}
    return {**kept, **fixed, **({"HERALD_KEY": here.key} if here.key else {})}
