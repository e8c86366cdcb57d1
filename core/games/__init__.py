"""One folder per game, all of the same shape. A game joins by its name in `NAMES`: its folder exports `GAME`."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

import msgspec

from core.kernel.decoding import decode
from core.kernel.errors import Damaged, Usage

if TYPE_CHECKING:
    from core.kernel.game import Game
    from core.kernel.log.log import Log
    from core.kernel.log.row import StoredRow

NAMES = ("medieval", "emara", "heirs", "crossing", "nobility")


def game_named(name: str) -> "Game[Any, Any]":
    """The game of this name (a unique beginning is enough); only this one is loaded."""
    found = [known for known in NAMES if known == name] or [known for known in NAMES if name and known.startswith(name)]
    if len(found) != 1:
        raise Usage("unknown_game", known=NAMES, word=name)
    game: Game[Any, Any] = import_module(f"core.games.{found[0]}").GAME
    return game


def game_called(word: str) -> "Game[Any, Any]":
    """Return the game that a person means: by its name, or its title in either language; a part is enough."""
    from core.kernel.language.lexicon import Lexicon  # noqa: PLC0415 - mostly a game is called by its name

    try:
        return game_named(word.casefold())
    except Usage:
        found = Lexicon({}, _titles).named("game", "-".join(word.split()), NAMES)
        if len(found) != 1:
            raise Usage("unknown_game", known=NAMES, word=word) from None
        return game_named(found[0])


class _Titles(msgspec.Struct, frozen=True):
    names: Mapping[str, Mapping[str, str]]


def _titles(lang: str) -> _Titles:
    """Return the titles of the games in a language."""
    return _Titles({"game": {name: game_named(name).words(lang).title for name in NAMES}})


def game_of_id(word: str) -> "Game[Any, Any] | None":
    """The game whose rules have ids that begin so: `MED-12.4`, or as much of it as is typed."""
    letters, dash, _ = word.upper().partition("-")
    return next((game for game in map(game_named, NAMES) if game.prefix == letters), None) if dash else None


def prepare() -> None:
    """Load every game and build the decoders of its rows: a service does so before its threads read."""
    from core.kernel.log.codec import build_decoders  # noqa: PLC0415 - a command reads one game

    for name in NAMES:
        build_decoders(game_named(name))


def edition_tables(name: str) -> Mapping[str, Any]:
    """Return the file of the edition that ships with a game; nothing of a game that has none of its own."""
    from core.kernel.setup import resources  # noqa: PLC0415 - most commands read the edition by its types
    from core.kernel.setup.edition import SHIPPED  # noqa: PLC0415

    try:
        return resources.toml(f"core.games.{name}.data", SHIPPED)
    except ModuleNotFoundError:
        return {}


class _Start(msgspec.Struct):
    game: str


class _First(msgspec.Struct):
    about: _Start


def game_of(first: "StoredRow") -> "Game[Any, Any]":
    """The game that a match is of, as its first row tells."""
    try:
        return game_named(decode(first.body, _First).about.game)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise Damaged("no_start", 1, "about", found=str(problem)) from problem


def read_log(rows: "Sequence[StoredRow]") -> "Log":
    """A log, whose first row tells which game it is."""
    from core.kernel.log.log import Log  # noqa: PLC0415 - only where a log is read

    if not rows:
        raise Damaged("empty_log", 0, "rows")
    return Log(game_of(rows[0]), rows)
