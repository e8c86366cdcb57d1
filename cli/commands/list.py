"""`herald list`: the matches here, the newest first."""

from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from cli.app import base
from core.games import game_called, game_named
from core.kernel.drawing.printable import printable
from core.kernel.drawing.style import table, width

if TYPE_CHECKING:
    from store.lists import Listed


@base.command("list")
@base.option("--game", metavar="GAME", shell_complete=base.offered("games"))
@base.option("--seat", metavar="NAME")
@base.option("--running", "over", flag_value="no")
@base.option("--over", "over", flag_value="yes")
@base.option("--limit", type=click.IntRange(min=1), metavar="N")
@base.option("--hide", multiple=True, metavar="MATCH", shell_complete=base.offered("matches"))
@base.option("--unhide", multiple=True, metavar="MATCH", shell_complete=base.offered("matches"))
@base.option("--hidden", is_flag=True)
def command(
    here: base.Terminal,
    game: str | None,
    seat: str | None,
    over: str | None,
    limit: int | None,
    hide: tuple[str, ...],
    unhide: tuple[str, ...],
    hidden: bool,
) -> None:
    """One line a match. What somebody hides is hidden from their own lists; nothing happens to the match."""
    if hide or unhide:
        put_away, taken_back = ([here.find(word) for word in words] for words in (hide, unhide))
        here.person.hide(put_away)
        here.person.unhide(taken_back)
    away = here.person.hidden
    seat, nobody = _meant(here, seat)
    known = here.desk.listed(
        game=game_called(game).name if game else None,
        seat=seat,
        over=None if over is None else over == "yes",
        limit=None if away else limit,
    )
    found = [] if nobody else list(islice((one for one in known if (one.match in away) is hidden), limit))
    if here.is_json:
        here.json([fields(one, hidden=hidden) for one in found])
        return
    for line in _lines(here, [_row(here, known) for known in found]):
        here.out(line)
    if hidden and not found:
        here.note(here.say("none_hidden"))
    elif not hidden and away:
        here.note(here.say("away", n=len(away)))
    elif not found and not nobody:
        here.note(here.say("none"))


def _meant(here: base.Terminal, seat: str | None) -> tuple[str | None, bool]:
    """The name as it is written at the tables here; and whether nobody has it."""
    if seat is None:
        return None, False
    from cli.say.names import written  # most lists are of everybody's

    found = written(here, seat)
    return found, found is None


def _lines(here: base.Terminal, rows: list[list[str]]) -> list[str]:
    """A line each; where one is longer than the terminal's, who plays and what is waited for stand below."""
    lines = table(rows, "  ")
    if here.room is None or all(width(line) <= here.room for line in lines):
        return lines
    heads = table([[match, title, stage] for match, title, _, stage, *_ in rows], "  ")
    below = (here.hanging("    ", "  ".join(filter(None, (seats, *rest)))) for _, _, seats, _, *rest in rows)
    return [line for pair in zip(heads, below, strict=True) for line in pair]


def _row(here: base.Terminal, known: "Listed") -> list[str]:
    names = ", ".join(map(printable, known.waiting))
    standing = here.say("over_since") if known.over else here.say("waits", names=names)
    words = here.words(game_named(known.game))
    told = words.staged(known.stage) if any(known.stage) else here.say("setup")
    seats = ", ".join(map(printable, known.seats))
    practice = here.say("guessable") if known.practice else ""
    return [here.style.bold(known.match), words.title, seats, told, standing, here.ago(known.since), practice]


def fields(known: "Listed", *, hidden: bool) -> dict[str, Any]:
    """A match in a list, for `--json`."""
    return {
        "match": known.match,
        "game": known.game,
        "names": known.seats,
        "waiting": known.waiting,
        "since": known.since,
        "stage": known.stage,
        "over": known.over,
        "row": known.row,
        "practice": known.practice,
        "hidden": hidden,
    }
