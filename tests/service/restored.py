"""A club: a service that goes back to a backup, and the homes of two who play there."""

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from shutil import copyfile
from sqlite3 import connect
from unittest.mock import patch

import msgspec
from click.testing import CliRunner

from cli.main import herald
from cli.person.keyring import Key, Keyring
from tests.cli.conftest import Said
from tests.support.ports import kept_port
from tests.support.serving import served


class Person:
    """Somebody at home."""

    def __init__(self, club: "Club", name: str) -> None:
        self.club = club
        self.name = name
        self.home = club.folder / name

    @property
    def env(self) -> dict[str, str]:
        return {"HERALD_HOME": str(self.home), "HERALD_DB": self.club.url, "HERALD_LANG": "en"}

    def __call__(self, *args: str, **env: str) -> Said:
        """A command as typed."""
        return self.club.typed(args, {**self.env, **env})

    def does(self, *args: str) -> Said:
        """One that is done."""
        said = self(*args)
        assert said.code == 0, (args, said.err)
        return said

    def keeps(self, match: str, key: str) -> None:
        """A key of a seat, which they were given."""
        with patch.dict("os.environ", self.env):
            Keyring(self.club.url).keep([Key(match, self.name, key, self.club.url)])

    def head(self, match: str) -> str:
        return str(self.does("verify", match, "--json").json["digest"])

    def held(self) -> dict[str, bytes]:
        """The copy, as files."""
        return {path.name: path.read_bytes() for path in sorted((self.home / "far").glob("*.db"))}


class Club:
    """The host's machine."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder = folder
        self.port = port
        self.file = folder / "club.db"
        self.url = ""
        self._stack = ExitStack()
        self.serve()
        self.ana, self.bo = Person(self, "Ana"), Person(self, "Bo")

    def typed(self, args: tuple[str, ...], env: dict[str, str]) -> Said:
        with patch.dict("os.environ", env):
            result = CliRunner().invoke(herald, list(args))
        return Said(result.exit_code, result.stdout, result.stderr)

    def host(self, *args: str, **env: str) -> Said:
        """A command where the database lies."""
        usual = {"HERALD_HOME": str(self.folder / "host"), "HERALD_DB": str(self.file), "HERALD_LANG": "en"}
        return self.typed(args, {**usual, **env})

    def serve(self) -> None:
        """Always at the same address."""
        self.url = self._stack.enter_context(served(self.file, port=self.port))

    def stop(self) -> None:
        self._stack.close()

    def begin(self, *args: str) -> str:
        """A match of Ana and Bo, both of whom have their keys."""
        begun = self.host("new", *args, "Ana", "Bo", "--practice", "fair", "--keys", "--json")
        assert begun.code == 0, begun.err
        match, keys = str(begun.json["match"]), msgspec.convert(begun.json["keys"], dict[str, str])
        for person in (self.ana, self.bo):
            person.keeps(match, keys[person.name])
            person.does("show", match)
        return match

    def dump(self) -> list[str]:
        """All that stands in the database."""
        with closing(connect(self.file)) as database:
            return list(database.iterdump())

    def back_up(self) -> Path:
        copy = self.folder / "backup.db"
        assert self.host("db", "backup", str(copy)).code == 0
        return copy

    def restore(self, copy: Path) -> None:
        """What lies there now is put aside."""
        self.stop()
        for own in self.folder.glob("club.db*"):
            own.unlink()
        copyfile(copy, self.file)
        self.serve()


def club_in(folder: Path) -> Iterator[Club]:
    with kept_port() as port:
        club = Club(folder, port)
        try:
            yield club
        finally:
            club.stop()
