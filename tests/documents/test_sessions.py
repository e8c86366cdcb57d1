"""What the documents show is what happens: every session in README and docs is typed into a shell and compared.

A session is a block marked `console`: what stands after `$ ` is typed (and after `> `, on further lines), the rest is
what comes back. `...` stands for anything within a line, alone in a line for any lines. Ids of matches differ from run
to run: each one in the text stands for one match, wherever it occurs.
"""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from core.kernel.log.row import Body, Kind
from store.ids import CHARGES, TINCTURES
from tests.support.patience import PATIENCE
from tests.support.places import ROOT
from tests.support.proposals import OPEN, commands

DOCS = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
ID = re.compile(rf"\b(?:{'|'.join(TINCTURES)})-(?:{'|'.join(CHARGES)})-\d{{3}}\b")
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)


class Shell:
    """One reader at one terminal: a database and a folder of their own, in English, without colours."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "verify.py").symlink_to(ROOT / "docs" / "verify.py")
        self.names: dict[str, str] = {}  # an id of the text -> the id of this run
        self.env = {
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "HOME": str(folder),
            "HERALD_DB": str(folder / "herald.db"),
            "HERALD_LANG": "en",
            "LC_ALL": "C.UTF-8",
            "COLUMNS": "100",
        }

    def type(self, command: str) -> str:
        """What a command prints, errors included."""
        for text, real in self.names.items():
            command = command.replace(text, real)
        done = subprocess.run(  # noqa: S602 - the commands are ours, and they show pipes
            command,
            shell=True,
            cwd=self.folder,
            env=self.env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        return done.stdout

    def goes_on(self, found: str) -> None:
        """Type what is proposed next, as its reader would: it is done."""
        for line in found.splitlines():
            for proposed in commands(line) if line.startswith("Next: ") else ():
                if not OPEN.search(proposed) and proposed != "herald play":
                    did = self.type(f"{proposed} && echo it was done")
                    assert did.endswith("it was done\n"), f"$ {proposed}\n{did}"

    def same(self, expected: str, found: str) -> bool:
        """Does what came back fit what the text shows? Ids are learned where they are seen first."""
        names = dict(self.names)
        wanted = [line.rstrip() for line in expected.strip("\n").splitlines()]
        came = [line.rstrip() for line in found.strip("\n").splitlines()]
        if not _fits(wanted, came, names):
            return False
        self.names = names
        return True


def _fits(wanted: list[str], came: list[str], names: dict[str, str]) -> bool:
    if not wanted:
        return not came
    if wanted[0].strip() == "...":
        return any(_fits(wanted[1:], came[skip:], names) for skip in range(len(came) + 1))
    return bool(came) and _line_fits(wanted[0], came[0], names) and _fits(wanted[1:], came[1:], names)


def _line_fits(wanted: str, came: str, names: dict[str, str]) -> bool:
    pattern = re.escape(wanted).replace(r"\.\.\.", ".*")
    ids = list(dict.fromkeys(ID.findall(wanted)))
    for at, name in enumerate(ids):
        group, again = f"(?P<id{at}>{ID.pattern})", f"(?P=id{at})"
        known = re.escape(names[name]) if name in names else group
        pattern = pattern.replace(re.escape(name), known, 1).replace(re.escape(name), names.get(name) or again)
    found = re.fullmatch(pattern, came)
    if found is None:
        return False
    names.update({name: found[f"id{at}"] for at, name in enumerate(ids) if name not in names})
    return True


def sessions(text: str) -> list[tuple[str, str]]:
    """The commands of a document, each with what it shows to come back."""
    found: list[tuple[str, str]] = []
    for block in BLOCK.findall(text):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            lines = part.splitlines(keepends=True)
            more = next((at for at, line in enumerate(lines[1:], 1) if not line.startswith("> ")), len(lines))
            typed = [lines[0], *(line.removeprefix("> ") for line in lines[1:more])]
            found.append(("".join(typed).rstrip("\n"), "".join(lines[more:])))
    return found


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_sessions_in_documents_are_true(path: Path, tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    for command, expected in sessions(path.read_text(encoding="utf-8")):
        found = shell.type(command)
        assert shell.same(expected, found), f"{path.name}\n$ {command}\n{found}\n--- the text shows ---\n{expected}"
        if command.startswith("herald "):  # else it is said to somebody else
            shell.goes_on(found)


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_no_session_hides_under_another_mark(path: Path) -> None:
    """What is not run shows no output: rows and positions, and `make`, which would run this very test."""
    for mark, block in re.findall(r"^```(\w*)\n(.*?)^```$", path.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE):
        assert mark in {"console", "json", "toml", "sh", "nginx", "ini", ""}
        assert mark == "console" or not re.search(r"^\$ ", block, re.MULTILINE)
        assert mark != "sh" or all(line.startswith("make ") for line in block.splitlines())


def test_the_page_of_the_log_names_every_kind_and_field_of_a_row() -> None:
    text = (ROOT / "docs" / "log.md").read_text(encoding="utf-8")
    (body,) = re.findall(r"^\| field of the body \| meaning \|\n\|[-|]+\|\n((?:\|.*\|\n)+)", text, re.MULTILINE)
    cells = [line.strip("|").split("|") for line in body.splitlines()]
    fields = [name for names, _ in cells for name in re.findall(r"`(\w+)`", names)]
    assert sorted(fields) == sorted(Body.__struct_fields__)
    (kinds,) = [meaning for names, meaning in cells if names.strip() == "`kind`"]
    assert sorted(re.findall(r"`(\w+)`", kinds)) == sorted(get_args(Kind))


@pytest.mark.parametrize("folder", ["core/kernel", "store", "replays/verify"])
def test_the_page_of_the_architecture_names_every_file_of(folder: str) -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    files = {path.name for path in (ROOT / folder).rglob("[a-z]*.py")}
    assert files
    assert {name for name in files if f"`{name}`" not in page} == set()


def test_readme_has_a_session_for_each_use() -> None:
    commands = " ".join(command for command, _ in sessions((ROOT / "README.md").read_text(encoding="utf-8")))
    for verb in (
        "new",
        "show",
        "moves",
        "move",
        "undo",
        "log",
        "replay",
        "explain",
        "export",
        "verify",
        "import",
        "why",
        "fork",
    ):
        assert f"herald {verb}" in commands, verb


def test_a_session_that_lies_is_found(tmp_path: Path) -> None:
    """The test of this test."""
    shell = Shell(tmp_path)
    assert shell.same("one\n...\nfour sable-lion-101\n", "one\ntwo\nthree\nfour vert-fox-999\n")
    assert shell.same("again sable-lion-101", "again vert-fox-999")
    assert not shell.same("again sable-lion-101", "again vert-fox-998")
    assert not shell.same("one\ntwo", "one\nthree")
    assert not shell.same("one", "one\ntwo")
    assert not shell.same("one\n...", "two")
    assert shell.type("echo $HERALD_LANG; exit 3") == "en\n"
    assert sessions("```console\n$ a <<E\n> b\n> E\nout\n$ c\n```\n") == [("a <<E\nb\nE", "out\n"), ("c", "")]
