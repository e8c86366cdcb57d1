"""What holds of every match of Kingdom Crossing, counted here once more from the rulebook and not by its rules."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import permutations
from typing import Any

import pytest

from core.games.crossing import GAME
from core.games.crossing.facts.course import (
    BalloonMoved,
    BridgeCrossed,
    Flown,
    MatchEnded,
    PawsBack,
    TilePlayed,
    TilesBack,
)
from core.games.crossing.facts.favors import GoalClaimed
from core.games.crossing.facts.gains import MarkerMoved, VpGained
from core.games.crossing.table import Player, Table
from core.kernel.bots.matches import seated
from core.kernel.rules.chance import stream
from tests.support.matches import Decision, Recipe, any_terms

MATCHES = 12  # of each number of players
ACTIONS = 4  # KIN-7.1: of each player in a round
ROUNDS = 4

# --- the map of 10.1 and the board of 10.6, once more -----------------------------------------------------------------

BRIDGES = {
    "1": ("north", "west"),
    "2": ("north", "west"),
    "3": ("south", "west"),
    "4": ("south", "west"),
    "5": ("west", "east"),
    "6": ("north", "east"),
    "7": ("south", "east"),
}
REGIONS = ("north", "east", "south", "west")
STRUCTURE_VP = (0, 1, 2, 3, 3, 4, 4, 5, 5, 6, 7)
INVESTMENT_VP = (0, 1, 2, 3, 5, 7, 9, 12, 15)
TRACKS = {"fox": "wood", "owl": "stone", "bear": "sap", "boar": "food"}
PASSED_FROM = {
    "wood.1": 4,
    "wood.2": 8,
    "stone.1": 2,
    "stone.2": 5,
    "stone.3": 7,
    "sap.1": 6,
    "sap.2": 9,
    "food.1": 3,
    "food.2": 5,
    "food.3": 7,
}
TOKENS = {1: 8, 2: 8, 3: 4}  # KIN-19.6: of each kind, by stars


def recipe(players: int, seed: int) -> Recipe:
    """A match under random rulings; every third one under the defaults."""
    dice = stream("crossing", players, seed)
    return (
        Recipe("crossing", players, seed)
        if seed % 3 == 0
        else Recipe("crossing", players, seed, **any_terms(GAME, players, dice))
    )


@cache
def played(players: int, seed: int) -> tuple[Decision, ...]:
    return tuple(recipe(players, seed).decisions())


def facts(players: int, seed: int) -> Iterator[tuple[Table, Any, Table]]:
    """Every fact with the table before it and after it."""
    for decision in played(players, seed):
        table = decision.before.table
        for fact in decision.happened.facts:
            after = fact.on(table)
            yield table, fact, after
            table = after


every_match = pytest.mark.parametrize(("players", "seed"), [(n, seed) for n in GAME.players for seed in range(MATCHES)])
by_default = pytest.mark.parametrize(
    ("players", "seed"), [(n, seed) for n in GAME.players for seed in range(0, MATCHES, 3)]
)


# --- rounds and actions -----------------------------------------------------------------------------------------------


@every_match
def test_every_round_has_four_actions_of_everybody_and_all_tiles_come_back(players: int, seed: int) -> None:
    actions: Counter[tuple[int, int]] = Counter()
    for before, fact, after in facts(players, seed):
        if isinstance(fact, TilePlayed):
            actions[before.round, fact.seat] += 1
        if isinstance(fact, TilesBack):
            assert len(before.seats[fact.seat].played) == ACTIONS
            assert after.seats[fact.seat].played == ()
    assert actions == {(number, seat): ACTIONS for number in range(1, ROUNDS + 1) for seat in range(players)}


@every_match
def test_a_bridge_is_crossed_once_in_a_round_and_only_a_flight_makes_seven(players: int, seed: int) -> None:
    flown: set[int] = set()
    for before, fact, after in facts(players, seed):
        if isinstance(fact, Flown):
            flown.add(fact.seat)
        if isinstance(fact, PawsBack):
            flown.discard(fact.seat)
        if isinstance(fact, BridgeCrossed):
            p: Player = after.seats[fact.seat]
            assert set(BRIDGES[fact.bridge]) == {before.seats[fact.seat].region, p.region}
            assert len(set(p.paws)) == len(p.paws) <= (7 if fact.seat in flown else 6)


@every_match
def test_workers_move_by_bridges_and_flights_and_the_balloon_by_flights_and_the_crown(players: int, seed: int) -> None:
    for before, fact, after in facts(players, seed):
        moved = [one.region != other.region for one, other in zip(before.seats, after.seats, strict=True)]
        if any(moved) and before.round:
            assert isinstance(fact, BridgeCrossed | Flown)
        if before.balloon != after.balloon:
            assert isinstance(fact, Flown | BalloonMoved)
            assert players == 1 or before.round == 0 or isinstance(fact, Flown)


# --- what only grows --------------------------------------------------------------------------------------------------


@every_match
def test_resource_markers_never_go_back_and_the_investment_marker_only_when_it_is_paid_for(
    players: int, seed: int
) -> None:
    for before, fact, after in facts(players, seed):
        for one, other in zip(before.sides, after.sides, strict=True):
            assert all(getattr(other.resources, name) >= getattr(one.resources, name) for name in TRACKS.values())
            assert max(getattr(other.resources, name) for name in TRACKS.values()) <= 10
            assert other.investment == one.investment or isinstance(fact, MarkerMoved)


@every_match
def test_no_goal_is_claimed_twice_by_a_side_and_of_two_the_second_gets_the_third_position(
    players: int, seed: int
) -> None:
    for before, fact, after in facts(players, seed):
        if isinstance(fact, GoalClaimed):
            assert fact.seat not in before.claims.get(fact.goal, ())
            assert len(after.claims[fact.goal]) <= max(players, 2)


@every_match
def test_no_more_tokens_lie_on_the_boards_than_there_are(players: int, seed: int) -> None:
    last: Table = played(players, seed)[-1].after.table
    spaces = last.edition.spaces
    used = Counter((spaces[space].kind, stars) for side in last.sides for space, stars in side.decorations.items())
    assert all(count <= TOKENS[stars] for (_, stars), count in used.items())


@by_default
def test_houses_follow_the_sets_of_cards(players: int, seed: int) -> None:
    for decision in played(players, seed):
        table: Table = decision.after.table
        for seat, side in enumerate(table.sides):
            if decision.seat != seat and table.round and table.acting != seat:
                guilds = Counter(str(table.edition.guild_of[card]) for card in side.cards)
                sets = min(guilds[guild] for guild in ("fox", "owl", "bear", "boar", "deer"))
                assert len(side.houses) == 1 + min(2, sets)


# --- the final scoring ------------------------------------------------------------------------------------------------


def counted(t: Table, seat: int, favor: str) -> int:
    """Table 10.8: what a favor is worth to a side."""
    p: Player = t.sides[seat]
    data, guilds = t.edition, Counter(str(t.edition.guild_of[card]) for card in p.cards)
    colours = Counter(bird[5] for bird in p.birds)
    symbols = Counter(
        {
            kind: sum(data.spaces[space].symbols for space in p.decorations if data.spaces[space].kind == kind)
            for kind in ("flower", "sculpture")
        }
    )
    resources = [getattr(p.resources, track) for track in TRACKS.values()]
    number = int(favor.removeprefix("FAV-"))
    worths: dict[int, int] = {
        1: 2 * (len(p.favors) + len(p.hidden)),
        2: symbols.total(),
        3: 3 * min(symbols["flower"], symbols["sculpture"]),
        4: 2 * symbols["flower"],
        5: 2 * symbols["sculpture"],
        **dict(zip(range(6, 10), resources, strict=True)),
        **{10 + at: 2 * guilds[guild] for at, guild in enumerate(("fox", "owl", "bear", "boar", "deer"))},
        15: 2 * min(resources),
        16: 2 * colours["R"],
        17: 2 * colours["Y"],
        18: 3 * colours["B"],
        19: 3 * colours["G"],
        20: len(p.birds),
        21: 3 * len(p.houses),
        22: 2 * sum(structure.startswith("BLD") for structure in p.structures),
        23: 3 * sum(cards >= 3 for cards in guilds.values()),
        24: INVESTMENT_VP[p.investment],
        25: 2 * len(p.upgraded),
        26: 2 * sum(seat in seats for seats in t.claims.values()),
    }
    return worths[number]


def worth(t: Table, seat: int) -> int:
    """KIN-17.3 to 17.6, from what lies there at the end."""
    p: Player = t.sides[seat]
    guilds = Counter(str(t.edition.guild_of[card]) for card in p.cards)
    stars: Counter[str] = Counter()
    for space, each in p.decorations.items():
        track = space.partition(".")[0]
        stars[track] += each * (getattr(p.resources, track) >= PASSED_FROM[space])
    lowest: int = min(getattr(p.resources, track) for track in TRACKS.values())
    found: int = sum(guilds[guild] * stars[track] for guild, track in TRACKS.items())
    found += STRUCTURE_VP[lowest] * len(p.structures)
    if seat >= len(t.seats):
        rests = {"beginner": 3, "initiate": 2, "expert": 1, "master_builder": 0}[t.options.level]
        return found + 2 * rests * len(p.favors)
    return found + INVESTMENT_VP[p.investment] + sum(counted(t, seat, favor) for favor in p.favors)


@by_default
def test_the_final_scores_are_what_lies_there(players: int, seed: int) -> None:
    track: Counter[int] = Counter()
    for before, fact, _ in facts(players, seed):
        if isinstance(fact, VpGained) and not fact.rule.startswith(("KIN-17", "KIN-S5")):
            track[fact.seat] += fact.amount
        if isinstance(fact, MatchEnded):
            totals = [track[side] + worth(before, side) for side in range(len(before.sides))]
            assert [side.vp for side in before.sides] == totals
            assert all(side.coins < 5 or side.investment == 8 for side in before.seats)


# --- the seven bridges ------------------------------------------------------------------------------------------------


def walks(start: str, used: frozenset[str] = frozenset()) -> Iterator[frozenset[str]]:
    yield used
    for bridge, ends in BRIDGES.items():
        if start in ends and bridge not in used:
            yield from walks(ends[start == ends[0]], used | {bridge})


def reach(start: str, lengths: tuple[int, ...], used: frozenset[str], flights: int) -> bool:
    """Can so many bridges be crossed in these actions, with so many flights between or within them?"""
    if not lengths:
        return len(used) == len(BRIDGES)
    ends = walked(start, lengths[0], used)
    fresh = ((end, paws, 0) for end, paws in ends)
    flown = (
        (end, paws, 1)
        for region in REGIONS
        if flights and region != start
        for end, paws in walked(region, lengths[0], used)
    )
    return any(reach(end, lengths[1:], paws, flights - spent) for end, paws, spent in (*fresh, *flown))


def walked(start: str, bridges: int, used: frozenset[str]) -> list[tuple[str, frozenset[str]]]:
    if not bridges:
        return [(start, used)]
    return [
        found
        for bridge, ends in BRIDGES.items()
        if start in ends and bridge not in used
        for found in walked(ends[start == ends[0]], bridges - 1, used | {bridge})
    ]


@pytest.mark.parametrize("start", REGIONS)
def test_a_walk_gets_stuck_after_the_sixth_bridge_and_a_flight_makes_seven(start: str) -> None:
    assert max(map(len, walks(start))) == 6
    orders = set(permutations((3, 2, 1, 1)))
    assert len(orders) == 12
    assert all(reach(start, order, frozenset(), 1) for order in orders)
    assert not any(reach(start, order, frozenset(), 0) for order in orders)


def test_the_map_is_that_of_the_rules() -> None:
    assert {name: bridge.joins for name, bridge in GAME.new(seated(GAME, 2))[0].edition.bridges.items()} == BRIDGES
