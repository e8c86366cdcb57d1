"""What a person writes for a match, and how a match is told from a move."""

from pathlib import Path

import pytest

from core.games import read_log
from replays.files.export import export
from store.sqlite.adapter import open_store
from tests.cli.conftest import PLACED, Herald, another_begins, turn


def test_the_last_match_used_is_meant_where_none_is_named(run: Herald, match: str) -> None:
    other = another_begins(run)
    assert run("show", "--json").json["match"] == other
    assert run("show", match[:-2], "--json").json["match"] == match
    assert run("show", "@", "--json").json["match"] == match
    assert run("moves", "@@1", "--json").json["seat"] == "Ana"


def test_no_match_yet(run: Herald, home: Path) -> None:
    named = run("show")
    assert (named.code, named.err) == (1, f"There is no database {home / 'matches.db'} yet; `herald new` makes it.\n")
    usual = run("show", HERALD_DB="")
    assert usual.code == 2
    assert "`herald new`" in usual.err
    assert run("list", HERALD_DB="").code == 0
    assert not (home / "data").exists(), "looking makes nothing"


def test_the_usual_database_is_made_by_the_first_match(run: Herald, home: Path) -> None:
    assert run("new", "medieval", "Ana", "Bo", HERALD_DB="").code == 0
    assert (home / "data" / "herald" / "herald.db").is_file()
    assert run("list", HERALD_DB="").out.count("\n") == 1


@pytest.mark.parametrize("words", [("monarch", "1"), ("monarch 1",), ("mon", "1"), ("m", "1")])
def test_words_without_a_match_are_the_move(words: tuple[str, ...], run: Herald) -> None:
    run("new", "medieval", "Ana", "Bo")
    assert run("move", *words, "--as", "Ana").code == 0


def test_a_move_with_a_dot_in_it_is_no_file(run: Herald) -> None:
    run("new", "medieval", "Ana", "Bo")
    assert "“1.5”" in run("move", "monarch 1.5", "--as", "Ana").err


@pytest.mark.parametrize("name", ["@", "whole", "beginning", "dash"])
def test_a_first_word_that_names_a_match_is_the_match(name: str, run: Herald, match: str) -> None:
    another_begins(run)
    first, _, _ = match.partition("-")
    word = {"@": "@", "whole": match, "beginning": match[:-1], "dash": f"{first}-"}[name]
    moved = run("move", word, "monarch 1" if word == "@" else PLACED["Ana"], "--as", turn(run, word))
    assert moved.code == 0, moved.err


def test_a_word_of_a_move_is_no_match_even_if_an_id_begins_so(run: Herald, monkeypatch: pytest.MonkeyPatch) -> None:
    def named(_below: object, _taken: object) -> str:
        return "monarch-fox-100"

    monkeypatch.setattr("store.ids.new_id", named)
    run("new", "medieval", "Ana", "Bo")
    assert run("move", "mon", "1", "--as", "Ana").code == 0
    assert run("show", "mon", "--json").json["match"] == "monarch-fox-100"
    assert run("move", "monarch-", "monarch 2", "--as", "Bo").code == 0


def test_an_ambiguous_beginning_lists_what_it_can_mean(run: Herald) -> None:
    names = [str(run("new", "medieval", "Ana", "Bo", "--json").json["match"]) for _ in range(40)]
    letters = [name[0] for name in names]
    twice = next(letter for letter in letters if letters.count(letter) > 1)
    said = run("show", twice, "--json")
    assert said.code == 2
    assert said.error["why"] == "ambiguous_match"
    assert isinstance(said.error["known"], list)


def test_the_past_can_be_read_and_not_changed(run: Herald, acting: str) -> None:
    assert run("show", f"{acting}@1").code == 0
    said = run("move", f"{acting}@1", "monarch 3")
    assert said.code == 2
    assert f"herald fork {acting}@1" in said.err
    assert run("show", f"{acting}@99").code == 2
    assert run("show", f"{acting}@0").code == 2


def test_an_exported_file_is_read_like_a_match(run: Herald, acting: str, db: Path, home: Path) -> None:
    with open_store(db) as store:
        log = read_log(store.read(acting))
    for view, shows in (("public", False), ("seat Ana", True)):
        file = home / f"{view.replace(' ', '-')}.jsonl"
        file.write_bytes(b"".join(export(log.at(6), view)))
        assert run("show", str(file), "--json").json["row"] == 6
        assert ("production*3" in run("log", str(file)).out) is shows
        assert "production*3" not in run("log", str(file), "--as", "Bo").out
        assert run("show", f"{file}@2", "--json").json["row"] == 2
        assert run("move", str(file), "pass").code == 2


def test_a_seat_from_the_environment_that_does_not_sit_here_looks_as_the_public(run: Herald, match: str) -> None:
    said = run("show", match, HERALD_SEAT="Zoe")
    assert said.code == 0
    assert "Zoe does not sit at" in said.err
    assert "as everybody sees it" in said.out
    assert run("show", match, "--as", "Zoe").code == 2
    assert "as Ana sees it" in run("show", match, HERALD_SEAT="ana").out


def test_shared_options_stand_before_or_after_the_command(run: Herald, match: str, db: Path) -> None:
    for args in (
        ("--db", str(db), "--as", "Ana", "show", match),
        ("show", "--db", str(db), match, "--as", "Ana"),
        ("--as", "Bo", "show", match, "--as", "Ana", "--db", str(db)),
    ):
        assert "as Ana sees it" in run(*args, HERALD_DB="").out
