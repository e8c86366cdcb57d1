"""Starting is part of the design: what the quick commands import, and that help loads no command."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERALD = Path(sys.executable).parent / "herald"
HEAVY = {"structlog", "rich", "asyncio", "sqlite_utils", "pathlib"}


def imported(*args: str, **env: str) -> set[str]:
    """Every module that the command imports, from `-X importtime`."""
    command = [sys.executable, "-X", "importtime", str(HERALD), *args]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **env})
    assert ended.returncode == 0, ended.stderr[-500:]
    lines = [line for line in ended.stderr.splitlines() if line.startswith("import time:")]
    return {line.rpartition("|")[2].strip() for line in lines}


QUICK: dict[str, tuple[tuple[str, ...], dict[str, str]]] = {
    "help": (("--help",), {}),
    "help of a command": (("move", "--help"), {}),
    "move": (("move", "@", "pass", "--as", "Ana"), {}),
    "moves": (("moves",), {}),
    "show": (("show",), {}),
    "completion": ((), {"_HERALD_COMPLETE": "bash_complete", "COMP_WORDS": "herald move @ pa", "COMP_CWORD": "3"}),
}


@pytest.mark.usefixtures("acting")
@pytest.mark.parametrize("name", QUICK)
def test_what_is_used_all_day_imports_nothing_heavy(name: str) -> None:
    args, env = QUICK[name]
    found = imported(*args, **env)
    assert "cli.main" in found
    assert {module.partition(".")[0] for module in found} & HEAVY == set()


@pytest.mark.usefixtures("match")
def test_help_and_the_names_of_commands_load_no_command() -> None:
    for args, env in (
        (("--help",), {}),
        ((), {"_HERALD_COMPLETE": "zsh_complete", "COMP_WORDS": "herald mo", "COMP_CWORD": "1"}),
    ):
        found = imported(*args, **env)
        assert "cli.main" in found
        assert {module for module in found if module.startswith(("cli.commands.", "core.games", "store"))} == set()
        assert "msgspec" not in found


@pytest.mark.usefixtures("acting")
def test_a_second_start_does_not_parse_again() -> None:
    imported("moves")
    assert "tomllib" not in imported("moves")


def test_the_test_would_notice(home: Path) -> None:
    """Making a database takes sqlite-utils: seen, so the others are really without it."""
    found = imported("new", "medieval", "Ana", "Bo", HERALD_DB=str(home / "new.db"))
    assert "sqlite_utils" in found
