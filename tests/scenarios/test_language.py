"""What the language of scenarios can say: of moments between moves, of what stays and how many, of several tables."""

import pytest

from core.games import game_named
from core.kernel.bots.matches import seated
from replays.scenario import Difference, Scenario, ScenarioError, Verdict, load, read, run

GAME = 'game = "medieval"\n'
AUCTION = """
[[scenario]]
title = "an auction"
rules = ["MED-15.3"]
players = ["P", "Q", "R"]
given.table.current = { 6 = "MIS-01", 7 = "LDR-01" }
given.P = { palace = "2 religion + 3 production" }
given.Q = { palace = "2 gold", vp = 3 }
given.R = { palace = "3 religion + 1 gold" }
given.agenda = "actions P"
"""
ACTIVATED = AUCTION + 'when = ["P: activate 6"]\n'
LANDSCAPE = """
game = "heirs"
[[scenario]]
title = "a corner of the land"
rules = ["HEI-X10"]
players = ["White", "Blue"]
given.cells = { "4,4" = "WAR1v:n1v", "5,4" = "COM9^" }
given.table.sets = ["war", "commerce", "travel"]
given.agenda = "turn White"
"""


def outcomes(text: str, lang: str = "") -> list[Verdict]:
    words = game_named("medieval").words(lang) if lang else None
    return [run(scenario, words) for scenario in load(text, "some.toml")]


def differences(more: str, position: str = GAME + ACTIVATED, lang: str = "") -> list[Difference]:
    return [found for outcome in outcomes(position + more, lang) for found in outcome.differences]


def slip(text: str) -> ScenarioError:
    with pytest.raises(ScenarioError) as caught:
        outcomes(text)
    return caught.value


# --- what can be said ------------------------------------------------------------------------------------------------

HOLDS = {
    "unchanged": 'then.unchanged = ["Q", "P.palace.religion", "table.order", "all.vp"]',
    "unchanged, with an exception": 'then.unchanged = ["table", "but table.current", "but table.afoot", "all", '
    '"but P.palace", "but R.deployed"]',
    "a number": "then.count.'P.palace' = 3",
    "a sum over seats": "then.count.'all.palace.religion' = 5",
    "a sum of paths": "then.count.'P.palace.gold + Q.palace.gold' = 2",
    "how many in a row": "then.count = { 'R.deployed' = 1, 'table.current' = 1, 'table.order' = 3, 'P.realm' = 0 }",
    "limits": "then.count = { 'Q.vp' = 'at least 3', 'Q.palace' = 'at most 2' }",
    "changes": "then.count = { 'all.palace' = '2 fewer', 'R.deployed' = '1 more', 'table.reserve' = 'same' }",
    "facts in any order": 'then.facts = ["somewhere Deployed", "somewhere Activated"]',
    "not after": 'then.facts = ["Deployed", "no more Paid"]',
    "so often": 'then.facts = ["1 times Paid", "0 times Discarded", "Deployed"]',
}


@pytest.mark.parametrize("more", HOLDS.values(), ids=HOLDS)
def test_what_holds(more: str) -> None:
    assert differences(more) == []


FAILS = {
    "changed": ('then.unchanged = ["P"]', "then.unchanged P.palace.production", "3", "1", "changed"),
    "one of all changed": (
        'then.unchanged = ["all.deployed"]',
        "then.unchanged R.deployed",
        "[]",
        '["MIS-01"]',
        "changed",
    ),
    "the table changed": (
        'then.unchanged = ["table"]',
        "then.unchanged table.current",
        '["", "", "", "", "", "MIS-01", "LDR-01", "", "", "", "", ""]',
        '["", "", "", "", "", "", "LDR-01", "", "", "", "", ""]',
        "changed",
    ),
    "a number": ("then.count.'P.palace' = 4", 'then.count."P.palace"', "4", "3", "other_count"),
    "a limit": ("then.count.'Q.vp' = 'at most 2'", 'then.count."Q.vp"', '"at most 2"', "3", "other_count"),
    "a change": (
        "then.count.'R.deployed' = '2 more'",
        'then.count."R.deployed"',
        '"2 more"',
        '"1 more"',
        "other_count",
    ),
    "no change": ("then.count.'P.palace' = 'same'", 'then.count."P.palace"', '"same"', '"2 fewer"', "other_count"),
    "nowhere": ('then.facts = ["somewhere Bade"]', "then.facts 1", '"somewhere Bade"', '""', "no_fact"),
    "after all": (
        'then.facts = ["Activated", "no more Deployed"]',
        "then.facts 2",
        '"no more Deployed"',
        '"Deployed MED-14.4 seat=R card=MIS-01"',
        "fact_there",
    ),
    "too often": ('then.facts = ["2 times Paid"]', "then.facts 1", '"2 times Paid"', '"1 times Paid"', "fact_times"),
}


@pytest.mark.parametrize(("more", "entry", "expected", "found", "why"), FAILS.values(), ids=FAILS)
def test_what_fails_is_named(more: str, entry: str, expected: str, found: str, why: str) -> None:
    assert differences(more)[0] == Difference(entry, expected, found, why)


def test_a_move_is_refused_and_later_accepted_and_moments_between_moves_are_looked_at() -> None:
    when = """
when = [
  { refused = { seat = "Q", move = "activate 7 bid=1", rule = "MED-12.1" } },
  "P: activate 6",
  { then.R.deployed = ["MIS-01"], then.asked = ["Q"], then.facts = ["Activated", "Deployed"], then.unchanged = ["Q"] },
  "Q: activate 7 bid=1",
  { then.asked = ["R"], then.facts = ["Bade", "AuctionWon", "no Activated slot=6"], then.unchanged = ["P", "R"] },
  "R: pass",
]
then.Q.realm = ["LDR-01"]
then.facts = ["Passed", "no Bade"]
"""
    assert differences(when, GAME + AUCTION) == []
    wrong = differences(when.replace('asked = ["R"], then.facts', 'asked = ["P"], then.facts'), GAME + AUCTION)
    assert wrong == [Difference("when 5 then.asked", '["P"]', '["R"]')]


def test_one_scenario_is_run_for_several_counts_of_players() -> None:
    several = AUCTION.replace('["P", "Q", "R"]', '[["P", "Q"], ["P", "Q", "R"], ["P", "Q", "R", "S"]]')
    found = outcomes(GAME + several + 'then.count."table.order" = "at least 2"\nthen.R.vp = 0\nthen.asked = ["P"]')
    assert [(one.scenario.title, len(one.scenario.players), one.passed) for one in found] == [
        ("an auction (2)", 2, True),
        ("an auction (3)", 3, True),
        ("an auction (4)", 4, True),
    ]
    french = several.replace('"an auction"', '"an auction"\ntitles.fr = "une enchère"')
    assert french != several
    assert [one.scenario.called("fr") for one in outcomes(GAME + french + 'then.asked = ["P"]')] == [
        "une enchère (2)",
        "une enchère (3)",
        "une enchère (4)",
    ]
    assert slip(GAME + several + "then.T.vp = 0").terms["word"] == "T"


def test_what_is_said_of_a_seat_counts_where_it_sits_between_the_moves_too() -> None:
    several = AUCTION.replace('["P", "Q", "R"]', '[["P", "Q"], ["P", "Q", "R"]]').replace(
        "given.R", "given.Q.vp = 0\n#"
    )
    several = several.replace('given.Q = { palace = "2 gold", vp = 3 }', 'given.Q.palace = "2 gold"')
    checks = """
when = [{ then = { R = { vp = 0 }, asked = ["P"], unchanged = ["R", "P"], count = { "P.vp + R.vp" = 0 } } }, "P: pass"]
then = { asked = ["Q", "R"], R = { vp = 0 }, moves = { R = { exactly = [] } }, view = { R = { round = 1 } } }
refused = [{ seat = "R", move = "pass", rule = "MED-12.1" }, { seat = "P", move = "pass", rule = "MED-12.1" }]
"""
    found = outcomes(GAME + several.replace("asked", "asked") + checks.replace('asked = ["Q", "R"]', 'asked = ["Q"]'))
    assert [(one.scenario.title, one.differences) for one in found] == [("an auction (2)", ()), ("an auction (3)", ())]
    only = several + "then.R.vp = 0"
    assert slip(GAME + only).why == "scenario_proves_nothing", "at the table at which nobody is spoken of"


def test_a_position_may_say_something_of_players_who_sit_at_another_table() -> None:
    shared = """
[position.market]
players = ["P", "Q", "R"]
given.R.vp = 2
given.P.vp = 2
given.agenda = "actions P"
[[scenario]]
title = "three"
rules = ["MED-15.2"]
position = "market"
then = { P = { vp = 2 }, R = { vp = 2 } }
[[scenario]]
title = "two"
rules = ["MED-15.2"]
position = "market"
players = ["P", "Q"]
then.P.vp = 2
"""
    assert [one.differences for one in outcomes(GAME + shared)] == [(), ()]
    error = slip(GAME + shared.replace("given.R.vp", "given.Z.vp"))
    assert (error.why, error.terms["word"], error.terms["entry"]) == ("scenario_no_side", "Z", "given")


LAYOUT = """
game = "crossing"
[[scenario]]
title = "the decks by slots"
rules = ["KIN-2.3"]
players = ["P", "Q"]
given.table.layout = { s3 = "transport", s1 = "florist" }
given.table.slots = { s2 = "%s" }
given.agenda = "turn P"
"""


def test_decks_are_laid_out_by_slots() -> None:
    """Those that are named, those of the cards that lie there, then the others in order."""
    game = game_named("crossing")
    fresh, _ = game.new(seated(game, 2))
    farmer = fresh.edition.decks["farmer"][0]
    said = LAYOUT % farmer
    order = (
        '["florist", "farmer", "transport", "patron", "extractor", "lumberjack", "stonecutter", "sculptor", "peddler", '
    )
    assert outcomes(said + f'then.table.layout = {order}"building"]')[0].differences == ()
    assert outcomes(said + 'then.table.layout = { s1 = "florist", s4 = "patron" }')[0].passed
    assert outcomes(said + f'then.table.slots.s3 = "{fresh.edition.decks["transport"][0]}"')[0].passed
    error = slip(said.replace("s3 =", "s2 =").replace('"florist"', '"transport"') + "then.P.vp = 0")
    assert (error.why, error.terms["entry"], error.terms["word"]) == (
        "scenario_twice",
        "given.table.layout",
        "transport",
    )


def test_names_may_have_blanks_and_dots() -> None:
    named = AUCTION.replace('"P", "Q", "R"', '"Ana Maria", "J.R.", "R"').replace("given.P", 'given."Ana Maria"')
    named = named.replace("given.Q", 'given."J.R."').replace('"actions P"', '"actions Ana Maria"')
    when = """
when = ["Ana Maria: pass", "J.R.: pass"]
then.unchanged = ["J.R..palace.gold", "Ana Maria", "J.R.", "but Ana Maria.passed", "but J.R..passed"]
then.count = { "J.R..vp + Ana Maria.vp" = 3, "J.R..palace" = 2 }
then."J.R.".vp = 4
"""
    (difference,) = differences(when, GAME + named)
    assert (difference.entry, difference.found) == ('then."J.R.".vp', "3")


def test_since_the_last_check_is_said() -> None:
    when = """
when = ["P: activate 6", { then.facts = ["Activated"] }, "Q: pass"]
then.facts = ["Activated"]
"""
    (difference,) = differences(when, GAME + AUCTION)
    assert (difference.why, difference.since) == ("no_fact", True)
    (first,) = differences('then.facts = ["Folded"]')
    assert not first.since


DICE = """
game = "nobility"
[[scenario]]
title = "dice"
rules = ["RTN-3.2"]
players = ["P", "Q"]
given.P.dice = [6, 2, 4]
given.agenda = "turn P"
"""


def test_draws_of_a_seat_are_told_by_its_name() -> None:
    rolled = DICE.replace("turn P", "roll Q").replace("given.P.dice = [6, 2, 4]\n", "")
    dice = '["1", "2", "3", "4", "5"]'
    verdict = outcomes(f"{rolled}chance = [{dice}]\nthen.P.vp = 1".replace("then.P.vp", "then.P.used"))[0]
    assert verdict.draws == (f"dice Q: {dice}",)
    error = slip(f'{rolled}chance = [["7"]]\nthen.P.used = 1')
    assert (error.why, error.terms["entry"], error.terms["word"]) == ("unknown_word", "chance: dice Q", "7")


def test_dice_are_in_no_order() -> None:
    assert outcomes(DICE + "then.P.dice = [4, 6, 2]\nthen.view.public.seats.P.dice = [6, 4, 2]")[0].differences == ()
    (difference,) = outcomes(DICE + "then.P.dice = [6, 1, 4]")[0].differences
    assert (difference.expected, difference.found) == ("[1, 4, 6]", "[2, 4, 6]")


SOLO = {
    "heirs": ("Henry", "points", "HEI-S43", "Henry"),
    "crossing": ("Paco & Paca", "vp", "KIN-S5.2", '"Paco & Paca"'),
    "emara": ("Victoria", "cp", "EMA-16.15", "Victoria"),
}


@pytest.mark.parametrize("game", sorted(SOLO))
def test_the_score_of_a_side_at_which_nobody_sits_is_among_those_at_the_end(game: str) -> None:
    side, field, rule, written = SOLO[game]
    solo = f"""
game = "{game}"
[[scenario]]
title = "alone"
rules = ["{rule}"]
players = ["Ana"]
{"given.Ana.goods.cp" if game == "emara" else "given.Ana." + field} = 12
given.{written}.{field} = 9
given.agenda = "winner"
"""
    solo = solo.replace('"winner"', '"final"') if game == "crossing" else solo
    found = outcomes(solo + "then.table.end.scores = { Ana = 99 }")[0].differences[0]
    assert found.entry == "then.table.end.scores.Ana"
    ana = found.found
    (other,) = outcomes(solo + f"then.table.end.scores = {{ Ana = {ana}, {written} = 99 }}")[0].differences
    assert other.entry == f"then.table.end.scores.{written}"
    whole = f"then.table.end.scores = {{ Ana = {ana}, {written} = {other.found} }}"
    assert outcomes(solo + whole)[0].passed
    assert outcomes(solo + f"then.table.end.scores = [{ana}]")[0].passed, "a list has those of the seats"
    (listed,) = outcomes(solo + "then.table.end.scores = [99]")[0].differences
    assert (listed.expected, listed.found) == ("{ Ana = 99 }", f"{{ Ana = {ana} }}")
    assert side in slip(solo + "then.table.end.scores = { Bo = 1 }").known


def test_scenarios_of_a_file_share_a_position() -> None:
    shared = """
[position.market]
players = ["P", "Q"]
rulings = { majority_tie = "activator_any_tie" }
given.table.current = { 7 = "LDR-01" }
given.P = { palace = "3 gold", vp = 2 }
given.agenda = "actions P"
[[scenario]]
title = "as it is"
rules = ["MED-15.2"]
position = "market"
then.P = { palace = "3 gold", vp = 2 }
[[scenario]]
title = "with something else"
rules = ["MED-15.2"]
position = "market"
given.P.palace = "1 gold"
then.P = { palace = "1 gold", vp = 2 }
"""
    assert [one.differences for one in outcomes(GAME + shared)] == [(), ()]
    error = slip(GAME + shared.replace('position = "market"', 'position = "fair"', 1))
    assert (error.why, error.terms["word"], error.known) == ("scenario_unknown_position", "fair", ("market",))
    assert slip(GAME + shared.replace("rulings =", "when =")).terms["entry"] == "position.market"


def test_a_cell_is_named_by_its_coordinates() -> None:
    then = 'then.cells = { "4,4" = "WAR1v:n1v", "5,4" = { owner = "Blue", tile = "COM9", worth = 5 }, "6,4" = "." }'
    assert differences(then, LANDSCAPE) == []
    wrong = differences(then.replace('"Blue"', '"White"').replace("worth = 5", "worth = 6"), LANDSCAPE)
    assert wrong == [
        Difference('then.cells."5,4".owner', '"White"', '"Blue"'),
        Difference('then.cells."5,4".worth', "6", "5"),
    ]
    assert slip(LANDSCAPE + 'then.cells.here = "WAR1v"').why == "unknown_cell"


def test_a_start_tile_lies_only_where_it_is_drawn() -> None:
    nothing = 'then.cells."0,0" = "."\nthen.White.troops = { n1 = "4,4", cav = "" }'
    assert differences(nothing, LANDSCAPE) == []
    begun = LANDSCAPE.replace('given.cells = { "4,4" = "WAR1v:n1v", "5,4" = "COM9^" }\n', "")
    assert differences('then.cells."0,0" = "~wood:cavv+cav^"', begun) == []


# --- slips -----------------------------------------------------------------------------------------------------------


def test_a_typing_error_is_no_refusal() -> None:
    for move, why in (("activat 7x", "not_a_number"), ("dance", "unknown_verb"), ("play MIS-99", "unknown_word")):
        (found,) = differences(f'refused = {{ seat = "Q", move = "{move}" }}')
        assert (found.why, found.found, found.told.partition(" ")[0]) == ("no_move", f'"{why}"', why)
        assert differences(f'refused = {{ seat = "Q", move = "{move}", why = "{why}" }}') == []


def test_a_move_that_no_rule_has_looked_at_needs_the_rule_that_is_meant() -> None:
    (found,) = differences('refused = { seat = "Q", move = "pair gold science" }')
    assert (found.why, found.found, found.told.partition(";")[0]) == (
        "no_rule",
        '"other_time"',
        "MED-7.13 other_time what=pair",
    )
    assert differences('refused = { seat = "Q", move = "pair gold science", rule = "MED-7.13" }') == []


SLIPS = {
    "a rule that is none": ('["MED-15.3"]', '["MED-77.7"]', "scenario_unknown_rule", "rules", "MED-77.7"),
    "an example that is none": ('["MED-15.3"]', '["MED-X31"]', "scenario_unknown_rule", "rules", "MED-X31"),
    "a rule of another game": ('["MED-15.3"]', '["EMA-8.1"]', "scenario_unknown_rule", "rules", "EMA-8.1"),
    "no title": ('title = "an auction"', "", "scenario_missing_field", "", "title"),
    "rules that are no list": ('["MED-15.3"]', '"MED-15.3"', "scenario_not_a_list", "rules", ""),
    "a draw that is no text": ("given.agenda", "chance = [[7]]\ngiven.agenda", "scenario_not_a_text", "chance 1 1", ""),
    "a number below nothing": ("vp = 3", "vp = -3", "not_a_number", "given.Q.vp", "-3"),
    "an unknown good": ("2 gold", "2 iron", "unknown_word", "given.Q.palace", "2 iron"),
    "a table where a card lies": ('"MIS-01"', "{ }", "scenario_no_parts", "given.table.current.6", "{}"),
    "half of a move": ("vp = 3", "placed = { }", "scenario_missing_field", "given.Q.placed", "pieces"),
    "a need that is a list": (
        "given.agenda",
        'refused = { move = "pass", need = [] }\ngiven.agenda',
        "scenario_not_a_term",
        "refused.need",
        "",
    ),
    "an order without a seat": (
        "given.Q",
        'given.table.order = ["P", "Q"]\ngiven.Q',
        "scenario_missing",
        "given.table.order",
        "R",
    ),
    "a seat twice in the order": (
        "given.Q",
        'given.table.order = ["P", "Q", "R", "P"]\ngiven.Q',
        "scenario_twice",
        "given.table.order",
        "P",
    ),
    "five cards in an area": (
        "given.Q = {",
        'given.Q = { deployed = ["CAS-01", "CAS-02", "CAS-03", "CAS-04", "CAS-05"], ',
        "scenario_too_many",
        "given.Q.deployed",
        "",
    ),
    "a row of the wrong length": (
        '{ 6 = "MIS-01", 7 = "LDR-01" }',
        '["MIS-01", "LDR-01"]',
        "scenario_wrong_length",
        "given.table.current",
        "",
    ),
    "the monarch of another": (
        "given.Q = {",
        "given.all.monarch = '1'\ngiven.Q = { ",
        "scenario_taken",
        "given.P.monarch",
        "1",
    ),
    "a cell of a game without a map": (
        "given.Q",
        'given.cells = { "0,0" = "x" }\ngiven.Q',
        "scenario_no_map",
        "given.cells",
        "medieval",
    ),
    "a check that says nothing known": (
        "given.agenda",
        "when = [{ than = 3 }]\ngiven.agenda",
        "scenario_unknown_field",
        "when 1",
        "than",
    ),
    "a path to nowhere": (
        "given.agenda",
        'then.unchanged = ["P.points"]\ngiven.agenda',
        "scenario_unknown_field",
        "then.unchanged",
        "points",
    ),
    "a count that is none": (
        "given.agenda",
        'then.count."P.vp" = "many"\ngiven.agenda',
        "scenario_count",
        'then.count."P.vp"',
        "many",
    ),
}


@pytest.mark.parametrize(("old", "new", "why", "entry", "word"), SLIPS.values(), ids=SLIPS)
def test_a_slip_is_told_at_its_entry(old: str, new: str, why: str, entry: str, word: str) -> None:
    assert old in AUCTION
    error = slip(GAME + AUCTION.replace(old, new, 1) + ("" if "then" in new else "then.P.vp = 0"))
    assert (error.why, error.terms["entry"], error.terms["word"]) == (why, entry, word)
    assert (error.terms["file"], error.terms["scenario"]) == (
        "some.toml",
        "1" if word == "title" else "an auction",
    )


EMARA = """
game = "emara"
[[scenario]]
title = "a hand"
rules = ["EMA-4.1"]
players = ["P", "Q"]
given.P.hand = ["step", "errand", "gain_wood"]
given.agenda = "turn P"
then.P.hired = 0
"""
IMPOSSIBLE = {
    "a hand that lies in the discard": (
        "P.hand =",
        'P.discard = ["step"]\ngiven.P.hand =',
        "in_two_places",
        "P.hand",
        "step",
    ),
    "a card twice in hand": ('"errand"', '"step"', "twice", "P.hand", "step"),
    "a councilor too few": (
        "P.hand =",
        'P.councilors = ["forest"]\ngiven.P.hand =',
        "wrong_length",
        "P.councilors",
        "",
    ),
    "both councilors in the countryside": (
        "P.hand =",
        'P.councilors = ["forest", "quarry"]\ngiven.P.hand =',
        "cannot_stand",
        "P.councilors",
        "quarry",
    ),
    "five craftsmen": ("P.hand =", "P.hired = 5\ngiven.P.hand =", "out_of_range", "P.hired", ""),
    "a round too many": ("P.hand =", "table.round = 7\ngiven.P.hand =", "out_of_range", "table.round", ""),
    "stands for a part of the town": (
        "P.hand =",
        'table.stands = ["", "", "", "", "", "", "", "", ""]\ngiven.P.hand =',
        "wrong_length",
        "table.stands",
        "",
    ),
}


@pytest.mark.parametrize(("old", "new", "why", "entry", "word"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_a_position_that_cannot_be_says_what_is_wrong(old: str, new: str, why: str, entry: str, word: str) -> None:
    error = slip(EMARA.replace(old, new, 1))
    assert (error.why, error.terms["entry"], error.terms["word"]) == (f"scenario_{why}", f"given.{entry}", word)


CROWDED = {
    "three troops on a tile": (
        '"WAR1v:n1v"',
        '"WAR1v:n1v+n2v+n1^"',
        "scenario_too_many",
        "given.table.landscape",
        "4,4",
    ),
    "four tiles in hand": (
        "given.agenda",
        'given.White.hand = ["TRA1", "TRA2", "TRA3", "TRA4"]\ngiven.agenda',
        "scenario_too_many",
        "given.White.hand",
        "",
    ),
    "a troop beside the tiles": (
        "given.agenda",
        'given.White.troops = { n2 = "9,9" }\ngiven.agenda',
        "scenario_no_tile",
        "given.White.troops.n2",
        "n2",
    ),
    "more treasures than there are": (
        "given.agenda",
        "given.table.treasures.left = 3\ngiven.agenda",
        "scenario_too_many",
        "given.table.treasures.left",
        "",
    ),
    "more owed than there are tiles to pay with": (
        "given.agenda",
        'rulings.discount_timing = "same_turn_any_order"\ngiven.White.discounts = -9\ngiven.agenda',
        "scenario_too_low",
        "given.White.discounts",
        "",
    ),
    "points below nothing": (
        "given.agenda",
        "given.White.points = -1\ngiven.agenda",
        "not_a_number",
        "given.White.points",
        "-1",
    ),
    "a ring that is too short": (
        "given.agenda",
        'given.table.ring = ["TRA1"]\ngiven.agenda',
        "scenario_wrong_length",
        "given.table.ring",
        "",
    ),
}


@pytest.mark.parametrize(("old", "new", "why", "entry", "word"), CROWDED.values(), ids=CROWDED)
def test_a_landscape_that_cannot_be_says_what_is_wrong(old: str, new: str, why: str, entry: str, word: str) -> None:
    error = slip(LANDSCAPE.replace(old, new, 1) + 'then.asked = ["White"]')
    assert (error.why, error.terms["entry"], error.terms["word"]) == (why, entry, word)


CHANCERY = """
game = "nobility"
[[scenario]]
title = "cards"
rules = ["RTN-23.20"]
players = ["P", "Q"]
options = { chancery = "on" }
given.table.looked = ["Q: C16, C07"]
given.Q.contracts = [{ kept = "C07", tile = "DT04" }]
given.P.contracts = [{ drawn = ["C08"], tile = "DT05" }]
given.agenda = "final"
then.asked = []
"""

SEEN = {
    "a card that came twice from the top": ('C07"]', 'C07", "P: C16"]', "scenario_twice", "table.looked", "C16"),
    "a card that two have kept": ('"C08"', '"C07"', "scenario_in_two_places", "P.contracts", "C07"),
    "a card in hand that another has kept": (
        "given.agenda",
        'given.P.hand = ["C07"]\ngiven.agenda',
        "scenario_in_two_places",
        "P.hand",
        "C07",
    ),
    "a card in two hands": (
        "given.agenda",
        'given.P.hand = ["C09"]\ngiven.Q.hand = ["C09"]\ngiven.agenda',
        "scenario_in_two_places",
        "P.hand",
        "C09",
    ),
    "a card twice in a hand": (
        "given.agenda",
        'given.P.hand = [["C09", "C09"]]\ngiven.agenda',
        "scenario_twice",
        "P.hand",
        "C09",
    ),
    "a card that is nobody's": ("Q: C16", "C16", "scenario_whose_secret", "table.looked 1", "C16, C07"),
}


@pytest.mark.parametrize(("old", "new", "why", "entry", "word"), SEEN.values(), ids=SEEN)
def test_cards_that_cannot_be_say_what_is_wrong(old: str, new: str, why: str, entry: str, word: str) -> None:
    assert all(verdict.passed for verdict in outcomes(CHANCERY))
    error = slip(CHANCERY.replace(old, new, 1))
    assert (error.why, error.terms["entry"], error.terms["word"]) == (why, f"given.{entry}", word)


def test_what_is_wrong_with_one_scenario_does_not_stop_the_others() -> None:
    good, bad = ACTIVATED + 'then.asked = ["Q"]', ACTIVATED.replace("rules", "rulez")
    text = GAME + good + bad + good.replace("an auction", "another")
    found = list(read(text, "some.toml"))
    assert [type(one) for one in found] == [Scenario, ScenarioError, Scenario]
    assert [type(one) for one in read(text + "[", "some.toml")] == [ScenarioError, Scenario, ScenarioError]


# --- in the reader's language ----------------------------------------------------------------------------------------


def test_what_differs_is_told_in_names_and_what_is_refused_in_sentences() -> None:
    (found,) = differences('then.R.deployed = ["CAS-01"]', lang="fr")
    card = game_named("medieval").words("fr").name("card", "CAS-01")
    assert found.expected == f'["CAS-01"] ({card})'
    (found,) = differences('then.P.palace = "1 gold"', lang="fr")
    assert (found.expected, found.found) == ('"1 gold" (1 or)', '"1 production + 2 religion"')
    (found,) = differences('then.moves.Q.contain = ["activate 6"]', lang="fr")
    assert found.told == "la case 6 est vide (MED-12.5)"
    outcome = outcomes(GAME + ACTIVATED + "then.P.vp = 9", "fr")[0]
    assert len(outcome.told) == len(outcome.facts) > 0
    assert "MIS-01" not in " ".join(outcome.told)
    assert f"({card})" not in " ".join(outcome.facts)


def test_a_scenario_that_fails_lists_its_draws_in_order() -> None:
    drawn = AUCTION.replace("actions P", "turn order; actions P") + 'chance = [["R", "P", "Q"]]\nthen.P.vp = 1'
    (outcome,) = outcomes(GAME + drawn)
    assert (outcome.passed, outcome.draws) == (False, ('turn order: ["R", "P", "Q"]',))
