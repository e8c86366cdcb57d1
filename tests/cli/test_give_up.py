"""A match that nobody wants to play on: all agree, or the arbiter says why, and it is over without a result."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Herald, listed
from tests.cli.screen import Screen
from tests.replays.test_stand_alone import alone


def gives_up(run: Herald, match: str, seat: str) -> int:
    """A seat asks; the row that asks."""
    said = run("give-up", match, "--as", seat, "--json")
    assert said.code == 0, said.err
    assert (said.json["over"], said.json["class"]) == (False, None)
    return int(str(said.json["last"]))


@pytest.fixture
def given_up(run: Herald, acting: str) -> str:
    """Ana asked, and Bo agreed."""
    assert run("agree", acting, str(gives_up(run, acting, "Ana")), "--as", "Bo").code == 0
    return acting


def test_everybody_else_is_asked(run: Herald, acting: str) -> None:
    row = gives_up(run, acting, "Ana")
    shown = run("show", acting, "--as", "Bo").out
    assert "Ana asks to give the match up. Still to agree: Bo." in shown
    assert f"`herald agree {row}`" in shown
    assert "Ana demande d’abandonner la partie." in run("inbox", "--as", "Bo", "--lang", "fr").out
    request = run("show", acting, "--json").json["request"]
    assert request == {"kind": "end", "row": row, "seat": "Ana", "to": None, "waiting": ["Bo"]} | {
        "reason": None,
        "rulings": None,
    }
    assert run("decline", acting, str(row), "--as", "Bo").code == 0
    assert run("show", acting, "--json").json["over"] is False
    assert run("move", acting, "pass", "--as", "Ana").code == 0, "it goes on"


def test_once_all_have_agreed_it_is_over_and_has_no_result(run: Herald, given_up: str) -> None:
    stands = run("show", given_up, "--json").json
    assert [stands[name] for name in ("over", "given_up", "result", "outcome", "waiting")] == [
        True,
        True,
        None,
        None,
        [],
    ]
    assert "The match was given up: it is over without a result." in run("show", given_up).out
    assert "La partie a été abandonnée" in run("show", given_up, "--lang", "fr").out
    end, reveal = [json.loads(line) for line in run("log", given_up, "--json").out.splitlines()][-2:]
    assert (end["kind"], end["about"]["class"], reveal["kind"]) == ("end", "consent", "reveal")
    assert [one["over"] for one in listed(json.loads(run("list", "--json").out))] == [True]
    assert run("inbox", "--as", "Ana", "--json").out == "[]\n"


@pytest.mark.here_alone
def test_nobody_plays_on(run: Herald, given_up: str) -> None:
    refused = {("move", given_up, "pass"): (7, "match_given_up"), ("give-up", given_up): (3, "match_over")}
    refused |= {("undo", given_up): (3, "match_over_arbiter_only"), ("fork", given_up): (3, "fork_of_the_end")}
    for words, (code, why) in refused.items():
        said = run(*words, "--as", "Ana", "--json")
        assert (said.code, said.error["why"]) == (code, why), words
    assert run("fork", f"{given_up}@5").code == 0, "what if it had gone on"


@pytest.mark.parametrize("seat", [(), ("--as", "Ana")], ids=["nobody", "Ana"])
def test_who_asks_for_moves_hears_that_it_is_over(run: Herald, given_up: str, seat: tuple[str, ...]) -> None:
    """Whoever they are: nobody is asked for a name where nobody can move."""
    over, name = "the match was given up: it is over", "Ana" if seat else None
    said = run("moves", given_up, *seat)
    assert (said.code, said.out) == (0, "The match was given up: it is over.\n")
    said = run("moves", given_up, *seat, "--json")
    assert (said.code, said.json["moves"], said.json["asked"], said.json["seat"]) == (0, [], False, name)
    said = run("why", given_up, "pass", *seat, "--json")
    assert (said.code, said.json["legal"], said.json["seat"]) == (3, False, name)
    for command, typed in (("why", ("pass",)), ("move", ("pass",)), ("move", ("--dry-run", "pass"))):
        said = run(command, given_up, *typed, *seat)
        assert f"refused: {over}" in said.out + said.err, command
        refused = run(command, given_up, *typed, *seat, "--json")
        assert json.loads(refused.out or refused.err)["why"] == "match_given_up", command


def test_it_verifies_and_everything_may_be_seen(run: Herald, given_up: str, home: Path) -> None:
    assert run("verify", given_up).code == 0
    sent, draws = home / "sent.jsonl", home / "draws.jsonl"
    for view in ((), ("--public",)):
        said = run("export", given_up, *view, "-o", str(sent), "--draws", str(draws), "--force")
        assert said.code == 0, said.err
        assert run("verify", str(sent)).code == 0
        assert alone(sent.read_bytes(), draws.read_bytes()) == ""
    assert run("import", str(sent), "--db", str(home / "other.db")).code == 0
    assert run("show", str(sent), "--json").json["given_up"] is True
    for told in (("replay", given_up), ("explain", given_up, "ana.score"), ("export", given_up, "--page", "-")):
        assert run(*told).code == 0, told


def test_the_arbiter_ends_a_match_and_says_why(run: Herald, acting: str) -> None:
    bare = run("give-up", acting, "--arbiter", "--json")
    assert (bare.code, bare.error["why"]) == (2, "reason_needed")
    assert run("give-up", acting, "--reason", "x", "--json").error["why"] == "reason_of_arbiter"
    said = run("give-up", acting, "--arbiter", "--reason", "Bo moved away", "--json")
    assert (said.code, said.json["class"], said.json["over"]) == (0, "arbiter", True)
    assert "the match is given up, by the arbiter “Bo moved away”" in run("log", acting).out
    assert run("verify", acting).code == 0


def test_the_arbiter_lets_it_go_on(run: Herald, given_up: str, home: Path) -> None:
    """The seed is known from then on, as behind any end."""
    assert run("undo", given_up, "--to", "7", "--arbiter", "--reason", "a quarrel that is over").code == 0
    assert run("show", given_up, "--json").json["given_up"] is False
    assert run("move", given_up, "pass", "--as", "Ana").code == 0
    row = gives_up(run, given_up, "Bo")
    assert run("agree", given_up, str(row), "--as", "Ana", "--json").json["over"] is True
    assert run("verify", given_up).code == 0
    assert run("export", given_up, "-o", str(home / "sent.jsonl")).code == 0
    assert alone((home / "sent.jsonl").read_bytes()) == ""


def test_nothing_is_given_up_before_it_has_begun(run: Herald) -> None:
    match = str(run("new", "medieval", "Ana", "Bo", "--nonces", "--json").json["match"])
    for words in (("--as", "Ana"), ("--arbiter", "--reason", "x")):
        said = run("give-up", match, *words, "--json")
        assert (said.code, said.error["why"]) == (3, "give_up_nothing_begun")


# --- against bots alone -----------------------------------------------------------------------------------------------


@pytest.fixture
def alone_with_bots(run: Herald) -> str:
    """Ana plays against a bot, which has answered."""
    match = str(run("new", "medieval", "Ana", "--bot", "Bo=random", "--practice", "x", "--json").json["match"])
    assert run("move", match, "monarch 1", "--as", "Ana").code == 0
    return match


def test_who_plays_against_bots_alone_ends_it_at_once(run: Herald, alone_with_bots: str) -> None:
    said = run("give-up", alone_with_bots, "--yes", "--json")
    assert (said.code, said.json["over"], said.json["class"]) == (0, True, "alone")
    assert "with nobody to ask" in run("log", alone_with_bots).out
    assert run("verify", alone_with_bots).code == 0


def test_nobody_ends_it_by_chance_where_nobody_can_say_no(run: Herald, alone_with_bots: str) -> None:
    said = run("give-up", alone_with_bots, "--json")
    assert (said.code, said.error["why"]) == (2, "yes_needed"), "nothing is asked where nobody can answer"
    assert "--yes" in run("give-up", alone_with_bots).err
    assert run("show", alone_with_bots, "--json").json["over"] is False
    assert run("give-up", alone_with_bots, "--yes").code == 0
    assert run("give-up", alone_with_bots, "--json").error["why"] == "match_over", "that is told without a question"


@pytest.mark.here_alone
def test_at_a_terminal_it_asks_first(run: Herald, alone_with_bots: str) -> None:
    for answers, code, over in ((("perhaps", "no"), 1, False), (("oui",), 0, True)):
        screen = Screen("give-up", alone_with_bots)
        try:
            for answer in answers:
                screen.sees("It is over then at once, without a result. [yes/no]")
                screen.types(answer)
            assert screen.ends() == code
        finally:
            screen.off()
        assert run("show", alone_with_bots, "--json").json["over"] is over


def test_what_was_learned_of_bots_is_said_in_the_log_and_at_the_end(run: Herald, alone_with_bots: str) -> None:
    """It is allowed: nobody is there to ask. But nobody takes such a result for another one."""
    said = run("undo", alone_with_bots, "--as", "Ana", "--to", "1", "--json")
    assert (said.code, said.json["class"], said.json["learned"]) == (0, "learned", 1)
    assert "with nobody to ask: what was drawn, shown or answered since is known" in run("log").out
    assert "1 time something was taken back" not in run("show").out, "it goes on"
    assert run("move", alone_with_bots, "monarch 1", "--as", "Ana").code == 0
    run("give-up", alone_with_bots, "--yes")
    assert "(1 time something was taken back" in run("show").out
    assert "(1 fois, on est revenu" in run("show", "--lang", "fr").out
    judged = run("verify", alone_with_bots)
    assert "given up: without a result" in judged.out
    assert "1 time something was taken back" in judged.out
    assert run("verify", alone_with_bots).code == 0


def test_what_taught_nothing_is_not_marked(run: Herald, acting: str) -> None:
    assert run("move", acting, "activate 4", "--as", "Ana").code == 0
    assert run("undo", acting, "--as", "Ana", "--json").json["class"] == "free"
    assert run("show", acting, "--json").json["learned"] == 0
