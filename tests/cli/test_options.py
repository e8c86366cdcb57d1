"""Options of a game at the command line: listed, explained, set, refused, completed, taken at random."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.acts.series import Series
from core.kernel.setup.options import agreed
from store.sqlite.adapter import open_store
from tests.cli.conftest import Herald, listed
from tests.cli.test_completion import in_bash, offered
from tests.support.shelf import toy_on_the_shelf
from tests.support.toy import LANTERNS, TOY


@pytest.fixture(autouse=True)
def _toy() -> Iterator[None]:
    with toy_on_the_shelf():
        yield


def test_a_game_tells_its_options_and_their_values(run: Herald) -> None:
    told = run("games", "toy").out
    assert "What is in every purse?\n  * empty  Nothing.\n    N  So many coins.\n" in told
    assert "Who may sit there?\n  * any  Everybody.\n    three  Three.\n" in told
    assert "Which lanterns are in the bag?\n  * full  All of them.\n    amber+azure+coral  These.\n" in told
    purse, crowd, bag = listed(run("games", "toy", "--json").json["options"])
    assert purse == {
        "name": "purse",
        "default": "empty",
        "number": {"meaning": "So many coins."},
        "joined": None,
        "question": "What is in every purse?",
        "rule_ids": ["TOY-5"],
        "values": [{"value": "empty", "meaning": "Nothing."}],
    }
    assert crowd["number"] is None
    assert bag["joined"] == {"count": 3, "words": [*LANTERNS], "meaning": "These."}
    assert "--option" not in run("games", "medieval").out


def test_an_option_is_explained_with_its_rules(run: Herald) -> None:
    assert run("rules", "toy", "Purse").out.startswith("purse  What is in every purse?\n  * empty  Nothing.\n")
    one = run("rules", "toy", "purse", "--json").json
    assert [option["name"] for option in listed(one["options"])] == ["purse"]
    assert [rule["id"] for rule in listed(one["rules"])] == ["TOY-5"]
    rule = run("rules", "toy", "TOY-5", "--json").json
    assert [option["name"] for option in listed(rule["options"])] == ["purse"]
    assert run("rules", "toy", "TOY-4", "--json").json["options"] == []
    assert run("rules", "toy", "hat").code == 2


def test_rules_under_a_letter_are_one_heading(run: Herald) -> None:
    assert [line.strip() for line in run("rules", "toy", "s").out.splitlines()] == ["TOY-S1", "TOY-S2"]
    assert run("rules", "toy", "s2").out.startswith("TOY-S2")


def test_a_match_begins_as_was_agreed(run: Herald, db: Path) -> None:
    words = ("--option", "Purse=02", "--option", "crowd=THREE", "--option", "bag=pearl+Jade+amber")
    started = run("new", "toy", "Ana", "Bo", "Cy", *words, "--json")
    assert started.code == 0, started.err
    assert run("show").out.count("2 coins") == 3
    with open_store(db) as store:
        first = bytes(store.read(str(started.json["match"]), 0, 1)[0].body)
    decided = b'"options":{"purse":"2","crowd":"three","bag":"amber+jade+pearl"}'
    assert decided in first, "what decides a match stands in its first row"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--option", "hat=red"), "There is no option “hat”. Known: purse, crowd, bag."),
        (("--option", "crowd=four"), "“four” is not a value of the option crowd. Known: any, three."),
        (
            ("--option", "crowd=three"),
            (
                "The option crowd cannot have this value in such a match (2 players); `herald games GAME` tells what it"
                " takes."
            ),
        ),
        (("--option", "crowd"), "--option takes NAME=VALUE, not “crowd”."),
    ],
)
def test_a_wrong_option_is_refused(run: Herald, words: tuple[str, ...], said: str) -> None:
    for command in (("new", "toy", "Ana", "Bo"), ("simulate", "toy", "--matches", "1")):
        refused = run(*command, *words)
        assert (refused.code, refused.problem.splitlines()[-1]) == (2, said)
    assert run("list").out == ""


def test_words_that_cannot_be_joined_are_refused_with_those_that_can(run: Herald) -> None:
    said = run("new", "toy", "Ana", "Bo", "--option", "bag=jade+jade").problem
    assert said.startswith("The option bag takes 3 different words joined by “+”, not “jade+jade”.")
    assert said.endswith("Known: amber, azure, coral, jade, pearl.")
    said = run("new", "toy", "Ana", "Bo", "--option", "bag=jade+ruby+pearl").problem
    assert said.startswith("“ruby” is not a value of the option bag: that is one word, or 3 different ones")
    assert said.endswith("Known: full, amber, azure, coral, jade, pearl.")


def test_the_shell_offers_options_and_values(monkeypatch: pytest.MonkeyPatch) -> None:
    for command in (("new", "toy", "Ana"), ("simulate", "toy")):
        assert offered(*command, "--option", "")[:5] == [
            "purse=empty",
            "crowd=any",
            "crowd=three",
            "bag=full",
            "bag=amber+azure+coral",
        ]
        assert offered(*command, "--option", "bag=coral+") == ["bag=coral+jade+pearl"]
        assert offered(*command, "--option", "crowd=t") == ["crowd=three"]
    assert offered("new", "medieval", "--option", "") == offered("new", "chess", "--option", "") == []
    assert in_bash(monkeypatch, "herald new toy Ana --option crowd =", 6) == ["plain,any", "plain,three"]
    assert in_bash(monkeypatch, "herald new toy Ana --option crowd = t", 7) == ["plain,three"]
    assert in_bash(monkeypatch, "herald new toy Ana B", 4) == []


def test_bots_play_under_options(run: Herald, home: Path) -> None:
    args = ("simulate", "toy", "--players", "3", "--matches", "8", "--seed", "s", "--json")
    plain = run(*args).json
    assert plain["options"] == agreed(TOY.options, {})
    rich = run(*args, "--option", "purse=3").json
    assert rich["options"] == agreed(TOY.options, {"purse": "3"})
    assert rich["scores"] != plain["scores"]
    kept = home / "kept.db"
    mixed = run(*args, "--options", "random", "--option", "crowd=three", "--store", str(kept))
    assert mixed.json["options"] is None
    with open_store(kept) as store:
        rows = [bytes(store.read(one.match, 0, 1)[0].body) for one in store.summaries()]
    assert all(b'"crowd":"three"' in row for row in rows)
    assert len({row[row.index(b'"purse"') :][:12] for row in rows}) > 1, "each match has its own"


def test_a_recipe_names_the_options() -> None:
    chosen = Series(TOY, 3, ("random",), "s", options={"purse": "1"}, any_options=True)
    assert " --option purse=1 --options random " in chosen.recipe(4)
    assert [chosen.agreed(4), chosen.agreed(5)] == [chosen.agreed(4), chosen.agreed(5)]
