"""Alone against Paco & Paca: what they take, what follows from it, and who wins."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import takewhile

import pytest
from msgspec.structs import replace

from core.games.crossing import GAME
from core.games.crossing.data import effects
from core.games.crossing.data.edition import edition
from core.games.crossing.facts.cards import CardTaken
from core.games.crossing.facts.course import MatchEnded, RoundBegan, SoloDeckMade, SoloTileShown
from core.games.crossing.facts.favors import GoalClaimed, PairPicked
from core.games.crossing.facts.gains import CoinsGained, CoinsPaid, ResourceGained
from core.games.crossing.names import DEER, LEVELS, RESOURCES, TILES, LevelId
from core.games.crossing.table import PACO, Table
from core.kernel.bots.matches import Decision, decisions, play_match, seated
from core.kernel.rules.step import Fact
from tests.support.places import GAME_FOLDERS

RESTS = {"beginner": 3, "initiate": 2, "expert": 1, "master_builder": 0}


@cache
def match(level: str, bot: str = "greedy", seed: str = "paco", **readings: str) -> list[Decision]:
    return list(decisions(GAME, seated(GAME, 1, readings, {"level": level}), (bot,), seed))


def facts_of(played: list[Decision]) -> Iterator[Fact[Table]]:
    return (fact for decision in played for fact in decision.happened.facts)


def side(played: list[Decision]) -> Table:
    found: Table = played[-1].happened.state.table
    return found


@pytest.mark.parametrize("level", LEVELS)
def test_their_deck_is_made_anew_every_round_and_each_tile_comes_at_most_once(level: LevelId) -> None:
    decks: list[set[str]] = []
    shown: list[list[str]] = []
    for fact in facts_of(match(level)):
        if isinstance(fact, RoundBegan):
            shown.append([])
        elif isinstance(fact, SoloDeckMade):
            decks.append({*fact.solo_deck})
        elif isinstance(fact, SoloTileShown):
            shown[-1].append(fact.tile)
    assert [len(deck) for deck in decks] == [11 + RESTS[level]] * 4
    assert [len(tiles) for tiles in shown] == [8] * 4
    assert all({*tiles} <= deck and len({*tiles}) == 8 for tiles, deck in zip(shown, decks, strict=True))


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_each_character_moves_the_marker_of_its_guild(seed: str) -> None:
    guilds, tracks = side(match("expert")).edition.guild_of, side(match("expert")).edition.track_of
    due: str | None = None
    markers = dict.fromkeys(RESOURCES, 0)
    for fact in facts_of(match("expert", seed=seed)):
        if isinstance(fact, CardTaken) and fact.seat == PACO:
            lowest = min(RESOURCES, key=lambda resource: markers[resource])
            due = lowest if guilds[fact.card] == DEER else tracks[guilds[fact.card]]
        elif isinstance(fact, ResourceGained) and fact.seat == PACO:
            (moved,) = (resource for resource in RESOURCES if fact.resources.of(resource))
            assert (moved, fact.rule) == (due, "KIN-S2.3")
            markers[moved] += 1
            due = None
    assert sum(markers.values()) > 8


def test_they_neither_earn_nor_pay_and_the_goal_of_the_marker_is_not_theirs() -> None:
    for seed in ("a", "b", "c", "d", "e"):
        played = match("master_builder", "random", seed)
        found = [*facts_of(played)]
        assert not [fact for fact in found if isinstance(fact, CoinsGained | CoinsPaid) and fact.seat == PACO]
        claims = {fact.goal for fact in found if isinstance(fact, GoalClaimed) and fact.seat == PACO}
        assert claims
        assert "4" not in claims
        assert (side(played).sides[PACO].coins, side(played).sides[PACO].investment) == (0, 0)


def test_no_view_lists_tiles_with_which_they_could_act() -> None:
    for decision in match("expert"):
        human, paco = GAME.view(decision.happened.state.table, None).sides
        assert (paco.available, paco.played, paco.upgraded, paco.working, paco.price) == ((), (), (), None, 0)
        assert {*human.available, *human.played} == {*TILES}


@pytest.mark.parametrize("claims", ["eager", "lazy"])
def test_they_claim_before_the_human_whenever_they_can(claims: str) -> None:
    together = 0
    for seed in ("a", "b", "c", "d", "e", "f"):
        played = match("expert", seed=seed, automa_claims=claims)
        for goal, order in side(played).claims.items():
            assert len({*order}) == len(order)
            together += goal != "4" and order == (PACO, 0)
    assert together, "they were first somewhere where both are"


def test_a_favor_is_worth_two_points_for_each_rest_tile() -> None:
    for level, rests in RESTS.items():
        table = side(match(level))
        (score,) = [fact for fact in facts_of(match(level)) if isinstance(fact, MatchEnded)]
        final = GAME.view(table, None).sides[PACO].final
        assert final["KIN-17.6"] == 2 * rests * len(table.sides[PACO].favors)
        assert final["KIN-17.3"] == 0
        outcome = GAME.outcome(table)
        assert outcome is not None
        assert (outcome.score, outcome.rival) == (score.scores[0], table.sides[PACO].vp)
        assert outcome.won == (outcome.score >= table.sides[PACO].vp) == (score.winners == (0,))


@pytest.mark.slow
@pytest.mark.no_cover
def test_the_levels_rise_in_their_printed_order() -> None:
    means: list[float] = []
    for level in LEVELS:
        setup = seated(GAME, 1, {}, {"level": level})
        tables = [play_match(GAME, setup, ("random",), f"level {number}").state.table for number in range(40)]
        means.append(sum(table.sides[PACO].vp for table in tables) / 40)
    assert means == sorted(means)
    assert 65 < means[0] < 80
    assert 90 < means[-1] < 105


def test_they_take_as_much_as_their_start_card_of_an_owners_edition_gives() -> None:
    ours = (GAME_FOLDERS / GAME.name / "data" / "edition.toml").read_text(encoding="utf-8")
    twice = re.sub(r'^(ST.*"res \w+) 1"', r'\1 2"', ours, flags=re.MULTILINE).replace(
        'name = "house"', 'name = "twice"'
    )
    setup = replace(seated(GAME, 1, {"automa_start_card": "full"}), edition=GAME.adopt("twice", twice).digest)
    facts = list(
        takewhile(
            lambda fact: not isinstance(fact, RoundBegan), facts_of(list(decisions(GAME, setup, ("greedy",), "paco")))
        )
    )
    start = next(fact.pair.start for fact in facts if isinstance(fact, PairPicked) and fact.seat == PACO)
    given = [gain.amount for gain in edition(setup.edition).starts[start].gains if isinstance(gain, effects.Res)]
    assert max(given) == 2
    assert sum(isinstance(fact, ResourceGained) and fact.seat == PACO for fact in facts) == sum(given)
