"""What holds of every match of The Two Heirs: the table may be turned, every choice of sets plays, nothing is lost."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace

from core.games.heirs import GAME
from core.games.heirs.facts import Built, CampUsed, RoadScored, TileTaken, TurnEnded
from core.games.heirs.moves import Build, Extend
from core.games.heirs.names import CAV, COLOURS, SETS, TROOPS
from core.games.heirs.view import SideView, View
from core.kernel.bots.matches import decisions, play_match, seated
from core.kernel.game import Setup
from core.kernel.rules import engine
from core.kernel.rules.chance import Dealer, Draw, Drawn, derived, stream
from core.kernel.rules.engine import Consequences, State
from core.kernel.rules.grid import ORIGIN, Cell, around, cell, reached, xy

TURNED = 20  # matches of each kind
KEPT = 8
TILES = 27  # HEI-1.5
SUPPLY = 6  # HEI-1.8
HAND = 3  # HEI-4.6
SOURCES = 4  # HEI-2.8
TURNS = 22  # without Camps

SOUTH_BEGINS = {"first_player": "coin_toss", "sets_choice": "by_option"}
"""In the other readings the south decides first, wherever the crown is: there the table has a top and a bottom."""

ROADS = {tile: data.road for tile, data in GAME.new(seated(GAME, 2))[0].edition.tiles.items()}


# --- the table turned by 180 degrees


def turned_cell(at: Cell) -> Cell:
    x, y = xy(at)
    return cell(-x, -y)


def turned_move(move: Any) -> Any:
    """The same move, seen from the other side of the table."""
    return replace(move, cell=turned_cell(move.cell)) if hasattr(move, "cell") else move


def keeping(deal: Dealer, drawn: list[Drawn]) -> Dealer:
    """Deals, and keeps what it dealt."""

    def dealer(n: int, draw: Draw) -> Drawn:
        drawn.append(deal(n, draw))
        return drawn[-1]

    return dealer


def turning(drawn: list[Drawn]) -> Dealer:
    """Deals the same again, and the other crown."""

    def dealer(n: int, draw: Draw) -> Drawn:
        outcome = drawn[n]
        assert Counter(outcome) <= Counter(draw.bag), f"another bag: {draw}"
        return tuple(COLOURS[1 - COLOURS.index(crown)] for crown in outcome) if draw.label == "crown" else outcome

    return dealer


def any_setup(seed: int, players: int, *, rulings: dict[str, str], options: dict[str, str]) -> Setup:
    """Random rulings and sets; every fourth match under the defaults."""
    dice = stream("turned", seed, players)
    sets = dice.pick(list(combinations(SETS, 3)))
    chosen = {ruling.option: dice.pick(ruling.readings) for ruling in GAME.rulings} if seed % 4 else {}
    return seated(GAME, players, {**chosen, **rulings}, {"sets": "+".join(sets), **options})


def wanted(moves: list[Any]) -> list[Any]:
    """Roads and points come of buildings: those first, and as little open terrain as possible."""
    builds = [move for move in moves if isinstance(move, Build)]
    return builds or [move for move in moves if not isinstance(move, Extend)] or moves


def played_twice(
    one: Setup, other: Setup, swap: int, seed: int
) -> Iterator[tuple[Consequences[Any], Consequences[Any]]]:
    """A match, and beside it the same one turned; `swap`: 1 where the players change sides, too."""
    drawn: list[Drawn] = []
    deal, again, dice = keeping(derived(str(seed)), drawn), turning(drawn), stream("moves", seed)
    here, there = engine.begin(GAME, one, deal), engine.begin(GAME, other, again)
    yield here, there
    while here.state.agenda:
        (seat,), (opposite,) = engine.asked(here.state).seats, engine.asked(there.state).seats
        assert opposite == abs(swap - seat)
        moves = engine.legal(here.state, seat)
        assert {turned_move(move) for move in moves} == {*engine.legal(there.state, opposite)}
        move = dice.pick(wanted(moves))
        here = engine.decide(GAME, here.state, seat, move, deal)
        there = engine.decide(GAME, there.state, opposite, turned_move(move), again)
        yield here, there
    assert not there.state.agenda


def points(state: State[Any]) -> tuple[int, int]:
    one, other = state.table.sides
    return one.points, other.points


def is_turned(here: Consequences[Any], there: Consequences[Any], swap: int) -> bool:
    """Every tile on the opposite cell, of the other side where the players change sides."""

    def owner(side: int | None) -> int | None:
        return side if side is None else abs(swap - side)

    landscape = here.state.table.landscape.items()
    expected = {turned_cell(at): replace(laid, owner=owner(laid.owner)) for at, laid in landscape}
    return bool(there.state.table.landscape == expected)


@pytest.mark.no_cover  # tracing costs four times as much as playing
def test_a_match_turned_with_the_players_exchanged_is_the_same_match() -> None:
    facts: list[Any] = []
    for seed in range(TURNED):
        setup = any_setup(seed, 2, rulings=SOUTH_BEGINS, options={})
        match = list(played_twice(setup, setup, 1, seed))
        for here, there in match:
            facts += here.facts
            assert is_turned(here, there, 1)
            assert points(there.state) == points(here.state)[::-1]
        one, other = (GAME.result(happened.state.table) for happened in match[-1])
        assert one is not None
        assert other is not None
        assert other.scores == one.scores[::-1]
        assert {1 - seat for seat in other.winners} == {*one.winners}
    built = Counter((fact.seat, ROADS[fact.tile]) for fact in facts if isinstance(fact, Built))
    assert all(built[seat, curve] for seat in (0, 1) for curve in ("TR", "RB", "BL", "TL")), "no curve, no proof"
    assert {fact.seat for fact in facts if isinstance(fact, RoadScored)} == {0, 1}


@pytest.mark.no_cover  # tracing costs four times as much as playing
def test_alone_a_match_turned_is_the_same_match() -> None:
    """HEI-R41 white_south: the same human sits in the south as white, in the north as blue."""
    facts: list[Any] = []
    for seed in range(TURNED):
        rulings = {**SOUTH_BEGINS, "solo_seat": "white_south"}
        white, blue = (any_setup(seed, 1, rulings=rulings, options={"level": "3", "color": c}) for c in COLOURS)
        match = list(played_twice(white, blue, 0, seed))
        for here, there in match:
            facts += here.facts
            assert is_turned(here, there, 0)
            assert points(there.state) == points(here.state)
        one, other = (GAME.result(happened.state.table) for happened in match[-1])
        assert one == other is not None
    assert {fact.seat for fact in facts if isinstance(fact, RoadScored)} == {0, 1}


# --- every choice of sets


@pytest.mark.slow
@pytest.mark.parametrize("sets", list(combinations(SETS, 3)), ids="+".join)
def test_every_choice_of_sets_plays(sets: Sequence[str]) -> None:
    for players in GAME.players:
        setup = seated(GAME, players, {}, {"sets": "+".join(sets)})
        played = play_match(GAME, setup, ["random"] * players, "sets", checked=True)
        assert played.faults == ()
        assert played.result is not None
        view: View = GAME.view(played.state.table, None)
        shown = [lot.tile for lot in view.landscape if lot.tile] + [tile for tile in view.ring if tile]
        assert shown
        assert {played.state.table.edition.kind_of(tile).set for tile in shown} <= {*sets}
        if "agriculture" not in sets:
            assert view.turn == TURNS
            assert view.last_by == view.acting  # who sees the last tile come plays the last turn


# --- nothing is lost


@cache
def views(players: int) -> list[tuple[State[Any], View, tuple[Any, ...]]]:
    played = (
        decision.happened
        for seed in range(KEPT)
        for decision in decisions(GAME, seated(GAME, players), ["random"] * players, f"kept {seed}")
    )
    return [(happened.state, GAME.view(happened.state.table, None), happened.facts) for happened in played]


def all_connected(cells: set[Cell]) -> bool:
    """By their sides or corners."""
    return reached([ORIGIN], lambda at: cells.intersection(around(at))) == cells


def moving_sides(view: View) -> tuple[SideView, ...]:
    """Of whom the rules of the royal protocol hold: not of Henry."""
    return view.sides[:1] if view.solo else view.sides


@pytest.mark.parametrize("players", GAME.players)
def test_tiles_are_conserved(players: int) -> None:
    camps = 0
    for state, view, facts in views(players):
        camps += sum(isinstance(fact, CampUsed) for fact in facts)
        hands = [tile for side in view.sides for tile in side.hand or ()]
        lying = [lot.tile for lot in view.landscape if lot.tile is not None]
        ring = [tile for tile in view.ring if tile is not None]
        seen = [*hands, *lying, *ring, *state.table.gone]
        assert len({*seen}) == len(seen)
        assert view.pile + len(seen) + 1 == TILES  # one is the start tile, whose face nobody knows
        assert view.ring[view.shield] is None
        assert len(ring) == SUPPLY or view.last_by is not None
        assert all(len(side.hand or ()) <= HAND for side in view.sides)
        assert all_connected({lot.cell for lot in view.landscape}), "a tile lies apart"
    assert camps, "no Camp was used, so nothing was proved of them"


@pytest.mark.parametrize("players", GAME.players)
def test_troops_are_conserved(players: int) -> None:
    shared = 0
    for _, view, _ in views(players):
        cells = {lot.cell for lot in view.landscape}
        stands = [stand for side in view.sides for stand in side.troops.values()]
        assert {*stands} <= cells
        crowded = {stand for stand, count in Counter(stands).items() if count > 1}
        cavalries = {side.troops.get(CAV) for side in view.sides}
        assert not crowded or (crowded == {ORIGIN} == cavalries and len(stands) - len({*stands}) == 1)
        shared += bool(crowded)
        for side in moving_sides(view):
            assert side.troops.keys() <= {*TROOPS}
            assert CAV in side.troops
            assert side.supply + len(side.troops) == len(TROOPS)
            assert len(side.reach) + len(side.troops) == SOURCES
    assert bool(shared) == (players == 2)  # two heirs stand on the start tile, until they part


@pytest.mark.parametrize("players", GAME.players)
def test_each_turn_takes_a_tile_and_each_camp_allows_another(players: int) -> None:
    takes, camps, more = 0, 0, 0
    for fact in (fact for _, _, facts in views(players) for fact in facts):
        takes += isinstance(fact, TileTaken)
        camps += isinstance(fact, CampUsed)
        assert takes <= 1 + camps
        if isinstance(fact, TurnEnded):
            assert takes
            more += takes > 1
            takes, camps = 0, 0
    assert more, "no Camp was used, so nothing was proved of them"
