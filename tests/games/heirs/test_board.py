"""The board of The Two Heirs, and what its moves mean."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from core.games.heirs import GAME, moves
from core.games.heirs.board.cardtext import effect_text
from core.games.heirs.board.pen import ABOVE, BELOW
from core.games.heirs.data.edition import edition
from core.games.heirs.facts import MatchEnded, TurnBegan
from core.games.heirs.moves import Build, Deploy, Extend, Raze, Recall, Spare, Take, UseCamp, Walk
from core.games.heirs.names import CAV, N1, N2, SetId, TerrainId, TileId, TreasureId
from core.games.heirs.options import Options
from core.games.heirs.rules.turn import Turn
from core.games.heirs.rulings import Rulings
from core.games.heirs.scenario.openings import given
from core.games.heirs.table import Laid, Player, Table, Treasures
from core.games.heirs.view import View
from core.kernel.drawing.style import PLAIN, bare, width
from core.kernel.drawing.terminal import text
from core.kernel.errors import Refused, Usage
from core.kernel.game import Setup as MatchSetup
from core.kernel.language.notation import read_move
from core.kernel.language.spelling import format_move
from core.kernel.language.words import SINGULAR, Words
from core.kernel.rules import engine
from core.kernel.rules.chance import derived, stream
from core.kernel.rules.engine import State
from core.kernel.rules.grid import Cell, around
from core.kernel.rules.result import Result
from core.kernel.setup.options import agreed, as_options
from core.kernel.setup.rulings import as_struct, settle
from tests.support.matches import SEATS, Decision, any_rulings
from tests.support.pictures import COLOURED, HARD_NAMES, Asked, board_text, looks_as_it_did
from tests.support.places import cases_of

NAMES = ("Ana", "Béa")
ENGLISH = GAME.words("en")
OWNERS = {"W": 0, "B": 1, "-": None}


def tiles(text: str) -> tuple[TileId, ...]:
    return tuple(map(TileId, text.split()))


def ring(text: str) -> tuple[TileId | None, ...]:
    """The seven slots; a dot is an empty one."""
    return tuple(None if word == "." else TileId(word) for word in text.split())


def set_up(players: int, rulings: dict[str, str], options: dict[str, str]) -> MatchSetup:
    chosen = settle(GAME.rulings, rulings)
    return MatchSetup(SEATS[:players], chosen, GAME.edition().digest, agreed(GAME.options, options))


def table(rows: str, *seats: Player, players: int = 2, options: dict[str, str] | None = None, **more: Any) -> Table:
    """A landscape in rows from north to south, its lower left cell 0,0: `TRA5W` a building of white, `-` open."""
    empty: Table = GAME.new(set_up(players, {}, options or {}))[0]
    landscape: dict[Cell, Laid] = {}
    for y, row in enumerate(reversed(rows.split("/"))):
        for x, word in enumerate(row.split()):
            if word != ".":
                tile = TileId(word[:-1])
                landscape[Cell(f"{x},{y}")] = Laid(empty.edition.tiles[tile].terrain, tile, OWNERS[word[-1]])
    return given(replace(empty, landscape=landscape, seats=seats, **more))


def at(**troops: str) -> dict[Any, Cell]:
    return {troop: Cell(cell) for troop, cell in troops.items()}


BOARD_1 = "TRA5W AGR4W COM9B TRA9B/TRA4W TRA6W TRA1B AGR3B/COM1W AGR1W AGR9- AGR5B/COM8- AGR2W TRA3B COM4W"
ANA = Player(hand=tiles("COM2 TRA2 AGR6"), troops=at(cav="1,2", n1="1,1"), moved=(N1,), discounts=1)
BEA = Player(hand=tiles("COM3 AGR7"), troops=at(cav="2,2", n1="3,2"))
TABLE = table(
    BOARD_1,
    ANA,
    BEA,
    ring=ring("TRA7 COM5 . TRA8 AGR8 COM6 COM7"),
    shield=2,
    pile=1,
    back=TerrainId("stone"),
    turn=20,
    turns_left=3,
    last_by=0,
)
VIEW = GAME.view(TABLE, 0)
LONG = "TRA1W AGR1B COM1W COM8- TRA2W TRA3B TRA4W TRA6B AGR2W AGR3B COM4W COM5B COM6W AGR4- AGR9W TRA5B COM7W"
WAR = table(
    ". PAT6W . . ./PAT1W CRA1W WAR7B PAT3B ./WAR3B CRA7W CRA3W WAR5B ./WAR9- PAT8W PAT4B CRA4B PAT9B",
    Player(hand=tiles("CRA2 CRA8 PAT2"), troops=at(cav="1,2")),
    Player(hand=tiles("WAR1 CRA5 CRA9"), troops=at(cav="2,2", n2="0,0")),
    sets=tuple(map(SetId, ("war", "crafts", "patrol"))),
    ring=ring("CRA6 WAR2 . WAR4 PAT5 PAT7 WAR8"),
    shield=2,
    turn=9,
)
SOLO = table(
    "AGR7B . AGR1W/COM1W TRA6W TRA1B/COM8- AGR2W TRA3B",
    Player(hand=tiles("COM2"), troops=at(cav="1,1", n1="1,0")),
    Player(troops=at(cav="2,1", n1="2,0")),
    players=1,
    options={"color": "blue"},
    ring=ring("TRA7 COM5 . TRA8 AGR8 COM6 COM7"),
    shield=2,
    pile=9,
    back=TerrainId("wheat"),
    turn=7,
    crown=1,
    scaffold=Cell("2,2"),
    treasures=Treasures(
        pile=(TreasureId("TRE9"),),
        left=3,
        placed={Cell("0,2"): TreasureId("TRE3"), Cell("2,0"): TreasureId("TRE8")},
        removed=(TreasureId("TRE1"),),
    ),
)


def scored(v: View, points: tuple[int, int], result: Result) -> View:
    """The same at its end."""
    sides = tuple(replace(side, points=own) for side, own in zip(v.sides, points, strict=True))
    return replace(v, sides=sides, end=result)


WIDER = "TRA5W AGR4W COM9B TRA9B . . TRA2W CRA1W/TRA4W TRA6W TRA1B AGR3B PAT4B CRA6B PAT5W WAR9-"
CAMP = table("AGR7W COM8-", Player(troops=at(cav="1,0")), Player(troops=at(cav="1,0")))
USED = replace(CAMP, landscape={**CAMP.landscape, Cell("0,0"): replace(CAMP.landscape[Cell("0,0")], spent=True)})
PICTURES = {
    "heirs": VIEW,
    "heirs.north": GAME.view(TABLE, 1),
    "heirs.war": GAME.view(WAR, None),
    "heirs.alone": GAME.view(SOLO, 0),
    "heirs.wide": GAME.view(table(LONG, Player(troops=at(cav="1,0")), Player(troops=at(cav="14,0"))), 0),
    "heirs.wider": GAME.view(
        table(WIDER, Player(troops=at(cav="0,0", n1="7,1")), Player(troops=at(cav="4,0", n2="6,0"), moved=(N2,))), 0
    ),
    "heirs.over": scored(VIEW, (32, 24), Result((32, 24), (1, 2), (0,))),
    "heirs.lost": scored(GAME.view(SOLO, 0), (15, 41), Result((15,), (1,), ())),
}


def picture(view: View, lang: str = "en", names: tuple[str, ...] = NAMES) -> str:
    return board_text(GAME, view, GAME.words(lang), names[: 1 if view.solo else 2])


def said(move: Struct, view: View = VIEW, lang: str = "en") -> str:
    return GAME.teller(view, GAME.words(lang))(move)


def flat(text: str) -> str:
    return re.sub(r"\s+", " ", text)


# --- the board ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", SINGULAR)
@pytest.mark.parametrize("name", PICTURES)
def test_the_board_looks_as_it_did(name: str, lang: str) -> None:
    assert looks_as_it_did(f"{name}.{lang}", picture(PICTURES[name], lang))


@pytest.mark.parametrize("name", PICTURES)
def test_colour_is_decoration(name: str) -> None:
    words = GAME.words("fr")
    for names in (NAMES, HARD_NAMES[1:3]):
        seats = names[: 1 if PICTURES[name].solo else 2]
        coloured, plain = (board_text(GAME, PICTURES[name], words, seats, style) for style in (COLOURED, PLAIN))
        assert bare(coloured) == plain != coloured
        assert max(map(width, plain.split("\n"))) <= 100


def map_of(view: View) -> list[str]:
    """The lines of the map."""
    lines = picture(view).split("\n")
    start = next(number for number, line in enumerate(lines) if line.startswith("── landscape"))
    stop = next(number for number, line in enumerate(lines) if number > start and line.startswith("── "))
    return lines[start + 1 : stop]


def test_from_the_north_the_map_is_turned_around() -> None:
    """HEI-0.2: rows and columns the other way round, what was below is above, coordinates as they are."""
    south, north = map_of(replace(VIEW, sides=VIEW.sides)), map_of(PICTURES["heirs.north"])
    assert [int(x) for x in south[0].split()] == [0, 1, 2, 3]
    assert [int(x) for x in north[0].split()] == [4, 3, 2, 1, 0]
    assert [line.split()[0] for line in south[3::4]] == ["3", "2", "1", "0"]
    assert [line.split()[0] for line in north[3::4]] == ["0", "1", "2", "3"]
    assert (f"{BELOW}Farm" in "".join(south), f"{ABOVE}Farm" in "".join(north)) == (True, True)
    assert (f"{ABOVE}Forge" in "".join(south), f"{BELOW}Forge" in "".join(north)) == (True, True)


def test_roads_run_through_walls_where_they_join() -> None:
    """HEI-8.4, 11.9: the Markets of white are joined up and down, the Pilgrimage Site to both sides."""
    south = map_of(VIEW)
    assert "║" in south[5]
    assert re.search("╚══▼cav═+╬══▲cav═+▲n1═+│", south[7])
    assert "║" in map_of(PICTURES["heirs.north"])[13]


def test_what_is_too_wide_is_told() -> None:
    wide = picture(PICTURES["heirs.wide"])
    for cell in ("0,0", "16,0"):
        assert re.search(rf"\b{cell}\b", wide)
    assert f"14,0 {BELOW}Camp wheat 2 {ABOVE}cav" in flat(wide)
    assert f"{BELOW}cav" in "\n".join(map_of(PICTURES["heirs.wide"])[1:6])


def test_numbers_stand_where_they_belong() -> None:
    board = flat(picture(VIEW))
    assert "▼ Ana (you) · white ─" in board
    assert "reach 2 · 1 reduction · 32 points as it stands" in board
    assert "access 1 wood + 2 stone + 2 wheat · TRA8 Robber Barony (wood) · AGR8 Camp (stone) cav (stone)" in board
    assert "troops cav 1,2, n1 1,1 (moved), n2 in the supply" in board
    assert "1,1 AGR1 Mill 6 (×2)" in board
    assert "roads 1,2 2,2 3,2: 2 − 1 = 1" in board
    assert "TRA2 Inn ║ wood 2 stone + 1 wheat can be built" in board
    assert "COM3 Quarry ╚ stone 1 wood + 1 wheat lacks 1 wheat" in board


def test_roads_are_told_with_what_troops_add() -> None:
    """HEI-R36: both troops of blue double what their buildings bring to the road."""
    ruled = replace(
        TABLE, setup=replace(TABLE.setup, rulings=as_struct(Rulings, {"doubling_scope": "building_and_roads"}))
    )
    board = flat(picture(GAME.view(ruled, 0)))
    assert "roads 1,2 2,2 3,2: 2 − 1 + 2 = 3" in board
    assert "roads 0,2 0,3 1,2: 3 + 1 = 4" in board


def test_what_can_be_built_is_told_under_the_rulings_of_the_match() -> None:
    """HEI-R2: a Camp that lacks two resources, and two reductions; HEI-R3: one that is still to be earned."""
    hill = table(
        "COM8-",
        Player(hand=tiles("AGR8 COM9"), troops=at(cav="0,0"), discounts=2),
        Player(troops=at(cav="0,0")),
        ring=ring(". AGR2 TRA1 TRA4 . . ."),
        crown=1,
    )

    def camp(discounts: int, **rulings: Any) -> str:
        ruled = replace(hill, setup=replace(hill.setup, rulings=as_struct(Rulings, rulings)))
        mine = replace(hill.seats[0], discounts=discounts)
        return flat(picture(GAME.view(ruled.with_side(0, mine), 0))).partition("AGR8 Camp")[2].partition("after a")[0]

    assert camp(2, discount_stacking="stack").endswith("can be built · ")
    assert camp(2, discount_stacking="one_per_building").endswith("lacks 1 wood + 1 wheat · ")
    assert camp(1, discount_timing="extension_first").endswith("lacks 1 wood + 1 wheat · ")
    assert camp(1, discount_timing="same_turn_any_order").endswith("can be built · ")
    assert camp(-2, discount_timing="same_turn_any_order").endswith("owed as open terrain · ")


def test_a_used_camp_may_stay_its_owners() -> None:
    """HEI-R31 face_down_building: still white's, without a name on the map, worth nothing."""
    view = GAME.view(USED, 0)
    assert "AGR7 Camp 0 (used)" in flat(picture(view))
    assert re.search(f"│{BELOW} +│", "".join(map_of(view)))


def test_hands_can_be_private() -> None:
    """HEI-R18."""
    setup = replace(TABLE.setup, rulings=as_struct(Rulings, {"hand_visibility": "private"}))
    board = picture(GAME.view(replace(TABLE, setup=setup), 0))
    assert "2 tiles: ▒ stone, ▒ wood" in board
    assert "COM2" in board
    assert "COM3" not in board


def test_the_end_is_broken_down() -> None:
    board = flat(picture(PICTURES["heirs.over"]))
    assert "1. Ana 32 points wins 2. Béa 24 points ──" in board
    assert "total 32 (buildings 29, roads 3)" in board
    assert "total 24 (buildings 23, roads 1)" in board
    assert "royal supply" not in board
    alone = flat(picture(PICTURES["heirs.lost"]))
    assert "1. Henry 41 points wins 2. Ana 15 points ──" in alone
    assert "total 41 (buildings 16, roads 0, treasures 25)" in alone
    drawn = flat(picture(scored(VIEW, (30, 30), Result((30, 30), (1, 1), ()))))
    assert "1. Ana 30 points 1. Béa 30 points nobody wins ──" in drawn


def test_henry_is_told() -> None:
    board = flat(picture(PICTURES["heirs.alone"]))
    assert "▼ Ana (you) · blue ─" in board
    assert "▲ Henry · white ─" in board
    assert "next takes TRA7 Pilgrimage Site, lays it at 2,3" in board
    assert "next takes" in flat(picture(GAME.view(replace(SOLO, pile=0, turns_left=2), 0)))
    assert "next takes" not in flat(picture(GAME.view(replace(SOLO, pile=0, turns_left=1), 0)))
    assert "0,2 2 tiles of wheat in its column" in board
    assert "2,0 tiles on two sides of it: east, west" in board
    assert "3 in the pile, 1 removed" in board
    assert "treasures 25" in board


def test_where_nobody_sits_henry_has_a_name() -> None:
    assert ENGLISH.fact(TurnBegan("HEI-S2", 1, 2), ("Ana",)) == "Henry begins turn 2"
    assert ENGLISH.fact(TurnBegan("HEI-S2", 1, 2), NAMES) == "Béa begins turn 2"
    ended = MatchEnded("HEI-S43", (15, 41), (15,), (1,), (), henry=True)
    french = GAME.words("fr").fact(ended, ("Ana",))
    assert french == "Fin de la partie, Henri garde la couronne. Scores\u202f: Ana 15, Henri 41"


RULED = [
    (as_struct(Rulings, {"self_count": "twice"}), "itself counted twice", TABLE),
    (as_struct(Rulings, {"tile_word": "buildings_only"}), "buildings only", TABLE),
    (as_struct(Rulings, {"producers_worth": "1"}), "1 for itself", TABLE),
    (as_struct(Rulings, {"inn_range": "contiguous_3"}), "without a gap", TABLE),
    (as_struct(Rulings, {"inn_range": "nearest_3"}), "the nearest 3 to each side", TABLE),
    (as_struct(Rulings, {"pilgrimage_length": "exclude_end"}), "without what ends it", TABLE),
    (as_struct(Rulings, {"watchtower_line": "contiguous"}), "up to the first gap", WAR),
    (as_struct(Rulings, {"garrison_line": "blocked_by_empty"}), "diagonals, up to the first gap", WAR),
    (as_struct(Rulings, {"craft_pairs": "opposite_neighbours"}), "face to face", WAR),
    (as_struct(Rulings, {"craft_pairs": "rays_min"}), "at any distance", WAR),
    (as_struct(Rulings, {"craft_pairs": "neighbours_product"}), "3 for each wood with each wheat", WAR),
]


@pytest.mark.parametrize(("rulings", "seen", "given_"), RULED)
def test_tiles_are_told_under_the_rulings_of_the_match(rulings: Rulings, seen: str, given_: Table) -> None:
    hand = replace(given_.seats[0], hand=tiles("AGR4 AGR1 TRA2 TRA7 COM1" if given_ is not WAR else "PAT1 PAT7 CRA1"))
    shown = given_.with_side(0, hand)
    ruled = replace(shown, setup=replace(shown.setup, rulings=rulings))

    def own(at_: Table) -> str:
        return flat(picture(GAME.view(at_, 0))).partition("(you)")[2].partition("buildings")[0]

    def whole(at_: Table) -> str:
        return flat(picture(GAME.view(at_, 0))).partition("(you)")[2]

    assert seen in whole(ruled)
    assert whole(ruled).count(seen) > whole(shown).count(seen), own(shown)


# --- what a move means ---------------------------------------------------------------------------------------------

MEANINGS = [
    (
        Take(TileId("TRA8")),
        "Robber Barony on wood (2 wood + 1 wheat): 2 per building of the opponent at its sides; 2 for itself; then",
    ),
    (
        Build(TileId("COM2"), Cell("0,4")),
        "Sawmill (access to 1 more wood, without a troop): +1 point for you as it stands",
    ),
    (
        Build(TileId("AGR6"), Cell("0,4")),
        "Lodge (1 per other own building on wood; 1 for itself), with 1 reduction: +2 points for you as it stands",
    ),
    (Extend(TileId("COM2"), Cell("2,-1")), "open terrain (wood), which makes 2 reductions in this turn: "),
    (Walk(CAV, Cell("0,3")), "onto Market on wheat; then access to 1 wood + 1 stone + 3 wheat: "),
    (Deploy(N2, Cell("0,1")), "from the royal supply onto Farm on wheat; then reach 1, access to 1 wood + "),
    (Recall(N1), "back to the royal supply; then reach 3, access to 1 wood + 3 stone + 1 wheat: -3 points for you"),
    (moves.End(), "end the turn; 1 reduction lapses"),
]


@pytest.mark.parametrize(("move", "english"), MEANINGS)
def test_a_move_says_what_it_costs_and_brings_here(move: Struct, english: str) -> None:
    assert said(move).startswith(english)


def test_where_the_shield_stays_a_take_tells_what_is_known_of_the_reach() -> None:
    """HEI-R7 taken_slot: one of the tiles within reach is then one that nobody has seen, unless the pile is used up."""
    hill = table("COM8-", Player(troops=at(cav="0,0")), Player(), ring=ring(". AGR2 AGR1 AGR3 AGR7 TRA1 TRA2"), pile=9)

    def then(**more: Any) -> str:
        rulings = as_struct(Rulings, {"refill_slot": "taken_slot"})
        ruled = replace(hill, setup=replace(hill.setup, rulings=rulings), **more)
        return said(Take(TileId("AGR1")), GAME.view(ruled, 0)).partition("; then ")[2]

    assert then() == "access to 1 wood + 2 stone, and to what comes into its slot"
    assert then(pile=0, turns_left=2) == "access to 2 wood + 2 stone"
    kept = replace(hill.seats[0], reach=tiles("AGR2 AGR1 AGR3"), stood=at(cav="0,0"))
    assert then(seats=(kept, hill.seats[1])) == "access to 1 wood + 2 stone"


def test_moves_that_destroy_say_who_loses() -> None:
    towers = table(
        "WAR1W COM7B/WAR9- WAR3W",
        Player(troops=at(cav="0,0")),
        Player(troops=at(cav="1,1")),
        sets=tuple(map(SetId, ("war", "commerce", "patrol"))),
    )
    view = GAME.view(towers, 0)
    assert (
        said(Raze(Cell("1,1")), view) == "destroy Cathedral: 0 points for you, -10 points for the opponent as it stands"
    )
    camps = table("AGR7W COM8-", Player(troops=at(cav="1,0")), Player(troops=at(cav="1,0")))
    assert said(UseCamp(TileId("AGR7")), GAME.view(camps, 0)).endswith("one more tile: -2 points for you as it stands")


def test_what_a_move_means_is_told_under_the_rulings_of_the_match() -> None:
    """HEI-R31: a used Camp that is still a building counts for its owner's Forge; HEI-R44: a treasure may go, too."""
    camp = table("AGR8W AGR5W", Player(troops=at(cav="0,0")), Player(troops=at(cav="1,0")))
    besieged = table(
        "WAR1W COM7B/WAR9- WAR3W",
        Player(troops=at(cav="0,0")),
        Player(),
        players=1,
        sets=tuple(map(SetId, ("war", "commerce", "patrol"))),
        treasures=Treasures(placed={Cell("1,1"): TreasureId("TRE1")}),
    )

    def ruled(move: Struct, there: Table, **rulings: Any) -> str:
        return said(move, GAME.view(replace(there, setup=replace(there.setup, rulings=as_struct(Rulings, rulings))), 0))

    down = UseCamp(TileId("AGR8"))
    assert "one more tile: -5 points for you" in ruled(down, camp, used_camp="open_terrain")
    assert "one more tile: -4 points for you" in ruled(down, camp, used_camp="face_down_building")
    raze = Raze(Cell("1,1"))
    assert ruled(raze, besieged).endswith("-10 points for Henry as it stands")
    gone = ruled(raze, besieged, raze_with_treasure="treasure_removed")
    assert gone.endswith("-15 points for Henry as it stands, treasure removed at 1,1")


def test_alone_a_tile_may_remove_a_treasure() -> None:
    """HEI-S24: TRE3 wants two tiles of wheat in its column."""
    view = GAME.view(SOLO, 0)
    sown = replace(view, sides=(replace(view.sides[0], hand=tiles("COM9")), view.sides[1]))
    assert said(Extend(TileId("COM9"), Cell("0,3")), sown).endswith(
        "0 points for you, -5 points for Henry as it stands, treasure removed at 0,2"
    )


def test_the_last_turn_warns_of_tiles_in_hand() -> None:
    last = GAME.view(replace(TABLE, turns_left=2), 0)
    assert said(moves.End(), last) == "end the turn, with 3 tiles in hand that will not score"


def test_what_is_not_there_is_said_to_be_so() -> None:
    for move in (Take(TileId("WAR1")), Build(TileId("WAR1"), Cell("0,4")), Walk(CAV, Cell("9,9")), Recall(N2)):
        assert said(move) == "that is not there now"
    assert said(MEANINGS[0][0], GAME.view(TABLE, None)) == "that is not there now"


# --- random matches ------------------------------------------------------------------------------------------------


@cache
def played(players: int, seed: int) -> tuple[Decision, ...]:
    """A match under random rulings in which what can be built mostly is."""
    return (*decisions(players, seed),)


def decisions(players: int, seed: int) -> Iterator[Decision]:
    dice, dealer = stream("heirs", players, seed), derived(f"heirs {players} {seed}")
    setup = set_up(players, any_rulings(GAME, dice) if seed else {}, {})
    before = State(GAME.new(setup)[0])
    happened = engine.begin(GAME, setup, dealer)
    number = 0
    yield Decision(number, -1, None, before, happened)
    while happened.state.agenda:
        before = happened.state
        (seat,) = engine.asked(before).seats
        found = engine.legal(before, seat)
        builds = [move for move in found if isinstance(move, Build)]
        move = dice.pick(builds if builds and dice.below(3) else found)
        happened = engine.decide(GAME, before, seat, move, dealer)
        number += 1
        yield Decision(number, seat, move, before, happened)


MATCHES = [(2, 0), (2, 1), (2, 2), (1, 0), (1, 1), (1, 2)]


@pytest.mark.slow
@pytest.mark.parametrize(("players", "seed"), MATCHES)
def test_the_board_fits_and_names_what_can_be_typed(players: int, seed: int) -> None:
    """Every tile and troop of a move stands on the board of who moves, every empty cell on the map."""
    for decision in played(players, seed)[seed::3]:
        for viewer in (None, *range(players)):
            view = GAME.view(decision.after.table, viewer)
            for lang in SINGULAR:
                board = board_text(GAME, view, GAME.words(lang), HARD_NAMES[1 : 1 + players])
                assert max(map(width, board.split("\n"))) <= 100
                assert not re.search(r" $|[{}]|None|\d_|_\w", board, re.MULTILINE)
        if not decision.after.agenda:
            continue
        (seat,) = engine.asked(decision.after).seats
        view = GAME.view(decision.after.table, seat)
        drawn = GAME.board(view, ENGLISH, NAMES[:players])
        boards = [text(drawn, PLAIN, wide) for wide in (80, 100)]
        for move in engine.legal(decision.after, seat):
            if isinstance(move, Take | Build | Extend | Walk | Deploy | Recall | UseCamp):
                _, typed, *cell = format_move(move).split()
                assert all(re.search(rf"\b{typed}\b", board) for board in boards), move
                if isinstance(move, Extend):
                    assert all(re.search(rf"(?<!\S){cell[0]}(?!\S)", board) for board in boards), move


POINTS = re.compile(r"([+-]?\d+) points? for you")
THEIRS = re.compile(r"([+-]?\d+) points? for (?:Henry|the opponent)")


def test_moves_change_the_points_as_they_say() -> None:
    """What a meaning says of both sides' points is what the views then show, under any rulings."""
    told: Counter[type[Struct]] = Counter()
    for decision in (decision for match in MATCHES for decision in played(*match)):
        move = decision.move
        if not isinstance(move, Build | Extend | Walk | Deploy | Recall | UseCamp | Raze):
            continue
        before, after = (GAME.view(state.table, decision.seat) for state in (decision.before, decision.after))
        meaning = said(move, before)
        changes = [_standing(after, side) - _standing(before, side) for side in range(2)]
        mine, theirs = (sum(int(found) for found in pattern.findall(meaning)) for pattern in (POINTS, THEIRS))
        assert [mine, theirs] == [changes[decision.seat], changes[1 - decision.seat]], (move, meaning)
        told[type(move)] += 1
    assert {Build, Extend, Walk, Deploy, Recall} <= {*told}


def _standing(view: View, side: int) -> int:
    """Buildings and roads, and Henry's treasures."""
    placed = sum(lot.treasure is not None for lot in view.landscape)
    treasures = 5 * (view.treasures + placed) if view.solo and side else 0
    return view.sides[side].standing + view.sides[side].roads + treasures


# --- refusals that teach -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "why"),
    [
        (Take(TileId("TRA1")), "not_in_ring"),
        (Build(TileId("TRA8"), Cell("0,4")), "not_in_hand"),
        (Build(TileId("COM2"), Cell("0,3")), "cell_taken"),
        (Extend(TileId("COM2"), Cell("3,4")), "no_troop_beside"),
        (Walk(N2, Cell("0,2")), "not_in_landscape"),
        (Walk(CAV, Cell("2,4")), "no_tile"),
        (Walk(CAV, Cell("3,0")), "too_far"),
        (Deploy(N1, Cell("0,1")), "in_landscape"),
        (Deploy(N2, Cell("3,0")), "no_troop_beside"),
        (Deploy(N2, Cell("1,4")), "no_tile"),
        (Deploy(CAV, Cell("0,1")), "cavalry_stays"),
        (UseCamp(TileId("AGR8")), "no_such_camp"),
    ],
)
def test_what_is_not_on_offer_is_refused_for_its_reason(move: Struct, why: str) -> None:
    state = State(TABLE, (Turn(0),))
    with pytest.raises(Refused) as refused:
        engine.admit(state, 0, move)
    assert refused.value.why == why


@pytest.mark.parametrize("typed", ["move cav 9,9", "move cav x", "extend COM2 99999,0"])
def test_a_cell_that_is_nowhere_near_is_refused_without_a_list_of_all_others(typed: str) -> None:
    with pytest.raises(Usage) as refused:
        read_move(GAME, State(TABLE, (Turn(0),)), 0, typed)
    assert (refused.value.why, refused.value.known) == ("unknown_cell", ())


# --- nothing is left over ------------------------------------------------------------------------------------------


def every_way() -> Iterator[View]:
    """Positions that between them ask for every word."""
    yield from PICTURES.values()
    yield GAME.view(USED, 0)
    yield GAME.view(GAME.new(set_up(2, {}, {}))[0], None)
    yield GAME.view(replace(TABLE, vetoed=(SetId("war"),), back=None), 0)
    yield GAME.view(replace(TABLE, crown=1, pile=0), 0)
    yield scored(VIEW, (30, 30), Result((30, 30), (1, 1), ()))
    yield GAME.view(replace(TABLE, setup=replace(TABLE.setup, options=as_options(Options, {"score_roads": "no"}))), 0)
    crowded = {cell: Laid(TerrainId("wood")) for cell in around(Cell("2,2"))}
    yield GAME.view(replace(SOLO, landscape={**crowded, **SOLO.landscape}), 0)
    yield GAME.view(replace(SOLO, seats=(SOLO.seats[0], Player())), 0)
    rows = replace(SOLO.treasures, placed={Cell("2,0"): TreasureId("TRE5")})
    yield GAME.view(replace(SOLO, treasures=rows), 0)
    on_credit = replace(TABLE.setup, rulings=as_struct(Rulings, {"discount_timing": "same_turn_any_order"}))
    yield GAME.view(replace(TABLE.with_side(0, replace(ANA, discounts=-9)), setup=on_credit), 0)
    every = tuple(TABLE.edition.tiles)
    for ruling in GAME.rulings:
        for reading in ruling.readings:
            ruled = replace(TABLE.setup, rulings=as_struct(Rulings, {ruling.option: reading}))
            yield GAME.view(replace(TABLE.with_side(0, replace(ANA, hand=every)), setup=ruled), 0)


OTHER_TILES = cases_of("heirs") / "editions" / "other_tiles.toml"


def strange_mill(words: Words) -> str:
    """HEI-R25: only a Mill that stands on another terrain can touch several zones; the shipped ones do not."""
    other = edition(GAME.adopt("other_tiles.toml", OTHER_TILES.read_text(encoding="utf-8")).digest)
    return effect_text(other, other.tiles[TileId("MILL1")], as_struct(Rulings, {"zone_rule": "largest_only"}), words)


def test_a_mill_on_another_terrain_is_told_under_the_rulings_of_the_match() -> None:
    assert "the largest zone" in strange_mill(ENGLISH)
    assert "the largest zone" not in flat(picture(GAME.view(SOLO, 0)))


def test_a_pattern_is_told_as_it_lies() -> None:
    """HEI-S25: it is turned towards the human, who may sit in the north (HEI-R41); the compass is that of the map."""
    alone = table("TRA6W TRA1B", Player(troops=at(cav="0,0")), Player(), players=1, options={"color": "blue"})
    digest = GAME.adopt("other_tiles.toml", OTHER_TILES.read_text(encoding="utf-8")).digest
    placed = replace(alone, treasures=Treasures(placed={Cell("1,0"): TreasureId("CORNER1")}))
    for rulings, told in (
        (as_struct(Rulings, {}), "north, north-east"),
        (as_struct(Rulings, {"solo_seat": "white_south"}), "south, south-west"),
    ):
        setup = replace(alone.setup, edition=digest, rulings=rulings)
        assert f"1,0 tiles on two sides of it: {told}" in flat(picture(GAME.view(replace(placed, setup=setup), 0)))


@pytest.mark.slow
def test_no_label_is_left_over() -> None:
    labels, effects, meanings = Asked(ENGLISH.board), Asked(ENGLISH.effects), Asked(ENGLISH.moves)
    asking = replace(ENGLISH, board=labels, effects=effects, moves=meanings)
    camp, spot = TileId("AGR9"), Cell("1,2")
    others = (UseCamp(camp), Raze(spot), Spare(), moves.Discard(camp), moves.Anchor(spot), Walk(CAV, Cell("2,1")))
    plain = (moves.First("white"), moves.Veto(SetId("war")), Build(TileId("COM9"), Cell("0,3")))
    for view in every_way():
        board_text(GAME, view, asking, NAMES[: 1 if view.solo else 2])
        for move in (*(move for move, _ in MEANINGS), *others, *plain):
            if view.landscape:
                GAME.teller(view, asking)(move)
    calm = GAME.view(TABLE.with_side(0, replace(ANA, discounts=0)), 0)
    for view in (calm, replace(calm, turns_left=1)):
        GAME.teller(view, asking)(moves.End())
    sown = replace(
        GAME.view(SOLO, 0), sides=GAME.view(SOLO.with_side(0, replace(SOLO.seats[0], hand=tiles("COM9"))), 0).sides
    )
    GAME.teller(sown, asking)(Extend(TileId("COM9"), Cell("0,3")))
    strange_mill(asking)
    for asked, known in ((labels, ENGLISH.board), (effects, ENGLISH.effects), (meanings, ENGLISH.moves)):
        assert set(known) - asked.seen == set()
