"""`herald list`: one line a match, in the words of its game."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Herald, listed
from tests.cli.screen import Screen

FAR = {
    ("medieval", "en"): "setting up",  # monarchs are still to be chosen
    ("medieval", "fr"): "mise en place",
    ("emara", "en"): "round 1, turn 1",
    ("emara", "fr"): "manche 1, tour 1",
    ("heirs", "en"): "turn 1",
    ("heirs", "fr"): "tour 1",
    ("crossing", "en"): "setting up",  # start cards are still to be picked
    ("crossing", "fr"): "mise en place",
}


@pytest.mark.parametrize(("game", "lang"), FAR)
def test_a_line_says_how_far_the_match_is(game: str, lang: str, run: Herald) -> None:
    run("new", game, "Ana", "Bo")
    (line,) = run("list", "--lang", lang).out.splitlines()
    assert f"Ana, Bo  {FAR[game, lang]}  " in line


def listed_here(run: Herald, *args: str, **env: str) -> list[object]:
    return [one["match"] for one in listed(json.loads(run("list", *args, "--json", **env).out))]


@pytest.fixture
def three(run: Herald) -> list[str]:
    """Three matches, as they are listed."""
    for _ in range(3):
        run("new", "medieval", "Ana", "Bo")
    return list(map(str, listed_here(run)))


@pytest.mark.here_alone
def test_what_somebody_hides_is_out_of_their_lists(run: Herald, three: list[str], home: Path) -> None:
    new, between, old = three
    said = run("list", "--hide", between, "--hide", old)
    assert said.out.startswith(f"{new}  ")
    assert (len(said.out.splitlines()), said.err) == (1, "(2 more are hidden: herald list --hidden)\n")
    assert listed_here(run, "--hidden") == [between, old]
    assert listed_here(run, "--limit", "1") == [new]
    waits = [one["match"] for one in listed(json.loads(run("inbox", "--as", "Ana", "--json").out))]
    assert waits == [new], "nor does it wait for them"
    assert listed_here(run, HERALD_HOME=str(home / "of-bo")) == three, "another has lists of their own"
    assert listed_here(run, "--unhide", between) == [new, between]
    assert run("move", between, "monarch 1", "--as", "Ana").code == 0, "it goes on as it was"
    assert "cachée" in run("list", "--lang", "fr").err


def test_who_hides_everything_is_told_so(run: Herald, three: list[str]) -> None:
    said = run("list", *(word for match in three for word in ("--hide", match)))
    assert (said.out, said.err) == ("", "(3 more are hidden: herald list --hidden)\n")
    run("list", *(word for match in three for word in ("--unhide", match)))
    assert run("list", "--hidden").err == "You have hidden no match.\n"
    assert run("list", "--hide", "no-such-match", "--json").error["why"] in {"unknown_match", "unknown_match_there"}


def test_a_name_that_nobody_has_is_said(run: Herald, three: list[str]) -> None:
    assert three
    for command in (("list", "--seat"), ("inbox", "--as")):
        said = run(*command, "Anna")
        assert (said.code, said.out) == (0, "")
        assert said.err == "Nobody called Anna sits at a table here. Perhaps Ana?\n"
        assert run(*command, "Zoe").err == "Nobody called Zoe sits at a table here.\n"
        assert run(*command, "Zoe", "--json").out.split() in (["[]"], ["[", "]"])


def test_who_is_called_alike_is_told(run: Herald, three: list[str]) -> None:
    assert run("list", "--seat", "ana").out.count("\n") == len(three), "there is one Ana, however it is typed"
    run("new", "medieval", "ana", "Cy")
    said = run("list", "--seat", "ana")
    assert said.out.count("\n") == 1
    assert said.err == "(“ana” is written in several ways at the tables here: Ana, ana)\n"
    refused = run("list", "--seat", "ANA", "--json")
    assert (refused.code, refused.error["why"], refused.error["known"]) == (2, "names_alike", ["Ana", "ana"])
    assert "is written in several ways" in run("inbox", "--as", "ANA").err
    same = run("new", "medieval", "Bo", "bo", "--json").error
    assert (same["why"], same["known"]) == ("seats_alike", ["Bo", "bo"])
    run("new", "medieval", "Ann", "Anna")
    which = run("show", "--as", "an", "--json").error
    assert (which["why"], which["known"]) == ("ambiguous_seat", ["Ann", "Anna"])


def test_what_is_longer_than_a_line_of_the_terminal_stands_below(run: Herald) -> None:
    names = ("Ana", "Bo", "Cleopatra", "Dagobert", "Ernestine")
    match = str(run("new", "medieval", *names, "--practice", "one", "--json").json["match"])
    narrow, broad = (Screen("list", COLUMNS=str(room)) for room in (80, 300))
    lines = narrow.rest().splitlines()
    assert lines[0].split() == [match, "Medieval", "Realms", "setting", "up"]
    assert all(len(line) <= 80 for line in lines)
    assert lines[1].startswith("    Ana, Bo, Cleopatra, Dagobert, Ernestine  waits for Ana ")
    assert "anybody can know the draws" in " ".join(map(str.strip, lines[1:]))
    assert [line.split()[0] for line in broad.rest().splitlines()] == [match]
    assert run("list", COLUMNS="80").out.count("\n") == 1, "in a pipe a match is a line"
    narrow.off()
    broad.off()
