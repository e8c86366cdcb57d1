"""A fork of a match with keys: what its maker knew lies behind a key of its own; all other seats are open."""

from pathlib import Path

import msgspec
import pytest

from tests.cli.conftest import PLACED, Herald, without_ring
from tests.cli.screen import Screen

Keys = dict[str, str]

HIDDEN = ("G1", "general on 1")
"""What only Ana knows: where her general stands."""


class Branch(msgspec.Struct, frozen=True):
    """A fork that Ana made when she had placed and Bo had not, with the keys of the match and her own ones."""

    origin: str
    old: Keys
    match: str
    keys: Keys


def keys_in(document: dict[str, object]) -> Keys:
    return msgspec.convert(document["keys"], Keys)


@pytest.fixture
def run(run: Herald, home: Path) -> Herald:
    """Keys are handed over with each command here; what the ring does stands in `test_key_ring`."""
    return without_ring(run, home)


@pytest.fixture
def branch(run: Herald) -> Branch:
    started = run("new", "medieval", "Ana", "Bo", "--keys", "--practice", "a day in May", "--json").json
    origin, old = str(started["match"]), keys_in(started)
    for words in ("monarch 1", "monarch 2", "pair gold combat", "pair gold science"):
        (seat,) = msgspec.convert(run("show", origin, "--json").json["waiting"], list[str])
        assert run("move", origin, words, "--as", seat, HERALD_KEY=old[seat]).code == 0
    assert run("move", origin, f"{PLACED['Ana']} # my plan", "--as", "Ana", HERALD_KEY=old["Ana"]).code == 0
    made = run("fork", origin, "--as", "Ana", "--json", HERALD_KEY=old["Ana"]).json
    assert made["waiting"] == ["Bo"]
    return Branch(origin, old, str(made["match"]), keys_in(made))


LOOKS = (
    ("show",),
    ("log",),
    ("log", "--undone"),
    ("replay",),
    ("replay", "--every", "turn"),
    ("explain",),
    ("moves",),
    ("export",),
)


def told(run: Herald, branch: Branch, look: tuple[str, ...], seat: str | None, key: str | None) -> tuple[int, str]:
    verb, *words = look
    said = run(verb, branch.match, *words, *(("--as", seat) if seat else ()), HERALD_KEY=key or "")
    return said.code, said.out + said.err


@pytest.mark.parametrize("look", LOOKS, ids=" ".join)
def test_no_look_shows_what_its_maker_knows(run: Herald, branch: Branch, look: tuple[str, ...]) -> None:
    """But for the example of a placement that Bo is shown: it is any, and can be like Ana's."""
    example = str(run("moves", branch.match, "--as", "Bo", "--json").json["example"])
    for form in ((), ("--json",)):
        for key in (None, *branch.old.values()):
            code, said = told(run, branch, (*look, *form), "Ana", key)
            assert (code, "is locked" in said or "is not the key" in said or '"not_allowed"' in said) == (4, True)
            for seat in (None, "Bo"):
                code, said = told(run, branch, (*look, *form), seat, key)
                assert code == 0, said
                assert not any(word in said.replace(example, "") for word in HIDDEN), said


@pytest.mark.parametrize("look", [("show",), ("replay",), ("export",)], ids=" ".join)
def test_its_maker_sees_it(run: Herald, branch: Branch, look: tuple[str, ...]) -> None:
    code, said = told(run, branch, look, "Ana", branch.keys["Ana"])
    assert code == 0
    assert any(word in said for word in HIDDEN), said


def test_nobody_acts_as_its_maker_or_as_the_arbiter(run: Herald, branch: Branch) -> None:
    because = ("--arbiter", "--reason", "x")
    for key in ("", *branch.old.values()):
        for line in (
            ("move", branch.match, PLACED["Ana"], "--as", "Ana"),
            ("undo", branch.match, "--as", "Ana"),
            ("undo", branch.match, *because),
            ("key", branch.match, "--as", "Ana"),
            ("key", branch.match, *because),
            ("key", branch.match, *because, "--as", "Ana"),
            ("fork", branch.match, "--as", "Ana"),
            ("inbox", "--as", "Ana"),
        ):
            said = run(*line, HERALD_KEY=key)
            assert said.code == (0 if line[0] == "inbox" else 4), line
            assert not any(word in said.out + said.err for word in HIDDEN), line
    assert run("show", branch.match, "--json").json["row"] == 2


def test_with_its_keys_everything_works(run: Herald, branch: Branch, home: Path) -> None:
    ana = {"HERALD_KEY": branch.keys["Ana"], "HERALD_SEAT": "Ana"}
    assert run("move", branch.match, PLACED["Bo"], "--as", "Bo").code == 0, "an open seat"
    assert run("moves", branch.match, **ana).code == 0
    replaced = run("key", branch.match, "-o", str(home / "new.key"), **ana)
    assert replaced.code == 0
    assert run("show", branch.match, **ana).code == 4
    assert run("show", branch.match, "--as", "Ana", "--key-file", str(home / "new.key")).code == 0
    because = ("--arbiter", "--reason", "x", "--as", "Ana", "-o", str(home / "newer.key"))
    assert run("key", branch.match, *because, HERALD_KEY=branch.keys["arbiter"]).code == 0
    assert run("verify", branch.match).code == 8, "its past is believed"


def test_an_open_seat_cannot_be_locked(run: Herald, branch: Branch) -> None:
    said = run("key", branch.match, "--as", "Bo", "--json")
    assert (said.code, said.error["why"]) == (3, "no_key")
    by_arbiter = ("--as", "Bo", "--arbiter", "--reason", "x", "--json")
    said = run("key", branch.match, *by_arbiter, HERALD_KEY=branch.keys["arbiter"])
    assert (said.code, said.error["why"]) == (3, "no_key")


def test_forks_of_the_fork_follow_the_same_rule(run: Herald, branch: Branch) -> None:
    mine = run("fork", branch.match, "--as", "Ana", "--json", HERALD_KEY=branch.keys["Ana"]).json
    assert list(keys_in(mine)) == ["Ana", "arbiter"]
    assert (mine["again"], mine["waiting"]) == ([], ["Bo"])
    assert run("show", str(mine["match"]), "--as", "Ana", HERALD_KEY=branch.keys["Ana"]).code == 4
    for maker in ((), ("--as", "Bo")):
        other = run("fork", branch.match, *maker, "--json").json
        assert (other["keys"], other["again"], other["waiting"]) == ({}, ["Ana"], ["Ana", "Bo"])
        shown = run("show", str(other["match"]), "--as", "Ana").out + run("export", "--as", "Ana").out
        assert not any(word in shown for word in HIDDEN)


def test_a_fork_of_a_match_without_keys_has_none(run: Herald, match: str) -> None:
    made = run("fork", match, "--as", "Ana", "--json").json
    assert made["keys"] == {}
    assert run("show", str(made["match"]), "--as", "Ana").code == 0


def test_at_the_table_of_a_fork_whoever_has_its_key_may_play_for_all(branch: Branch) -> None:
    screen = Screen("play", branch.match)
    screen.sees("Who are you (Ana, Bo): ")
    screen.types("Ana")
    assert "The seat of Ana is locked" in screen.rest()
    assert screen.ends() == 4
    screen = Screen("play", branch.match, HERALD_KEY=branch.keys["Ana"])
    screen.sees("who plays here (Ana, Bo; Enter: all of you): ")
    screen.types("")
    screen.sees("Bo> ")
    screen.types("quit")
    screen.rest()
    assert screen.ends() == 0


def test_who_is_meant_where_one_seat_is_open(run: Herald, branch: Branch) -> None:
    said = run("move", branch.match, PLACED["Bo"])
    assert (said.code, "Who acts?" in said.err) == (2, True), "an open seat is nobody's in particular"
    assert run("move", branch.match, PLACED["Bo"], "--as", "Bo").code == 0
    assert run("fork", branch.origin, "--as", "Bo", HERALD_KEY=branch.old["Bo"]).code == 0
    assert run("move", PLACED["Bo"], "--as", "Bo").code == 4
    assert run("move", PLACED["Ana"], "--as", "Ana").code == 0
    said = run("move", PLACED["Bo"])
    assert (said.code, "Who acts?" in said.err) == (2, True)
