"""Who is meant by a name across all matches: how the name is written there, and what is said where nobody has it."""

from typing import TYPE_CHECKING

from core.kernel.drawing.printable import printable
from core.kernel.errors import Usage

if TYPE_CHECKING:
    from cli.terminal.terminal import Terminal

MOST = 200
"""In so many matches names are looked for that may have been meant."""


def written(here: "Terminal", name: str) -> str | None:
    """The name as it is written at the tables here; None if nobody has it. Who is called alike is told."""
    names = here.desk.called(name)
    if len(names) > 1 and name not in names:
        raise Usage("names_alike", known=names, word=name)
    note_alike(here, name, names)
    return name if name in names else next(iter(names), None)


def note_alike(here: "Terminal", name: str, names: list[str]) -> None:
    """Nobody has the name, or several spell it each in their way."""
    if not names:
        near = list(map(printable, _near(here, name)))
        here.note(here.say("nobody_called", name=printable(name), nearest=near))
    elif len(names) > 1:
        here.note(here.say("called_alike", name=printable(name), names=list(map(printable, names))))


def _near(here: "Terminal", name: str) -> list[str]:
    from difflib import get_close_matches  # only where nobody is called so

    known = {one.casefold(): one for found in here.desk.listed(limit=MOST) for one in found.seats}
    return [known[one] for one in get_close_matches(name.casefold(), known)]
