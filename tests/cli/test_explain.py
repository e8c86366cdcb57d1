"""`herald explain` and `herald rules`: why?"""

import re
from typing import Any

import msgspec
import pytest

from tests.cli.conftest import Club, Herald
from tests.cli.test_completion import offered as completed


def plain(said: object) -> dict[str, Any]:
    return msgspec.convert(said, dict[str, Any])


def test_an_account_adds_up_to_the_number(run: Herald, club: Club) -> None:
    view = run("show", club.whole, "--json").json
    seats = msgspec.convert(view["seats"], list[dict[str, Any]])
    for seat, name in enumerate(("Ana", "Bo", "Cy")):
        for what, amount in {**seats[seat]["palace"], "vp": seats[seat]["vp"]}.items():
            found = plain(run("explain", club.whole, f"{name}.{what}", "--json").json)
            assert found["total"] == amount
            assert sum(line["amount"] for line in found["lines"]) == amount
            assert sum(source["amount"] for source in found["sources"]) == amount


def test_the_score_of_a_seat(run: Herald, club: Club) -> None:
    result = plain(run("show", club.whole, "--json").json["result"])
    said = run("explain", club.whole, "ana.score")
    assert f"In all, victory points: {result['scores'][0]}." in said.out
    assert "MED-19" in said.out
    assert run("explain", club.whole, "score", "--as", "Ana").out == said.out
    assert (
        f"En tout, points de victoire\u202f: {result['scores'][0]}."
        in run("explain", club.whole, "ana.score", "--lang", "fr").out
    )


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_points_of_victoria_are_accounted_for(lang: str, run: Herald) -> None:
    told = run("explain", "emara-campaign", "victoria.cp", "--lang", lang).out
    assert "EMA-16.8" in told
    assert re.search(r"\b69 ", told), "what she ends with, as the match says"


@pytest.mark.parametrize(("side", "lang"), [("solange", "en"), ("henry", "en"), ("henri", "fr")])
def test_the_score_of_either_side_alone_against_henry(side: str, lang: str, run: Herald) -> None:
    archived = "heirs-henry"
    view = plain(run("show", archived, "--json").json)
    points = [seat["points"] for seat in msgspec.convert(view["sides"], list[dict[str, Any]])]
    found = plain(run("explain", archived, f"{side}.score", "--lang", lang, "--json").json)
    assert found["total"] == points[side != "solange"] == sum(line["amount"] for line in found["lines"])
    assert str(found["seat"]).casefold() == side
    assert run("explain", archived, f"{side}.points", "--lang", lang).out.startswith(str(found["seat"]))


def test_of_several_numbers_the_lowest_is_the_score(run: Herald) -> None:
    said = run("explain", "emara-duel", "olivier.score")
    assert said.out.startswith("Olivier: Building Points up to row 231")
    assert "Of 73 Citizen Points, 72 Building Points, the lowest is the score." in said.out
    found = plain(run("explain", "emara-duel", "olivier.score", "--json").json)
    assert (found["what"], found["total"], found["lowest_of"]) == ("bp", 72, {"cp": 73, "bp": 72})


def test_the_final_scoring_is_set_apart(run: Herald) -> None:
    """EMA-15.3: four points for buildings; MED-19: all after the last pass; HEI-8.1: nothing came before."""
    for match, final in (("emara-duel olivier", 4), ("medieval-duel aliénor", None), ("heirs-duel mahaut", 58)):
        archived, seat = match.split()
        found = plain(run("explain", archived, f"{seat}.score", "--json").json)
        late = [line for line in found["lines"] if line["final"]]
        assert late == found["lines"][-len(late) :], "nothing comes after it"
        assert sum(line["amount"] for line in late) == found["final"] == (final or found["final"])
        assert f"In the final scoring, +{found['final']} in all:" in run("explain", archived, f"{seat}.score").out
    court = plain(run("explain", "medieval-duel", "aliénor.score", "--json").json)
    assert {line["row"] for line in court["lines"] if line["final"]} == {172}
    assert 172 not in {line["row"] for line in court["lines"] if not line["final"]}
    assert "final scoring" not in run("explain", "medieval-duel@171", "aliénor.score").out


def test_points_that_the_players_share_out_are_final_before_the_last_row(run: Herald) -> None:
    """EMA-R21: each is asked."""
    rows: list[int] = []
    for seat in ("agnès", "benoît", "céline", "denis"):
        found = plain(run("explain", "emara-town", f"{seat}.bp", "--json").json)
        rows += [line["row"] for line in found["lines"] if line["final"]]
    assert 443 in rows
    assert min(rows) < 443


def test_a_number_may_be_called_by_its_name(run: Herald, club: Club) -> None:
    for word, lang in (("ana.raw_material", "en"), ("ANA.raw", "en"), ("a.or", "fr"), ("ana.gol", "en")):
        assert run("explain", club.whole, word, "--lang", lang).code == 0, word
    for word in ("ana.nothing", "zoe.gold", "ana.", "gold"):
        assert run("explain", club.whole, word).code == 2, word
    run("show", club.whole)
    assert run("explain", "ana.gold").out == run("explain", club.whole, "ana.gold").out


HEADS = {
    ("emara-duel olivier.PB", "emara-duel olivier.bp"),
    ("emara-duel olivier.chev.", "emara-duel olivier.ring"),
    ("emara-duel olivier.pierre", "emara-duel olivier.stone"),
    ("medieval-duel aliénor.PV", "medieval-duel aliénor.vp"),
    ("medieval-duel aliénor.mat.", "medieval-duel aliénor.raw_material"),
    ("medieval-duel aliénor.generaux", "medieval-duel aliénor.general"),
}
"""A number as the French board heads its column, or without the accents of its name; and by its word."""


@pytest.mark.parametrize(("head", "word"), sorted(HEADS))
def test_a_number_may_be_called_as_its_column_is_headed(run: Herald, head: str, word: str) -> None:
    said = run("explain", *head.split(), "--lang", "fr")
    assert said.code == 0
    assert said.out == run("explain", *word.split(), "--lang", "fr").out


@pytest.mark.parametrize("typed", ["olivier.xx", "olivier.", "olivier..", "olivier"])
def test_the_numbers_that_there_are_stand_in_the_words_of_the_reader(run: Herald, typed: str) -> None:
    refused = run("explain", "emara-duel", typed, "--lang", "fr")
    assert refused.code == 2
    said, _, known = refused.problem.removesuffix(".").partition(" Il y a\u202f: ")
    assert said == f"«\u202f{typed}\u202f» n’est pas une place et l’un de ses nombres."
    things = known.split(", ")
    assert things[1].endswith("bois")
    for thing in things:
        named = thing if "." in thing else f"olivier.{thing}"
        assert run("explain", "emara-duel", named, "--lang", "fr").code == 0, thing
    assert "Known: score, wood, stone, cloth, " in run("explain", "emara-duel", "olivier.xx").err


def test_the_past_has_accounts_of_its_own(run: Herald, club: Club) -> None:
    late = plain(run("explain", club.whole, "ana.vp", "--json").json)
    row = late["lines"][len(late["lines"]) // 2]["row"]
    early = plain(run("explain", f"{club.whole}@{row}", "ana.vp", "--json").json)
    assert 0 < early["total"] < late["total"]
    assert early["lines"] == [line for line in late["lines"] if line["row"] <= row]


def test_a_row_with_its_rules(run: Herald, club: Club) -> None:
    fields = plain(run("explain", f"{club.whole}@4", "--json").json)
    assert (fields["row"], fields["match"]) == (4, club.whole)
    rules = {rule["id"]: rule for rule in fields["rules"]}
    assert {fact["rule"] for fact in fields["facts"]} == set(rules)
    assert any(fact["changes"] for fact in fields["facts"])
    said = run("explain", f"{club.whole}@4").out
    assert all(rule["sentence"] in said and rule["section"] in said for rule in rules.values())
    assert "0 → " in said


def test_a_row_that_only_says_how_play_goes_on(run: Herald, club: Club) -> None:
    assert "Nothing followed from it" in run("explain", club.whole).out, "the last row opens the seed"


def test_a_closed_row_stays_closed(run: Herald, match: str) -> None:
    run("move", match, "place production*3 gold G1 A2 D3*2", "--as", "Ana")
    assert "G1" not in run("explain", match).out
    assert "G1" not in run("explain", match, "--as", "Bo", "--json").out
    assert "G1" in run("explain", match, "--as", "Ana").out


# --- rules ---------------------------------------------------------------------------------------------------------


def test_all_rules_in_both_languages(run: Herald) -> None:
    for lang in ("en", "fr"):
        rules = plain(run("rules", "medieval", "--json", "--lang", lang).json)["rules"]
        assert len(rules) > 150
        assert all(rule["sentence"] and rule["section"] for rule in rules)
        assert run("rules", "medieval", "--lang", lang).out.count("MED-") >= len(rules)


@pytest.mark.parametrize("word", ["MED-12.4", "med-12.4", "12.4"])
def test_one_rule(run: Herald, word: str) -> None:
    found = plain(run("rules", "med", word, "--json").json)
    assert [rule["id"] for rule in found["rules"]] == ["MED-12.4"]
    assert found["scenarios"], "this checkout has scenarios"
    assert "Rulebook: " in run("rules", "medieval", word).out


@pytest.mark.parametrize("word", ["MED-R4", "r4", "island_cost"])
def test_one_ruling(run: Herald, word: str) -> None:
    found = plain(run("rules", "medieval", word, "--json").json)
    (ruling,) = found["rulings"]
    assert (ruling["name"], ruling["default"], ruling["switchable"]) == ("island_cost", "requirement", True)
    assert [reading["reading"] for reading in ruling["readings"]] == ["requirement", "spend", "commit"]
    assert "* requirement" in run("rules", "medieval", word).out


def test_a_ruling_that_is_not_to_be_chosen(run: Herald) -> None:
    assert "(not to be chosen)" in run("rules", "medieval", "R37").out


@pytest.mark.parametrize("word", ["MED-R13a", "r13A", "tie_scope"])
def test_a_ruling_that_was_untied_from_another_has_an_id_with_a_letter(run: Herald, word: str) -> None:
    assert [ruling["id"] for ruling in plain(run("rules", "medieval", word, "--json").json)["rulings"]] == ["MED-R13a"]


def test_a_heading_and_what_there_is_not(run: Herald) -> None:
    found = plain(run("rules", "medieval", "12", "--json").json)
    assert [rule["id"] for rule in found["rules"]][:2] == ["MED-12.1", "MED-12.2"]
    assert "MED-120" not in run("rules", "medieval", "12").out
    for word in ("99", "MED-12.99", "nonsense", ""):
        assert run("rules", "medieval", word).code == 2, word
    assert run("rules", "chess").code == 2


def test_a_rule_names_the_rulings_that_touch_it(run: Herald) -> None:
    found = plain(run("rules", "medieval", "MED-6.19", "--json").json)
    assert "MED-R4" in [ruling["id"] for ruling in found["rulings"]]


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "HEI-R19 Is the type of the top tile of the common supply known? Yes. (HEI-0.10, HEI-1.5)"),
        ("fr", "HEI-R19 Connaît-on le type de la tuile du dessus de la réserve commune ? Oui. (HEI-0.10, HEI-1.5)"),
    ],
)
def test_what_a_ruling_decided_is_told_with_the_reading_in_force(lang: str, said: str, run: Herald) -> None:
    told = run("explain", "heirs-duel@1", "--lang", lang).out
    assert said in " ".join(told.split())


@pytest.mark.parametrize(
    ("match", "side"), [("emara-campaign", "victoria"), ("heirs-henry", "henry"), ("crossing-builders", "paco & paca")]
)
def test_every_number_of_the_other_side(run: Herald, match: str, side: str) -> None:
    told = completed("explain", match, f"{side}.")
    assert f"{side}.score" in told
    for thing in told:
        assert run("explain", match, thing).code == 0, thing


@pytest.mark.usefixtures("home")
def test_the_other_side_has_the_numbers_that_it_has(run: Herald) -> None:
    """EMA-16.11: the score of Victoria is her Citizen Points; she has no Building Points, and no gold."""
    score, points = (run("explain", "emara-campaign", f"Victoria.{what}").out for what in ("score", "cp"))
    assert score == points
    assert "\nIn all, Citizen Points: 69.\n" in score
    refused = run("explain", "emara-campaign", "Victoria.gold", "--json").error
    assert (refused["why"], refused["known"]) == ("no_such_number", ["citizen_points"])
    assert run("explain", "emara-campaign", "Boris.gold", "--json").error["known"] == ["Marguerite", "Victoria"]


def test_who_loses_alone_is_second(run: Herald) -> None:
    run("new", "emara", "--bot", "Ana=random", "--option", "solo=campaign", "--practice", "lost")
    assert "Ana loses, " in run("show").out
    assert re.search(r"final ranking\s+2\.\s+Ana .*\n\s+Victoria .* wins", run("show").out)
