"""Several moves in a line, and a line from standard input."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import herald
from tests.cli.conftest import PLACED, Herald, Said, keys_in, listed

KINGS = "monarch 2; pair gold combat"
"""The turn order is drawn when the last King or Queen is chosen."""


@pytest.fixture
def begun(run: Herald) -> str:
    """Ana has chosen, Bo is to choose."""
    name = str(run("new", "medieval", "Ana", "Bo", "--json").json["match"])
    assert run("move", name, "monarch 1", "--as", "Ana").code == 0
    return name


def head(run: Herald, match: str) -> object:
    return run("show", match, "--json").json["row"]


def test_a_line_that_goes_on_behind_a_draw_is_refused_and_says_where_it_has_to_end(run: Herald, begun: str) -> None:
    for words in (KINGS, "monarch 2; nonsense", "monarch 2; monarch 2; pass"):
        for how in ((), ("--dry-run",)):
            said = run("move", begun, words, "--as", "Bo", "--json", *how)
            assert said.code == 2
            assert (said.error["why"], said.error["after"]) == ("line_ends_there", "monarch 2")
        assert run("why", begun, words, "--as", "Bo", "--json").error["why"] == "line_ends_there"
    assert head(run, begun) == 2, "nothing was written"
    assert run("move", begun, "monarch 2", "--as", "Bo").code == 0


def test_it_says_so_in_french(run: Herald, begun: str) -> None:
    assert "arrêtez la ligne là" in run("move", begun, KINGS, "--as", "Bo", "--lang", "fr").err


def test_what_is_wrong_before_the_draw_comes_first(run: Herald, begun: str) -> None:
    """Row and turn, then the moves in their order."""
    assert run("move", begun, KINGS, "--as", "Bo", "--expect", "1").code == 5
    assert run("move", begun, KINGS, "--as", "Ana").code == 7
    assert run("move", begun, "monarch 1; pair gold combat", "--as", "Bo").code == 3
    said = run("move", begun, "dance; monarch 2; pair gold combat", "--as", "Bo", "--json")
    assert (said.code, said.error["why"]) == (2, "unknown_verb")


def test_a_key_comes_before_everything(run: Herald) -> None:
    started = run("new", "medieval", "Ana", "Bo", "--keys", "--json").json
    name = str(started["match"])
    keys = keys_in(started)
    assert run("move", name, "monarch 1", "--as", "Ana", HERALD_KEY=keys["Ana"]).code == 0
    assert run("move", name, KINGS, "--as", "Bo", HERALD_KEY="none of his").code == 4
    assert run("move", name, KINGS, "--as", "Bo", HERALD_KEY=keys["Bo"]).code == 2


def test_the_last_closed_answer_of_a_rehearsal_tells_nothing_of_the_others(run: Herald, match: str) -> None:
    assert run("move", match, PLACED["Ana"], "--as", "Ana").code == 0
    said = run("move", match, PLACED["Bo"], "--as", "Bo", "--dry-run", "--json").json
    facts = listed(said["facts"])
    assert (said["complete"], [fact["rule"] for fact in facts]) == (False, ["MED-8.3"])
    said_then = run("move", match, f"{PLACED['Bo']}; pass", "--as", "Bo", "--json")
    assert (said_then.code, said_then.error["why"]) == (2, "line_ends_there")


# --- from standard input ---------------------------------------------------------------------------------------------


def given(text: str, *args: str) -> Said:
    """A command to which something is sent."""
    done = CliRunner().invoke(herald, list(args), input=text)
    return Said(done.exit_code, done.stdout, done.stderr)


@pytest.mark.parametrize("words", [("-",), ("@", "-")])
def test_a_line_of_moves_from_standard_input(run: Herald, begun: str, words: tuple[str, ...]) -> None:
    said = given("monarch 2   # quietly\n", "move", "--as", "Bo", *words)
    assert said.code == 0, said.err
    assert "Bo becomes" in said.out
    assert head(run, begun) == 3


def test_a_rehearsal_and_a_question_take_it_too(run: Herald, begun: str) -> None:
    assert given("monarch 2", "move", "-", "--as", "Bo", "--dry-run").code == 0
    assert given("monarch 1", "why", "@", "-", "--as", "Bo").code == 3
    assert head(run, begun) == 2


def test_one_line_and_no_more(run: Herald, begun: str) -> None:
    said = given("monarch 2\npair gold combat\n", "move", "-", "--as", "Bo", "--json")
    assert (said.code, said.error["why"]) == (2, "one_line")
    assert given("", "move", "-", "--as", "Bo", "--json").error["why"] == "nothing_typed"
    assert given("\n\n", "move", "-", "--as", "Bo", "--json").error["why"] == "nothing_typed"
    assert head(run, begun) == 2


def test_a_dash_is_no_match(run: Herald, begun: str, tmp_path: Path) -> None:
    """A file from the pipe can be looked at; in `move` the dash is a line of moves."""
    run("export", begun, "--public", "-o", str(tmp_path / "sent.jsonl"))
    sent = (tmp_path / "sent.jsonl").read_text()
    assert given(sent, "show", "-").code == 0
    assert given(sent, "move", "-", "--as", "Bo").code == 2
    assert head(run, begun) == 2
