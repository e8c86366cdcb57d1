"""The casebook: each switchable ruling of each game has positions in which all its readings come apart."""

import re
from itertools import combinations
from pathlib import Path

import pytest

from core.games import NAMES, game_named
from core.kernel.game import Ruling
from replays.casebook.book import clubs, found
from replays.casebook.cases import proofs, shipped
from replays.casebook.told import CaseTold, case
from tests.support.toy import TOY

BADLY_SET = re.compile(r"(?<!\u202f)[;:!?](?=\s|$)|\w'\w|«(?!\u202f)|(?<!\u202f)»")
"""French without its narrow spaces and its apostrophe."""

ALIKE: dict[str, str] = {}
"""Rulings of which no position tells the readings apart, and why: there is none."""


def told_apart(told: CaseTold) -> set[tuple[str, str]]:
    """The readings that some position tells from each other, in what is said of them."""
    return {
        (one.reading, other.reading)
        for position in told.positions
        for one, other in combinations(position.outcomes, 2)
        if [line.sentence for line in one.lines] != [line.sentence for line in other.lines]
    }


@pytest.mark.parametrize("name", NAMES)
def test_the_readings_of_every_ruling_come_apart(name: str) -> None:
    game = game_named(name)
    assert not set(ALIKE) - {ruling.id for one in NAMES for ruling in game_named(one).rulings}
    for ruling in game.rulings:
        told = case(game, ruling, "en")
        every = set(combinations(ruling.readings, 2))
        assert (told_apart(told) == every) is (ruling.id not in ALIKE), ruling.id
        for position in told.positions:
            assert all(outcome.lines for outcome in position.outcomes), ruling.id


@pytest.mark.parametrize("name", NAMES)
def test_every_reading_has_a_scenario_that_proves_it(name: str) -> None:
    game = game_named(name)
    for ruling in game.rulings:
        assert {proof.reading for proof in proofs(game, ruling)} == set(ruling.readings), ruling.id


@pytest.mark.parametrize("name", NAMES)
def test_every_scenario_has_a_title_in_every_language(name: str) -> None:
    for exhibit in shipped(name):
        assert exhibit.titles.keys() == {"fr"}, exhibit.title
        assert not BADLY_SET.search(exhibit.titles["fr"]), exhibit.titles["fr"]


def test_what_is_said_is_what_the_scenarios_prove() -> None:
    """MED-R4: under one reading the admiral is given up, under another it stays there, under the third neither."""
    told = case(game_named("medieval"), _ruling("medieval", "MED-R4"), "en")
    (position,) = told.positions
    assert position.moves == ("P: play ISL-02",)
    said = {outcome.reading: [line.sentence for line in outcome.lines] for outcome in position.outcomes}
    assert said == {
        "requirement": ["P: play ISL-02: legal, without what follows under the other readings"],
        "spend": ["P: play ISL-02: P gives up 1 admiral for Island of Cyprus"],
        "commit": ["P: play ISL-02: P leaves 1 admiral on Island of Cyprus"],
    }


def test_what_is_refused_names_its_rule() -> None:
    told = case(game_named("medieval"), _ruling("medieval", "MED-R5"), "fr")
    lines = [line for position in told.positions for outcome in position.outcomes for line in outcome.lines]
    refused = [line for line in lines if line.kind == "refused"]
    assert refused
    assert all(line.rule == "MED-6.19" for line in refused)


@pytest.mark.parametrize(
    ("words", "first"),
    [
        (("MED-R4",), "MED-R4"),
        (("r4",), "MED-R4"),
        (("island_cost",), "MED-R4"),
        (("tied", "majority"), "MED-R17"),
        (("égalité", "majorité"), "MED-R17"),
    ],
)
def test_rulings_are_found_by_id_and_by_words_in_both_languages(words: tuple[str, ...], first: str) -> None:
    assert found(game_named("medieval"), words, "en")[0].id == first


def test_all_are_meant_where_nothing_is_said() -> None:
    game = game_named("heirs")
    assert found(game, (), "en") == list(game.rulings)


def test_a_clubs_own_scenarios_join_and_are_found_by_their_titles(tmp_path: Path) -> None:
    game = game_named("medieval")
    (tmp_path / "ours.toml").write_text(
        """
game = "medieval"

[[scenario]]
title = "our quarrel of tuesday: an island with one admiral left"
rules = ["MED-R4"]
rulings = { island_cost = "commit" }
players = ["P", "Q"]
given.P = { deployed = ["ISL-02"], leaders = { admiral = 1 } }
given.agenda = "actions P"
when = ["P: play ISL-02"]
then.asked = ["P"]
"""
    )
    (tmp_path / "edition.toml").write_text("name = 1\n")
    ours = clubs([str(tmp_path)])
    assert [scenario.title for scenario in ours] == ["our quarrel of tuesday: an island with one admiral left"]
    assert [ruling.id for ruling in found(game, ("quarrel", "tuesday"), "en", ours)] == ["MED-R4"]
    told = case(game, _ruling("medieval", "MED-R4"), "en", ours)
    assert [position.own for position in told.positions] == [False, True]
    assert told.positions[1].file == str(tmp_path / "ours.toml")
    assert told_apart(CaseTold(ruling=told.ruling, rules=(), positions=told.positions[1:], scenarios=()))
    assert sum(one.own for one in told.scenarios) == 1


def test_a_game_without_scenarios_has_no_positions() -> None:
    assert shipped(TOY.name) == ()
    assert all(case(TOY, ruling, "en").positions == () for ruling in TOY.rulings)


def _ruling(game: str, key: str) -> Ruling:
    return next(ruling for ruling in game_named(game).rulings if ruling.id == key)
