"""What a club plays where a rule is unclear: readings of its own for each game, in a file that `herald new` takes."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from cli.person.folders import own_rulings
from core.kernel.decoding import convert
from core.kernel.errors import Usage
from core.kernel.rules.engine import AnyGame
from core.kernel.setup import resources
from core.kernel.setup.rulings import named, once


class Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A reading, and why the club plays it."""

    reading: str
    why: str = ""


Games = dict[str, dict[str, str | Kept]]


class Club:
    """The readings in a file: the person's own, where none is named."""

    def __init__(self, file: str | None = None, *, is_there: bool = False) -> None:
        """`is_there`: it is an error if it is not."""
        self.file = file or own_rulings()
        self._is_there = is_there

    def of(self, game: AnyGame) -> dict[str, Kept]:
        """What is played in a game, by option, each reading as the game calls it."""
        kept = self._read().get(game.name, {})
        found = {option: Kept(said) if isinstance(said, str) else said for option, said in kept.items()}
        once(self._readings(game, found))  # by its id and by its name a ruling can stand there twice
        return {
            ruling.option: msgspec.structs.replace(one, reading=one.reading.casefold())
            for ruling in game.rulings
            for option, one in found.items()
            if option.casefold() in {ruling.option, ruling.id.casefold()}
        }

    def _readings(self, game: AnyGame, kept: Mapping[str, Kept]) -> Iterator[tuple[str, str]]:
        """Each ruling, as where it stands in the file, and its reading."""
        for key, one in kept.items():
            try:
                meant = named(game.rulings, {key: one.reading})
            except Usage as problem:
                entry = f"{game.name}.{key}"
                raise Usage("club_entry", problem.known, file=self.file, entry=entry, found=one.reading) from problem
            for option, reading in meant.items():
                yield f"{self.file}, {game.name}.{option}", reading

    def keep(self, game: AnyGame, kept: Mapping[str, Kept]) -> None:
        """From now on these are played; none at all: what the book says."""
        from cli.person.private import private_folder, write_anew

        games = {**self._read(), game.name: dict[str, str | Kept](kept)}
        private_folder(Path(self.file).absolute().parent)
        write_anew(Path(self.file), _written(games).encode())

    def _read(self) -> Games:
        try:
            data = Path(self.file).read_bytes()
        except FileNotFoundError:
            if self._is_there:
                raise Usage("club_missing", file=self.file) from None
            return {}
        try:
            return convert(resources.parse(data), Games)
        except (ValueError, msgspec.ValidationError) as problem:
            raise Usage("club_unreadable", file=self.file, detail=str(problem)) from problem


def _written(games: Games) -> str:
    """As a person could have written it."""
    lines = ["# What is played where a rule is unclear: `herald new` takes it, `herald rulings` lists it.\n"]
    for game, kept in sorted(games.items()):
        lines += [f"\n[{game}]\n"] if kept else []
        for option, said in kept.items():
            one = Kept(said) if isinstance(said, str) else said
            why = f", why = {_text(one.why)}" if one.why else ""
            lines.append(f"{option} = {{ reading = {_text(one.reading)}{why} }}\n")
    return "".join(lines)


def _text(said: str) -> str:
    return msgspec.json.encode(said).decode().replace("\x7f", "\\u007f")
