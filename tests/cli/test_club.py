"""What a club plays where a rule is unclear: a file that `herald new` takes."""

from pathlib import Path

import msgspec
import pytest

from tests.cli.conftest import Herald, listed


def begun(run: Herald, *words: str) -> dict[str, object]:
    said = run("new", "medieval", "Ana", "Bo", *words, "--json")
    assert said.code == 0, said.err
    return said.json


def reads(run: Herald, match: object) -> dict[object, object]:
    told = listed(run("ruling", str(match), "--json").json["rulings"])
    return {one["option"]: one["reading"] for one in told}


@pytest.fixture
def kept(run: Herald) -> str:
    """What Ana and Bo have agreed on in a match is theirs from then on."""
    match = str(begun(run)["match"])
    row = str(
        run("ruling", match, "island_cost=spend", "--reason", "as we play it", "--as", "Ana", "--json").json["row"]
    )
    assert run("agree", match, row, "--as", "Bo").code == 0
    assert run("rulings", "keep", match).code == 0
    return match


@pytest.mark.usefixtures("kept")
def test_what_a_table_agreed_on_is_what_new_matches_begin_with(run: Herald) -> None:
    said = run("new", "medieval", "Ana", "Bo")
    assert "As your club plays it: island_cost=spend (MED-R4)." in said.out
    match = begun(run)
    assert match["club"] == {"island_cost": "spend"}
    assert reads(run, match["match"]) == {"island_cost": "spend"}
    assert run("new", "emara", "Ana", "Bo", "--json").json["club"] == {}, "of another game nothing is kept"


@pytest.mark.usefixtures("kept")
def test_what_is_said_goes_before_it(run: Herald) -> None:
    match = begun(run, "--ruling", "MED-R4=commit", "--ruling", "decoy_stack=single")
    assert (match["club"], reads(run, match["match"])) == ({}, {"island_cost": "commit", "decoy_stack": "single"})
    assert reads(run, begun(run, "--no-rulings")["match"]) == {}


@pytest.mark.usefixtures("kept")
def test_it_is_listed_with_its_reason_and_forgotten(run: Herald) -> None:
    assert run("rulings", "keep", "medieval", "MED-R23=2", "--reason", "too cheap").code == 0
    out = " ".join(run("rulings", "--lang", "fr").out.split())
    assert "MED-R4 island_cost=spend" in out
    assert "as we play it" in out
    (game,) = listed(run("rulings", "medieval", "--json").json["games"])
    assert [(one["id"], one["reading"], one["why"]) for one in listed(game["rulings"])] == [
        ("MED-R4", "spend", "as we play it"),
        ("MED-R23", "2", "too cheap"),
    ]
    assert "R23" in run("rulings", "forget", "MED-R4").out
    assert begun(run)["club"] == {"auction_min_bid": "2"}
    assert run("rulings", "forget", "medieval").out == "Medieval Realms: nothing is kept any more.\n"
    assert run("rulings", "keep", "MED-R4=spend").code == 0
    assert "plus rien n’est gardé" in run("rulings", "forget", "MED-R4", "--lang", "fr").out
    assert run("rulings", "forget").err.startswith("GAME ID is missing.")
    assert "Nothing is kept" in run("rulings").out
    assert begun(run)["club"] == {}


def test_a_file_written_by_hand(run: Herald, home: Path) -> None:
    file = home / "club.toml"
    file.write_text('[medieval]\nMED-R4 = "Spend"\nauction_min_bid = { reading = "2", why = "\\u201Ecosts\\u201C" }\n')
    assert begun(run, "--rulings", str(file))["club"] == {"island_cost": "spend", "auction_min_bid": "2"}
    assert begun(run)["club"] == {}, "the file in the folder is another one"
    assert run("rulings", "keep", "medieval", "decoy_stack=single", "--file", str(file)).code == 0
    assert begun(run, "--rulings", str(file))["club"] == {
        "island_cost": "spend",
        "auction_min_bid": "2",
        "decoy_stack": "single",
    }


WRONG = {
    "[medieval]\nisland_price = 'spend'": "club_entry",
    "[medieval]\nisland_cost = 'free'": "club_entry",
    "[medieval]\nisland_cost = 3": "club_unreadable",
    "[medieval\n": "club_unreadable",
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_in_a_file_is_named(run: Herald, home: Path, text: str) -> None:
    file = home / "club.toml"
    file.write_text(text)
    said = run("new", "medieval", "Ana", "Bo", "--rulings", str(file), "--json")
    assert (said.code, said.error["why"], said.error["file"]) == (2, WRONG[text], str(file))
    assert not run("list").out.strip() or "medieval" not in run("list").out, "no match has begun"


def test_a_ruling_that_is_named_twice_in_a_file_has_one_reading(run: Herald, home: Path) -> None:
    """By its id and by its name; in whatever order they stand, none of two readings wins."""
    file = home / "club.toml"
    lines = ["MED-R4 = 'spend'", "island_cost = { reading = 'Commit', why = 'so' }"]
    for text in (lines, lines[::-1]):
        file.write_text("\n".join(["[medieval]", *text]))
        for command in (
            ("new", "medieval", "Ana", "Bo", "--rulings", str(file)),
            ("rulings", "list", "--file", str(file)),
        ):
            said = run(*command, "--json")
            assert (said.code, said.error["why"], {*msgspec.convert(said.error["found"], list[str])}) == (
                2,
                "named_twice",
                {"spend", "commit"},
            )
            assert f"{file}, medieval.island_cost is named twice, and not alike" in run(*command).err
            assert "est donné deux fois, et différemment" in run(*command, "--lang", "fr").err
    file.write_text("[medieval]\nMED-R4 = 'Spend'\nisland_cost = 'spend'\n")
    assert begun(run, "--rulings", str(file))["club"] == {"island_cost": "spend"}


def test_what_cannot_be_kept(run: Herald) -> None:
    match = str(begun(run)["match"])
    assert run("rulings", "keep", match, "--json").error["why"] == "nothing_agreed"
    assert run("rulings", "keep", "medieval", "--json").error["why"] == "nothing_agreed"
    assert run("rulings", "keep", "chess", "a=b", "--json").error["why"] == "unknown_game"
    assert run("rulings", "forget", "medieval", "MED-R99", "--json").error["why"] == "unknown_ruling"
    said = run("new", "medieval", "Ana", "Bo", "--rulings", "no-such.toml", "--json")
    assert (said.code, said.error["why"]) == (2, "club_missing")
