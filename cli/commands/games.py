"""`herald games`: what can be played; with a game: players, options, rulings with their readings, edition."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from cli.app import base
from cli.language.words import LANGUAGES
from cli.say.rulings import option_lines, ruling_lines
from core.games import NAMES, edition_tables, game_called, game_named
from core.kernel.drawing.style import table
from core.kernel.rules.engine import AnyGame
from core.kernel.setup.sources import HOUSE, Sourced, sourced
from replays.archive import index
from replays.told.rules import option_told, ruling_told

NAMED: Final = 4
"""Entries that are told by their names; of more it is told how many."""


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
    for line in _house_lines(here, game):
        here.out(line)
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


def _house(game: AnyGame) -> Sequence[Sourced]:
    """Return what the edition that ships says of its house values, table by table."""
    return sourced(edition_tables(game.name), HOUSE)


def _house_lines(here: base.Terminal, game: AnyGame) -> Iterator[str]:
    """Tell the house values: those of a whole table by its name, a few by theirs, else how many."""
    told = list[str]()
    for one in _house(game):
        if one.entries == (one.table,):
            told.append(one.table)
            continue
        if len(one.entries) == one.whole:
            said = here.say("house_all", count=one.whole)
        elif len(one.entries) <= NAMED:
            said = ", ".join(one.entries)
        else:
            said = here.say("house_some", count=len(one.entries), whole=one.whole)
        told.append(here.say("house_table", table=one.table, entries=said))
    if told:
        yield here.hanging("  ", here.say("house", tables=" · ".join(told)))


def _fields(here: base.Terminal, game: AnyGame) -> dict[str, Any]:
    edition = game.edition()
    return {
        "game": game.name,
        "title": here.words(game).title,
        "players": list(game.players),
        "solo": 1 in game.players,
        "options": [option_told(game, option, here.lang).document() for option in game.options],
        "rulings": [ruling_told(game, ruling.id, here.lang).document() for ruling in game.rulings],
        "edition": {
            "name": edition.name,
            "digest": edition.digest,
            "house": {one.table: list(one.entries) for one in _house(game)},
        },
        "rules_version": game.rules_version,
        "languages": list(LANGUAGES),
    }
