"""What is longer than the screen, in the reader's pager: PAGER, else `less -R` where there is one."""

import os
from collections.abc import Sequence

from cli.language.preferences import harmless
from cli.terminal.terminal import Terminal


def out_paged(here: Terminal, lines: Sequence[str]) -> None:
    """Lines of a result, all of them. In a pipe nobody turns pages, and a dumb terminal cannot.

    A guest gets no pager: many of them can start other programs of this machine.
    """
    text = here.broken("\n".join(lines))
    is_longer = here.tall is not None and text.count("\n") + 2 > here.tall  # the prompt comes below
    has_pager = is_longer and os.environ.get("TERM") != "dumb" and not here.is_guest
    if not has_pager or not _through(_pager(), harmless(text)):
        here.out(text)


def _pager() -> list[str]:
    """Nothing where PAGER is set to nothing."""
    import shlex
    from shutil import which

    chosen = os.environ.get("PAGER")
    if chosen is not None:
        return shlex.split(chosen)
    return ["less", "-R"] if which("less") else []


def _through(command: Sequence[str], text: str) -> bool:
    """Was there such a pager? Ctrl-C is its own while it is on the screen, and who has seen enough leaves the rest."""
    import signal
    import subprocess

    if not command:
        return False
    environ = {"LESS": "R", **os.environ}  # what PAGER says, says nothing of colours
    try:
        pager = subprocess.Popen(command, stdin=subprocess.PIPE, env=environ)  # noqa: S603 - the reader's own choice
    except OSError:
        return False
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        pager.communicate(f"{text}\n".encode())  # a pipe that was closed is no error to it
    finally:
        signal.signal(signal.SIGINT, before)
    return True
