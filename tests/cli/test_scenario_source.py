"""A file of scenarios that is no TOML in one place: that place is told, the rest of the file runs."""

from pathlib import Path

import pytest

from core.kernel.language.damage_text import worded
from replays.scenario import Scenario, ScenarioError, read
from tests.cli.conftest import Herald

GOOD = """[[scenario]]
title = "good"
rules = ["MED-14.1"]
players = ["P", "Q"]
given.agenda = "actions P"
then.P.vp = 0
"""
WRONG = {
    "a whole table and a part of it": (
        'given.table = { round = 3 }\ngiven.table.order = ["Q", "P"]',
        "given.table.order",
        "line 15: this is written above already",
    ),
    "a part of a table and the whole": (
        'given.table.order = ["Q", "P"]\ngiven.table = { round = 3 }',
        "given.table",
        "line 15: this is written above already",
    ),
    "a text that is not closed": (
        'edition = "mine.toml',
        "edition",
        "line 14: a text has no closing quotation mark",
    ),
    "a comma that is missing": (
        'when = [\n"P: pass"\n"Q: pass",\n]',
        "when",
        "line 16: a list is not closed, or a comma is missing in it",
    ),
    "no value": ("then.Q.vp = zero", "then.Q.vp", "line 14: no value stands there"),
    "no equals sign": ("then.Q.vp 0", "then.P.vp", "line 14: `=` is missing behind a name"),
    "two statements in a line": ("then.Q.vp = 0 0", "then.Q.vp", "line 14: something stands behind the value"),
    "a backslash": (r'then.asked = ["\P"]', "then.asked", "line 14: a backslash in a text is written twice"),
}


@pytest.mark.parametrize(("lines", "entry", "said"), WRONG.values(), ids=WRONG)
def test_what_is_no_toml_is_told_by_its_entry_and_the_rest_runs(
    run: Herald, home: Path, lines: str, entry: str, said: str
) -> None:
    text = f'game = "medieval"\n{GOOD}{GOOD.replace("good", "bad")}{lines}\n{GOOD.replace("good", "best")}'
    file = home / "a.toml"
    file.write_text(text, encoding="utf-8")
    told = run("scenario", "run", str(file))
    assert told.code == 2
    assert told.out == "holds  good\nholds  best\n2 scenarios hold, 0 fail. 1 cannot be understood.\n"
    place, sentence = told.err.splitlines()
    assert place == f"{file}: bad: {entry}"
    assert sentence.startswith(f"This is not valid TOML: {said}")
    french = run("scenario", "run", str(file), "--lang", "fr").err
    assert "Ce n’est pas du TOML valide" in french
    assert not any(word in french for word in ("Cannot", "Unclosed", "Unterminated", "Expected", "Invalid", "line"))


def test_limits_of_the_parser_are_told_in_words() -> None:
    for said, told in (("longer than 262144 bytes", "262144 bytes"), ("more than 40 dots in a line", "40")):
        text = str(worded("en", "edition_not_toml", {"detail": said})["detail"])
        assert told in text
        assert told.partition(" ")[0] in str(worded("fr", "edition_not_toml", {"detail": said})["detail"])


def test_a_position_that_is_no_toml_is_told_and_so_is_whoever_stands_on_it() -> None:
    position = '[position.one]\nplayers = ["P", "Q"\n[position.two]\nplayers = ["P", "Q"]\n'
    on = 'title = "on {0}"\nrules = []\nposition = "{0}"\ngiven.agenda = "actions P"\nthen.P.vp = 0\n'
    text = 'game = "medieval"\n' + position + "".join("[[scenario]]\n" + on.format(name) for name in ("one", "two"))
    found = list(read(text, "some.toml"))
    assert [type(one) for one in found] == [ScenarioError, ScenarioError, Scenario]
    first, second = (one for one in found if isinstance(one, ScenarioError))
    assert (first.why, first.terms["entry"]) == ("scenario_not_toml", "position.one.players")
    assert (second.why, second.terms["word"], second.terms["scenario"]) == ("scenario_broken_position", "one", "on one")


def test_a_file_without_any_scenario_is_told_once() -> None:
    (only,) = read('game = "medieval\n', "some.toml")
    assert isinstance(only, ScenarioError)
    assert only.why == "scenario_not_toml"
