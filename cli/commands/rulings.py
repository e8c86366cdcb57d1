"""`herald rulings`: what the club plays where a rule is unclear; `herald new` takes it."""

from collections.abc import Mapping, Sequence
from typing import Any

import click

from cli.app import base
from cli.commands.new import pairs
from cli.person.club import Club, Kept
from core.games import NAMES, game_called, game_named
from core.kernel.drawing.printable import printable
from core.kernel.errors import Usage
from core.kernel.rules.engine import AnyGame
from core.kernel.setup.rulings import named
from replays.told.rules import ruling_told

command = base.group("rulings", default="list")


@base.command("list", group=command)
@base.argument("games", nargs=-1, metavar="[GAME]...", shell_complete=base.offered("games"))
@base.option("--file", metavar="FILE", type=click.Path())
def listed(here: base.Terminal, games: tuple[str, ...], file: str | None) -> None:
    """Per game, each ruling that is kept, what it means, and why."""
    club = Club(file)
    kept = [(game, club.of(game)) for game in map(game_called, games or NAMES)]
    if here.is_json:
        here.json(_document(here, club, kept))
        return
    for game, readings in kept:
        if readings:
            _tell(here, game, readings)
    if not any(readings for _, readings in kept):
        here.out(here.say("nothing", file=printable(club.file)))


@base.command("keep", group=command)
@base.argument("words", nargs=-1, metavar="[MATCH] | GAME ID=READING...", shell_complete=base.offered("question"))
@base.option("--reason", metavar="TEXT")
@base.option("--file", metavar="FILE", type=click.Path())
def keep(here: base.Terminal, words: tuple[str, ...], reason: str | None, file: str | None) -> None:
    """What the table of a match has agreed on; or what is said."""
    words = _with_game(words) if words and "=" in words[0] else words
    if len(words) > 1 or (words and words[0].casefold() in NAMES):
        game = game_called(words[0])
        said = named(game.rulings, pairs(words[1:], "ID=READING"))
        found: Mapping[str, Kept] = {option: Kept(reading, reason or "") for option, reading in said.items()}
    else:
        game, found = _agreed(here, words[0] if words else None, reason)
    if not found:
        raise Usage("nothing_agreed")
    club = Club(file)
    club.keep(game, {**club.of(game), **found})
    _said(here, club, game, found)


@base.command("forget", group=command)
@base.argument("words", nargs=-1, required=True, metavar="GAME [ID]...", shell_complete=base.offered("rule_ids"))
@base.option("--file", metavar="FILE", type=click.Path())
def forget(here: base.Terminal, words: tuple[str, ...], file: str | None) -> None:
    """All that is kept of a game, or of these rulings alone."""
    words = _with_game(words)
    game, ids = game_called(words[0]), [word.casefold() for word in words[1:]]
    club = Club(file)
    kept = club.of(game)
    gone = {ruling.option for ruling in game.rulings if {ruling.option, ruling.id.casefold()} & {*ids}}
    unknown = [word for word in ids if not any(word in {r.option, r.id.casefold()} for r in game.rulings)]
    if unknown:
        raise Usage("unknown_ruling", known=[*kept], word=unknown[0])
    left = {option: one for option, one in kept.items() if ids and option not in gone}
    club.keep(game, left)
    _said(here, club, game, left)


def _with_game(words: tuple[str, ...]) -> tuple[str, ...]:
    """The id of a ruling says of which game it is, where none is named."""
    key = words[0].partition("=")[0].casefold()
    if key in NAMES:
        return words
    known = [name for name in NAMES if any(ruling.id.casefold() == key for ruling in game_named(name).rulings)]
    return (*known, *words)


def _agreed(here: base.Terminal, match: str | None, reason: str | None) -> tuple[AnyGame, Mapping[str, Kept]]:
    """What a table has agreed on since its match began; what the rules themselves say today needs no keeping."""
    from replays.told.standing import agreed

    log = here.read(match).log
    switches = {ruling.option for ruling in log.game.rulings}
    return log.game, {
        option: Kept(reading, reason or one.reason)
        for one in agreed(log, here.lang)
        for option, reading in one.rulings.items()
        if option in switches
    }


def _said(here: base.Terminal, club: Club, game: AnyGame, kept: Mapping[str, Kept]) -> None:
    if here.is_json:
        here.json(_document(here, club, [(game, club.of(game))]))
        return
    if kept:
        _tell(here, game, kept)
    else:
        here.out(here.say("none_left", game=here.words(game).title))
    here.note(here.say("kept", file=printable(club.file)))


def _tell(here: base.Terminal, game: AnyGame, kept: Mapping[str, Kept]) -> None:
    here.out(here.style.bold(here.words(game).title))
    for one in _told(here, game, kept):
        head = here.style.bold(f"{one['id']} {one['option']}={one['reading']}")
        why = here.say("why", text=printable(one["why"])) if one["why"] else ""
        here.out(here.hanging(f"  {head}  ", f"{one['meaning']}{why}"))


def _told(here: base.Terminal, game: AnyGame, kept: Mapping[str, Kept]) -> Sequence[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for ruling in (known for known in game.rulings if known.option in kept):
        one, told = kept[ruling.option], ruling_told(game, ruling.id, here.lang)
        meaning = next((known.meaning for known in told.readings if known.reading == one.reading), "")
        found.append(
            {
                "id": ruling.id,
                "option": ruling.option,
                "reading": one.reading,
                "default": ruling.default,
                "meaning": meaning,
                "why": one.why,
            }
        )
    return found


def _document(here: base.Terminal, club: Club, kept: Sequence[tuple[AnyGame, Mapping[str, Kept]]]) -> dict[str, Any]:
    games = [{"game": game.name, "rulings": _told(here, game, readings)} for game, readings in kept if readings]
    return {"file": club.file, "games": games}
