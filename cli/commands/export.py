"""`herald export`: a match as a file that anybody can read and check."""

from collections.abc import Sequence
from pathlib import Path

import click

from cli.acts.sources import Source, own_view, wanted
from cli.app import base
from cli.say.status import practice_lines
from cli.terminal.files import to_file
from cli.terminal.output import put
from cli.terminal.pages import page_of
from core.kernel.errors import Usage
from core.kernel.log.log import Seen
from core.kernel.log.row import is_guessable
from replays.files.draws import export_draws
from replays.files.export import SEAT, export, view_of
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
    asked = wanted(here, source.whole, full=full or bool(views), public=public)
    view = view_of(source.log, asked if page is None else asked or own_view(source.log))
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


def _tell(here: base.Terminal, log: Seen, view: str, file: str, draws: str | None) -> None:
    kind, _, name = view.partition(" ")
    here.out(here.say("written", file=file, view=here.say(f"view_{kind}", name=name)))
    here.out(here.say("head", rows=log.head, head=log.digest))
    if draws is not None:
        here.out(here.say("draws", file=draws))
    for line in practice_lines(here, log):
        here.out(line)
