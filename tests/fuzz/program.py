"""The program in a folder of its own: a line is typed, and what no line may ever do is looked for."""

import os
import signal
import sys
from collections.abc import Generator, Mapping
from contextlib import chdir, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from click.testing import CliRunner
from msgspec import Struct

from cli.language.words import LANGUAGES, sentence
from cli.main import EXITS, herald
from tests.fuzz.found import Found

LONGEST = 60  # seconds for one line
ELSEWHERE = ("/dev/null", "/dev/tty")


class Said(Struct, frozen=True):
    """How a line ended, and what it said."""

    code: int
    out: str
    err: str


class Watcher:
    """Sees every file that this process opens to write, makes, moves or removes while it watches."""

    def __init__(self) -> None:
        self.inside: str | None = None
        self.strange: list[str] = []
        sys.addaudithook(self.see)

    def see(self, event: str, args: tuple[Any, ...]) -> None:
        if self.inside is None:
            return
        for path in _written(event, args):
            where = "" if isinstance(path, int) else os.path.realpath(os.fsdecode(path))
            if where and where not in ELSEWHERE and not f"{where}/".startswith(f"{self.inside}/"):
                self.strange.append(f"{event} {where}")


WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def _written(event: str, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """The paths that this event changes."""
    match event:
        case "open":
            return args[:1] if isinstance(args[2], int) and args[2] & WRITING else ()
        case "os.rename" | "os.link" | "os.symlink":
            return args[:2]
        case "os.mkdir" | "os.remove" | "os.rmdir" | "os.truncate" | "os.chmod" | "shutil.rmtree":
            return args[:1]
        case _:
            return ()


_watcher = Watcher()


def typed(folder: Path, line: tuple[str, ...], **more: str) -> Said:
    """Type a line in this folder; `Found` if it fails in a way that no line may."""
    env: Mapping[str, str | None] = {**_home(folder), **more}
    with _watched(folder), chdir(folder), patch("tempfile.tempdir", str(folder)), _not_for_ever(line):
        result = CliRunner().invoke(herald, list(line), env=env, input="")
    said = Said(result.exit_code, result.stdout, result.stderr)
    if isinstance(result.exception, Exception):
        raise Found(f"{line} ended in {result.exception!r}") from result.exception
    if said.code not in EXITS:
        raise Found(f"{line} ended with the exit code {said.code}")
    if "Traceback" in said.err and not {"-v", "--verbose"} & set(line):
        raise Found(f"{line} shows a traceback:\n{said.err}")
    if any(inside in said.err for inside in _INSIDE) or '"why":"unexpected"' in said.err:
        raise Found(f"{line} went wrong inside:\n{said.err}")
    if _watcher.strange:
        raise Found(f"{line} wrote elsewhere: {_watcher.strange}")
    return said


def _home(folder: Path) -> Mapping[str, str | None]:
    nobody = dict.fromkeys(("HERALD_SEAT", "HERALD_KEY", "NO_COLOR", "FORCE_COLOR", "LC_ALL", "LC_MESSAGES"))
    places = dict.fromkeys(("HERALD_HOME", "HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"), str(folder))
    return {**nobody, **places, "BROWSER": "true", "HERALD_DB": "matches.db", "HERALD_LANG": "en"}


@contextmanager
def _watched(folder: Path) -> Generator[None]:
    _watcher.inside, _watcher.strange = os.path.realpath(folder.parent), []  # a line may name what lies beside
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        yield
    finally:
        _watcher.inside, sys.dont_write_bytecode = None, before


@contextmanager
def _not_for_ever(line: tuple[str, ...]) -> Generator[None]:
    """A line that hangs is stopped: not by an error, which the program would tell and survive."""

    class TooLong(BaseException):
        pass

    def enough(_signal: int, _frame: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGALRM, enough)
    left = signal.alarm(LONGEST)
    try:
        yield
    except TooLong:
        raise Found(f"{line} took more than {LONGEST} s") from None
    finally:
        signal.signal(signal.SIGALRM, before)
        signal.alarm(left)


_INSIDE = tuple(sentence(lang, (), "unexpected", {"kind": "", "detail": ""}).partition(":")[0] for lang in LANGUAGES)
