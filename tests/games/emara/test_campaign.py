"""The Crown of Emara alone (EMA-16.12 to 16.19): the record is a fold over finished matches, and nothing else."""

import pytest
from msgspec.structs import replace

from core.games.emara import GAME
from core.games.emara.rules.campaign import CAMPAIGN
from core.kernel.bots.matches import play_match, seated
from core.kernel.errors import Usage
from core.kernel.game import Outcome, Setup
from core.kernel.setup.campaign import Entry, on_sheet, sheets


def setup(solo: str = "campaign", floor: str = "floor_zero_no_cap") -> Setup:
    return seated(GAME, 1, {"campaign_floor": floor}, {"solo": solo})


def ended(*outcomes: Outcome) -> list[Entry]:
    return [Entry(f"match-{number}", number, outcome) for number, outcome in enumerate(outcomes)]


def against(start: int, score: int, rival: int = 60) -> Outcome:
    return Outcome(start, score, rival, score > rival)


def given(*outcomes: Outcome, floor: str = "floor_zero_no_cap") -> str:
    return CAMPAIGN.sheet(setup(floor=floor), ended(*outcomes)).given["building_start"]


def test_the_first_match_starts_at_40_then_lower_after_a_win_and_higher_after_a_loss() -> None:
    assert given() == "40"
    assert given(against(40, 61)) == "35"
    assert given(against(40, 59)) == "42"
    assert given(against(40, 60)) == "42", "EMA-16.15: a tie is a loss"
    assert given(against(40, 61), against(35, 20)) == "37", "the last one counts"


@pytest.mark.parametrize(("floor", "start"), [("floor_zero_no_cap", "0"), ("unbounded", "-2")])
def test_how_low_it_goes_is_a_ruling(floor: str, start: str) -> None:
    assert given(against(3, 70), floor=floor) == start


def test_there_is_no_limit_upwards() -> None:
    assert given(against(104, 0)) == "106"


def test_a_campaign_is_as_good_as_the_lowest_start_that_won() -> None:
    low, high, lost = against(20, 61), against(20, 65), against(5, 10)
    entries = ended(against(40, 90), low, high, lost, high)
    assert CAMPAIGN.sheet(setup(), entries).best == (entries[2],), "EMA-16.16: the higher score of the same start"
    assert CAMPAIGN.sheet(setup(), ended(lost)).best == ()
    assert CAMPAIGN.sheet(setup(), entries).entries == tuple(entries)


def test_high_scores_are_kept_by_start() -> None:
    entries = ended(Outcome(30, 40), Outcome(15, 20), Outcome(30, 44), Outcome(30, 44))
    sheet = CAMPAIGN.sheet(setup("highscore"), entries)
    assert sheet.best == (entries[1], entries[2])
    assert sheet.given == {}, "EMA-16.13: everybody chooses the start"


def test_informed_choice_has_sheets_of_its_own() -> None:
    kinds = [{"solo": solo, "informed_choice": told} for solo in ("highscore", "campaign") for told in ("no", "yes")]
    assert sheets(CAMPAIGN, GAME.options) == kinds
    options = {"solo": "campaign", "informed_choice": "yes", "boards": "mixed", "building_start": "3"}
    assert on_sheet(CAMPAIGN, options) == kinds[3]


@pytest.mark.parametrize(
    ("options", "rule", "start"),
    [
        ({"solo": "campaign"}, "EMA-16.17", 40),
        ({"solo": "campaign", "building_start": "22"}, "EMA-16.17", 22),
        ({}, "EMA-16.21", 30),
        ({"building_start": "17"}, "EMA-16.13", 17),
    ],
)
def test_a_match_says_how_it_ended(options: dict[str, str], rule: str, start: int) -> None:
    played = play_match(GAME, seated(GAME, 1, {}, options), ["random"], "alone")
    outcome = GAME.outcome(played.state.table)
    assert played.result is not None
    assert outcome is not None
    assert (outcome.start, outcome.score) == (start, played.result.scores[0])
    solo = options.get("solo") == "campaign"
    assert (outcome.rival is not None, outcome.won is not None) == (solo, solo)
    assert not solo or outcome.won == (outcome.score > (outcome.rival or 0))
    assert rule in GAME.rule_texts()["rules"]


def test_only_a_finished_match_of_one_player_has_an_outcome() -> None:
    alone = seated(GAME, 1)
    assert GAME.outcome(GAME.new(alone)[0]) is None
    pair = play_match(GAME, seated(GAME, 2), ["random", "random"], "a pair")
    assert GAME.outcome(pair.state.table) is None


def test_a_start_below_the_track_is_for_an_endless_campaign_alone() -> None:
    low = replace(setup(floor="unbounded"), options={**setup().options, "building_start": "-7"})
    played = play_match(GAME, low, ["random"], "low", checked=True)
    assert list(played.faults) == []
    assert GAME.outcome(played.state.table) is not None
    for other in (replace(low, rulings=setup().rulings), replace(low, options={**low.options, "solo": "highscore"})):
        with pytest.raises(Exception, match="option_not_here"):
            GAME.new(other)


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (1, {"building_start": "event"}),
        (1, {"building_start": "first_game"}),
        (1, {"solo": "campaign", "building_start": "event"}),
        (2, {"solo": "campaign"}),
        (4, {"solo": "campaign", "building_start": "30"}),
    ],
)
def test_starts_of_several_players_are_not_for_one_nor_the_campaign_for_several(
    players: int, options: dict[str, str]
) -> None:
    with pytest.raises(Usage, match="option_not_here"):
        GAME.new(seated(GAME, players, {}, options))
