"""Colour: the flag first, then NO_COLOR, FORCE_COLOR, TERM=dumb, then whether it is a terminal."""

import pytest

from cli.language.preferences import coloured
from tests.cli.conftest import Herald
from tests.cli.screen import Screen

MATRIX: list[tuple[str, dict[str, str], bool, bool]] = [
    # --color, environment, on a terminal, in a pipe
    ("auto", {}, True, False),
    ("auto", {"TERM": "dumb"}, False, False),
    ("auto", {"NO_COLOR": "1"}, False, False),
    ("auto", {"NO_COLOR": ""}, True, False),
    ("auto", {"FORCE_COLOR": "1"}, True, True),
    ("auto", {"FORCE_COLOR": "0"}, False, False),
    ("auto", {"FORCE_COLOR": "1", "TERM": "dumb"}, True, True),
    ("auto", {"NO_COLOR": "1", "FORCE_COLOR": "1"}, False, False),
    ("always", {}, True, True),
    ("always", {"NO_COLOR": "1"}, True, True),
    ("always", {"TERM": "dumb"}, True, True),
    ("never", {}, False, False),
    ("never", {"FORCE_COLOR": "1"}, False, False),
]


@pytest.mark.parametrize(("flag", "environ", "on_terminal", "in_pipe"), MATRIX)
def test_the_matrix(flag: str, environ: dict[str, str], *, on_terminal: bool, in_pipe: bool) -> None:
    assert coloured(flag, environ, terminal=True) is on_terminal
    assert coloured(flag, environ, terminal=False) is in_pipe


@pytest.mark.parametrize("where", ["before", "after"])
def test_the_flag_stands_anywhere(where: str, run: Herald, match: str) -> None:
    flag = ("--color=always",)
    said = run(*flag, "show", match) if where == "before" else run("show", match, *flag)
    assert "\x1b[1m" in said.out
    assert "\x1b" not in run("show", match).out
    assert "\x1b" in run("show", match, FORCE_COLOR="1").out
    assert "\x1b" not in run("show", match, "--color", "never", FORCE_COLOR="1").out


def test_json_has_no_colours(run: Herald, match: str) -> None:
    assert "\x1b" not in run("show", match, "--json", "--color", "always").out


@pytest.mark.parametrize(("environ", "expected"), [({"TERM": "xterm"}, True), ({"TERM": "dumb"}, False)])
def test_on_a_real_terminal(environ: dict[str, str], *, expected: bool, match: str) -> None:
    screen = Screen("list", **environ)
    told = screen.rest()
    assert screen.ends() == 0
    assert match in told
    assert ("\x1b[1m" in told) is expected
