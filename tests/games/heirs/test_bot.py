"""What the greedy bot thinks in The Two Heirs: its thoughts, shown by positions that differ in one thing."""

from typing import Any

import pytest
from msgspec.structs import replace

from core.games.heirs import GAME
from core.games.heirs import moves as m
from core.games.heirs.moves import Build, Deploy, End, Extend, Raze, Recall, Spare, Take, UseCamp, Walk
from core.games.heirs.names import CAV, N1, N2, TileId, TreasureId, TroopId
from core.games.heirs.rules.turn import Turn
from core.games.heirs.scenario.openings import given
from core.games.heirs.table import Laid, Player, Table, Treasures
from core.kernel.bots.matches import decisions, seated
from core.kernel.rules import engine
from core.kernel.rules.engine import State
from core.kernel.rules.grid import Cell
from core.kernel.rules.step import kinds_of

OWNERS = {"W": 0, "B": 1, "-": None}
LONGEST = 160  # decisions: the specification expects 60 to 130


def player(hand: str = "", **troops: str) -> Player:
    return Player(
        tuple(map(TileId, hand.split())), troops={TroopId(troop): Cell(cell) for troop, cell in troops.items()}
    )


def table(lots: str, mine: Player, other: Player, ring: str = "", *, players: int = 2, **more: Any) -> Table:
    """White's turn, its take done: `1,0:TRA5W` is a building of white, `-` an open terrain."""
    empty: Table = GAME.new(seated(GAME, players, {}, {"sets": "random"}))[0]
    landscape: dict[Cell, Laid] = {}
    for lot in lots.split():
        cell, _, tile = lot.partition(":")
        id_ = TileId(tile[:-1])
        landscape[Cell(cell)] = Laid(empty.edition.tiles[id_].terrain, id_, OWNERS[tile[-1]])
    slots = (None, *map(TileId, ring.split()))
    laid = {
        "landscape": landscape,
        "seats": (mine, other),
        "ring": (*slots, *(None,) * (7 - len(slots))),
        "crown": 1,
        "takes": 1,
        "turn": 5,
        "acting": 0,
        "pile": 10,
    }
    return given(replace(empty, **{**laid, **more}))


def ranked(t: Table) -> list[Any]:
    """The legal moves of white, best first."""
    think = GAME.thinker(GAME.view(t, 0), 0)
    return sorted(engine.legal(State(t, (Turn(0),)), 0), key=lambda move: -think(move))


FAR = player(cav="9,9")
LAST: dict[str, Any] = {"pile": 0, "turns_left": 1, "turn": 22}


# --- building ---------------------------------------------------------------------------------------------------------


def test_it_builds_what_it_can_pay_where_it_scores_most() -> None:
    lots = "0,0:TRA1- 2,0:TRA2- 1,-1:AGR1- 9,9:AGR2-"
    t = table(lots, player("TRA5", cav="0,0"), FAR, "COM2 AGR4 COM9", **LAST)
    assert ranked(t)[0] == Build(TileId("TRA5"), Cell("1,0")), "a Market among three tiles"
    dear = table(lots, player("TRA5", cav="0,0"), FAR, "COM8 AGR5 COM6", **LAST)
    assert not any(isinstance(move, Build) for move in ranked(dear))


def test_it_lays_a_tile_open_for_the_discount_that_a_good_building_needs() -> None:
    lots = "0,0:COM4- 9,9:AGR2-"
    hand = "COM7 AGR5"  # a Cathedral: 2 wood, 1 stone, 1 wheat; a Forge for which stone is lacking
    t = table(lots, player(hand, cav="0,0"), FAR, "COM2 COM3 WAR9", **LAST)
    best = ranked(t)[0]
    assert isinstance(best, Extend)
    assert best.tile == "AGR5"
    after = replace(t, seats=(replace(t.seats[0], hand=(TileId("COM7"),), discounts=1), t.seats[1]))
    assert isinstance(ranked(after)[0], Build)


def test_with_a_full_hand_it_plays_the_tile_that_it_can_spare() -> None:
    lots = "0,0:AGR1- 9,9:AGR2-"
    t = table(
        lots,
        player("COM8 COM7 WAR1", cav="0,0"),
        FAR,
        "AGR9 TRA9 AGR4",
        crown=0,
        takes=0,
        turn=22,
        pile=0,
        turns_left=3,
    )
    ways = [move for move in ranked(t) if isinstance(move, Extend)]
    assert not any(isinstance(move, Take) for move in ranked(t))
    assert ways[0].tile == "WAR1"


def test_a_road_that_goes_on_is_worth_something_but_not_where_roads_do_not_count() -> None:
    lots = "0,0:AGR1- 1,0:TRA1W 9,9:AGR2-"
    t = table(lots, player("COM6", cav="0,0"), FAR, "COM3 AGR5 COM9", **LAST)
    view = GAME.view(t, 0)
    worths = [
        GAME.thinker(replace(view, options=replace(view.options, score_roads=said)), 0)(
            Build(TileId("COM6"), Cell("2,0"))
        )
        for said in ("yes", "no")
    ]
    assert worths[0] - worths[1] == 2 * 100, "two tiles of which neither scored alone"


def test_it_helps_its_own_buildings_and_not_those_of_the_other() -> None:
    t = table("0,0:AGR1- 2,0:TRA3W -2,0:TRA4B 9,9:AGR2-", player("WAR6", cav="0,0"), FAR, "COM3 AGR5 COM9", **LAST)
    think = GAME.thinker(GAME.view(t, 0), 0)
    own, others, neither = (think(Extend(TileId("WAR6"), Cell(cell))) for cell in ("1,0", "-1,0", "0,1"))
    assert (own - neither, others - neither) == (100, -100), "either has a Market"


# --- troops, camps, sieges --------------------------------------------------------------------------------------------


def test_at_last_its_troops_go_where_they_double_most() -> None:
    lots = "0,0:AGR1- 1,0:COM7W 0,1:TRA3W 9,9:AGR2-"
    t = table(lots, player(cav="0,0"), FAR, "COM3 AGR5 COM9", **LAST)
    assert ranked(t)[0] == Walk(CAV, Cell("1,0")), "a Cathedral"
    there = replace(t, seats=(replace(t.seats[0], troops={CAV: Cell("1,0")}, moved=(CAV,)), t.seats[1]))
    assert isinstance(ranked(there)[0], Deploy), "the others follow"


def test_it_recalls_no_troop_from_a_building_at_the_end() -> None:
    lots = "0,0:AGR1- 1,0:COM7W 9,9:AGR2-"
    t = table(lots, player(cav="0,0", n1="1,0"), FAR, "COM3 AGR5 COM9", **LAST)
    assert ranked(t).index(End()) < ranked(t).index(Recall(N1))


def test_it_ends_its_turn_when_nothing_gets_better() -> None:
    lots = "0,0:COM7W 1,0:COM8W 0,1:COM9W 9,9:AGR2-"
    t = table(lots, player(cav="0,0", n1="1,0", n2="0,1"), FAR, "COM3 AGR5 TRA1", **LAST)
    assert ranked(t)[0] == End()


@pytest.mark.parametrize(("within", "used"), [("COM7 COM2 COM5 AGR1", True), ("WAR6 WAR3 WAR4 AGR1", False)])
def test_it_uses_a_camp_for_a_tile_that_is_worth_more(within: str, used: bool) -> None:
    lots = "0,0:AGR1- 5,5:AGR8W 1,0:COM3W 0,1:COM2W 1,1:COM1W 9,9:AGR2-"
    t = table(lots, player(cav="0,0"), FAR, within, **LAST)
    view = GAME.view(t, 0)
    assert (GAME.thinker(view, 0)(UseCamp(TileId("AGR8"))) > GAME.thinker(view, 0)(End())) == used


def test_it_takes_the_tile_for_which_it_has_used_a_camp() -> None:
    lots = "0,0:AGR1- 5,5:AGR8- 1,0:COM3W 0,1:COM2W 1,1:COM1W 9,9:AGR2-"
    t = table(lots, player(cav="0,0"), FAR, "COM7 COM2 COM5 AGR1", crown=0, camped=1, **LAST)
    view = GAME.view(t, 0)
    assert End() in ranked(t)
    assert GAME.thinker(view, 0)(End()) < GAME.thinker(view, 0)(Take(TileId("COM7")))


def test_it_lays_siege_and_destroys_what_is_worth_most() -> None:
    lots = "0,0:WAR2W 1,0:COM7B 2,1:AGR1- 9,9:AGR2-"
    t = table(lots, player("WAR1", cav="2,1"), FAR, "COM2 COM3 COM5", **LAST)
    assert ranked(t)[0] in [Build(TileId("WAR1"), Cell(cell)) for cell in ("1,1", "2,0")]
    view = GAME.view(t, 0)
    assert GAME.thinker(view, 0)(Raze(Cell("1,0"))) > GAME.thinker(view, 0)(Spare())


# --- alone ------------------------------------------------------------------------------------------------------------


def test_alone_it_removes_treasures() -> None:
    lots = "0,0:AGR1- 2,0:COM7B 2,1:COM8-"
    hidden = tuple(TreasureId(f"TRE{number}") for number in range(1, 7))
    found = Treasures(hidden, 6, {Cell("2,0"): TreasureId("TRE7")})  # north and south
    mine = player("WAR1", cav="1,-1")
    t = table(f"{lots} 1,-1:AGR2-", mine, Player(), "COM8 COM3 COM5", players=1, treasures=found)
    bare = replace(t, treasures=replace(found, placed={}))
    gains = [
        think(Extend(TileId("WAR1"), Cell("2,-1"))) - think(Extend(TileId("WAR1"), Cell("1,-2")))
        for think in (GAME.thinker(GAME.view(t, 0), 0), GAME.thinker(GAME.view(bare, 0), 0))
    ]
    assert gains == [t.edition.board.treasure * 100, 0]


# --- in general -------------------------------------------------------------------------------------------------------


def test_it_has_a_thought_for_every_kind_of_move() -> None:
    lots = "0,0:AGR8W 1,0:COM7B 9,9:AGR2-"
    view = GAME.view(table(lots, player("WAR1", cav="0,0", n1="0,0"), FAR, "COM2 COM3", crown=0), 0)
    tile, cell = TileId("WAR1"), Cell("0,1")
    moves = (
        *(m.First("white"), m.Veto(view.sets[0]), Take(TileId("COM2")), Build(tile, cell), Extend(tile, cell)),
        *(Raze(Cell("1,0")), Spare(), Walk(CAV, Cell("1,0")), Deploy(N2, Cell("1,0")), Recall(N1)),
        *(UseCamp(TileId("AGR8")), m.Discard(tile), End(), m.Anchor(cell)),
    )
    assert {type(move) for move in moves} == set(kinds_of(GAME.moves))
    assert all(type(worth) is int for worth in map(GAME.thinker(view, 0), moves))


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 2])
def test_its_turns_have_an_end(players: int) -> None:
    for number in range(6):
        setup = seated(GAME, players, {}, {"sets": "random"})
        whole = list(decisions(GAME, setup, ("greedy",) * players, f"turns {number}"))
        assert GAME.result(whole[-1].happened.state.table) is not None
        assert len(whole) <= LONGEST


def test_it_wins_alone_against_an_easy_henry() -> None:
    setup, won = seated(GAME, 1, {}, {"level": "1"}), 0
    for number in range(10):
        *_, last = decisions(GAME, setup, ("greedy",), f"alone {number}")
        result = GAME.result(last.happened.state.table)
        won += result is not None and result.winners == (0,)
    assert won >= 6
