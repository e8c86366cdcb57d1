"""What commands are built on: groups, the program's own log, progress, the version."""

import sys
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from cli.app import base
from cli.language.preferences import Preferences, harmless
from cli.main import NAMES
from cli.person.folders import data_folder
from cli.terminal.terminal import Terminal
from tests.cli.conftest import Herald


@pytest.fixture
def _db_group(monkeypatch: pytest.MonkeyPatch) -> None:
    """`herald db`, with a command of its own."""
    group = base.group("db")

    @base.command("count", group=group)
    @base.argument("what")
    @base.option("--twice", is_flag=True)
    def count(here: Terminal, what: str, *, twice: bool) -> int:
        here.out(f"{what} {twice} {here.lang}")
        return 3

    assert isinstance(count, base.Command)
    module = ModuleType("cli.commands.db")
    monkeypatch.setattr(module, "command", group, raising=False)
    monkeypatch.setitem(sys.modules, "cli.commands.db", module)


@pytest.mark.usefixtures("_db_group")
def test_a_command_of_commands(run: Herald) -> None:
    said = run("--lang", "fr", "db", "count", "rows", "--twice")
    assert (said.code, said.out) == (3, "rows True fr\n")
    assert run("db", "--json", "nothing").error["why"] == "unknown_command"
    assert "count" in run("db").out
    assert run("db", "count", "--help").out.startswith("Usage: herald db count [OPTIONS] WHAT\n")


def test_a_command_whose_module_is_missing_disturbs_nobody(run: Herald, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cli.commands.undo", None)
    assert run("--help").code == 0
    assert run("undo").code == 2
    assert run("list").code in {0, 1}


def test_every_command_stands_in_the_help(run: Herald) -> None:
    told = run("--help").out
    for name in NAMES:
        assert f"\n  {name} " in told


def test_the_version(run: Herald) -> None:
    assert run("--version").out.startswith("herald 0.")


def test_the_programs_own_log(run: Herald, match: str, home: Path) -> None:
    file = home / "herald.log"
    assert run("move", match, "pass", "--as", "Ana", "--log-file", str(file)).code == 3
    assert run("--log-file", str(file), "undo", match, "--as", "Bo").code == 0
    lines = [msgspec.json.decode(line, type=dict[str, object]) for line in file.read_bytes().splitlines()]
    assert [line["event"] for line in lines] == ["appended"]
    assert "appended" in run("-v", "redo", match, "--as", "Bo").err
    assert "appended" not in run("undo", match, "--as", "Bo").err, "nobody listens any more"


def test_progress_is_for_terminals(capsys: pytest.CaptureFixture[str]) -> None:
    here = Terminal(Preferences("en"), {}, "simulate")
    assert list(here.progress([1, 2, 3], 3)) == [1, 2, 3]
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("platform", "folder"),
    [("linux", ".local/share/herald"), ("darwin", "Library/Application Support/Herald"), ("win32", "Herald")],
)
def test_the_data_folder_of_each_platform(
    platform: str, folder: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", platform)
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    assert Path(data_folder()) == home / folder


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[1mAna\x1b[0m\n", "\x1b[1mAna\x1b[0m\n"),
        ("\x1b]0;title\x07", "?]0;title?"),
        ("\x1b[2J\x1b[H", "?[2J?[H"),
        ("a\rb\x08\x00", "a?b??"),
        ("\u202egnihton\u2069", "?gnihton?"),
        ("vous\u202f: «\u202foui\u202f»", "vous\u202f: «\u202foui\u202f»"),
        ("\udcff", "?"),
    ],
)
def test_what_others_wrote_leaves_the_terminal_alone(text: str, shown: str) -> None:
    assert harmless(text) == shown


def test_words_that_are_no_text(run: Herald) -> None:
    said = run("\udcff")
    assert said.code == 2
    assert "“?”" in said.err
    assert run("\udcff", "--json").error["word"] == "?"


def test_examples_in_a_help_keep_their_lines(run: Herald) -> None:
    lines = run("moves", "--help").out.splitlines()
    at = lines.index("      herald moves")
    assert lines[at : at + 3] == [
        "      herald moves",
        "      herald moves act",
        "      herald moves @ place gold gold",
    ]
