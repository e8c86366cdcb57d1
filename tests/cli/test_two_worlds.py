"""Two matches that differ in one closed placement: every command tells others the same, byte for byte."""

import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from click.shell_completion import BashComplete

from cli.main import herald
from tests.cli.conftest import PLACED, Herald, Said

OTHER = "place religion*3 science G7 A8 D5*2"

COMMANDS: tuple[tuple[str, ...], ...] = (
    ("show",),
    ("show", "--json"),
    ("show", "@@3", "--json"),
    ("log",),
    ("log", "--json"),
    ("log", "--undone", "--json"),
    ("moves",),
    ("moves", "--json"),
    ("moves", "@", "place", "gold", "G1", "--json"),
    ("why", PLACED["Bo"], "--json"),
    ("why", "place gold"),
    ("list", "--json"),
    ("inbox", "--json"),
    ("move", "place gold", "--json"),
    ("move", PLACED["Bo"], "--dry-run", "--json"),
    ("move", PLACED["Bo"], "--expect", "5"),
    ("move", PLACED["Bo"], "--expect", "5", "--json"),
    ("undo", "--to", "3"),
    ("agree", "--as", "Ana"),
    ("redo", "--json"),
    ("log", "--undone"),
    ("replay",),
    ("replay", "--json"),
    ("explain", "@@6"),
    ("explain", "@@6", "--json"),
    ("explain", "ana.gold"),
    ("export",),
    ("verify",),
    ("fork", "@@6", "--json"),
    ("log", "--json"),
)


@pytest.fixture
def same_again(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Chance, salts, ids and the clock of the one world are those of the other."""
    count = 0

    def entropy(size: int) -> bytes:
        nonlocal count
        count += 1
        return sha256(str(count).encode()).digest()[:size]

    def again() -> None:
        nonlocal count
        count = 0

    monkeypatch.setattr("os.urandom", entropy)
    monkeypatch.setattr("time.time", lambda: 1_800_000_000.0)
    return again


def told(said: Said) -> str:
    """All that was said, without digests: those of different worlds differ, and tell nothing."""
    return re.sub(r"\b[0-9a-f]{64}\b", "…", f"{said.code}\n{said.out}\n{said.err}")


def placed(run: Herald, db: Path, placement: str) -> None:
    """A match up to Ana's placement."""
    env = {"HERALD_DB": str(db)}
    run("new", "medieval", "Ana", "Bo", **env)
    for words in ("monarch 1", "monarch 2", "pair gold combat", "pair gold science"):
        assert run("move", words, **env).code == 0
    assert run("move", placement, "--as", "Ana", **env).code == 0


def world(run: Herald, db: Path, placement: str, reader: tuple[str, ...]) -> list[str]:
    """Everything that a reader can ask of such a match; what Ana herself is told is not looked at."""
    placed(run, db, placement)
    env = {"HERALD_DB": str(db)}
    said = [(args, told(run(*(() if "--as" in args else reader), *args, **env))) for args in COMMANDS]
    return [text for args, text in said if "--as" not in args or reader == ("--as", "Ana")]


@pytest.mark.parametrize("reader", [(), ("--as", "Bo")], ids=["the public", "Bo"])
def test_nobody_else_can_tell(reader: tuple[str, ...], run: Herald, home: Path, same_again: Callable[[], None]) -> None:
    one = world(run, home / "one.db", PLACED["Ana"], reader)
    same_again()
    other = world(run, home / "other.db", OTHER, reader)
    assert len(one) == len(COMMANDS) - 1
    for here, there in zip(one, other, strict=True):
        assert here == there


def test_the_seat_itself_can(run: Herald, home: Path, same_again: Callable[[], None]) -> None:
    """The test of the test: where something is to be seen, it is seen."""
    one = world(run, home / "one.db", PLACED["Ana"], ("--as", "Ana"))
    same_again()
    other = world(run, home / "other.db", OTHER, ("--as", "Ana"))
    assert [here == there for here, there in zip(one, other, strict=True)][:6] == [
        False,
        False,
        True,
        False,
        False,
        False,
    ]


def test_completion_cannot_tell_either(
    run: Herald, home: Path, monkeypatch: pytest.MonkeyPatch, same_again: Callable[[], None]
) -> None:
    offered: list[list[str]] = []
    for name, placement in (("one", PLACED["Ana"]), ("other", OTHER)):
        placed(run, home / f"{name}.db", placement)
        monkeypatch.setenv("HERALD_DB", str(home / f"{name}.db"))
        complete = BashComplete(herald, {}, "herald", "_HERALD_COMPLETE").get_completions
        asked = [(["move", "--as", "Bo"], ""), (["move", "--as", "Bo", "place", "gold"], ""), (["move"], "")]
        offered.append([item.value for args, begun in asked for item in complete(args, begun)])
        same_again()
    assert offered[0] == offered[1]
    assert "place" in offered[0]
