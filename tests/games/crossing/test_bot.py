"""What the greedy bot thinks in Kingdom Crossing: its thoughts, shown by positions that differ in one thing."""

from typing import Any

import pytest
from msgspec.structs import replace

from core.games.crossing import GAME
from core.games.crossing.data.edition import edition
from core.games.crossing.moves import (
    Claim,
    CollectEvening,
    Decorate,
    Done,
    InvestCash,
    InvestUp,
    Open,
    Pick,
    Rest,
    TakeFavor,
    Upgrade,
    VisitQueen,
    Work,
)
from core.games.crossing.names import (
    GUILDS,
    SLOTS,
    BirdId,
    BridgeId,
    CardId,
    FavorId,
    FlightId,
    GoalId,
    PlaceId,
    RegionId,
    Resources,
    SlotId,
    SpaceId,
    TileId,
)
from core.games.crossing.view import View
from core.kernel.bots.matches import decisions, seated
from core.kernel.rules.step import kinds_of

NORTH, WEST, EAST = RegionId("north"), RegionId("west"), RegionId("east")
S1, S2 = SlotId("s1"), SlotId("s2")
A1, A3, A4, A6 = (TileId(f"A{number}") for number in (1, 3, 4, 6))


def view_in(round_number: int = 2, cards: str = "", **mine: Any) -> View:
    """What seat 0 of two sees: in the west, ten coins, nothing on the slots of the north but what is put there."""
    start = next(iter(decisions(GAME, seated(GAME, 2), ("random", "random"), "thoughts")))
    seen: View = GAME.view(start.happened.state.table, 0)
    columns = {guild: tuple(CardId(card) for card in cards.split() if guild_of(card) == guild) for guild in GUILDS}
    bare = replace(seen.sides[0], region=WEST, houses=(WEST,), coins=10, guilds=columns)
    other = replace(seen.sides[1], region=EAST, houses=(EAST,))
    return replace(seen, round=round_number, sides=(replace(bare, **mine), other), balloon=EAST)


def guild_of(card: str) -> str:
    return edition(GAME.edition().digest).guild_of[CardId(card)]


def laid(view: View, slot: SlotId, card: str, cost: int = 0, bird: str | None = None) -> View:
    """The view with a card on a slot."""
    at = SLOTS.index(slot)
    there = replace(view.slots[at], card=CardId(card), cost=cost, bird=None if bird is None else BirdId(bird))
    return replace(view, slots=(*view.slots[:at], there, *view.slots[at + 1 :]))


def worth(view: View, move: Any) -> int:
    found: int = GAME.thinker(view, 0)(move)
    return found


def to_north(slot: SlotId = S1, tile: TileId = A1, bridge: str = "1", **more: Any) -> Work:
    return Work(tile=tile, way=(BridgeId(bridge),), slot=slot, **more)


def test_it_has_a_thought_for_every_move() -> None:
    thinker: Any = GAME.thinker(view_in(), 0)
    assert {*kinds_of(GAME.moves)} <= {*thinker.for_move}


def test_more_of_a_resource_and_a_lower_price_are_better() -> None:
    view = laid(laid(view_in(), S1, "LUM-04", 7), S2, "LUM-01", 7)
    assert worth(view, to_north(S1)) > worth(view, to_north(S2))
    assert worth(laid(view, S2, "LUM-04", 4), to_north(S2)) > worth(view, to_north(S1))


def test_a_card_with_a_bird_is_better_than_without_and_twice_with_the_upgraded_tile() -> None:
    bare = laid(view_in(), S1, "LUM-04", 7)
    met = laid(bare, S1, "LUM-04", 7, "BIRD-R06")
    assert worth(met, to_north(S1)) > worth(bare, to_north(S1))
    long = Work(tile=A4, way=(BridgeId("1"), BridgeId("2"), BridgeId("1")), slot=S1)
    upgraded = view_in(upgraded=(A4,))
    gain = worth(met, long) - worth(bare, long)
    doubled = worth(laid(upgraded, S1, "LUM-04", 7, "BIRD-R06"), long) - worth(laid(upgraded, S1, "LUM-04", 7), long)
    assert doubled > gain > 0


def test_a_flight_costs_what_it_costs() -> None:
    view = laid(view_in(), S1, "LUM-04", 7)
    there, near = to_north(S1, before=FlightId("fly:east"), bridge="6"), replace(view, balloon=WEST)
    assert worth(view, to_north(S1)) > worth(near, there) > worth(view, there)


def test_the_sixth_and_seventh_paw_are_worth_a_detour() -> None:
    paws = tuple(map(BridgeId, "34567"))
    view = laid(view_in(paws=paws, played=(A3,)), S1, "LUM-04", 7)
    five = laid(view_in(paws=paws[:4], played=(A3,)), S1, "LUM-04", 7)
    assert worth(view, to_north(S1)) > worth(five, to_north(S1)) + 200


def test_a_rest_brings_its_coins_and_a_queen_is_better() -> None:
    view = replace(view_in(), queen=CardId("Q-FOX"))
    assert worth(view, Rest(A6)) > worth(view, Rest(A3))
    assert worth(view, VisitQueen()) > worth(view, Rest(A6))
    assert worth(replace(view_in(upgraded=(A6,)), queen=CardId("Q-FOX")), VisitQueen()) > worth(view, VisitQueen())


@pytest.mark.parametrize("space", [0, 1])
def test_the_marker_goes_up_while_there_is_time(space: int) -> None:
    view = view_in(1, investment=space)
    assert worth(view, InvestUp()) > worth(view, InvestCash())


def test_at_the_end_the_marker_stays_where_its_points_are() -> None:
    last = view_in(4, investment=7, played=tuple(TileId(f"A{n}") for n in range(1, 5)), coins=0)
    assert worth(last, InvestUp()) > worth(last, InvestCash())


def test_a_favor_that_counts_what_one_has_is_taken() -> None:
    view = replace(view_in(cards="PAT-01 LUM-01 FLO-01"), display=tuple(map(FavorId, ("FAV-10", "FAV-14", "FAV-20"))))
    worths = [worth(view, TakeFavor(PlaceId(str(place)))) for place in (1, 2, 3)]
    assert worths[0] > worths[1]
    assert worths[0] > worth(view, TakeFavor(PlaceId("pile1")))


def test_a_goal_is_claimed_for_its_points_unless_the_marker_is_worth_more() -> None:
    view = view_in(4, investment=8, played=tuple(TileId(f"A{n}") for n in range(1, 5)), coins=0)
    goals = tuple(replace(goal, positions=(5, 1)) for goal in view.goals)
    last = replace(view, goals=goals)
    assert worth(last, Claim(GoalId("1"))) > worth(last, Done())
    assert worth(last, Claim(GoalId("1"))) > worth(last, Claim(GoalId("4")))


def test_decorations_go_where_cards_and_markers_are() -> None:
    view = view_in(cards="STO-01 STO-06 LUM-02 PAT-10", resources=Resources(stone=5))
    assert worth(view, Decorate(SpaceId("stone.2"))) > worth(view, Decorate(SpaceId("sap.2")))


def test_the_best_income_of_the_evening_is_that_of_the_largest_guild() -> None:
    view = view_in(cards="PAT-01 PAT-09 LUM-01 FLO-01 PAT-02 LUM-02")
    assert worth(view, CollectEvening("fox")) > worth(view, CollectEvening("owl"))


def test_a_tile_is_upgraded_for_what_it_will_bring() -> None:
    assert worth(view_in(), Upgrade(A3)) > worth(view_in(), Upgrade(A6))
    assert worth(view_in(1), Upgrade(A3)) > worth(view_in(4), Upgrade(A3))


def test_a_start_card_is_chosen_with_its_favor() -> None:
    first = view_in(0)
    pairs = first.pairs
    worths = [worth(first, Pick(pair.start)) for pair in pairs]
    assert len(worths) == 2
    assert all(found > 500 for found in worths)


def test_a_bonus_that_moves_the_same_marker_on_does_not_lead_beyond_its_track() -> None:
    """KIN-T25: food 8 sets off a transport that brings food."""
    view = view_in(resources=Resources(food=7), structures=(CardId("HOME"), CardId("TRA-04")))
    three = laid(view, S1, "FAR-08", 10)
    assert worth(three, to_north(S1)) > worth(laid(view, S1, "FAR-04", 10), to_north(S1))


def test_a_tile_is_opened_for_the_best_card_that_can_be_paid() -> None:
    bare = view_in(upgraded=(TileId("A2"),))
    bare = replace(bare, slots=tuple(replace(slot, card=None, bird=None, cost=0) for slot in bare.slots))
    good, dear = laid(bare, S1, "LUM-08", 4), laid(bare, S1, "LUM-08", 11)
    assert worth(good, Open(TileId("A2"))) > worth(dear, Open(TileId("A2"))) == worth(bare, Open(TileId("A2")))
