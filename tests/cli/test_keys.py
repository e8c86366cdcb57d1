"""Seat keys: who has the key is the seat; they are shown once and never given as an argument."""

from pathlib import Path

import msgspec
import pytest

from tests.cli.conftest import PLACED, Herald, Said, without_ring
from tests.cli.screen import Screen


@pytest.fixture
def run(run: Herald, home: Path) -> Herald:
    """Keys are handed over with each command here; what the ring does stands in `test_key_ring`."""
    return without_ring(run, home)


@pytest.fixture
def locked(run: Herald) -> tuple[str, dict[str, str]]:
    """A match with keys."""
    started = run("new", "medieval", "Ana", "Bo", "--keys", "--json")
    return str(started.json["match"]), msgspec.convert(started.json["keys"], dict[str, str])


def test_each_seat_and_the_arbiter_get_a_key(locked: tuple[str, dict[str, str]]) -> None:
    _, keys = locked
    assert list(keys) == ["Ana", "Bo", "arbiter"]
    assert len(set(keys.values())) == 3


def test_no_seat_is_called_like_the_arbiter(run: Herald) -> None:
    """Its key would be the arbiter's, and the log would not tell them apart."""
    for name in ("arbiter", "Arbiter"):
        said = run("new", "medieval", name, "Bo", "--keys", "--json")
        assert (said.code, said.error["why"], said.error["word"]) == (2, "bad_seat_name", name)


def test_keys_are_shown_to_people_once(run: Herald) -> None:
    told = run("new", "medieval", "Ana", "Bo", "--keys").out
    assert "shown only now" in told
    assert "\n  the arbiter: " in told
    assert "\n  l’arbitre\u202f: " in run("new", "medieval", "Ana", "Bo", "--keys", "--lang", "fr").out


@pytest.mark.parametrize("command", ["move", "show", "moves", "log", "why", "undo"])
def test_without_the_key_nobody_is_the_seat(command: str, run: Herald, locked: tuple[str, dict[str, str]]) -> None:
    match, keys = locked
    words = ("monarch 1",) if command in {"move", "why"} else ()
    missing = run(command, match, *words, "--as", "Ana", "--json")
    assert (missing.code, missing.error["why"]) == (4, "key_needed")
    wrong = run(command, match, *words, "--as", "Ana", "--json", HERALD_KEY=keys["Bo"])
    assert (wrong.code, wrong.error["why"]) == (4, "key_wrong")


def test_nobody_plays_a_locked_seat_at_the_terminal(locked: tuple[str, dict[str, str]]) -> None:
    match, _ = locked
    screen = Screen("play", match, "--as", "Ana")
    told = screen.rest()
    assert screen.ends() == 4
    assert " ".join(told.split()).startswith("The seat of Ana is locked: its key is needed. `herald key keep`")


def test_the_key_opens_the_seat(run: Herald, locked: tuple[str, dict[str, str]], home: Path) -> None:
    match, keys = locked
    assert run("move", match, "monarch 1", "--as", "Ana", HERALD_KEY=keys["Ana"]).code == 0
    file = home / "bo.key"
    file.write_text(f"{keys['Bo']}\n", encoding="utf-8")
    assert run("move", match, "monarch 2", "--as", "Bo", "--key-file", str(file)).code == 0
    assert run("--key-file", str(home / "none"), "show", match, "--as", "Bo").code == 2


def test_nobody_is_guessed_where_there_are_keys(run: Herald, locked: tuple[str, dict[str, str]]) -> None:
    match, keys = locked
    for key in ("", "0" * 32, keys["arbiter"]):
        said = run("move", match, "monarch 1", HERALD_KEY=key)
        assert said.code == 2
        assert "--as NAME" in said.err
    assert run("move", match, "monarch 1", HERALD_KEY=keys["Ana"]).out.startswith(f"{match} · Ana\n")


def test_everybody_may_look_as_the_public(run: Herald, locked: tuple[str, dict[str, str]]) -> None:
    match, _ = locked
    assert run("show", match).code == 0
    assert run("log", match).code == 0


def test_the_arbiter_has_a_key_of_their_own(run: Herald, locked: tuple[str, dict[str, str]]) -> None:
    match, keys = locked
    run("move", match, "monarch 1", "--as", "Ana", HERALD_KEY=keys["Ana"])
    undo = ("undo", match, "--to", "1", "--arbiter", "--reason", "slip")
    assert run(*undo, HERALD_KEY=keys["Ana"]).code == 4
    assert run(*undo, HERALD_KEY=keys["arbiter"]).code == 0


def test_the_inbox_shows_a_locked_match_as_the_public_sees_it(run: Herald, locked: tuple[str, dict[str, str]]) -> None:
    match, keys = locked

    def moved(seat: str, words: str) -> Said:
        return run("move", match, words, "--as", seat, HERALD_KEY=keys[seat])

    moved("Ana", "monarch 1")
    moved("Bo", "monarch 2")
    first = str(msgspec.convert(run("show", match, "--json").json["waiting"], list[str])[0])
    other = {"Ana": "Bo", "Bo": "Ana"}[first]
    moved(first, "pair gold combat")
    moved(other, "pair gold science")
    moved("Ana", PLACED["Ana"])
    told = run("inbox", "--as", "Bo", HERALD_KEY=keys["Ana"])
    assert told.code == 0
    assert match in told.out
    assert "production*3" not in told.out


@pytest.mark.parametrize("key", ["clé", "\udcff\udcfe"])
def test_a_key_that_is_no_text_is_refused_in_words(run: Herald, locked: tuple[str, dict[str, str]], key: str) -> None:
    said = run("show", locked[0], "--as", "Ana", HERALD_KEY=key)
    assert (said.code, said.out) == (4, "")
    assert "Something went wrong" not in said.err
    assert run("show", locked[0], "--as", "Ana", "--json", HERALD_KEY=key).error["why"] == "key_wrong"
