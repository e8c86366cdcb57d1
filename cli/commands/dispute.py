"""`herald dispute`: two readings of a rule on one position, side by side; as a file, too, which anybody can run."""

import os
from pathlib import Path

import click

from cli.acts.disputing import Disputed, of_bundle, of_match, of_scenario
from cli.app import base
from cli.person.references import PIPE, looks_like_file, parted, split
from cli.terminal.files import to_file
from cli.terminal.output import put
from cli.terminal.pages import languages
from core.kernel.errors import Usage
from replays.dispute.bundle import bundle, is_bundle
from replays.files.export import SEAT
from store.files import refuse_database

SCENARIO = ".toml"
PAGE = (".html", ".htm")


@base.command("dispute")
@base.words()
@base.option("--ruling", "rulings", metavar="ID[=READING,...]", multiple=True, shell_complete=base.offered("disputed"))
@base.option("--search", is_flag=True)
@base.option("--reason", metavar="TEXT", default="")
@base.option("--rest", is_flag=True)
@base.option("--boards", is_flag=True)
@base.option("-o", "--output", metavar="FILE", type=click.Path())
@base.option("--page", metavar="FILE", type=click.Path())
@base.option("--force", is_flag=True)
def command(
    here: base.Terminal,
    words: tuple[str, ...],
    rulings: tuple[str, ...],
    search: bool,
    reason: str,
    rest: bool,
    boards: bool,
    output: str | None,
    page: str | None,
    force: bool,
) -> int:
    """Exit 0; of a bundle 1 if something else comes out of it now, 6 if it is damaged."""
    if search and rulings:
        raise Usage("ruling_or_search")
    if output is not None and output.endswith(PAGE) and page is None:
        output, page = None, output
    if output is not None and (output.endswith(PAGE) or (page is not None and _is_one_file(output, page))):
        raise Usage("dispute_files")
    for file in (output, page):
        if file is not None:
            refuse_database(Path(file), here.db)
    _refuse_another_question(here, words, rulings, search=search, reason=reason, rest=rest)
    found = _found(here, words, rulings, reason=reason, rest=rest, handed=bool(output or page))
    if output is not None:
        _write(output, _bundle(found), found, force=force)
    if page is not None:
        _write(page, _page(here, found), found, force=force)
    if PIPE not in {output, page}:
        found.tell(here, whole=boards, brief=bool(output or page), files=tuple(filter(None, (output, page))))
    return 1 if found.otherwise else 0


def _is_one_file(one: str, other: str) -> bool:
    return one == other or os.path.abspath(one) == os.path.abspath(other)


def _refuse_another_question(
    here: base.Terminal, words: tuple[str, ...], rulings: tuple[str, ...], *, search: bool, reason: str, rest: bool
) -> None:
    """A scenario has its own moves, a bundle its whole question: another one would be answered by that, unsaid."""
    file, number = split(words[0]) if words else ("", None)
    if here.is_guest or not looks_like_file(file):
        return
    given = {"--reason": reason, "--rest": rest}
    if is_bundle(file):
        given |= {f"@{number}": number is not None, "--ruling": rulings, "--search": search}
    elif not file.endswith(SCENARIO):
        return
    others = [*words[1:], *(name for name, value in given.items() if value)]
    if others:
        raise Usage("asks_itself", file=file, word=others[0])


def _found(
    here: base.Terminal, words: tuple[str, ...], rulings: tuple[str, ...], *, reason: str, rest: bool, handed: bool
) -> Disputed:
    """What is asked: about a match, a scenario, or once more what a file asks."""
    file, number = split(words[0]) if words else ("", None)
    if looks_like_file(file) and not here.is_guest:
        if file.endswith(SCENARIO):
            return of_scenario(file, number, rulings)
        if is_bundle(file):
            return of_bundle(here, file)
    match, line = parted(here, words)
    return of_match(here, match, line, rulings, reason=reason, rest=rest, handed=handed)


def _bundle(found: Disputed) -> bytes:
    if found.log is None or found.question is None:
        raise Usage("bundle_of_match")
    return b"".join(bundle(found.log, found.view, found.question, found.kept))


def _page(here: base.Terminal, found: Disputed) -> bytes:
    from replays.dispute.page import page_of  # only where one is written

    return page_of({lang: found.page(lang) for lang in languages(here)}).encode()


def _write(file: str, data: bytes, found: Disputed, *, force: bool) -> None:
    """What a seat knows is for its eyes alone."""
    if file == PIPE:
        put(data, nl=False)
    else:
        to_file(Path(file), data, secret=found.view.startswith(SEAT), force=force)
