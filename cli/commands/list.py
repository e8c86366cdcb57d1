"""`herald list`: the matches here, the newest first."""

from typing import Any

import click

from cli import base
from cli.status import ago
from core.games import game_named
from core.kernel.drawing.printable import printable
from core.kernel.drawing.style import table
from store.acts import Listed


@base.command("list")
@base.option("--game", metavar="GAME", shell_complete=base.games)
@base.option("--seat", metavar="NAME")
@base.option("--running", "over", flag_value="no")
@base.option("--over", "over", flag_value="yes")
@base.option("--limit", type=click.IntRange(min=1), metavar="N")
def command(here: base.Terminal, game: str | None, seat: str | None, over: str | None, limit: int | None) -> None:
    """One line a match."""
    found = list(
        here.desk.listed(
            game=game_named(game).name if game else None,
            seat=seat,
            over=None if over is None else over == "yes",
            limit=limit,
        )
    )
    if here.is_json:
        here.json(list(map(fields, found)))
        return
    if not found:
        here.note(here.say("none"))
        return
    for line in table([_row(here, known) for known in found], "  "):
        here.out(line)


def _row(here: base.Terminal, known: Listed) -> list[str]:
    names = ", ".join(map(printable, known.waiting))
    standing = here.say("over_since") if known.over else here.say("waits", names=names)
    words = here.words(game_named(known.game))
    told = words.stage.format(*known.stage) if any(known.stage) else here.say("setup")
    seats = ", ".join(map(printable, known.seats))
    practice = here.say("guessable") if known.practice else ""
    return [here.style.bold(known.match), words.title, seats, told, standing, ago(here, known.since), practice]


def fields(known: Listed) -> dict[str, Any]:
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
    }
