"""`herald list`: the matches here, the newest first."""

from contextlib import suppress
from typing import Any

import click

from cli import base
from cli.status import ago
from core.games import game_named
from core.kernel.drawing.printable import printable
from core.kernel.drawing.style import table
from core.kernel.errors import Damaged
from core.kernel.log.codec import begins_guessable
from store.port import Summary


@base.command("list")
@base.option("--game", metavar="GAME", shell_complete=base.games)
@base.option("--seat", metavar="NAME")
@base.option("--running", "over", flag_value="no")
@base.option("--over", "over", flag_value="yes")
@base.option("--limit", type=click.IntRange(min=1), metavar="N")
def command(here: base.Terminal, game: str | None, seat: str | None, over: str | None, limit: int | None) -> None:
    """One line a match."""
    found = list(
        here.store.summaries(
            game=game_named(game).name if game else None,
            seat=seat,
            over=None if over is None else over == "yes",
            limit=limit,
        )
        if here.has_store
        else ()
    )
    if here.is_json:
        here.json([fields(here, known) for known in found])
        return
    if not found:
        here.note(here.say("none"))
        return
    for line in table([_row(here, known) for known in found], "  "):
        here.out(line)


def _row(here: base.Terminal, known: Summary) -> list[str]:
    names = ", ".join(map(printable, known.waiting))
    standing = here.say("over_since") if known.over else here.say("waits", names=names)
    words, stage = here.words(game_named(known.game)), _stage(known)
    told = words.stage.format(*stage) if any(stage) else here.say("setup")
    seats = ", ".join(map(printable, known.seats))
    practice = here.say("guessable") if _guessable(here, known) else ""
    return [here.style.bold(known.match), words.title, seats, told, standing, ago(here, known.since), practice]


def _guessable(here: base.Terminal, known: Summary) -> bool:
    """Row 1 says it; of a match that has lost it, nothing is known."""
    with suppress(Damaged):
        return any(map(begins_guessable, here.store.read(known.match, 0, 1)))
    return False


def _stage(known: Summary) -> list[int]:
    return [int(number) for number in known.round.split(".")]


def fields(here: base.Terminal, known: Summary) -> dict[str, Any]:
    """A match in a list, for `--json`."""
    return {
        "match": known.match,
        "game": known.game,
        "names": known.seats,
        "waiting": known.waiting,
        "since": known.since,
        "stage": _stage(known),
        "over": known.over,
        "row": known.head,
        "practice": _guessable(here, known),
    }
