"""Playing alone at the command line: how a match ended, the record of a player, where the next match of it starts."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import convert

from tests.cli.conftest import Herald, listed
from tests.support.alone import play_on
from tests.support.shelf import on_the_shelf

CAMPAIGN = ("--option", "solo=campaign")


@pytest.fixture(autouse=True)
def _emara() -> Iterator[None]:
    with on_the_shelf("emara"):
        yield


def began(run: Herald, *words: str) -> str:
    said = run("new", "emara", *words, "--json")
    assert said.code == 0, said.err
    return str(said.json["match"])


def test_a_campaign_from_match_to_match(run: Herald, db: Path) -> None:
    told = run("new", "emara", "Ana", *CAMPAIGN).out
    assert "The record of the campaign has building_start=40.\n" in told
    match = run("list").out.split()[0]
    record = run("campaign", "emara", "--as", "ana").out
    assert record == (
        "The Crown of Emara, ana\n\nsolo=campaign, informed_choice=no\n  next match: building_start=40\n"
        f"  no match has ended yet\n  goes on, and counts for nothing yet: {match}\n"
    )
    assert f"It goes on there already: {match}." in run("new", "emara", "Ana", *CAMPAIGN).out
    play_on(db, match)
    outcome = convert(run("show", match, "--json").json["outcome"], dict[str, object])
    assert outcome["won"] is False
    assert f"The match is over: Ana loses, {outcome['score']} to {outcome['rival']}.\n" in run("show", match).out
    record = run("campaign", "emara", "--as", "Ana").out
    assert "  next match: building_start=42\n" in record
    assert [line.split() for line in record.splitlines() if line.split()[:1] == [match]] == [
        [match, "40", str(outcome["score"]), str(outcome["rival"]), "lost"]
    ]
    assert run("new", "emara", "Ana", *CAMPAIGN, "--json").json["options"] == {
        "solo": "campaign",
        "building_start": "42",
        "informed_choice": "no",
        "boards": "separate",
    }


def test_a_high_score_has_no_winner(run: Herald, db: Path) -> None:
    match = began(run, "Ana", "--option", "building_start=20")
    play_on(db, match)
    sheet = listed(run("campaign", "emara", "--as", "Ana", "--json").json["sheets"])[0]
    (best,) = listed(sheet["best"])
    assert (best["start"], best["rival"], best["won"]) == (20, None, None)
    assert f"The match is over: Ana scores {best['score']}.\n" in run("show").out
    assert f"  best: {best['score']} from 20\n" in run("campaign", "emara", "--as", "Ana").out
    assert f"Score d’Ana\u202f: {best['score']}.\n" in run("show", "--lang", "fr").out


def test_what_does_not_count_is_told(run: Herald) -> None:
    match = began(run, "--bot", "Ana=random", *CAMPAIGN)
    assert f"\nnot counted: {match} (played by a bot)\n" in run("campaign", "emara", "--as", "Ana").out


@pytest.mark.parametrize("command", [("new", "emara", "Ana"), ("simulate", "emara", "--players", "1")])
def test_the_start_of_a_campaign_is_not_chosen(run: Herald, command: tuple[str, ...]) -> None:
    refused = run(*command, *CAMPAIGN, "--option", "building_start=20")
    assert refused.code == 2
    assert "the record of the campaign decides it, see `herald campaign`" in refused.err


def test_bots_that_play_alone(run: Herald) -> None:
    args = ("simulate", "emara", "--players", "1", "--matches", "2", "--seed", "s")
    assert "won" not in run(*args).out
    assert listed(run(*args, "--json").json["seats"])[0]["wins"] is None
    assert "won" in run(*args, *CAMPAIGN).out
    assert listed(run(*args, *CAMPAIGN, "--json").json["seats"])[0]["wins"] == 0


def test_a_record_is_somebodys_and_of_some_games(run: Herald) -> None:
    assert run("campaign", "emara").problem == "Whose record? Say it with --as NAME (or HERALD_SEAT)."
    assert run("campaign", "medieval", "--as", "Ana").problem == "medieval keeps no score over several matches."
    untouched = run("campaign", "emara", HERALD_SEAT="Ana", HERALD_DB="", HERALD_LANG="fr")
    assert untouched.code == 0
    assert untouched.out.count("prochaine partie\u202f: building_start=40") == 2
