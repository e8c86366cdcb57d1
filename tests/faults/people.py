"""People at the command line, each in a process of their own, and what they may meet there."""

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

from tests.support.patience import PATIENCE

HERALD = str(Path(sys.executable).parent / "herald")
LAUNCH = str(Path(__file__).parent / "launch.py")


class Ended(msgspec.Struct, frozen=True):
    """How a command ended, and what it said."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """The one document on stdout."""
        return msgspec.json.decode(self.out, type=dict[str, Any])

    @property
    def error(self) -> dict[str, Any]:
        """The one document on stderr."""
        return msgspec.json.decode(self.err, type=dict[str, Any])


class Club:
    """A folder with a database; everybody in it types commands."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.db = folder / "matches.db"
        self.environ = {name: value for name, value in os.environ.items() if not name.startswith("HERALD_")} | {
            "HERALD_DB": str(self.db),
            "HERALD_HOME": str(folder / "person"),
            "HERALD_LANG": "en",
            "HOME": str(folder),
            "XDG_DATA_HOME": str(folder / "data"),
            "XDG_CACHE_HOME": str(folder / "cache"),
            "TERM": "dumb",
        }

    def command(self, *typed: str, **faults: object) -> list[str]:
        """A command as it is started; `faults` as `launch.py` knows them."""
        return [sys.executable, LAUNCH, json.dumps(faults), *typed] if faults else [HERALD, *typed]

    def starts(self, *typed: str, **faults: object) -> "subprocess.Popen[str]":
        """Somebody types a command, and it runs."""
        return subprocess.Popen(
            self.command(*typed, **faults),
            env=self.environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def types(self, *typed: str, **faults: object) -> Ended:
        """Somebody types a command, which ends; never with a traceback, whatever goes wrong."""
        return ended(self.starts(*typed, **faults))

    def tells(self, there: int, *typed: str) -> Ended:
        """Somebody types a command whose answer goes elsewhere."""
        line = self.command(*typed)
        return ended(subprocess.Popen(line, env=self.environ, stdout=there, stderr=subprocess.PIPE, text=True))

    def shell(self, line: str) -> Ended:
        """A line as the shell reads it; `herald` stands for the program."""
        command = f'herald() {{ "{HERALD}" "$@"; }}; {line}'
        done = subprocess.run(
            ["bash", "-c", command], env=self.environ, capture_output=True, text=True, check=False, timeout=PATIENCE
        )
        assert "Traceback" not in done.stderr, done.stderr
        return Ended(done.returncode, done.stdout, done.stderr)

    def begins(self) -> str:
        """Ana and Bo begin a match, and Ana has chosen her monarch."""
        match = str(self.types("new", "medieval", "Ana", "Bo", "--practice", "a day in May", "--json").json["match"])
        assert self.types("move", match, "monarch 1", "--as", "Ana").code == 0
        return match

    def row(self, match: str = "@") -> int:
        """The last row of a match."""
        return int(self.types("show", match, "--json").json["row"])

    def sound(self) -> None:
        """The file is as the program wrote it, and every match in it proves itself."""
        checked = self.types("db", "check", "--rows")
        assert checked.code == 0, checked.out
        proved = self.types("verify", "--all")
        assert proved.code == 0, proved.out

    def forged(self, *statements: str) -> None:
        """What somebody does behind the program's back, who takes triggers and views away first and puts them back."""
        with closing(sqlite3.connect(self.db, isolation_level=None)) as plain:
            guards = "SELECT type, name, sql FROM sqlite_master WHERE type IN ('trigger', 'view')"
            taken = plain.execute(guards).fetchall()
            for kind, name, _ in taken:
                plain.execute(f"DROP {kind} {name}")
            for statement in statements:
                plain.execute(statement)
            for _, _, sql in taken:
                with suppress(sqlite3.OperationalError):  # its table is gone
                    plain.execute(sql)

    def leftovers(self) -> list[str]:
        """Files that somebody left half written."""
        return sorted(file.name for file in self.folder.iterdir() if file.name.startswith(".herald-"))


def ended(process: "subprocess.Popen[str]") -> Ended:
    """Wait until it ends."""
    out, err = process.communicate(timeout=PATIENCE)
    assert "Traceback" not in err, err
    return Ended(process.returncode, out or "", err)


def together(processes: Sequence["subprocess.Popen[str]"]) -> list[Ended]:
    """Wait until all have ended."""
    return [ended(process) for process in processes]


@contextmanager
def rights(mode: int, *paths: Path) -> Generator[None]:
    """These files and folders have other rights meanwhile."""
    before = [path.stat().st_mode for path in paths]
    for path in paths:
        path.chmod(mode)
    try:
        yield
    finally:
        for path, old in zip(paths, before, strict=True):
            path.chmod(old)
