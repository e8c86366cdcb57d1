"""`herald cases`: a ruling's readings side by side, in both languages, as text, as data, as a page."""

from pathlib import Path

import msgspec
import pytest

from core.games import game_named
from tests.cli.conftest import Herald, listed
from tests.support.places import cases_of


def test_one_ruling(run: Herald) -> None:
    said = run("cases", "medieval", "MED-R4")
    assert said.code == 0, said.err
    for text in ("* requirement", "spend", "gives up 1 admiral", "leaves 1 admiral", "MED-6.19", "Scenarios:"):
        assert text in said.out
    french = run("cases", "medieval", "MED-R4", "--lang", "fr").out
    assert "P\u202f: jouer ISL-02\u202f: P rend 1 amiral pour Île de Chypre" in french
    assert "Scénarios" in french
    assert "R4 spend\u202f: un seul amiral ne suffit pas pour une deuxième île" in french


def test_the_board_of_the_position_is_drawn_if_it_is_asked_for(run: Herald) -> None:
    assert "Island of Cyprus" in run("cases", "medieval", "MED-R4", "--board").out
    assert len(run("cases", "medieval", "MED-R4", "--board").out) > len(run("cases", "medieval", "MED-R4").out) + 1000


def test_several_are_named_behind_the_first(run: Herald) -> None:
    lines = run("cases", "heirs").out.splitlines()
    assert len(lines) == len(game_named("heirs").rulings)
    some = run("cases", "medieval", "tied", "majority").out
    assert some.index("MED-R17") < some.index("Scenarios:")


def test_as_data(run: Herald) -> None:
    document = run("cases", "medieval", "MED-R5", "--json").json
    (told,) = listed(document["cases"])
    (position,) = listed(told["positions"])
    kinds = {one["reading"]: [line["kind"] for line in listed(one["lines"])] for one in listed(position["outcomes"])}
    assert kinds["on_play"] == ["legal", "may"]
    assert kinds["on_activate"] == ["refused"]


def test_as_a_page(run: Herald, home: Path) -> None:
    file = home / "book.html"
    said = run("cases", "medieval", "-o", str(file), "--lang", "fr")
    assert said.code == 0, said.err
    text = file.read_text()
    for ruling in game_named("medieval").rulings:
        assert f'id="{ruling.id}"' in text
        assert f'href="#{ruling.id}"' in text
    assert "P rend 1 amiral" in text
    assert run("cases", "medieval", "MED-R4", "-o", str(file)).code == 2


def test_what_is_not_there(run: Herald) -> None:
    assert run("cases", "medieval", "bananas", "--json").error["why"] == "nothing_found"
    assert run("cases", "medieval", "MED-R4", "--with", "no-such.toml", "--json").error["why"] == "file_unreadable"


def test_an_id_is_looked_up_and_not_sought_as_words(run: Herald) -> None:
    """One that there is not, or about which no ruling is, shows nothing else in its place."""
    for unknown in ("MED-R99", "EMA-R1", "99.1"):
        assert run("cases", "medieval", unknown, "--json").error["why"] == "unknown_rule"
    assert run("cases", "medieval", "MED-12.4", "--json").error["why"] == "no_ruling_about"
    assert (
        "Aucun point de règle ne porte sur «\u202f12.4\u202f»" in run("cases", "medieval", "12.4", "--lang", "fr").err
    )
    found = listed(run("cases", "medieval", "13.6", "--json").json["cases"])
    assert [msgspec.convert(one["ruling"], dict[str, object])["id"] for one in found] == ["MED-R34"]


@pytest.mark.parametrize(
    ("game", "option", "rulings"),
    [
        ("nobility", "events", {"RTN-R32", "RTN-R33"}),
        ("emara", "solo", {"EMA-R28"}),
        ("crossing", "goals", {"KIN-R27"}),
    ],
)
def test_what_a_table_agrees_on_has_rulings_too(run: Herald, game: str, option: str, rulings: set[str]) -> None:
    found = listed(run("cases", game, option, "--json").json["cases"])
    assert {msgspec.convert(one["ruling"], dict[str, object])["id"] for one in found} == rulings
    assert all(ruling in run("rules", game, option).out for ruling in rulings)


def test_a_file_that_is_wrong_is_named(run: Herald, home: Path) -> None:
    """Of several files it is said which, by whatever command they are read."""
    file = home / "one.toml"
    file.write_text("game = [")
    for command in (("cases", "medieval", "--with"), ("dispute",), ("impact", "--scenario")):
        said = run(*command, str(file))
        assert (said.code, said.err.splitlines()[0]) == (2, f"{file}: game")


def test_a_file_of_which_nothing_joins_is_told(run: Herald, home: Path) -> None:
    text = (cases_of("medieval") / "rulings_cards.toml").read_text()
    first = text[: text.index("[[scenario]]", text.index("[[scenario]]") + 1)]
    file = home / "ours.toml"
    file.write_text(first)
    words = ("--with", str(file))
    assert run("cases", "medieval", "MED-R4", *words).err == ""
    assert run("cases", "medieval", *words).err == ""
    other = run("cases", "medieval", "MED-R23", *words)
    assert other.err == f"{file} names none of the rulings that are shown: nothing of it is in here.\n"
    page = run("cases", "emara", *words, "-o", str(home / "page.html"), "--lang", "fr")
    assert page.err.startswith(f"{file} ne nomme aucun point de règle de ")
    assert page.code == 0


def test_a_dispute_that_was_kept_joins_and_is_found_by_its_reason(run: Herald, home: Path) -> None:
    folder = home / "club"
    folder.mkdir()
    file = folder / "one.dispute.jsonl"
    reason = ("--reason", "the thursday table")
    assert run("dispute", "medieval-duel@29", "activate 6", "--ruling", "MED-R34", *reason, "-o", str(file)).code == 0
    assert run("export", "medieval-duel", "-o", str(folder / "whole.jsonl")).code == 0
    found = run("cases", "medieval", "thursday", "--with", str(folder), "--json")
    assert found.code == 0, found.err
    (told, *_) = listed(found.json["cases"])
    assert [one["id"] for one in [told["ruling"]] if isinstance(one, dict)] == ["MED-R34"]
    own = [position for position in listed(told["positions"]) if position["own"]]
    assert [(one["title"], one["file"], one["moves"]) for one in own] == [
        ("the thursday table", str(file), [f"{listed(told['positions'])[-1]['names'][0]}: activate 6"])  # type: ignore[index]
    ]
    page = home / "page.html"
    assert run("cases", "medieval", "MED-R34", "--with", str(folder), "-o", str(page)).code == 0
    assert "the thursday table" in page.read_text()
    file.write_bytes(file.read_bytes().replace(b"thursday", b"saturday"))
    damaged = run("cases", "medieval", "MED-R34", "--with", str(folder))
    assert (damaged.code, damaged.err) == (6, f"{file} is damaged: `herald dispute {file}` says in what.\n")
