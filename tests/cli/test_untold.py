"""An act is done, whatever becomes of telling it: streams that lack signs, and mistakes in what tells."""

import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import herald
from cli.terminal.terminal import Terminal
from tests.cli.conftest import Herald, Said

WHO = "Żaneta"  # no Western encoding has the first letter
BEGUN = (f"new medieval {WHO} Bo --practice tavern", f"move --as {WHO} 'monarch 1'", "move --as Bo 'monarch 2'")
ASKED = (*BEGUN, f"undo --as {WHO}")
KEYS = (f"new medieval {WHO} Bo --keys --as {WHO}",)

ACTS: dict[str, tuple[tuple[str, ...], str]] = {
    "new": ((), BEGUN[0]),
    "move": (BEGUN[:1], BEGUN[1]),
    "undo": (BEGUN, f"undo --as {WHO}"),
    "redo": ((*BEGUN, "undo --arbiter --reason x"), "redo --arbiter --reason x"),
    "agree": (ASKED, "agree 4 --as Bo"),
    "decline": (ASKED, "decline 4 --as Bo"),
    "give-up": (BEGUN, f"give-up --as {WHO}"),
    "give-up alone": ((f"new medieval {WHO} --bot Zoë=random --practice x",), "give-up --yes"),
    "ruling": (BEGUN, f"ruling MED-R4=spend --reason club --as {WHO}"),
    "join": ((f"new medieval {WHO} Bo --nonces",), f"join --as {WHO}"),
    "fork": (BEGUN, "fork @@2"),
    "key": (KEYS, f"key replace --as {WHO}"),
    "invite": (KEYS, "invite Bo --anew"),
}
"""Each command that writes rows, and what comes before it."""


def typed(line: str, charset: str = "utf-8") -> Said:
    result = CliRunner(charset=charset).invoke(herald, shlex.split(line))
    return Said(result.exit_code, result.stdout, result.stderr)


def rows(run: Herald) -> int:
    return sum(1 for _ in run("log").out.splitlines())


@pytest.fixture
def after(run: Herald) -> Herald:
    """The database is there."""
    return run


@pytest.mark.parametrize("charset", ["cp1252", "iso-8859-1", "ascii"])
@pytest.mark.parametrize("act", ACTS)
def test_what_a_stream_cannot_show_is_replaced(after: Herald, act: str, charset: str) -> None:
    before, line = ACTS[act]
    for one in before:
        assert after(*shlex.split(one)).code == 0, one
    said = typed(f"{line} --lang fr --json" if charset == "ascii" else f"{line} --lang fr", charset)
    assert said.code == 0, said.err
    if charset == "ascii":
        assert said.out.isascii()
        assert WHO in str(said.json) or act == "key"
    else:
        assert "?" in said.out + said.err


@pytest.mark.parametrize("way", [(), ("--json",)], ids=["text", "json"])
@pytest.mark.parametrize("act", ACTS)
def test_a_mistake_in_what_tells_an_act_is_no_failure_of_the_act(
    after: Herald, act: str, way: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    before, line = ACTS[act]
    for one in before:
        assert after(*shlex.split(one)).code == 0, one

    def breaks(_here: Terminal, *_what: object) -> None:
        raise ValueError("nobody thought of this sign")

    with monkeypatch.context() as patched:
        for name in ("out", "json"):
            patched.setattr(Terminal, name, breaks)
        said = after(*shlex.split(line), *way)
    assert said.code == 0, said.err
    assert ("untold" if way else "only telling of it failed") in said.err
    assert rows(after) > 0
    looked = after("log", *way)
    assert looked.code == 0


def fails(*_: object, **__: object) -> None:
    raise ZeroDivisionError


def test_a_mistake_before_the_act_is_one(run: Herald, monkeypatch: pytest.MonkeyPatch) -> None:
    for line in BEGUN:
        assert typed(line).code == 0
    monkeypatch.setattr("store.matches.Matches.move", fails)
    assert typed(f"move --as {WHO} 'pair gold combat'").code == 1
    monkeypatch.undo()
    assert run("show").code in {0, 2}


def test_a_log_that_cannot_be_written_stops_nothing(run: Herald, monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    """A structlog that lacks what is asked of it, or a renderer that fails."""

    def unknown(*_args: object, **_how: object) -> object:
        raise TypeError("unexpected keyword argument")

    monkeypatch.setattr("structlog.dev.ConsoleRenderer", unknown)
    assert run("new", "medieval", "Ana", "Bo", "-v").code == 0
    assert run("move", "monarch 1", "--as", "Ana", "-v", "--log-file", str(home / "log")).code == 0
