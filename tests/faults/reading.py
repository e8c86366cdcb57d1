"""Somebody who opens files from anywhere: every command that reads one, here or in a process with little memory."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from io import BytesIO
from pathlib import Path

import msgspec
from click.testing import CliRunner

from cli.main import herald
from core.kernel.errors import Damaged, Usage
from replays.files.export import Exported, read_stream
from replays.verify import verify_file
from replays.verify.faults import Fault, fault_of
from tests.cli.conftest import Said

HERALD = str(Path(sys.executable).parent / "herald")
MEMORY = 400 * 2**20
"""Bytes that a process may ask for: Python with all libraries takes a fifth of it."""

LIMITED = """
import resource, subprocess, sys
limit, used, *command = sys.argv[1:]
resource.setrlimit(resource.RLIMIT_AS, (int(limit), int(limit)))
code = subprocess.run(command).returncode
taken = resource.getrusage(resource.RUSAGE_CHILDREN)
open(used, "w").write(f"{taken.ru_utime + taken.ru_stime} {taken.ru_maxrss}")
sys.exit(code)
"""
"""Starts a command with a limit, and says what it took: of the child of a large process nobody tells the memory, and
by the clock it would take what others take, too."""

READING: Mapping[str, tuple[str, ...]] = {
    "verify": ("verify", "{}"),
    "import": ("import", "{}"),
    "show": ("show", "{}"),
    "log": ("log", "{}", "--undone"),
    "replay": ("replay", "{}"),
    "explain": ("explain", "{}"),
    "export": ("export", "{}"),
    "fork": ("fork", "{}@5"),
    "moves": ("moves", "{}"),
    "why": ("why", "{}", "pass"),
}
"""The commands that take a file as MATCH."""


class Ended(msgspec.Struct, frozen=True):
    """How a process ended, what it said, and what it took."""

    code: int
    out: bytes
    err: bytes
    seconds: float  # of a processor
    memory: int  # bytes, at most


class Reader:
    """A folder of files, and a database in which a match is played."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.db = folder / "matches.db"
        self.environ = {
            "HERALD_DB": str(self.db),
            "HERALD_HOME": str(folder / "home"),
            "HERALD_LANG": "en",
            "HOME": str(folder),
            "XDG_DATA_HOME": str(folder / "data"),
            "XDG_CACHE_HOME": str(folder / "cache"),
            "TERM": "dumb",
        }

    def file(self, data: bytes, name: str = "hostile.jsonl") -> str:
        """A file with these bytes."""
        path = self.folder / name
        path.write_bytes(data)
        return str(path)

    def types(self, *typed: str, lang: str = "en") -> Said:
        """A command in this process; whatever the file, nobody sees a mistake of the program."""
        ended = CliRunner().invoke(herald, list(typed), env={**self.environ, "HERALD_LANG": lang})
        said = Said(ended.exit_code, ended.stdout, ended.stderr)
        assert "Traceback" not in said.err, said.err
        assert said.code != 1, (typed, said.err)
        return said

    def reads(self, command: str, file: str, *more: str, lang: str = "en") -> Said:
        """A reading command on a file."""
        return self.types(*(word.format(file) for word in READING[command]), *more, lang=lang)

    def runs(self, *typed: str, stdin: str = "/dev/null", memory: int = MEMORY) -> Ended:
        """A command in a process of its own that may not take much memory or time."""
        environ = {name: value for name, value in os.environ.items() if not name.startswith("HERALD_")} | self.environ
        out, err, used = (self.folder / name for name in ("out", "err", "used"))
        command = [sys.executable, "-c", LIMITED, str(memory), str(used), HERALD, *typed]
        with open(stdin, "rb") as reads, out.open("wb") as says, err.open("wb") as tells:  # noqa: PTH123
            ended = subprocess.run(command, env=environ, stdin=reads, stdout=says, stderr=tells, check=False)
        seconds, kilobytes = used.read_text().split()
        return Ended(ended.returncode, out.read_bytes(), err.read_bytes(), float(seconds), 1024 * int(kilobytes))

    def dump(self) -> str:
        """All that the database holds."""
        with closing(sqlite3.connect(self.db)) as db:
            return "\n".join(db.iterdump())


def read(data: bytes) -> Exported:
    """A file, as every command reads it."""
    return read_stream(BytesIO(data), "file")


def judged(data: bytes) -> Fault | None:
    """What does not hold of a file: what `verify` and `import` say of it."""
    try:
        return verify_file(read(data)).fault
    except Damaged as problem:
        return fault_of(problem)
    except Usage as problem:  # no file of ours, or an edition that is not here
        return Fault(0, "file", problem.why)
