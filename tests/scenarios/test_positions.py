"""Positions that no match comes to are refused, field by field and as they go together; what play reaches is taken."""

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from core.games import NAMES, game_named
from core.kernel.bots.possible import wrongs
from core.kernel.errors import Usage
from core.kernel.rules import engine
from core.kernel.rules.chance import stream
from core.kernel.rules.step import tag_of
from replays.scenario import ScenarioError, load, run
from replays.scenario.casting import cast
from replays.scenario.document import document
from replays.scenario.entry import Scenario
from replays.scenario.given import Position
from tests.fuzz.positions import any_match, slips, wrongly
from tests.support.matches import GAMES
from tests.support.recording import Recorder

Given = Mapping[str, Any]

NAMED: Mapping[str, tuple[str, tuple[str, ...], Given, str, str]] = {
    "a place that is none": (
        "nobility",
        ("P", "Q"),
        {"table": {"dice": {"pub:1": {"side": "P", "value": 4}}}},
        "unknown_word",
        "table.dice",
    ),
    "a place with a slip of the pen": (
        "nobility",
        ("P", "Q"),
        {"table": {"dice": {"castel:1": {"side": "P", "value": 1}}}},
        "unknown_word",
        "table.dice",
    ),
    "a slot that a place has not": (
        "nobility",
        ("P", "Q"),
        {"table": {"dice": {"tavern:3": {"side": "P", "value": 4}}}},
        "unknown_word",
        "table.dice",
    ),
    "a seven on the board": (
        "nobility",
        ("P", "Q"),
        {"table": {"dice": {"tavern:1": {"side": "P", "value": 7}}}},
        "scenario_out_of_range",
        "table.dice.tavern:1.value",
    ),
    "a seven in hand": ("nobility", ("P", "Q"), {"P": {"dice": [1, 7]}}, "scenario_out_of_range", "P.dice.2"),
    "a lower die behind another in the tavern": (
        "nobility",
        ("P", "Q"),
        {"table": {"dice": {"tavern:1": {"side": "P", "value": 5}, "tavern:2": {"side": "Q", "value": 3}}}},
        "scenario_too_low",
        "table.dice.tavern:2.value",
    ),
    "a higher die behind another in the yard": (
        "nobility",
        ("P", "Q"),
        {"table": {"dice": {"yard:1": {"side": "P", "value": 2}, "yard:2": {"side": "Q", "value": 3}}}},
        "scenario_too_high",
        "table.dice.yard:2.value",
    ),
    "a place that is left out": (
        "nobility",
        ("P", "Q"),
        {"table": {"dice": {"yard:2": {"side": "P", "value": 2}}}},
        "scenario_gap",
        "table.dice.yard:2",
    ),
    "a value that a slot does not take": (
        "nobility",
        ("P", "Q"),
        {"table": {"dice": {"castle:1": {"side": "P", "value": 6}}}},
        "scenario_one_of",
        "table.dice.castle:1.value",
    ),
    "the player board of another": (
        "nobility",
        ("P", "Q"),
        {"table": {"dice": {"recall:1": {"side": "P", "value": 6}}}},
        "scenario_cannot_stand",
        "table.dice.recall:1.side",
    ),
    "Nobility beyond its track": (
        "nobility",
        ("P", "Q"),
        {"P": {"stock": "25 nobility"}},
        "scenario_out_of_range",
        "P.stock",
    ),
    "Reputation below its track": (
        "nobility",
        ("P", "Q"),
        {"P": {"stock": "3 reputation"}},
        "scenario_out_of_range",
        "P.stock",
    ),
    "a settlers card for nothing": (
        "nobility",
        ("P", "Q"),
        {"P": {"satisfied": [{"card": "S01", "goods": 1}]}},
        "scenario_out_of_range",
        "P.satisfied.1.goods",
    ),
    "a round that the match has not": (
        "nobility",
        ("P", "Q"),
        {"table": {"round": 11}},
        "scenario_out_of_range",
        "table.round",
    ),
    "an objective of several": ("nobility", ("P", "Q"), {"table": {"objective": "OB01"}}, "", "table.objective"),
    "both faces of a start card": (
        "crossing",
        ("P", "Q"),
        {"P": {"cards": ["ST1A"]}, "Q": {"cards": ["ST1B"]}},
        "scenario_other_face",
        "Q.cards",
    ),
    "a house that no cards have earned": (
        "crossing",
        ("P", "Q"),
        {"P": {"houses": ["north", "east"]}},
        "scenario_not_earned",
        "P.houses",
    ),
    "Paco & Paca without their house": (
        "crossing",
        ("P",),
        {"Paco & Paca": {"houses": ""}},
        "scenario_too_low",
        "Paco & Paca.houses",
    ),
    "more stars than a space has": (
        "crossing",
        ("P", "Q"),
        {"P": {"decorations": {"stone.1": 2}}},
        "scenario_one_of",
        "P.decorations.stone.1",
    ),
    "a marker beyond the end": (
        "crossing",
        ("P", "Q"),
        {"P": {"resources": "11 wood"}},
        "scenario_out_of_range",
        "P.resources",
    ),
    "an investment beyond the end": (
        "crossing",
        ("P", "Q"),
        {"P": {"investment": 9}},
        "scenario_out_of_range",
        "P.investment",
    ),
    "a card on the slot of another deck": (
        "crossing",
        ("P", "Q"),
        {"table": {"layout": {"s1": "patron"}, "slots": {"s1": "LUM-01"}}},
        "scenario_cannot_stand",
        "table.slots.s1",
    ),
    "a bonus action that is none": ("emara", ("P", "Q"), {"P": {"done": ["rest"]}}, "unknown_word", "P.done 1"),
    "a power of an advisor of nobody's": (
        "emara",
        ("P", "Q"),
        {"P": {"used": ["bailiff"]}},
        "scenario_cannot_stand",
        "P.used",
    ),
    "a marker that turns in the box": (
        "emara",
        ("P", "Q"),
        {"table": {"uses": {"stone": 99}}},
        "scenario_too_many",
        "table.uses.stone",
    ),
    "wood below nothing": ("emara", ("P", "Q"), {"P": {"goods": "-1 wood"}}, "scenario_too_low", "P.goods"),
    "a tile under the shield": (
        "heirs",
        ("P", "Q"),
        {"table": {"ring": ["TRA1", "TRA2", "TRA3", "TRA4", "TRA5", "TRA6", "TRA7"]}},
        "scenario_cannot_stand",
        "table.ring.1",
    ),
    "a terrain that a tile does not show": (
        "heirs",
        ("P", "Q"),
        {"table": {"landscape": {"1,0": {"terrain": "wood", "tile": "TRA9", "owner": "P"}}}},
        "",
        "table.landscape",
    ),
    "a terrain that is not in use": (
        "medieval",
        ("P", "Q"),
        {"P": {"placed": "G9"}},
        "scenario_cannot_stand",
        "P.placed",
    ),
    "more milestones than points": (
        "medieval",
        ("P", "Q"),
        {"P": {"picks": 1, "vp": 4}},
        "scenario_too_many",
        "P.picks",
    ),
    "no current events at all": (
        "medieval",
        ("P", "Q"),
        {"table": {"current": []}},
        "scenario_wrong_length",
        "table.current",
    ),
}
"""By what is wrong: the game, its players, what is given, the reason, the entry."""


def scenario(game: str, players: tuple[str, ...], given: Given, **said: Any) -> Scenario:
    plain: dict[str, Any] = {"rulings": {}, "earlier": (), "options": {}, **said}
    sides = {"crossing": (*players, "Paco & Paca")}.get(game, players) if len(players) == 1 else players
    whole: dict[str, Any] = {"agenda": [], **given}
    return Scenario(
        file="",
        game=game,
        title="",
        rules=(),
        players=players,
        given=whole,
        edition="",
        conserve=True,
        chance=(),
        sides=sides,
        **plain,
    )


def refused(one: Scenario) -> Usage:
    with pytest.raises(Usage) as caught:
        Position(game_named(one.game), one)
    return caught.value


@pytest.mark.parametrize(("game", "players", "given", "why", "entry"), NAMED.values(), ids=NAMED)
def test_what_no_match_comes_to_is_refused_at_its_entry(
    game: str, players: tuple[str, ...], given: Given, why: str, entry: str
) -> None:
    error = refused(scenario(game, players, given))
    assert str(error.terms["entry"]).replace('"', "").startswith(f"given.{entry}")
    assert error.why == why or not why


@pytest.mark.parametrize("name", NAMES)
def test_no_value_of_a_position_is_taken_when_it_is_wrong(name: str) -> None:
    """A short part of `make fuzz ONLY=positions`: each kind of slip of each field of a position."""
    dice = stream("slips", name)
    log = any_match(GAMES[name], dice, f"slips {name}").log()
    found = cast(log.at(log.head // 2).seen_by(None))
    assert [said for slip in slips(found, dice) if (said := wrongly(found, slip))] == []


@pytest.mark.parametrize("name", NAMES)
def test_what_play_reaches_under_any_readings_is_taken(name: str) -> None:
    dice = stream("reached", name)
    log = any_match(GAMES[name], dice, f"reached {name}").log()
    for _ in range(3):
        seen = log.at(1 + dice.below(log.head)).seen_by(dice.pick([None, *range(len(log.seats))]))
        made = document(seen, "en")
        (one,) = load(made.text, "cast.toml")
        assert run(one).passed


# --- what a reading makes possible ---------------------------------------------------------------------------------

FOUR = {"P": {"hand": ["TRA1", "TRA2", "TRA3", "TRA4"]}}


def test_a_hand_has_room_as_the_table_reads_it() -> None:
    assert refused(scenario("heirs", ("P", "Q"), FOUR)).why == "scenario_too_many"
    for reading in ("none", "end_of_turn_3"):
        Position(game_named("heirs"), scenario("heirs", ("P", "Q"), FOUR, rulings={"hand_limit": reading}))


def test_what_an_earlier_reading_made_possible_is_no_mistake() -> None:
    earlier: Any = ({"hand_limit": "none"},)
    Position(game_named("heirs"), scenario("heirs", ("P", "Q"), FOUR, earlier=earlier))
    other: Any = ({"hand_limit": "none"}, {"hand_limit": "hard_cap_3"})
    Position(game_named("heirs"), scenario("heirs", ("P", "Q"), FOUR, earlier=other))
    twice = {"P": {"hand": ["TRA1", "TRA1"]}}
    assert refused(scenario("heirs", ("P", "Q"), twice, earlier=earlier)).why == "scenario_twice"
    assert refused(scenario("heirs", ("P", "Q"), FOUR, earlier=({"hand_limit": "5"},))).why == "unknown_reading"


LEFT: dict[str, tuple[str, Given, tuple[dict[str, str], ...]]] = {
    "a hand": ("heirs", FOUR, ({"hand_limit": "none"},)),
    "stars": ("crossing", {"P": {"decorations": {"food.1": 2}}}, ({"deco_slots": "any_single"},)),
    "a hut": ("emara", {"table": {"huts": {"quarry:4": "P"}}}, ({"hut_limit": "four_huts_cap_three"},)),
    "reputation": ("nobility", {"P": {"stock": {"reputation": 3}}}, ({"reputation_bounds": "0..24"},)),
    "each kind by a reading of its own": (
        "nobility",
        {"P": {"stock": {"reputation": 3, "nobility": 30}}},
        ({"reputation_bounds": "0..24"}, {"nobility_bounds": "unbounded"}),
    ),
}
"""What a reading leaves behind that the rulings as they are do not have: the game, what is given, the readings."""


@pytest.mark.parametrize(("game", "given", "earlier"), LEFT.values(), ids=LEFT)
def test_what_earlier_readings_left_behind_stands_where_they_are_named_alone(
    game: str, given: Given, earlier: tuple[dict[str, str], ...]
) -> None:
    Position(game_named(game), scenario(game, ("P", "Q"), given, earlier=earlier))
    for fewer in range(len(earlier)):
        assert str(refused(scenario(game, ("P", "Q"), given, earlier=earlier[:fewer])).why).startswith("scenario_")


def test_a_match_that_was_read_otherwise_before_says_so() -> None:
    """A hand of four, taken under one reading; then the table agrees on another one."""
    dice = stream("hands", 1)
    match = Recorder(GAMES["heirs"], 2, seed="hands", rulings={"hand_limit": "none"})
    while len(match.state.table.seats[0].hand) < 4:
        kept = [move for move in _moves(match) if tag_of(move[1]) not in {"build", "extend", "camp"}]
        match.move(*dice.pick([move for move in kept if tag_of(move[1]) == "take"] or kept))
    match.rule({"hand_limit": "hard_cap_3"})
    assert [wrong.path for wrong in wrongs(match.game, match.state.table)] == [("hand",)] * 2
    made = document(match.log().seen_by(None), "en")
    assert 'earlier = [{ hand_limit = "none" }]' in made.text
    (one,) = load(made.text, "cast.toml")
    assert run(one).passed
    with pytest.raises(ScenarioError, match="scenario_too_many"):
        run(replace(one, earlier=()))


def _moves(match: Recorder) -> list[tuple[int, Any]]:
    (seat,) = engine.asked(match.state).seats
    return [(seat, move) for move in engine.legal(match.state, seat)]


def test_points_below_nothing_are_said() -> None:
    options, rulings = {"solo": "campaign", "building_start": "-5"}, {"campaign_floor": "unbounded"}
    match = Recorder(GAMES["emara"], 1, options=options, rulings=rulings).play(stream("low", 1), 12)
    assert match.state.table.seats[0].goods.bp < 0
    assert document(match.log().seen_by(None), "en").verdict.passed


def test_what_is_said_of_pieces_is_kept() -> None:
    """Spare workers, tiles of the pile: what is written stays, so that a mistake in it is found."""
    spare = scenario("nobility", ("P", "Q"), {"P": {"spare": "3 workers"}})
    assert refused(spare).why == "scenario_not_conserved"
    assert refused(spare).terms["word"] in {"houses (P)", "workers (P)"}
    unseen = scenario("heirs", ("P", "Q"), {"table": {"unseen": ["TRA1"]}})
    assert refused(unseen).why in {"scenario_not_conserved", "scenario_cannot_stand"}


def test_what_a_place_can_be_is_told_in_short() -> None:
    """No list of seventy slots: those of the place that is meant, else how a slot can begin."""
    found = [
        refused(scenario("nobility", ("P", "Q"), {"table": {"dice": {where: {"side": "P", "value": 4}}}})).known
        for where in ("tavern:3", "pub:1")
    ]
    assert found[0] == ("tavern:1", "tavern:2")
    assert {"tavern:N", "smith:N", "castle:N"} <= {*found[1]}
