"""Another reading for a running match: once everybody agrees, or the arbiter says so, the table plays it."""

import json
from pathlib import Path

import msgspec
import pytest

from tests.cli.conftest import Herald, listed
from tests.cli.test_completion import offered
from tests.corpus.record import path_of
from tests.replays.test_stand_alone import alone

WHY = ("--reason", "as the club plays it")
BID = "activate 6 bid=1"
"""Legal under auction_min_bid=1, which is the default, and not under the others."""


def asks(run: Herald, match: str, *rulings: str, seat: str = "Ana") -> str:
    """A seat asks for other readings; the row that asks."""
    said = run("ruling", match, *rulings, *WHY, "--as", seat, "--json")
    assert said.code == 0, said.err
    assert said.json["class"] is None
    return str(said.json["last"])


@pytest.fixture
def ruled(run: Herald, acting: str) -> str:
    """Ana asked, and Bo agreed."""
    assert run("agree", acting, asks(run, acting, "auction_min_bid=2"), "--as", "Bo").code == 0
    return acting


def test_everybody_else_is_asked(run: Herald, acting: str) -> None:
    row = asks(run, acting, "MED-R23=2", "island_cost=spend")
    shown = run("show", acting, "--as", "Bo").out
    assert "Ana asks to read from here on: island_cost=spend (MED-R4), auction_min_bid=2 (MED-R23)" in shown
    assert "MED-R23: What is the lowest opening bid in an auction? " in shown
    assert f"`herald agree {row}`" in shown
    assert "Ana demande la lecture suivante" in run("inbox", "--as", "Bo", "--lang", "fr").out
    assert run("show", acting, "--json").json["request"] == {
        "kind": "ruling",
        "reason": WHY[1],
        "row": int(row),
        "rulings": {"auction_min_bid": "2", "island_cost": "spend"},
        "seat": "Ana",
        "to": None,
        "waiting": ["Bo"],
    }
    assert run("why", acting, BID, "--as", "Ana").code == 0, "nothing holds before all agree"
    again = run("ruling", acting, "auction_min_bid=3", *WHY, "--as", "Bo", "--json")
    assert (again.code, again.error["why"]) == (3, "request_waits")
    assert run("decline", acting, row, "--as", "Bo").code == 0
    assert run("why", acting, BID, "--as", "Ana").code == 0
    assert run("show", acting, "--json").json["agreed"] == []


def test_from_the_row_of_the_last_who_agrees_it_is_played(run: Herald, ruled: str) -> None:
    refused = run("move", ruled, BID, "--as", "Ana", "--json")
    assert (refused.code, refused.error["rule"]) == (3, "MED-15.12")
    (told,) = listed(run("show", ruled, "--json").json["agreed"])
    row = run("show", ruled, "--json").json["row"]
    assert {**told, "at": 0} == {
        "at": 0,
        "by": "consent",
        "reason": WHY[1],
        "row": row,
        "rulings": {"auction_min_bid": "2"},
        "seat": "Ana",
    }
    said = f"Since row {row} the table plays auction_min_bid=2 (MED-R23), with everybody's consent: “{WHY[1]}”."
    for words in (("show", ruled), ("show", ruled, "--brief"), ("ruling", ruled)):
        assert said in " ".join(run(*words).out.split()), words
    assert WHY[1] in run("show", ruled, "--html", "-").out
    assert "Depuis la ligne" in run("show", ruled, "--lang", "fr").out
    assert "from here on: auction_min_bid=2 (MED-R23), with everybody's consent" in run("log", ruled).out
    assert run("move", ruled, "activate 6 bid=2", "--as", "Ana").code == 0


def test_what_was_played_before_is_explained_as_it_was_read_then(run: Herald, ruled: str) -> None:
    rows = [json.loads(line) for line in run("log", ruled, "--json").out.splitlines()]
    before = next(row["row"] for row in rows if row["kind"] == "ask")
    explained = run("explain", f"{ruled}@{len(rows)}").out
    assert "MED-R23" in explained.split("\n\n")[1]
    assert "2 tokens" in explained, "what it is from here on"
    first = run("ruling", f"{ruled}@{before}", "--json").json["rulings"]
    after = run("ruling", ruled, "--json").json["rulings"]
    assert (first, [one["option"] for one in listed(after)]) == ([], ["auction_min_bid"])


def test_it_verifies_and_everything_follows_it(run: Herald, ruled: str, home: Path) -> None:
    assert run("move", ruled, "activate 6 bid=2", "--as", "Ana").code == 0
    assert run("verify", ruled).code == 0
    sent = home / "sent.jsonl"
    assert run("export", ruled, "--public", "-o", str(sent)).code == 0
    assert run("verify", str(sent)).code == 0
    assert alone(sent.read_bytes()) == ""
    assert listed(run("show", str(sent), "--json").json["agreed"])[0]["reason"] == WHY[1]
    for words in (("replay", ruled), ("explain", ruled, "ana.score"), ("export", ruled, "--page", "-")):
        assert run(*words).code == 0, words
    assert WHY[1] in run("export", ruled, "--page", "-").out


def test_an_undo_to_before_it_drops_it_and_a_redo_brings_it_back(run: Herald, ruled: str) -> None:
    row = int(str(run("show", ruled, "--json").json["row"]))
    arbiter = ("--arbiter", "--reason", "a quarrel")
    assert run("undo", ruled, "--to", str(row - 3), *arbiter).code == 0
    assert run("show", ruled, "--json").json["agreed"] == []
    assert run("why", ruled, BID, "--as", "Ana").code == 0
    assert run("redo", ruled, *arbiter).code == 0
    assert len(listed(run("show", ruled, "--json").json["agreed"])) == 1
    assert run("why", ruled, BID, "--as", "Ana").code == 3
    assert run("verify", ruled).code == 0


def test_nobody_takes_it_back_alone(run: Herald, ruled: str) -> None:
    said = run(
        "undo", ruled, "--to", str(int(str(run("show", ruled, "--json").json["row"])) - 3), "--as", "Bo", "--json"
    )
    assert (said.code, said.json["class"]) == (0, None)
    assert run("why", ruled, BID, "--as", "Ana").code == 3


@pytest.mark.here_alone
def test_a_fork_takes_it_over(run: Herald, ruled: str) -> None:
    branch = str(run("fork", ruled, "--as", "Ana", "--json").json["match"])
    (told,) = listed(run("ruling", branch, "--json").json["rulings"])
    assert (told["option"], told["reading"], told["row"]) == ("auction_min_bid", "2", 1)
    assert run("why", branch, BID, "--as", "Ana").code == 3


def test_the_arbiter_rules_and_says_why(run: Herald, acting: str) -> None:
    bare = run("ruling", acting, "auction_min_bid=3", "--arbiter", "--json")
    assert (bare.code, bare.error["why"]) == (2, "why_needed")
    said = run("ruling", acting, "auction_min_bid=3", "--arbiter", "--reason", "the book says so", "--json")
    assert (said.code, said.json["class"]) == (0, "arbiter")
    assert "from here on: auction_min_bid=3 (MED-R23), by the arbiter “the book says so”" in run("log", acting).out
    assert run("why", acting, "activate 6 bid=2", "--as", "Ana").code == 3
    assert run("verify", acting).code == 0


TWICE = (
    ("new", "medieval", "Ana", "Bo", "--ruling", "MED-R4=spend", "--ruling", "MED-R4=requirement"),
    ("new", "medieval", "Ana", "Bo", "--ruling", "MED-R4=spend", "--ruling", "island_cost=requirement"),
    ("simulate", "medieval", "--ruling", "MED-R4=spend", "--ruling", "MED-R4=requirement"),
    ("rulings", "keep", "medieval", "MED-R4=spend", "MED-R4=requirement"),
    ("ruling", "@", "MED-R4=spend", "MED-R4=requirement", *WHY, "--as", "Ana"),
    ("ruling", "@", "MED-R4=spend", "med-r4=requirement", *WHY, "--as", "Ana"),
    ("impact", "MED-R4=spend", "MED-R4=requirement", "--archive"),
    ("impact", "MED-R4=spend", "island_cost=requirement", "--archive"),
)


@pytest.mark.parametrize("words", TWICE, ids=" ".join)
def test_two_readings_of_one_ruling_are_refused(run: Herald, acting: str, words: tuple[str, ...]) -> None:
    words = tuple(acting if word == "@" else word for word in words)
    said = run(*words, "--json")
    assert (said.code, said.error["why"], said.error["found"]) == (2, "named_twice", ["spend", "requirement"])
    assert "donné deux fois, et différemment\u202f: spend" in run(*words, "--lang", "fr").err


@pytest.mark.parametrize("again", ["solo", "SOLO"])
def test_two_values_of_one_option_are_refused_in_whatever_case_it_is_named(run: Herald, again: str) -> None:
    for words in (("new", "emara", "Ana"), ("simulate", "emara", "--players", "1", "--matches", "1")):
        said = run(*words, "--option", "solo=highscore", "--option", f"{again}=campaign", "--json")
        assert (said.code, said.error["why"], said.error["found"]) == (2, "named_twice", ["highscore", "campaign"])


def test_the_same_reading_may_be_named_again(run: Herald) -> None:
    words = ("--ruling", "MED-R4=spend", "--ruling", "island_cost=spend", "--ruling", "MED-R4=spend")
    assert run("new", "medieval", "Ana", "Bo", *words).code == 0


REFUSED = {
    "auction_min_bid=1": (3, "ruling_as_now"),
    "monarch_choice=dealt": (3, "ruling_of_the_setup"),
    "auction_min_bid=7": (2, "unknown_reading"),
    "auction=2": (2, "unknown_ruling"),
}


@pytest.mark.parametrize("ruling", REFUSED)
def test_what_no_running_match_can_take_is_refused(run: Herald, acting: str, ruling: str) -> None:
    for by in (("--as", "Ana"), ("--arbiter",)):
        said = run("ruling", acting, ruling, *WHY, *by, "--json")
        assert (said.code, said.error["why"]) == REFUSED[ruling]
    assert run("ruling", acting, "auction_min_bid=2", "--as", "Ana", "--json").error["why"] == "why_needed"
    assert (
        "est fixé à la mise en place" in run("ruling", acting, "MED-R46=dealt", *WHY, "--lang", "fr", "--as", "Bo").err
    )


def test_nothing_is_ruled_before_the_match_has_begun_or_when_it_is_over(run: Herald, acting: str) -> None:
    early = str(run("new", "medieval", "Ana", "Bo", "--nonces", "--json").json["match"])
    said = run("ruling", early, "auction_min_bid=2", *WHY, "--as", "Ana", "--json")
    assert (said.code, said.error["why"]) == (3, "ruling_nothing_begun")
    assert run("give-up", acting, "--arbiter", "--reason", "x").code == 0
    said = run("ruling", acting, "auction_min_bid=2", *WHY, "--as", "Ana", "--json")
    assert (said.code, said.error["why"]) == (3, "match_over")


@pytest.mark.here_alone
def test_nobody_asks_or_answers_in_a_bots_name(run: Herald) -> None:
    """Bots are never asked, and never say no: neither does who types as one, where no key guards the seat."""
    table = ("Ana", "Bo", "Cy", "--bot", "Cy=random")
    match = str(run("new", "medieval", *table, "--practice", "x", "--json").json["match"])
    assert run("ruling", match, "island_cost=spend", "--reason", "so", "--as", "Ana").code == 0
    for command in ("agree", "decline"):
        refused = run(command, match, "2", "--as", "Cy", "--json")
        assert (refused.code, refused.error["why"]) == (3, "bots_do_not_ask")
    assert run("agree", match, "2", "--as", "Bo", "--json").json["last"] == 4
    ruled = ("ruling", match, "island_cost=commit", *WHY)
    for asked in (ruled, ("give-up", match, "--yes"), ("undo", match, "--to", "1")):
        assert run(*asked, "--as", "Cy", "--json").error["why"] == "bots_do_not_ask"


def test_who_plays_against_bots_alone_has_nobody_to_ask(run: Herald) -> None:
    match = str(run("new", "medieval", "Ana", "--bot", "Bo=random", "--practice", "x", "--json").json["match"])
    said = run("ruling", match, "auction_min_bid=2", *WHY, "--as", "Ana", "--json")
    assert (said.code, said.json["class"]) == (0, "alone")
    assert "with nobody to ask" in run("show", match).out
    assert run("verify", match).code == 0


# --- rules that have changed ------------------------------------------------------------------------------------------


@pytest.fixture
def from_before(run: Herald) -> str:
    """A branch of a match that was begun when RTN-18.8 let tiles come back at once (under RTN-R47)."""
    return str(run("fork", f"{path_of('nobility-4-lost-tiles')}@170", "--json").json["match"])


def plays(run: Herald, match: str) -> object:
    return msgspec.convert(run("show", match, "--json").json["rulings"], dict[str, str])["lost_tiles"]


@pytest.mark.here_alone
def test_a_match_keeps_the_rule_that_it_began_with(run: Herald, from_before: str) -> None:
    old = str(path_of("nobility-4-lost-tiles"))
    assert run("verify", old).code == 0
    assert (plays(run, old), plays(run, from_before)) == ("at_once", "at_once")
    new = str(run("new", "nobility", "Ana", "Bo", "--json").json["match"])
    assert plays(run, new) == "after_filling"
    told = listed(run("ruling", from_before, "--json").json["rulings"])
    assert [(one["row"], one["meaning"]) for one in told if one["option"] == "lost_tiles"] == [
        (1, "At once, while it is being filled.")
    ]


@pytest.mark.here_alone
def test_a_running_match_moves_on_to_the_rules_of_today_by_consent(run: Herald, from_before: str) -> None:
    first, *others = listed_names(run, from_before)
    assert offered("ruling", from_before, "lost_") == ["lost_tiles=after_filling"]
    asked = run("ruling", from_before, "--version", "--reason", "it was a mistake", "--as", first, "--json")
    assert asked.json["class"] is None
    for name in others:
        assert plays(run, from_before) == "at_once"
        assert run("agree", from_before, str(asked.json["last"]), "--as", name).code == 0
    assert (plays(run, from_before), offered("ruling", from_before, "lost_")) == ("after_filling", [])
    assert "lost_tiles=after_filling (RTN-18.8)" in run("log", from_before).out
    assert run("verify", from_before).code == 8, "a fork holds as it is written"
    again = run("ruling", from_before, "--version", "--reason", "x", "--as", first, "--json")
    assert (again.code, again.error["why"]) == (3, "rules_as_today")
    back = run("ruling", from_before, "lost_tiles=at_once", "--reason", "x", "--as", first, "--json")
    assert (back.code, back.error["why"]) == (3, "ruling_of_the_past")


@pytest.mark.here_alone
def test_nobody_is_offered_a_rule_of_the_past(run: Herald) -> None:
    said = run("new", "nobility", "Ana", "Bo", "--ruling", "lost_tiles=at_once", "--json")
    assert (said.code, said.error["why"]) == (2, "unknown_ruling")
    for words in (("games", "nobility"), ("rules", "nobility"), ("rules", "nobility", "town", "hall")):
        assert "lost_tiles" not in run(*words).out, words


def listed_names(run: Herald, match: str) -> list[str]:
    return msgspec.convert(run("show", match, "--json").json["names"], list[str])
