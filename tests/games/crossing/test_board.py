"""The board of Kingdom Crossing, what its moves mean, how its hundreds of works are grouped, completed and refused."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from statistics import median
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from core.games.crossing import GAME, moves
from core.games.crossing.facts.course import BridgeCrossed, Flown, MatchEnded
from core.games.crossing.facts.favors import PairPicked
from core.games.crossing.facts.gains import CoinsGained, CoinsPaid, VpGained
from core.games.crossing.moves import Claim, Decorate, InvestCash, InvestUp, Pick, Rest, TakeFavor, Upgrade, Work
from core.games.crossing.names import (
    BRIDGES,
    EAST,
    FOOD,
    HOME,
    NORTH,
    SLOTS,
    SOUTH,
    WEST,
    WOOD,
    BirdId,
    BridgeId,
    CardId,
    FavorId,
    FlightId,
    GoalId,
    PlaceId,
    Resources,
    SlotId,
    SpaceId,
    TileId,
)
from core.games.crossing.rules.day import Action
from core.games.crossing.rules.walk import Purchase
from core.games.crossing.rulings import Rulings
from core.games.crossing.scenario.openings import given
from core.games.crossing.table import Pair, Player, Table
from core.games.crossing.view import View
from core.kernel.drawing.style import PLAIN, bare, width
from core.kernel.drawing.terminal import text
from core.kernel.errors import Refused
from core.kernel.game import Setup as MatchSetup
from core.kernel.language.completion import next_words
from core.kernel.language.error_text import sentence
from core.kernel.language.lexicon import Lexicon
from core.kernel.language.notation import read_move
from core.kernel.language.words import SINGULAR
from core.kernel.rules import engine
from core.kernel.rules.engine import State
from core.kernel.rules.result import Result
from core.kernel.setup.options import agreed
from core.kernel.setup.rulings import as_struct, settle
from tests.support.matches import SEATS, Decision, Recipe
from tests.support.pictures import COLOURED, HARD_NAMES, Asked, board_text, looks_as_it_did

NAMES = ("Ana", "Béa", "Cleo", "Dora")
ENGLISH = GAME.words("en")


def cards(*names: str) -> tuple[CardId, ...]:
    return tuple(map(CardId, names))


def bridges(*names: str) -> tuple[BridgeId, ...]:
    return tuple(map(BridgeId, names))


def tiles(*names: str) -> tuple[TileId, ...]:
    return tuple(map(TileId, names))


ANA = Player(
    coins=6,
    vp=12,
    resources=Resources(wood=4, stone=1, food=8),
    investment=4,
    region=WEST,
    houses=(WEST, EAST),
    cards=cards("ST4A", "LUM-01", "PAT-01", "SCU-06", "EXT-02", "Q-OWL", "FLO-05"),
    structures=cards(HOME, "BLD-08", "TRA-01"),
    birds=(BirdId("BIRD-R04"), BirdId("BIRD-B04"), BirdId("BIRD-B01")),
    favors=(FavorId("FAV-10"), FavorId("FAV-20")),
    decorations={SpaceId("wood.1"): 2, SpaceId("food.1"): 1},
    upgraded=tiles("A1", "A4"),
    played=tiles("A2", "A4"),
    paws=bridges("5", "7", "4", "1", "2"),
)
BEA = Player(
    coins=11,
    vp=20,
    resources=Resources(stone=5, sap=2, food=3),
    region=SOUTH,
    houses=(SOUTH,),
    cards=cards("ST3B", "STO-05"),
    favors=(FavorId("FAV-24"),),
    played=tiles("A1", "A6"),
    paws=bridges("5"),
)
CLEO = Player(coins=3, vp=9, region=SOUTH, houses=(NORTH,), cards=cards("ST1A"), played=tiles("A3", "A2"))
LYING = ("LUM-04", "PAT-05", "FAR-09", "BLD-01", "TRA-06", "PED-06", "SCU-01", "EXT-08", "STO-02", "FLO-07")
BIRDS = ("BIRD-R11", None, "BIRD-R07", None, "BIRD-G04", "BIRD-Y08", None, "BIRD-Y10", "BIRD-B07", None)


def set_up(players: int, rulings: Mapping[str, str]) -> MatchSetup:
    chosen = settle(GAME.rulings, rulings)
    return MatchSetup(SEATS[:players], chosen, GAME.edition().digest, agreed(GAME.options, {}))


def table(*seats: Player, **more: Any) -> Table:
    """A match in the third action of its second round: it is Ana's turn."""
    empty: Table = GAME.new(set_up(len(seats), {}))[0]
    shown = replace(
        empty,
        seats=seats,
        slots=cards(*LYING),
        perched=tuple(None if bird is None else BirdId(bird) for bird in BIRDS),
        queen=CardId("Q-DEER"),
        goals=tuple(map(GoalId, "123456")),
        hard=(GoalId("3"), GoalId("5")),
        claims={GoalId("2"): (1,), GoalId("6"): (2, 1)},
        display=(FavorId("FAV-13"), FavorId("FAV-25"), None),
        balloon=SOUTH,
        token=1,
        order=(2, 0, 1),
        acting=0,
        round=2,
        turn=3,
    )
    return given(replace(shown, **more))


TABLE = table(ANA, BEA, CLEO)
VIEW: View = GAME.view(TABLE, 0)
PAIRS = (Pair(CardId("ST1A"), FavorId("FAV-06")), Pair(CardId("ST2B"), FavorId("FAV-23")))


def picture(view: View, lang: str = "en", wide: int = 100) -> str:
    return board_text(GAME, view, GAME.words(lang), NAMES[: view.players], wide=wide)


def said(move: Struct, view: View = VIEW, lang: str = "en") -> str:
    return GAME.teller(view, GAME.words(lang))(move)


def setting_up() -> View:
    """Two pairs lie ready."""
    start = replace(GAME.new(set_up(2, {}))[0], pairs=PAIRS)
    seen: View = GAME.view(given(replace(start, display=TABLE.display)), 1)
    return seen


def alone() -> View:
    """Against Paco & Paca."""
    rival = replace(BEA, region=None, played=(), paws=(), cards=cards("ST3B", "STO-05", "LUM-02", "FAR-08", "EXT-03"))
    empty: Table = GAME.new(set_up(1, {}))[0]
    start = replace(empty, seats=(ANA,), others=(rival,), slots=cards(*LYING), round=3, turn=1, order=(1, 0))
    seen: View = GAME.view(given(start), 0)
    return seen


SCORED = tuple(replace(side, vp=side.vp + sum(side.final.values())) for side in VIEW.sides)
OVER = replace(VIEW, sides=SCORED, end=Result(tuple(side.vp for side in SCORED), (1, 2, 3), (0,)))
PICTURES = {"crossing": VIEW, "crossing.setup": setting_up(), "crossing.alone": alone(), "crossing.over": OVER}


# --- the board ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", SINGULAR)
@pytest.mark.parametrize("name", PICTURES)
def test_the_board_looks_as_it_did(name: str, lang: str) -> None:
    assert looks_as_it_did(f"{name}.{lang}", picture(PICTURES[name], lang))


@pytest.mark.parametrize("wide", [80, 100, 140])
def test_it_says_who_leads_whose_turn_it_is_where_one_can_walk_and_what_a_card_costs(wide: int) -> None:
    board = picture(VIEW, wide=wide)
    one_line = re.sub(r"\s+", " ", board)
    assert "turn order Cleo 9 + 0 VP › ▶ Ana 12 + " in one_line
    assert "Béa ⚑ 20 + " in one_line
    assert re.search(r"\n bridges +in the West · 3 → South · crossed: 5, 7, 4, 1, 2\n", board)
    assert re.search(r"│ s1 +Lumberjack +Boars +7 +2 wood · ", board)
    assert re.search(r"│ s4 +Building +0 ", board)
    assert "▲ Ana, ⌂ Ana" in board


@pytest.mark.parametrize("wide", [80, 140])
def test_every_bridge_lies_between_its_regions_with_who_has_crossed_it(wide: int) -> None:
    lines = picture(VIEW, wide=wide).split("\n")
    heads = [next(at for at, line in enumerate(lines) if name in line) for name in ("North ─", "West ─", "South ─")]
    north, middle, south = heads
    assert north < middle < south
    assert [re.findall(r"│ (\d)", lines[at - 1]) for at in (middle, south)] == [["1", "2", "6"], ["3", "4", "7"]]
    assert re.search(r"├─+ 5 ─+┤", lines[middle + 1])
    assert "Ana, Béa" in lines[middle + 2]
    assert "East ─" in lines[middle]


def test_goals_say_who_stands_where_and_how_far_one_is() -> None:
    board = picture(VIEW)
    assert re.search(r"\n 2 +5 stone \+ 3 food +row 1 +easy +VP 5 Béa · 3 · 1 – you: 1/5, 3/3\n", board)
    assert re.search(r"\n 6 +7 birds +row 3 +easy +VP 5 Cleo · 3 Béa · 1 – you: 3/7\n", board)
    assert re.search(r"\n 4 +Investment marker 3 back +row 2 +easy +VP 5 · 3 · 1 – you can claim it\n", board)


def test_a_goal_without_a_free_position_promises_nothing() -> None:
    """KIN-R28: three positions for four."""
    four = table(ANA, BEA, CLEO, CLEO, claims={GoalId("4"): (1, 2, 3)})
    setup = replace(four.setup, rulings=as_struct(Rulings, {"goal_positions": "3"}))
    full = picture(GAME.view(replace(four, setup=setup), 0))
    assert re.search(r"\n 4 +Investment marker 3 back +row 2 +easy +VP 5 Béa · 3 Cleo · 1 Dora\n", full)


def test_a_track_shows_decorations_that_are_passed_and_to_come() -> None:
    board = picture(VIEW)
    assert " wood        0  1  2  3  [4] (✿★★)  5 (3 coins)  6  7  8 (□♜♜★★★)  9  10 (♕)\n" in board
    assert " food        0  1  2  3 (♜★)  4  5 (□✿★)  6  7 (□✿★★)  [8] (trigger)  9  10 (♕)\n" in board


def test_columns_tiles_and_favors() -> None:
    board = picture(VIEW)
    assert re.search(
        r"\n guilds +Foxes 3 ×2★: Lumberjack, Patron, Sculptor; Owls 1 ×0★: queen card of the Owls;\n", board
    )
    assert re.search(r"\n tiles +A1 +upgraded +rest: 8 coins · work: 4 coins, cross 1 bridge\n", board)
    assert re.search(r"\n +A4 +upgraded, used +rest: 5 coins · work: cross 3 bridges, the bird counts twice\n", board)
    assert "\n tiles       A1×  A2  A3  A4  A5  A6×\n" in board
    assert "\n favors      2 VP per Fox card = 6 · 1 VP per bird = 3\n" in board


def test_the_end_says_what_each_score_is_made_of() -> None:
    board = picture(OVER)
    assert re.search(r"\n final ranking +1\. +Ana +36 points +wins\n", board)
    assert re.search(r"\n score +track 12 \+ Investment 7 \+ guilds 8 \+ favors 9\n", board)


# --- random matches ------------------------------------------------------------------------------------------------


@cache
def played(players: int, seed: int) -> list[Decision]:
    _, *decisions = Recipe("crossing", players, seed).decisions()
    return decisions


MATCHES = [(players, seed) for players in GAME.players for seed in range(2)]


@pytest.mark.slow
@pytest.mark.parametrize(("players", "seed"), MATCHES)
def test_the_board_fits_and_names_what_can_be_typed(players: int, seed: int) -> None:
    for decision in played(players, seed):
        if (decision.number + seed) % 11:
            continue
        for viewer, lang in ((decision.seat, "fr"), (None, "en")):
            view = GAME.view(decision.after.table, viewer)
            drawn = GAME.board(view, GAME.words(lang), HARD_NAMES[:players])
            board = text(drawn, PLAIN, 100)
            assert max(map(width, board.split("\n"))) <= 100
            assert not re.search(r" $|[{}]|None|\d_", board, re.MULTILINE)
            assert bare(text(drawn, COLOURED, 100)) == board
            if view.end is None:
                narrow = text(drawn, PLAIN, 80)
                typed = [*typed_words(view)]
                assert [word for word in typed if word not in board or word not in narrow] == []


def typed_words(view: View) -> Iterator[str]:
    """The words of moves: bridges, slots, tiles, own structures, start cards, goals, favors."""
    yield from (*BRIDGES, *SLOTS)
    yield from (goal.goal for goal in view.goals)
    yield from (pair.start for pair in view.pairs)
    for side in view.sides:
        yield from side.structures
        yield from side.available


@pytest.mark.slow
def test_works_stand_in_at_most_twenty_groups_at_the_median() -> None:
    counted: list[int] = []
    for match in MATCHES:
        for decision in played(*match):
            if isinstance(engine.waiting(decision.after), Action):
                seat = engine.asked(decision.after).seats[0]
                found = [group for ways in engine.ways(decision.after, seat) for group in ways.groups()]
                assert len({group.ending for group in found}) == len(found)
                counted.append(len(found))
    assert len(counted) > 250
    assert median(counted) <= 20


@pytest.mark.slow
def test_moves_say_where_they_lead_what_they_cost_and_what_they_bring() -> None:
    """What a meaning counts is what the facts then say."""
    told: set[type[Struct]] = set()
    for decision in (decision for match in MATCHES for decision in played(*match)):
        view, facts = GAME.view(decision.before.table, decision.seat), decision.happened.facts
        move: Struct = decision.move
        meaning = said(move, view)
        assert meaning != ENGLISH.moves["nowhere"]
        if isinstance(move, Work):
            *_, there = (fact.region for fact in facts if isinstance(fact, BridgeCrossed | Flown))
            fare = sum(fact.amount for fact in facts if isinstance(fact, CoinsPaid) and fact.source == "balloon")
            paid = sum(fact.amount for fact in facts if isinstance(fact, CoinsPaid) and "-" in fact.source)
            assert meaning.startswith(f"{ENGLISH.name('region', there)}: ")
            assert (f"+ {ENGLISH.count('good', 'coin', fare)} for the balloon" in meaning) == (fare > 0)
            assert not paid or f"; {ENGLISH.count('good', 'coin', paid)}" in meaning  # or it is paid later
        elif isinstance(move, Rest | InvestCash):
            gained = next(fact.amount for fact in facts if isinstance(fact, CoinsGained))
            assert ENGLISH.count("good", "coin", gained) in meaning
        elif isinstance(move, Claim):
            points = sum(fact.amount for fact in facts if isinstance(fact, VpGained) and "goal" in fact.source)
            assert f": {points} VP" in meaning
        told.add(type(move))
    assert {Work, Rest, InvestCash, Claim, Pick, Upgrade, Decorate, moves.Collect} <= told


# --- moves in words ------------------------------------------------------------------------------------------------


def work(tile: str, way: str, slot: str, before: str | None = None, after: str | None = None) -> Work:
    flights = {
        name: None if there is None else FlightId(f"fly:{there}") for name, there in (("b", before), ("a", after))
    }
    return Work(
        tile=TileId(tile),
        before=flights["b"],
        way=bridges(*way.split(",")),
        after=flights["a"],
        slot=SlotId(slot),
    )


MEANINGS: list[tuple[Struct, str]] = [
    (
        work("A1", "3", "s6"),
        (
            "South: Peddler (Boars), 1 flower or sculpture (from 5 paws on); bird: Investment; 3 coins;"
            " on the way 4 coins, 3 VP"
        ),
    ),
    (work("A3", "3", "s7"), "South: Sculptor (Foxes), 1 sculpture; 5 coins; on the way 4 VP"),
    (
        work("A3", "6", "s4", "north"),
        "East: structure building, 1 coin per structure; free + 10 coins for the balloon; on the way 4 VP",
    ),
    (
        work("A5", "3", "s2", after="north"),
        (
            "North: Patron (Deer), 9 coins − 1 per paw; free + 3 coins for the balloon;"
            " on the way 3 VP, a resource for 4 coins"
        ),
    ),
    (
        Purchase(flown=False, slot=SlotId("s1")),
        "North: Lumberjack (Boars), 2 wood; bird: 1 flower or sculpture (from 5 paws on); 7 coins",
    ),
    (
        Purchase(flown=True, slot=SlotId("s2")),
        "North: Patron (Deer), 9 coins − 1 per paw; free + 3 or 10 coins for the balloon",
    ),
    (Rest(TileId("A1")), "gain 8 coins"),
    (Rest(TileId("A3")), "gain 3 coins"),
    (moves.Open(TileId("A5")), "work with A5, but choose before the walk: a resource for 4 coins"),
    (moves.VisitQueen(), "visit Queen Beavery: Deer, 1 resource of your choice, first player token"),
    (InvestUp(), "marker to the next space: 18 coins when cashed, 7 VP at the end"),
    (InvestCash(), "take 14 coins; the marker goes back to the left"),
    (moves.ChooseResources((WOOD, FOOD)), "advance: wood, food"),
    (Decorate(SpaceId("sap.1")), "2 flowers, 3 stars: passed from sap 6 on"),
    (moves.Trigger(cards(HOME, "BLD-08")), "Investment, 1 coin per Fox card"),
    (moves.Trigger(()), "nothing"),
    (Upgrade(TileId("A6")), "rest: 15 coins; work: the queen card twice"),
    (moves.Grab(SlotId("s5")), "take the bird there: 3 coins"),
    (moves.Grab(SlotId("s2")), "that is not there now"),
    (TakeFavor(PlaceId("1")), "2 VP per Boar card (now 4 VP)"),
    (TakeFavor(PlaceId("pile2")), "a favor that nobody has seen"),
    (moves.PlaceHouse(NORTH), "place a house in the North"),
    (moves.Collect("bear"), "Bears: trigger a structure"),
    (moves.Collect("TRA-01"), "wood transport: 1 wood"),
    (moves.CollectEvening("fox"), "Foxes: 2 VP"),
    (Claim(GoalId("4")), "Investment marker 3 back: 5 VP"),
    (Claim(GoalId("2")), "5 stone + 3 food: 3 VP"),
    (moves.Done(), "nothing more"),
]


@pytest.mark.parametrize(("move", "english"), MEANINGS)
def test_a_move_says_what_it_does_here(move: Struct, english: str) -> None:
    assert said(move) == english


def test_a_goal_that_makes_a_row_whole_brings_a_favor() -> None:
    claimed = replace(TABLE, claims={GoalId("3"): (0,)})
    assert said(Claim(GoalId("4")), GAME.view(claimed, 0)) == "Investment marker 3 back: 5 VP, and a favor for the row"
    full = replace(TABLE, claims={GoalId("4"): (1, 2, 0)})
    assert said(Claim(GoalId("4")), GAME.view(full, 0)) == "that is not there now"


def test_a_guild_of_four_brings_its_income_twice_in_the_evening() -> None:
    foxes = replace(ANA, cards=(*ANA.cards, CardId("FLO-06")))
    seen = GAME.view(replace(TABLE, seats=(foxes, BEA, CLEO)), 0)
    assert said(moves.CollectEvening("fox"), seen) == "Foxes: 2 VP, 2 times"


def test_a_work_says_that_its_bird_counts_twice_and_only_before_the_walk_what_is_for_sale() -> None:
    better = replace(ANA, upgraded=(TileId("A4"),), played=(), paws=())
    seen = GAME.view(replace(TABLE, seats=(better, BEA, CLEO)), 0)
    assert said(work("A4", "3,7,6", "s1"), seen).endswith("7 coins; on the way the bird counts twice")
    assert "twice" not in said(work("A4", "3,7,6", "s2"), seen)  # no bird there
    opened = GAME.view(replace(TABLE, seats=(replace(better, working=TileId("A5")), BEA, CLEO)), 0)
    assert said(work("A5", "3", "s7"), seen).endswith("a resource for 4 coins")
    assert said(work("A5", "3", "s7"), opened).endswith("1 sculpture; 5 coins")


def test_what_the_marker_does_on_the_last_space_goes_by_the_ruling() -> None:
    """KIN-R32."""
    seats = (replace(ANA, investment=8), BEA, CLEO)
    assert said(InvestUp(), ruled({}, seats=seats)) == "the marker stays on the last space"
    assert said(InvestUp(), ruled({"invest_ends": "loop"}, seats=seats)).startswith("marker to the next space: 1 coin ")


def test_from_where_on_a_decoration_is_passed_goes_by_the_ruling() -> None:
    """KIN-R18."""
    seen = ruled({"deco_pass": "on_or_beyond"})
    assert said(Decorate(SpaceId("sap.1")), seen) == "2 flowers, 3 stars: passed from sap 5 on"


def test_a_queen_that_is_visited_with_an_upgraded_tile_counts_twice() -> None:
    seen = GAME.view(replace(TABLE, seats=(replace(ANA, upgraded=tiles("A6")), BEA, CLEO)), 0)
    assert said(moves.VisitQueen(), seen).endswith("1 resource of your choice, 2 times, first player token")
    assert said(moves.VisitQueen(FlightId("fly:south")), seen).startswith(
        "fly to the South, then visit Queen Beavery: "
    )
    assert said(moves.VisitQueen(), GAME.view(replace(TABLE, queen=None), 0)) == "that is not there now"


def ruled(rulings: Mapping[str, str], **more: Any) -> View:
    """The same position under other readings."""
    setup = replace(TABLE.setup, rulings=as_struct(Rulings, rulings))
    seen: View = GAME.view(replace(TABLE, setup=setup, **more), 0)
    return seen


def test_french_is_french() -> None:
    assert said(work("A3", "6", "s5", "north"), lang="fr") == (
        "Est\u202f: Transport des Hiboux, 1 PV par carte Hibou\u202f; Oiseau\u202f: 3 pièces\u202f; 6 pièces"
        " + 10 pièces pour la Montgolfière\u202f; en chemin 4 PV"
    )
    assert said(moves.VisitQueen(), lang="fr") == (
        "rendre visite à la Reine Castorina\u202f: Cerfs, 1 ressource au choix, jeton 1er joueur"
    )
    assert said(TakeFavor(PlaceId("2")), lang="fr") == "2 PV par tuile améliorée (maintenant 4 PV)"


def test_a_pair_is_told_by_its_card_and_its_favor() -> None:
    assert ENGLISH.fact(PairPicked("KIN-4.3", 1, PAIRS[0]), NAMES) == (
        "Béa picks a start card and the favor under it: start card 1A, wood"
    )


def test_a_victory_can_be_shared_with_paco_and_paca() -> None:
    """KIN-R52."""
    shared = MatchEnded("KIN-17.7", (80,), (1,), (0,), shared=True)
    assert ENGLISH.fact(shared, NAMES).startswith("The match is over, and Ana shares the victory with Paco & Paca!")
    lost = MatchEnded("KIN-17.7", (80,), (1,), ())
    assert ENGLISH.fact(lost, NAMES).startswith("The match is over, and Paco & Paca win!")


def test_nothing_is_said_of_what_the_public_could_do() -> None:
    assert said(InvestUp(), GAME.view(TABLE, None)) == "that is not there now"


# --- typed -----------------------------------------------------------------------------------------------------------

FRESH = State(replace(TABLE, seats=(replace(ANA, coins=12, paws=(), played=(), upgraded=()), BEA, CLEO)), (Action(0),))
"""Ana in the west with twelve coins, and no bridge crossed; the balloon is in the south."""


def follows(typed: str, begun: str = "", lang: str = "en") -> list[str]:
    return next_words(FRESH, 0, typed.split(), begun, Lexicon.of(GAME, FRESH.table, lang))


def test_a_work_is_completed_bridge_by_bridge() -> None:
    assert follows("work") == ["A1", "A2", "A3", "A4", "A5"]
    assert follows("work A4") == ["1,", "2,", "3,", "4,", "5,", "fly:north", "fly:east", "fly:south"]
    assert follows("work A4", "5,") == ["5,6,", "5,7,"]
    assert follows("work A4", "5,7,") == ["5,7,3", "5,7,4"]
    assert follows("work A4 5,7,4") == ["s9", "s10", "fly:north", "fly:east", "fly:south"]
    assert follows("work A2", "f") == ["fly:north", "fly:east", "fly:south"]
    assert follows("work A2 fly:east") == ["5,1", "5,2", "5,3", "5,4"], "the only way on that can be paid"


def test_in_french_too() -> None:
    assert follows("trav", lang="fr") == ["A1", "A2", "A3", "A4", "A5"]
    assert follows("travailler A2 3,7", lang="fr") == ["s4", "s5", "vol:nord", "vol:sud"]
    typed = "TRAVAILLER a2 vol:sud 3,5 s4"
    assert read_move(GAME, FRESH, 0, typed) == read_move(GAME, FRESH, 0, "work A2 fly:south 3,5 s4")
    assert read_move(GAME, State(TABLE, (Action(0),)), 0, "reposer A3") == Rest(TileId("A3"))


USED = State(TABLE, (Action(0),))
"""Ana has crossed all bridges but two, and has six coins."""

REFUSED = [
    (
        FRESH,
        "work A4 5,7,1 s9",
        "“1” after “work A4 5,7”: bridge 1 does not touch the region where you would be then: South.",
        "« 1 » après « work A4 5,7 » : le pont 1 ne touche pas la région où vous seriez alors : Sud.",
    ),
    (
        USED,
        "work A1 5 s4",
        "“5” after “work A1”: you have crossed bridge 5 in this round already.",
        "« 5 » après « work A1 » : vous avez déjà franchi le pont 5 cette manche.",
    ),
    (
        FRESH,
        "work A4 5,7 s4",
        "“s4” after “work A4 5,7”: 1 bridge must still be crossed before a card is taken.",
        "« s4 » après « work A4 5,7 » : il reste 1 pont à traverser avant de prendre une carte.",
    ),
    (
        FRESH,
        "work A1 5,7 s6",
        "“7” after “work A1 5”: the tile leads over no more bridges: 7 is one too many.",
        "« 7 » après « work A1 5 » : la tuile ne fait plus traverser de pont : 7 est de trop.",
    ),
    (
        FRESH,
        "work A1 5 s9",
        "“s9” after “work A1 5”: s9 does not lie in the region where you would be then: East.",
        "« s9 » après « work A1 5 » : s9 n’est pas dans la région où vous seriez alors : Est.",
    ),
    (
        FRESH,
        "work A2 fly:south 7,5 s10",
        "“s10” after “work A2 fly:south 7,5”: that takes 9 coins, and you would have 2 then.",
        "« s10 » après « work A2 fly:south 7,5 » : il faut 9 pièces, et vous en auriez alors 2.",
    ),
    (
        USED,
        "work A3 fly:north 6 s4",
        "“fly:north” after “work A3”: that takes 10 coins, and you would have 6 then.",
        "« fly:north » après « work A3 » : il faut 10 pièces, et vous en auriez alors 6.",
    ),
    (
        USED,
        "work A4 3 s6",
        "“A4” after “work”: A4 has been used in this round.",
        "« A4 » après « work » : A4 a déjà servi cette manche.",
    ),
]


@pytest.mark.parametrize(("state", "typed", "english", "french"), REFUSED)
def test_a_refusal_says_where_the_way_breaks(state: State[Table], typed: str, english: str, french: str) -> None:
    with pytest.raises(Refused) as refused:
        read_move(GAME, state, 0, typed)
    narrow = re.sub(r" (?=[:;»])|(?<=«) ", "\u202f", french)
    for lang, words in (("en", english), ("fr", narrow)):
        assert sentence(refused.value, lang, GAME.words(lang), NAMES) == words


# --- nothing left over ---------------------------------------------------------------------------------------------


def every_way() -> Iterator[View]:
    """Views that show all there is to show."""
    yield from (
        *PICTURES.values(),
        replace(setting_up(), round=0),
        GAME.view(replace(TABLE, turn=0, queen=None, acting=None), 0),
    )
    yield GAME.view(replace(TABLE, queen=None), None)
    yield replace(VIEW, slots=(replace(VIEW.slots[0], card=None), *VIEW.slots[1:]), display=(None, *VIEW.display[1:]))
    yield replace(VIEW, sides=(replace(VIEW.sides[0], hidden=1, final={"KIN-17.5": 6}), *VIEW.sides[1:]))
    yield replace(alone(), end=Result((12,), (1,), ()))


def test_no_label_is_left_over() -> None:
    labels = Asked(ENGLISH.board)
    for view in every_way():
        GAME.board(view, replace(ENGLISH, board=labels), NAMES[: view.players])
    assert labels.seen == set(labels)
