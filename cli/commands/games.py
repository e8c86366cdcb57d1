"""`herald games`: what can be played; with a game: players, options, rulings with their readings, edition."""

from typing import Any

from cli import base
from cli.rulings import option_fields, option_lines, ruling_fields
from cli.words import LANGUAGES
from core.games import NAMES, game_named
from core.kernel.drawing.canvas import table
from core.kernel.rules.engine import AnyGame


@base.command("games")
@base.argument("game", required=False, shell_complete=base.games)
def command(here: base.Terminal, game: str | None) -> None:
    """All games in a line each, or one in full."""
    if game is not None:
        _one(here, game_named(game))
        return
    found = [game_named(name) for name in NAMES]
    if here.is_json:
        here.json([_fields(here, known) for known in found])
        return
    rows = [
        [here.style.bold(known.name), here.words(known).title, here.say("players", players=_players(known))]
        for known in found
    ]
    for line in table(rows, "  "):
        here.out(line)
    here.note(here.say("more"))


def _players(game: AnyGame) -> str:
    first, last = game.players[0], game.players[-1]
    return str(first) if first == last else f"{first}–{last}"


def _one(here: base.Terminal, game: AnyGame) -> None:
    fields = _fields(here, game)
    if here.is_json:
        here.json(fields)
        return
    edition = fields["edition"]
    here.out(f"{here.style.bold(fields['title'])} ({game.name})")
    here.out(here.say("players", players=_players(game)))
    here.out(here.say("solo" if fields["solo"] else "no_solo"))
    here.out(here.say("edition", name=edition["name"], digest=edition["digest"][:12]))
    here.out(here.say("languages", languages=", ".join(fields["languages"])))
    if fields["options"]:
        here.out()
        here.out(here.say("options"))
    for option in fields["options"]:
        here.out()
        for line in option_lines(here, option):
            here.out(line)
    here.out()
    here.out(here.say("rulings"))
    for ruling in fields["rulings"]:
        here.out()
        head = f"{here.style.bold(ruling['id'])} {here.style.bold(ruling['name'])}  "
        here.out(here.hanging(head, ruling["question"]))
        for reading in ruling["readings"]:
            mark = "*" if reading["reading"] == ruling["default"] else " "
            here.out(here.hanging(f"  {mark} {reading['reading']}  ", reading["meaning"]))


def _fields(here: base.Terminal, game: AnyGame) -> dict[str, Any]:
    edition = game.edition()
    return {
        "game": game.name,
        "title": here.words(game).title,
        "players": list(game.players),
        "solo": 1 in game.players,
        "options": [option_fields(game, option, here.lang) for option in game.options],
        "rulings": [ruling_fields(game, ruling.id, here.lang) for ruling in game.rulings],
        "edition": {"name": edition.name, "digest": edition.digest},
        "rules_version": game.rules_version,
        "languages": list(LANGUAGES),
    }
