"""Every rule scenario holds, every rule and ruling has one or a reason why not, and the runner fails when it should."""

import tomllib
from pathlib import Path

import pytest

from core.games import NAMES, game_named
from replays.scenario import Scenario, ScenarioError, Verdict, load, run
from replays.scenario.facts import example_ids
from tests.support import places
from tests.support.pictures import board_text

WITHOUT = "without.toml"
GAMES = sorted(NAMES)
SCENARIOS = [
    scenario
    for game in GAMES
    for file in sorted(places.cases_of(game).glob("*.toml"))
    if file.name != WITHOUT
    for scenario in load(file.read_text(encoding="utf-8"), str(file))
]


def name_of(scenario: Scenario) -> str:
    return f"{scenario.game}/{Path(scenario.file).name}: {scenario.title}"


def report(outcome: Verdict) -> str:
    """What differed, what followed, the board and the legal moves."""
    game = game_named(outcome.scenario.game)
    differences = [f"{found.entry}: expected {found.expected}, found {found.found}" for found in outcome.differences]
    moves = [f"{seat} may: {', '.join(moves)}" for seat, moves in outcome.moves.items()]
    board = board_text(game, outcome.view, game.words("en"), outcome.scenario.players)
    return "\n".join([*differences, "", *outcome.facts, "", board, "", *moves])


@pytest.mark.parametrize("scenario", SCENARIOS, ids=name_of)
def test_it_holds(scenario: Scenario) -> None:
    outcome = run(scenario)
    if not outcome.passed:
        pytest.fail(report(outcome), pytrace=False)


# --- is everything proved?


def of_game(game: str) -> list[Scenario]:
    return [scenario for scenario in SCENARIOS if scenario.game == game]


def proved(game: str) -> set[str]:
    return {rule for scenario in of_game(game) for rule in scenario.rules}


def without(game: str) -> dict[str, str]:
    return tomllib.loads((places.cases_of(game) / WITHOUT).read_text(encoding="utf-8"))


def rules_and_rulings(game: str) -> set[str]:
    texts = game_named(game).rule_texts()
    return {*texts["rules"], *texts["rulings"]}


def examples(game: str) -> set[str]:
    return set(example_ids(game))


@pytest.mark.parametrize("game", GAMES)
def test_the_folder_is_named_like_the_game(game: str) -> None:
    assert {scenario.game for scenario in SCENARIOS if Path(scenario.file).parts[-4] == game} == {game}


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_and_every_ruling_is_proved_or_has_a_reason_why_not(game: str) -> None:
    assert rules_and_rulings(game) - proved(game) - set(without(game)) == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_worked_example_is_a_scenario(game: str) -> None:
    assert examples(game) - proved(game) == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_id_that_a_scenario_names_exists(game: str) -> None:
    assert proved(game) - rules_and_rulings(game) - examples(game) == set()


@pytest.mark.parametrize("game", GAMES)
def test_what_has_no_scenario_exists_has_a_reason_and_really_has_none(game: str) -> None:
    reasons = without(game)
    assert set(reasons) - rules_and_rulings(game) == set()
    assert set(reasons) & proved(game) == set()
    assert [rule for rule, reason in reasons.items() if len(reason.split()) < 3] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_reading_is_set_by_a_scenario_that_names_its_ruling(game: str) -> None:
    switches, changes = game_named(game).rulings, game_named(game).changes
    readings = {(ruling.id, reading) for ruling in switches for reading in ruling.readings}
    readings |= {(change.id, past) for change in changes for past in change.readings[1:]}
    options = {ruling.option: ruling.id for ruling in (*switches, *changes)}
    tried = {
        (options[option], reading)
        for scenario in of_game(game)
        for option, reading in scenario.rulings.items()
        if options[option] in scenario.rules
    }
    assert readings - tried == set()


# --- the runner


POSITION = """
game = "medieval"
[[scenario]]
title = "a missionary"
rules = ["MED-14.4"]
players = ["P", "Q", "R"]
given.table.current = { 6 = "MIS-01", 7 = "LDR-01" }
given.P = { palace = "2 religion + 2 production" }
given.R = { palace = "3 religion + 1 gold" }
given.agenda = "actions P"
"""


def outcome_of(more: str, position: str = POSITION) -> Verdict:
    (scenario,) = load(position + more, "some.toml")
    return run(scenario)


ACTIVATED = 'when = ["P: activate 6"]\n'

RIGHT = {
    "fields": 'then.P.palace = "2 religion"\nthen.R = { deployed = ["MIS-01"], passed = false }',
    "parts of an amount": "then.R.palace = { religion = 3 }",
    "table": 'then.table = { current = { 6 = "", 7 = "LDR-01" }, order = ["P", "Q", "R"] }',
    "every seat": "then.all = { vp = 0, leaders = '' }",
    "view": 'then.view.Q.seats = { R = { deployed = ["MIS-01"] } }\nthen.view.public.reserve = 107',
    "facts in order": 'then.facts = ["Activated seat=P", "Deployed MED-14.4 seat=R card=MIS-01", "no Discarded"]',
    "asked": 'then.asked = ["Q"]',
    "moves": 'then.moves.Q = { exactly = ["pass"], contain = ["pa"], lack = ["activate 7 bid=1"] }',
    "refused": 'refused = { move = "activate 6", rule = "MED-12.5", why = "slot_empty" }',
    "refused, not the seat's turn": 'refused = { seat = "R", move = "pass", rule = "MED-12.1", why = "not_your_turn" }',
    "refused twice": 'refused = [{ move = "activate 6" }, { move = "activate 7 bid=1", rule = "MED-15.8" }]',
}


@pytest.mark.parametrize("then", RIGHT.values(), ids=RIGHT)
def test_what_holds_passes(then: str) -> None:
    assert outcome_of(ACTIVATED + then).differences == ()


DEPLOYED = '"Deployed MED-14.4 seat=R card=MIS-01"'
WRONG = {
    "a field": ('then.R.deployed = ["CAS-01"]', "then.R.deployed", '["CAS-01"]', '["MIS-01"]'),
    "an amount with more in it": (
        'then.R.palace = "3 religion"',
        "then.R.palace",
        '"3 religion"',
        '"3 religion + 1 gold"',
    ),
    "a part of an amount": ("then.P.palace.religion = 1", "then.P.palace.religion", "1", "2"),
    "nothing expected": ('then.table.current.7 = ""', "then.table.current.7", '""', '"LDR-01"'),
    "something expected": ('then.table.current.6 = "MIS-01"', "then.table.current.6", '"MIS-01"', '""'),
    "a seat": ('then.table.order = ["Q", "P", "R"]', "then.table.order", '["Q", "P", "R"]', '["P", "Q", "R"]'),
    "one of all": ('then.all.palace = ""', "then.P.palace", '""', '"2 religion"'),
    "a view": ("then.view.Q.reserve = 1", "then.view.Q.reserve", "1", "107"),
    "an end that has not come": (
        "then.table.end.scores = { P = 0 }",
        "then.table.end",
        "{ scores = { P = 0 } }",
        '""',
    ),
    "a fact's field": ('then.facts = ["Deployed seat=P"]', "then.facts 1", '"Deployed seat=P"', DEPLOYED),
    "a fact's rule": ('then.facts = ["Deployed MED-14.5"]', "then.facts 1", '"Deployed MED-14.5"', DEPLOYED),
    "the order of facts": (
        'then.facts = ["Deployed", "Activated"]',
        "then.facts 2",
        '"Activated"',
        '"somewhere Activated"',
    ),
    "a fact that should not be": (
        'then.facts = ["no Deployed"]',
        "then.facts 1",
        '"no Deployed"',
        DEPLOYED,
    ),
    "no fact at all": (
        "then.facts = []",
        "then.facts",
        "[]",
        '["Activated MED-12.4 seat=P slot=6 card=MIS-01", "Paid MED-14.1 seat=P goods=2 production source=MIS-01", '
        + DEPLOYED
        + "]",
    ),
    "who is asked": ('then.asked = ["R"]', "then.asked", '["R"]', '["Q"]'),
    "nobody is asked": ("then.asked = []", "then.asked", "[]", '["Q"]'),
    "all moves": ("then.moves.Q.exactly = []", "then.moves.Q.exactly", "[]", '["pass"]'),
    "a move that is there": ('then.moves.Q.lack = ["pass"]', "then.moves.Q: pass", "", ""),
    "a refusal that is a move": ('refused = { move = "pass" }', "refused 1: pass", "", ""),
}


@pytest.mark.parametrize(("then", "entry", "expected", "found"), WRONG.values(), ids=WRONG)
def test_what_does_not_hold_is_named(then: str, entry: str, expected: str, found: str) -> None:
    outcome = outcome_of(ACTIVATED + then)
    assert not outcome.passed
    difference = outcome.differences[0]
    assert (difference.entry, difference.expected, difference.found) == (entry, expected, found)


def test_a_move_that_is_missing_or_no_move_at_all_is_named() -> None:
    missing = outcome_of(ACTIVATED + 'then.moves.Q.contain = ["activate 6"]').differences[0]
    assert (missing.entry, missing.why) == ("then.moves.Q: activate 6", "not_legal")
    assert missing.told.startswith("MED-12.5 slot_empty have=6")
    no_move = outcome_of(ACTIVATED + 'then.moves.Q.lack = ["dance"]').differences[0]
    assert (no_move.why, no_move.found) == ("no_move", '"unknown_verb"')


def test_a_refusal_for_another_reason_is_named() -> None:
    refused = 'refused = { move = "activate 6", rule = "MED-13.5", why = "price_too_high", need = 2, have = 1 }'
    differences = outcome_of(ACTIVATED + refused).differences
    assert [(one.entry, one.expected, one.found, one.why) for one in differences] == [
        ("refused 1: activate 6: rule", '"MED-13.5"', '"MED-12.5"', "other_refusal"),
        ("refused 1: activate 6: why", '"price_too_high"', '"slot_empty"', "other_refusal"),
        ("refused 1: activate 6: need", "2", "", "not_counted"),
        ("refused 1: activate 6: have", "1", "6", "other_refusal"),
    ]
    assert all(one.told.startswith("MED-12.5 slot_empty have=6; near: ") for one in differences)


def test_a_text_that_several_moves_fit_is_refused_only_where_that_is_said() -> None:
    rich = POSITION.replace("2 religion + 2 production", "3 gold")
    assert outcome_of('refused = { move = "activate 7", why = "which" }', rich).passed
    (difference,) = outcome_of('refused = { move = "activate 7" }', rich).differences
    assert difference.why == "legal"


def test_a_refused_move_of_when_is_the_only_difference() -> None:
    outcome = outcome_of('when = ["P: activate 6", "Q: activate 6"]\nthen.P.vp = 9')
    assert [(one.entry, one.why) for one in outcome.differences] == [("when 2: Q: activate 6", "not_legal")]
    assert outcome.asked == ("Q",)
    assert outcome.moves == {"Q": ("pass",)}


def test_an_outcome_says_what_followed_and_what_may_follow() -> None:
    outcome = outcome_of(ACTIVATED + "then.P.vp = 1")
    assert outcome.facts == (
        "Activated MED-12.4 seat=P slot=6 card=MIS-01",
        "Paid MED-14.1 seat=P goods=2 production source=MIS-01",
        "Deployed MED-14.4 seat=R card=MIS-01",
    )
    assert outcome.moves == {"Q": ("pass",)}
    assert "MIS-01" in report(outcome)


def test_a_draw_that_never_came_is_named() -> None:
    difference = outcome_of(ACTIVATED + 'chance = [["CAS-01"]]\nthen.P.vp = 0').differences[0]
    assert (difference.entry, difference.expected, difference.found) == ("chance", "1", "0")


def test_what_a_draw_leaves_open_is_random_but_leaves_what_is_drawn_later() -> None:
    start = 'game = "medieval"\n[[scenario]]\ntitle = "t"\nrules = []\nplayers = ["P", "Q"]\ngiven.agenda = "start"\n'
    outcome = outcome_of(
        'chance = [["CAS-01"], ["WAR-01", "WAR-02", "WAR-03", "WAR-04", "WAR-05", "WAR-06"]]\n'
        'then.table = { current = { 1 = "CAS-01" }, upcoming = { 1 = "WAR-01", 6 = "WAR-06" } }',
        start,
    )
    assert outcome.differences == ()


def test_an_entry_may_hold_several_moves_and_leave_out_a_seat_that_is_clear() -> None:
    assert outcome_of('when = ["activate 6", "pass; # Q", "R: pass", "P: pass"]\nthen.asked = []').passed


NOT_UNDERSTOOD = {
    "not TOML": ("then.P = [", "scenario_not_toml", "then.P", ""),
    "a field of a scenario": ("than.P.vp = 0", "scenario_unknown_field", "scenario", "than"),
    "a field of a seat": ("then.P.points = 0", "scenario_unknown_field", "then.P", "points"),
    "a field of the table": ("then.table.cards = []", "scenario_unknown_field", "then.table", "cards"),
    "a field of a view": ("then.view.Q.order_of_play = []", "scenario_unknown_field", "then.view.Q", "order_of_play"),
    "a part of an amount": ("then.P.palace.iron = 1", "scenario_unknown_field", "then.P.palace", "iron"),
    "a field of then": ("then.S.vp = 0", "scenario_no_side", "then", "S"),
    "a slot": ('then.table.current.13 = ""', "scenario_unknown_field", "then.table.current", "13"),
    "a field of a fact": ('then.facts = ["Deployed player=P"]', "scenario_unknown_field", "then.facts 1", "player"),
    "a kind of fact": ('then.facts = ["Bought seat=P"]', "scenario_unknown_fact", "then.facts 1", "Bought"),
    "a rule of a fact": (
        'then.facts = ["no Deployed MED-14.99"]',
        "scenario_unknown_rule",
        "then.facts 1",
        "MED-14.99",
    ),
    "a seat of a fact": ('then.facts = ["Deployed seat=S"]', "scenario_unknown_seat", "then.facts 1 seat", "S"),
    "a card": ('then.P.deployed = ["CAS-99"]', "unknown_word", "then.P.deployed 1", "CAS-99"),
    "a resource": ('then.P.palace = "2 iron"', "unknown_word", "then.P.palace", "2 iron"),
    "a seat": ('then.asked = ["S"]', "scenario_unknown_seat", "then.asked", "S"),
    "a seat of a move": ('when = ["S: pass"]\nthen.asked = []', "scenario_unknown_seat", "when 1", "S"),
    "a number": ('then.P.vp = "four"', "not_a_number", "then.P.vp", "four"),
    "not a list": ("then.P.deployed = 3", "scenario_not_a_list", "then.P.deployed", "3"),
    "an opened secret": (
        'then.facts = ["WallsRemoved placements=gold"]',
        "scenario_not_writable",
        "then.facts 1 placements 1",
        "gold",
    ),
    "a ruling": ('rulings = { refil = "x" }\nthen.P.vp = 0', "unknown_ruling", "rulings", "refil"),
    "a reading": ('rulings = { refill = "x" }\nthen.P.vp = 0', "unknown_reading", "rulings", "x"),
    "an edition": ('edition = "none.toml"\nthen.P.vp = 0', "scenario_no_edition", "edition", "none.toml"),
    "a field of moves": ('then.moves.Q.has = ["pass"]', "scenario_unknown_field", "then.moves", "has"),
    "facts that are no list": ("then.facts = 3", "scenario_not_a_list", "then.facts", None),
    "a seat that is no table": ("then.P = 3", "scenario_not_writable", "then.P", "3"),
    "a number with too many digits": ("then.P.vp = 10_000_000_000", "not_a_number", "then.P.vp", "10000000000"),
    "a number below nothing": ("then.P.vp = -1", "not_a_number", "then.P.vp", "-1"),
    "a field of refused": ('refused = { mov = "pass" }', "scenario_unknown_field", "refused", "mov"),
    "nothing proved": ("", "scenario_proves_nothing", "", "a missionary"),
}


@pytest.mark.parametrize(("more", "why", "entry", "word"), NOT_UNDERSTOOD.values(), ids=NOT_UNDERSTOOD)
def test_what_is_not_understood_names_file_scenario_and_entry(
    more: str, why: str, entry: str, word: str | None
) -> None:
    with pytest.raises(ScenarioError) as caught:
        outcome_of(more)
    error = caught.value
    assert (error.why, error.terms["entry"], error.terms["file"]) == (why, entry, "some.toml")
    assert error.terms["scenario"] == "a missionary"
    assert word in {None, "", error.terms["word"]}


BAD_POSITIONS = {
    "a field": ("given.P = {", "given.P = { gold = 2,", "scenario_unknown_field", "gold"),
    "a field said elsewhere": ("given.P = {", "given.table.seats = []\ngiven.P = {", "scenario_unknown_field", "seats"),
    "a card": ("MIS-01", "MIS-99", "unknown_word", "MIS-99"),
    "a card twice": ("LDR-01", "MIS-01", "scenario_not_conserved", "MIS-01"),
    "more leaders than in the box": (
        "given.P = {",
        'given.P = { leaders = "14 general",',
        "scenario_not_conserved",
        "general",
    ),
    "a position that no match can reach": ("actions P", "walls", "scenario_stuck", None),
    "an opening": ("actions P", "turns P", "scenario_unknown_opening", "turns P"),
    "no opening": ("actions P", "", "scenario_no_opening", ""),
    "a word behind an opening": ("actions P", "actions S", "scenario_unknown_seat", "S"),
    "too many words": ("actions P", "actions P Q", "scenario_opening_words", "actions P Q"),
    "too few words": ("actions P", "round", "scenario_opening_words", "round"),
    "a game": ("medieval", "chess", "unknown_game", "chess"),
    "too many players": ('"R"]', '"R", "S", "T", "U"]', "scenario_players", "6"),
    "a seat twice": ('"Q", "R"]', '"Q", "R", "Q"]', "scenario_seat_name", "Q"),
    "a seat with a name of the format": ('"Q", "R"]', '"Q", "R", "table"]', "scenario_seat_name", "table"),
    "no list of players": ('["P", "Q", "R"]', '"PQR"', "scenario_not_a_list", None),
    "a draw": (
        "given.agenda",
        'chance = [["GAL-99"]]\ngiven.agenda = "round end; actions P"\n#',
        "unknown_word",
        "GAL-99",
    ),
    "too long a draw": (
        "given.agenda",
        'chance = [["P", "Q", "R", "P"]]\ngiven.agenda = "turn order; actions P"\n#',
        "scenario_draw",
        "P Q R P",
    ),
}


@pytest.mark.parametrize(("old", "new", "why", "word"), BAD_POSITIONS.values(), ids=BAD_POSITIONS)
def test_a_position_that_cannot_be_is_an_error(old: str, new: str, why: str, word: str | None) -> None:
    assert old in POSITION
    with pytest.raises(ScenarioError) as caught:
        outcome_of("then.P.vp = 0", POSITION.replace(old, new))
    assert caught.value.why == why
    assert word in {None, caught.value.terms["word"]}


def test_an_error_lists_what_is_known() -> None:
    with pytest.raises(ScenarioError) as caught:
        outcome_of("then.P.points = 0")
    assert {"vp", "palace", "deployed"} <= set(caught.value.known)
    assert "known=monarch, palace" in str(caught.value)


def test_two_scenarios_of_a_file_have_different_titles() -> None:
    entry = POSITION[POSITION.index("[[") :] + "then.P.vp = 0\n"
    with pytest.raises(ScenarioError) as caught:
        load('game = "medieval"\n' + entry + entry, "some.toml")
    assert (caught.value.why, caught.value.terms["word"]) == ("scenario_title_twice", "a missionary")


def test_a_move_without_a_seat_is_an_error_where_several_are_asked() -> None:
    with pytest.raises(ScenarioError) as caught:
        outcome_of('when = ["place gold"]\nthen.P.vp = 0', POSITION.replace("actions P", "placement"))
    assert (caught.value.why, caught.value.terms["who"]) == ("scenario_whose_move", ["P", "Q", "R"])


def test_pieces_may_be_missing_where_the_scenario_says_so() -> None:
    short = POSITION.replace("given.agenda", 'conserve = false\ngiven.table.reserve = ["CAS-01"]\ngiven.agenda')
    assert outcome_of("then.table.reserve = ['CAS-01']", short).passed
