"""`herald cases`: what each reading of an unclear rule makes of the same position, side by side."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

from cli.app import base
from cli.terminal.files import to_file
from cli.terminal.pages import languages
from core.kernel.drawing.printable import printable
from core.kernel.game import Ruling
from core.kernel.rules.engine import AnyGame
from replays.casebook.book import clubs, found, unused
from replays.casebook.cases import Exhibit
from replays.casebook.page import page
from replays.casebook.told import CaseTold, PositionTold, case, case_in, say
from replays.told.rulebook import sought
from replays.told.rules import ruling_told
from store.files import refuse_database

SHOWN: Final = 3
"""How many of several rulings are told; the others are named."""


@base.command("cases")
@base.argument("game", shell_complete=base.offered("games_or_rules"))
@base.argument("words", nargs=-1, metavar="[ID|WORDS]...", shell_complete=base.offered("rule_ids"))
@base.option("--with", "others", multiple=True, metavar="FOLDER", type=click.Path())
@base.option("--board", is_flag=True)
@base.option("-o", "--output", metavar="FILE", type=click.Path())
@base.option("--force", is_flag=True)
def command(
    here: base.Terminal,
    game: str,
    words: tuple[str, ...],
    others: tuple[str, ...],
    board: bool,
    output: str | None,
    force: bool,
) -> None:
    """All rulings, one, or those about some words; each with the positions in which its readings come apart."""
    rules, words = sought(game, words)
    added = clubs(others)
    meant = found(rules, words, here.lang, added)
    _tell_unused(here, rules, meant, added)
    if output is not None:
        refuse_database(Path(output), here.db)
        langs = languages(here)
        each = [case_in(rules, ruling, langs, added) for ruling in meant]
        told = {lang: [one[at] for one in each] for at, lang in enumerate(langs)}
        to_file(Path(output), page(rules, told).encode(), secret=False, force=force)
        if not here.is_json:
            here.out(here.say("written", count=len(meant), file=output))
            return
    if here.is_json:
        cases = [case(rules, ruling, here.lang, added).document() for ruling in meant]
        here.json({"game": rules.name, "words": list(words), "cases": cases, "file": output})
        return
    _tell(here, rules, meant, added, whole=bool(words), boards=board)


def _tell_unused(here: base.Terminal, game: AnyGame, meant: Sequence[Ruling], added: Sequence[Exhibit]) -> None:
    """Whoever hands in a file and finds nothing of it asks why."""
    nowhere = unused(game, game.rulings, added)
    for file in unused(game, meant, added):
        key = "of_no_ruling" if file in nowhere else "of_others"
        here.note(here.say(key, file=printable(file), game=here.words(game).title))


def _tell(
    here: base.Terminal, game: AnyGame, meant: Sequence[Ruling], added: Sequence[Exhibit], *, whole: bool, boards: bool
) -> None:
    """The first ones whole; the others, or all where nothing was sought, in a line each."""
    shown = meant[: SHOWN if whole else 0]
    for ruling in shown:
        _tell_case(here, game, case(game, ruling, here.lang, added), boards=boards)
    for ruling in meant[len(shown) :]:
        told = ruling_told(game, ruling.id, here.lang)
        head = f"{here.style.bold(told.id)} {here.style.bold(told.name)}  "
        here.out(here.hanging(head, told.question))


def _tell_case(here: base.Terminal, game: AnyGame, told: CaseTold, *, boards: bool) -> None:
    ruling = told.ruling
    here.out(here.hanging(f"{here.style.bold(ruling.id)} {here.style.bold(ruling.name)}  ", ruling.question))
    if ruling.unclear:
        here.out(here.hanging(f"  {say(here.lang, 'unclear')} ", ruling.unclear))
    for rule in told.rules:
        here.out(here.hanging(f"  {rule.id}  ", f"{rule.sentence} ({rule.section})"))
    for position in told.positions:
        here.out()
        _tell_position(here, game, position, board=boards)
    if not told.positions:
        here.out(f"  {say(here.lang, 'none')}")
    here.out()
    here.out(f"  {say(here.lang, 'proofs')}")
    for one in told.scenarios:
        here.out(
            here.hanging(f"    {one.reading}  ", here.style.dim(f"{printable(one.title)} ({printable(one.file)})"))
        )
    here.out()


def _tell_position(here: base.Terminal, game: AnyGame, position: PositionTold, *, board: bool) -> None:
    own = f" · {say(here.lang, 'own')}" if position.own else ""
    title = f"{printable(position.title)} ({printable(position.file)}){own}"
    here.out(here.hanging("  ", here.style.dim(title)))
    if board and position.begun is not None:
        here.out(here.board(game, game.view(position.begun.table, None), position.names))
    for outcome in position.outcomes:
        mark = "*" if outcome.default else " "
        here.out(here.hanging(f"  {mark} {here.style.bold(outcome.reading)}  ", outcome.meaning))
        for line in outcome.lines:
            here.out(here.hanging("      ", line.sentence))
