"""`herald games`: what can be played; with a game: players, options, rulings with their readings, edition."""

from typing import Any

from cli.app import base
from cli.language.words import LANGUAGES
from cli.say.rulings import option_lines, ruling_lines
from core.games import NAMES, game_called, game_named
from core.kernel.drawing.style import table
from core.kernel.rules.engine import AnyGame
from replays.archive import index
from replays.told.rules import option_told, ruling_told


@base.command("games")
@base.argument("game", required=False, shell_complete=base.offered("games"))
def command(here: base.Terminal, game: str | None) -> None:
    """All games in a line each, or one in full."""
    if game is not None:
        _one(here, game_called(game))
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
    if here.is_json:
        here.json(_fields(here, game))
        return
    edition = game.edition()
    here.out(f"{here.style.bold(here.words(game).title)} ({game.name})")
    here.out(here.say("players", players=_players(game)))
    here.out(here.say("solo" if 1 in game.players else "no_solo"))
    here.out(here.say("edition", name=edition.name, digest=edition.digest[:12]))
    here.out(here.say("languages", languages=", ".join(LANGUAGES)))
    if game.options:
        here.out()
        here.out(here.say("options"))
    for option in game.options:
        here.out()
        for line in option_lines(here, option_told(game, option, here.lang)):
            here.out(line)
    recorded = {name: known for name, known in index().items() if known.game == game.name}
    if recorded:
        here.out()
        here.out(here.say("recorded"))
        for line in table([[f"  {name}", getattr(known, here.lang)] for name, known in recorded.items()], "  "):
            here.out(line)
    here.out()
    here.out(here.say("rulings"))
    for ruling in game.rulings:
        here.out()
        for line in ruling_lines(here, ruling_told(game, ruling.id, here.lang)):
            here.out(line)


def _fields(here: base.Terminal, game: AnyGame) -> dict[str, Any]:
    edition = game.edition()
    return {
        "game": game.name,
        "title": here.words(game).title,
        "players": list(game.players),
        "solo": 1 in game.players,
        "options": [option_told(game, option, here.lang).document() for option in game.options],
        "rulings": [ruling_told(game, ruling.id, here.lang).document() for ruling in game.rulings],
        "edition": {"name": edition.name, "digest": edition.digest},
        "rules_version": game.rules_version,
        "languages": list(LANGUAGES),
    }
