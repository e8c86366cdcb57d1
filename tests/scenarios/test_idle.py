"""An expectation that holds whatever happens is refused, or says that there is none of it and is checked."""

import pytest

from core.games import game_named
from core.kernel.language.error_text import sentence
from core.kernel.language.words import SINGULAR
from replays.scenario import Difference, ScenarioError, Verdict, load, run

START = """
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
ACTIVATED = START + 'when = ["P: activate 6"]\n'
STAYS = 'then.P.vp = 0\nwhen = ["P: activate 6", '
WARS = """
game = "heirs"
[[scenario]]
title = "troops"
rules = ["HEI-4.1"]
players = ["White", "Blue"]
given.agenda = "turn White"
"""


def outcome(text: str) -> Verdict:
    (scenario,) = load(text, "some.toml")
    return run(scenario)


def slip(text: str) -> ScenarioError:
    with pytest.raises(ScenarioError) as caught:
        outcome(text)
    return caught.value


IDLE = {
    "nothing at all": (ACTIVATED, "scenario_proves_nothing", ""),
    "then": (ACTIVATED + "then = {}", "scenario_idle_check", "then"),
    "a check between": (START + STAYS + "{}]", "scenario_idle_check", "when 2"),
    "then between": (START + STAYS + "{ then = {} }]", "scenario_idle_check", "when 2 then"),
    "a seat": (ACTIVATED + "then.P = {}", "scenario_says_nothing", "then.P"),
    "every seat": (ACTIVATED + "then.all = {}", "scenario_says_nothing", "then.all"),
    "the table": (ACTIVATED + "then.table = {}", "scenario_says_nothing", "then.table"),
    "the end": (ACTIVATED + "then.table.end = {}", "scenario_says_nothing", "then.table.end"),
    "a view": (ACTIVATED + "then.view = {}", "scenario_says_nothing", "then.view"),
    "the view of a seat": (ACTIVATED + "then.view.P = {}", "scenario_says_nothing", "then.view.P"),
    "a seat in a view": (ACTIVATED + "then.view.P.seats.Q = {}", "scenario_says_nothing", "then.view.P.seats.Q"),
    "unchanged": (ACTIVATED + "then.unchanged = []", "scenario_idle_unchanged", "then.unchanged"),
    "exceptions": (ACTIVATED + 'then.unchanged = ["but P"]', "scenario_idle_unchanged", "then.unchanged"),
    "count": (ACTIVATED + "then.count = {}", "scenario_idle_count", "then.count"),
    "a limit": (
        ACTIVATED + 'then.count."P.palace" = "at least 0"',
        "scenario_idle_limit",
        'then.count."P.palace"',
    ),
    "moves": (ACTIVATED + "then.moves = {}", "scenario_idle_moves", "then.moves"),
    "the moves of a seat": (ACTIVATED + "then.moves.Q = {}", "scenario_idle_moves", "then.moves.Q"),
    "moves that contain none": (
        ACTIVATED + "then.moves.Q.contain = []",
        "scenario_idle_moves",
        "then.moves.Q.contain",
    ),
    "moves that lack none": (ACTIVATED + "then.moves.Q.lack = []", "scenario_idle_moves", "then.moves.Q.lack"),
    "a map": (WARS + 'then.map = "  "', "scenario_idle_cells", "then.map"),
    "cells": (WARS + "then.cells = {}", "scenario_idle_cells", "then.cells"),
    "a cell": (WARS + 'then.cells."0,0" = {}', "scenario_says_nothing", 'then.cells."0,0"'),
    "refused": (ACTIVATED + "refused = []", "scenario_idle_refused", "refused"),
    "refused between": (START + STAYS + "{ refused = {} }]", "scenario_idle_refused", "when 2 refused"),
    "no reason": (
        ACTIVATED + 'refused = [{ move = "activate 6", why = "" }]',
        "scenario_idle_reason",
        "refused 1.why",
    ),
    "no seat": (ACTIVATED + 'refused = { move = "activate 6", seat = "" }', "scenario_idle_reason", "refused.seat"),
    "no need": (ACTIVATED + 'refused = { move = "activate 6", need = "" }', "scenario_idle_reason", "refused.need"),
    "an entry without a move": (START + 'when = ["P: # nothing"]\nthen.P.vp = 0', "scenario_no_move", "when 1"),
}


@pytest.mark.parametrize(("text", "why", "entry"), IDLE.values(), ids=IDLE)
def test_what_checks_nothing_is_refused(text: str, why: str, entry: str) -> None:
    error = slip(text)
    assert (error.why, error.terms["entry"]) == (why, entry)
    for lang in SINGULAR:
        assert error.why not in sentence(error, lang, game_named("medieval").words(lang))


EMPTY = {
    "an amount": ("then.P.leaders = {}", "then.P.palace = {}", "then.P.palace", '"2 religion"'),
    "a row": ("then.P.realm = {}", "then.R.deployed = {}", "then.R.deployed", '["MIS-01"]'),
    "a row as a list": ("then.P.realm = []", "then.R.deployed = []", "then.R.deployed", '["MIS-01"]'),
    "places": (
        "then.table.upcoming = {}",
        "then.table.current = {}",
        "then.table.current",
        '["", "", "", "", "", "", "LDR-01", "", "", "", "", ""]',
    ),
}


@pytest.mark.parametrize(("holds", "fails", "entry", "found"), EMPTY.values(), ids=EMPTY)
def test_an_empty_table_says_that_there_is_none(holds: str, fails: str, entry: str, found: str) -> None:
    assert outcome(ACTIVATED + holds).differences == ()
    (difference,) = outcome(ACTIVATED + fails).differences
    assert (difference.entry, difference.found) == (entry, found)


def test_an_empty_table_gives_a_position_in_which_there_is_none() -> None:
    assert outcome(START.replace('{ 6 = "MIS-01", 7 = "LDR-01" }', "{}") + "then.table.current = {}").passed
    assert outcome(START + "given.Q.palace = {}\nthen.Q.palace = {}").passed


def test_an_empty_dictionary_says_that_it_is_empty() -> None:
    crossing = """
game = "crossing"
[[scenario]]
title = "tokens"
rules = ["KIN-3.2"]
players = ["P", "Q"]
given.agenda = "turn P"
given.P.decorations = { %s }
then.P.decorations = {}
"""
    assert outcome(crossing % "").differences == ()
    (difference,) = outcome(crossing % '"wood.1" = 2').differences
    assert slip(crossing % '"wood.1" = 1').terms["entry"] == 'given.P.decorations."wood.1"', "as it is typed"
    assert difference == Difference("then.P.decorations", "{}", '{ "wood.1" = 2 }')


GUILDS = """
game = "nobility"
[[scenario]]
title = "apprentices"
rules = ["RTN-9.11"]
players = ["P", "Q"]
given.P.dice = [1, 2]
given.table.apprentices = {}
given.table.workshops = %s
given.agenda = "turn P"
then.table.apprentices = {}
then.table.workshops = {}
"""


def test_rows_for_each_word_are_empty_in_all_their_places() -> None:
    """Those of a position stay rows, in which nothing lies."""
    assert outcome(GUILDS % "{}").differences == ()
    text = GUILDS.replace("apprentices = {}", 'apprentices.smith = [{ seat = "P" }]', 1) % "{}"
    (difference,) = outcome(text).differences
    assert (difference.entry, difference.expected) == ("then.table.apprentices", "{}")
    assert 'smith = [{ seat = "P" }]' in difference.found


def test_no_fact_is_checked() -> None:
    assert outcome(START + "then.facts = []").differences == ()
    (difference,) = outcome(ACTIVATED + "then.facts = []").differences
    assert (difference.why, difference.expected) == ("facts_there", "[]")
    assert difference.found.startswith('["Activated MED-12.4 seat=P')


def test_no_legal_move_is_checked() -> None:
    assert outcome(ACTIVATED + "then.moves.P.exactly = []").differences == ()
    (difference,) = outcome(ACTIVATED + "then.moves.Q.exactly = []").differences
    assert difference == Difference("then.moves.Q.exactly", "[]", '["pass"]')


def test_a_check_between_two_moves_is_one() -> None:
    between = START + 'when = ["P: activate 6", { then.R.deployed = ["MIS-01"] }]'
    assert outcome(between).passed
    assert not outcome(between.replace('["MIS-01"]', '["CAS-01"]')).passed


def test_a_refusal_without_a_rule_is_asked_for_by_an_empty_one() -> None:
    over = START.replace("actions P", "winner")
    assert outcome(over + 'refused = { seat = "P", move = "pass", rule = "" }').passed
    (difference,) = outcome(ACTIVATED + 'refused = { move = "activate 6", rule = "" }').differences
    assert (difference.expected, difference.found) == ('""', '"MED-12.5"')
