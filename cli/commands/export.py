"""`herald export`: a match as a file that anybody can read and check."""

from collections.abc import Sequence
from pathlib import Path

import click

from cli import base
from cli.files import to_file
from cli.pages import page_of
from cli.references import find, from_elsewhere, split
from cli.seats import key_for
from cli.status import practice_lines
from cli.terminal import put
from core.kernel.errors import Usage
from core.kernel.log.keys import check_key, keys_of
from core.kernel.log.log import Seen
from core.kernel.log.row import is_guessable
from replays.files.draws import export_draws
from replays.files.export import FULL, PUBLIC, SEAT, cut, export, finished, view_of
from replays.page.readers import readers
from store.files import refuse_database


@base.command("export")
@base.match()
@base.option("-o", "--output", metavar="FILE", type=click.Path())
@base.option("--full", is_flag=True)
@base.option("--public", is_flag=True)
@base.option("--draws", metavar="FILE", type=click.Path())
@base.option("--page", metavar="FILE", type=click.Path())
@base.option("--view", "views", metavar="NAME", multiple=True)
@base.option("--force", is_flag=True)
def command(
    here: base.Terminal,
    match: str | None,
    output: str | None,
    full: bool,
    public: bool,
    draws: str | None,
    page: str | None,
    views: Sequence[str],
    force: bool,
) -> None:
    """A finished match in full, else as everybody may see it; `--as NAME`: as this seat may see it."""
    if page is not None and (output or draws):
        raise Usage("page_alone")
    if views and (page is None or public):
        raise Usage("views_of_page")
    target = output if page is None else page
    for file in (target, draws):
        if file is not None:
            refuse_database(Path(file), here.db)
    source = Source(here, match)
    wanted = _wanted(here, source.whole, full=full or bool(views), public=public)
    view = view_of(source.log, wanted if page is None else wanted or _own_view(source.log))
    log = source.opened(view)
    chosen = [log.seat(name) for name in views]
    data = b"".join(export(log, view)) if page is None else page_of(here, readers(log, view, chosen))
    if draws is not None:
        to_file(Path(draws), b"".join(export_draws(source.drawn())), secret=False, force=force)
    if target is None or target == "-":
        put(data, nl=False)
        return
    to_file(Path(target), data, secret=view.startswith(SEAT), force=force)
    if here.is_json:
        fields = {"match": log.match, "game": log.game.name, "row": log.head, "digest": log.digest}
        fields["practice"] = is_guessable(log.bodies[0])
        here.json({**fields, "view": view, "bytes": len(data), "file": target, "draws": draws})
    else:
        _tell(here, log, view, target, draws)


class Source:
    """A match that is handed on, at a row of it: in a file, or at the desk."""

    def __init__(self, here: base.Terminal, word: str | None) -> None:
        self.here = here
        name, self.row = split(word)
        self.file = from_elsewhere(here, name)
        here.at_hand = self.whole = self._found(name) if self.file is None else self.file
        self.log = self._cut(self.whole)  # that of a file as it is, else what everybody may know

    def opened(self, view: str) -> Seen:
        """As whoever the view is of may have it."""
        if self.file is not None or view == PUBLIC:
            return self.log
        if view == FULL:
            return self.here.desk.open_full(self.log.match, None if self.row is None else self.log.head)
        name = view.removeprefix(SEAT)
        key = key_for(self.here, self.log.match, name, keys_of(self.whole.bodies))
        return self._cut(self.here.desk.open(self.log.match, self.log.seat(name), key))

    def drawn(self) -> Seen:
        """For a list of the draws, which nobody has before the end."""
        return self.opened(FULL) if finished(self.log) else self.log

    def _found(self, name: str) -> Seen:
        match = find(self.here, name)
        self.here.used(match)
        return self.here.desk.open(match)

    def _cut(self, log: Seen) -> Seen:
        return log if self.row is None else cut(log, self.row)


def _tell(here: base.Terminal, log: Seen, view: str, file: str, draws: str | None) -> None:
    kind, _, name = view.partition(" ")
    here.out(here.say("written", file=file, view=here.say(f"view_{kind}", name=name)))
    here.out(here.say("head", rows=log.head, head=log.digest))
    if draws is not None:
        here.out(here.say("draws", file=draws))
    for line in practice_lines(here, log):
        here.out(line)


def _own_view(log: Seen) -> str:
    """Of a file, that of its reader; of a match in the store, that of everybody."""
    return PUBLIC if log.reader is None else SEAT + log.seats[log.reader]


def _wanted(here: base.Terminal, log: Seen, *, full: bool, public: bool) -> str | None:
    """The view asked for; a seat only if it was named on this very line, for a file may go anywhere."""
    if full + public + here.seat_is_chosen > 1:
        raise Usage("one_view")
    if full or public:
        return FULL if full else PUBLIC
    if not here.seat_is_chosen or here.seat_name is None:
        return None
    seat = log.seats[log.seat(here.seat_name)]
    check_key(log.bodies, seat, key_for(here, log.match, seat, keys_of(log.bodies)))
    return SEAT + seat
