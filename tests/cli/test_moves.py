"""`moves`, `why`, `move`, `play` and completion with moves of several parts, of which there are hundreds."""

import re
from collections.abc import Callable, Iterator

import pytest

from replays.scenario import load
from replays.scenario import run as run_scenario
from tests.cli.conftest import Herald, listed
from tests.cli.test_completion import offered
from tests.support.islands import ISLANDS
from tests.support.shelf import toy_on_the_shelf

FLY = "work stroll fly:east 1 jug0"
FIRST = "work hike 1,5,8,3 jug0"


@pytest.fixture(autouse=True)
def _islands_on_the_shelf() -> Iterator[None]:
    with toy_on_the_shelf(ISLANDS):
        yield


@pytest.fixture
def match(run: Herald) -> str:
    assert run("new", "islands", "Ana", "Bo").code == 0
    return "@"


def test_hundreds_of_moves_are_shown_in_groups(run: Herald, match: str) -> None:
    head, *lines, words = run("moves", match).out.splitlines()
    assert head == "828 large moves in 14 groups, with an example of each; --all lists them one by one."
    assert lines[0] == f"{FIRST}        jug0 in the north, for 2 coins of 6 (24 ways)"
    assert lines[1] == f"{FLY}   jug0 in the north, for 5 coins of 6 (152 ways)"
    assert sum(int(count) for line in lines for count in re.findall(r"\((\d+) ways?\)", line)) == 828
    assert [line.split()[0] for line in lines[-2:]] == ["rest", "apply"], "what can be listed is listed beside them"
    assert words == "Words that can follow: work rest apply"


def test_in_the_language_of_the_reader(run: Herald, match: str) -> None:
    head, first, *_ = run("moves", match, "--lang", "fr").out.splitlines()
    assert head.startswith("828 grands coups en 14 groupes")
    assert first == "travailler marche 1,5,8,3 jug0    jug0, nord, pour 2 pièces sur 6 (24 façons)"
    assert run("moves", match, "trav", "marche", "1,5").out == run("moves", match, "work", "hike", "1,5").out


def test_groups_of_a_half_typed_move(run: Herald, match: str) -> None:
    head, *lines, words = run("moves", match, "work", "hike", "1,5").out.splitlines()
    assert head.startswith("40 large moves in 12 groups")
    assert len(lines) == 12
    assert all(line.startswith("work hike 1,5,") for line in lines)
    assert words == "Words that can follow: 1,5,2, 1,5,8, 1,5,9,"


def test_few_of_them_are_listed(run: Herald, match: str) -> None:
    lines = run("moves", match, "work", "stroll", "1").out.splitlines()
    assert [line.partition("  ")[0] for line in lines] == [
        "work stroll 1 fly:north jug0",
        "work stroll 1 fly:north hat0",
        "work stroll 1 jug1",
        "work stroll 1 hat1",
    ]
    assert lines[0].endswith("over 1 bridge, for jug0")
    assert run("moves", match, "work", "hike", "1,1").out.startswith("No legal move begins with")


def test_all_of_them_on_request(run: Herald, match: str) -> None:
    lines = run("moves", match, "--all").out.splitlines()
    assert len(lines) == len({*lines}) == 828 + 2
    assert len(run("moves", match, "work", "hike", "1,5", "--all").out.splitlines()) == 40


def test_groups_as_data(run: Herald, match: str) -> None:
    found = run("moves", match, "--json").json
    assert found["listed"] is False
    assert [move["long"] for move in listed(found["moves"])] == ["rest", "apply"]
    groups = listed(found["groups"])
    assert len(groups) == 14
    assert groups[1]["count"] == 152
    assert groups[1]["ending"] == {"ending": "Purchase", "isle": "north", "ware": "jug0", "coins": 5}
    assert groups[1]["meaning"] == "jug0 in the north, for 5 coins of 6"
    example = listed([groups[1]["example"]])[0]
    assert example["long"] == FLY
    assert run("why", match, str(example["long"])).code == 0
    assert len(listed(run("moves", match, "--all", "--json").json["moves"])) == 828 + 2
    assert run("moves", match, "work", "hike", "1,5", "--json").json["next"] == ["1,5,2,", "1,5,8,", "1,5,9,"]


def test_why_says_at_which_part_it_breaks(run: Herald, match: str) -> None:
    said = run("why", match, "work hike 1,5,5,2 jug2")
    assert said.code == 3
    assert said.out.startswith(
        "refused (ISL-2): “5” after “work hike 1,5”: bridge 5 has been crossed. Try: work hike 1,5,"
    )
    found = run("why", match, "work stroll 4 fly:north hat4", "--json").json
    assert {name: found[name] for name in ("rule", "why", "after", "part")} == {
        "rule": "ISL-4",
        "why": "not_at",
        "after": "work stroll 4 fly:north",
        "part": "hat4",
    }


def test_a_line_of_moves_looks_ahead(run: Herald, match: str) -> None:
    assert "Waiting for Bo" in run("move", match, "work hike 1,5,8,6 jug1", "--as", "Ana").out
    followed = run("move", match, "apply; accept 1; work str 1 hat1", "--as", "Bo")
    assert followed.code == 0
    assert "Bo buys hat1" in followed.out


def test_it_is_completed_part_by_part(match: str) -> None:
    assert offered("move", match, "w") == ["work"]
    assert offered("move", match, "work", "") == ["stroll", "hike"]
    assert offered("move", match, "work", "hike", "1,5") == ["1,5,2,", "1,5,8,", "1,5,9,"]
    assert offered("move", match, "work hike 1,5,8,") == [
        "work hike 1,5,8,3",
        "work hike 1,5,8,6",
        "work hike 1,5,8,10",
    ]
    assert offered("move", match, "work", "stroll", "1", "") == ["fly:north", "jug1", "hat1"]


def test_at_the_terminal_a_group_is_gone_on_from(run: Herald, match: str, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, hooks = list[str](), list[Callable[[], None]]()
    typed = iter(["a", "work stroll fly:east 1 hat0", "quit"])

    def types(_prompt: str) -> str:
        hooks[-1]()  # as readline does before it reads
        return next(typed)

    monkeypatch.setattr("cli.terminal.terminal.Terminal.interactive", True)
    monkeypatch.setattr("readline.set_startup_hook", hooks.append)
    monkeypatch.setattr("readline.insert_text", begun.append)
    monkeypatch.setattr("builtins.input", types)
    said = run("play", match, "--as", "Ana")
    assert f"  a  {FIRST}        jug0 in the north, for 2 coins of 6 (24 ways)" in said.out
    assert "One of several such moves" in said.err
    assert begun[:2] == ["", FIRST], "the example stands on the line, to be changed"
    assert "Ana buys hat0" in said.out


# --- scenarios -------------------------------------------------------------------------------------------------------

POSITION = """
game = "islands"

[[scenario]]
title = "a walk with a purchase at its end"
rules = ["ISL-2", "ISL-4"]
players = ["Ana", "Bo"]
given.agenda = "turn Ana; turn Bo"
given.Bo = { coins = 2 }
"""


def differences(more: str) -> list[str]:
    (scenario,) = load(POSITION + more, "some.toml")
    return [f"{found.entry}: {found.found or found.told}" for found in run_scenario(scenario).differences]


def test_scenarios_know_such_moves() -> None:
    right = """
when = ["Ana: work hike 1,5,8,6 jug1"]
then.Ana = { isle = "east", coins = 3, wares = ["jug1"] }
then.moves.Bo = { contain = ["work hike 1,5,8,3 jug0", "rest"], lack = ["work stroll 1 hat1"] }
refused = [
    { move = "work hike 1,5,5,1 jug0", rule = "ISL-2", why = "crossed" },
    { move = "work stroll 1 jug1", rule = "ISL-4", why = "sold" },
    { move = "work stroll fly:east 1 jug0", rule = "ISL-3", why = "too_few_coins", need = 3, have = 2 },
]
"""
    assert differences(right) == []
    assert differences('when = ["Ana: work stroll 1 fly:north hat0"]\nthen.Ana = { coins = 2 }') == [
        "then.Ana.coins: 1"
    ]
    (wrong,) = differences('then.moves.Bo = { contain = ["rest"] }\nwhen = ["Ana: work hike 1,5,8,7 jug1"]')
    assert "ISL-2" in wrong
    assert "part=7" in wrong


def test_a_failing_scenario_shows_some_of_the_moves() -> None:
    (scenario,) = load(POSITION + "then.Ana = { coins = 9 }", "some.toml")
    *some, more = run_scenario(scenario).moves["Ana"]
    assert more == "..."
    assert any(move.startswith("work ") for move in some)
