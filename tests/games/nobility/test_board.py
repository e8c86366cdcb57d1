"""The board of Rise to Nobility, what its moves mean, how they are completed and refused."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from core.games.nobility import GAME, moves
from core.games.nobility.facts.course import TurnBegan
from core.games.nobility.facts.goods import Gained, Paid
from core.games.nobility.names import (
    GUILDS,
    PLACES,
    BonusId,
    BuildingId,
    CharacterId,
    CommissionId,
    DemandId,
    DeskId,
    DiceTileId,
    DieId,
    EventId,
    FaceId,
    GoodId,
    GuildId,
    ObjectiveId,
    PlaceId,
    SettlersId,
    ShipId,
    Stock,
)
from core.games.nobility.rules.placing import PlaceDie
from core.games.nobility.rules.port import Sale
from core.games.nobility.rules.sell import SellBuilding
from core.games.nobility.rules.settle import SatisfySettlers, Settling
from core.games.nobility.rules.turn import FreshTurn
from core.games.nobility.scenario.openings import given
from core.games.nobility.table import Apprentice, Automa, Contract, Placed, Player, Satisfied, Table, Workshop
from core.games.nobility.view import View
from core.kernel.drawing.style import bare, width
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
from core.kernel.rules.secret import Secret
from core.kernel.setup.options import agreed
from core.kernel.setup.rulings import settle
from tests.support.matches import SEATS, Recipe
from tests.support.pictures import COLOURED, Asked, board_text, looks_as_it_did

NAMES = ("Ana", "Béa", "Cleo", "Dora", "Emil", "Fay")
ENGLISH = GAME.words("en")


def settlers(*names: str) -> tuple[SettlersId, ...]:
    return tuple(map(SettlersId, names))


def shop(tile: str, owner: int | None = None) -> Workshop:
    return Workshop(BuildingId(tile), owner)


def contract(number: int, seat: int, card: str, tile: str, *done: int, active: bool = False) -> Contract:
    """A commission that this seat alone knows."""
    kept = Secret((0, number), (seat,), "", moves.Keep(CommissionId(card)))
    return Contract(kept, tile=DiceTileId(tile), done=done, active=active)


ANA = Player(
    spare=Stock(workers=8, houses=3),
    stock=Stock(
        book=3, weapon=2, relic=4, jewel=1, coins=9, vp=21, reputation=14, nobility=5, modifiers=1, workers=2, houses=1
    ),
    character=CharacterId("H04"),
    dice=(2, 2, 5, 6),
    used=6,
    held=settlers("S07", "S22"),
    satisfied=(Satisfied(SettlersId("S05"), 5), Satisfied(SettlersId("S10"), 4)),
    zones=(None, BuildingId("B40"), None),
    demands=(DemandId("T03"),),
    answered=1,
    contracts=(contract(0, 0, "C01", "DT05", 2), contract(1, 0, "C03", "DT09", 1, 2, 3, active=True)),
)
BEA = Player(
    spare=Stock(workers=8, houses=3),
    stock=Stock(weapon=1, artwork=2, coins=4, vp=30, reputation=9, nobility=7, workers=1),
    character=CharacterId("H10"),
    dice=(1,),
    used=9,
    passed=True,
    satisfied=(Satisfied(SettlersId("S02"), 6),),
    zones=(None, None, None),
    contracts=(contract(2, 1, "C07", "DT01"),),
)
CLEO = Player(
    spare=Stock(workers=8, houses=3),
    stock=Stock(furniture=1, jewel=2, coins=12, vp=8, reputation=11, workers=1, houses=2),
    character=CharacterId("H01"),
    dice=(3, 3, 4),
    used=5,
    held=settlers("S47"),
    zones=(None, None, None),
)
DICE = {
    "tavern:1": Placed(1, 3),
    "yard:1": Placed(2, 5),
    "scholar:2": Placed(0, 4),
    "smith:1": Placed(1, 2),
    "smith:3": Placed(1, 6),
    "castle:1": Placed(2, 2),
    "port:6": Placed(1, 6),
    "council:8": Placed(0, 3),
    "chancery:4": Placed(2, 4),
    "DT05:2": Placed(0, 4),
    "recall:2": Placed(2, 6),
}
COUNCIL = tuple("" if n == 8 else f"T{n:02}" for n in range(1, 19))


def set_up(players: int, rulings: Mapping[str, str], options: Mapping[str, str]) -> MatchSetup:
    chosen = settle(GAME.rulings, rulings)
    return MatchSetup(SEATS[:players], chosen, GAME.edition().digest, agreed(GAME.options, options))


def table(*seats: Player, rulings: Mapping[str, str] | None = None, **more: Any) -> Table:
    """A match with the Chancery and with events, in its fourth round: it is Ana's turn."""
    options = {"chancery": "on", "events": "on"} if len(seats) > 1 else {}
    empty: Table = GAME.new(set_up(len(seats), rulings or {}, options))[0]
    shown = replace(
        empty,
        seats=seats,
        dice=DICE,
        tavern=(*settlers("S01", "S13", "S17"), None, *settlers("S33", "S48")),
        hall=tuple(BuildingId(tile) if tile else None for tile in ("B05", "B41", "", "B20", "B12", "B33")),
        ship=ShipId("M17"),
        council=tuple(DemandId(tile) if tile else None for tile in COUNCIL),
        workshops={**empty.workshops, GUILDS[0]: (shop("B01", 1), shop("B03"), shop("B06", 0))}
        | {GUILDS[3]: (shop("B19", 0), None, None)},
        apprentices={
            **empty.apprentices,
            GUILDS[3]: (Apprentice(0, 3), Apprentice(2, 2)),
            GUILDS[1]: (Apprentice(1, 4),),
        },
        event=EventId("E01") if len(seats) > 1 else None,
        past_events=(EventId("E05"),) if len(seats) > 1 else (),
        desks={DeskId("D05"): 0} if len(seats) > 1 else {},
        round=4,
        turn=9,
        acting=0,
        first=2 % len(seats),
    )
    return given(replace(shown, **more))


TABLE = table(ANA, BEA, CLEO)
VIEW: View = GAME.view(TABLE, 0)


def picture(view: View, lang: str = "en", wide: int = 100) -> str:
    return board_text(GAME, view, GAME.words(lang), NAMES[: view.players], wide=wide)


def said(move: Struct, view: View = VIEW, lang: str = "en") -> str:
    return GAME.teller(view, GAME.words(lang))(move)


def alone(**more: Any) -> View:
    """Against the Automa, whose dice lie on the board."""
    lying = {"tavern:1": 4, "yard:1": 2, "hall:3": 3, "smith:0": 2}
    player = replace(ANA, contracts=(), demands=())
    start = table(
        player,
        dice={where: Placed(1, value) for where, value in lying.items()},
        others=(Automa((), 1),),
        objective=ObjectiveId("O04"),
        workshops={**TABLE.workshops, GUILDS[0]: (shop("B01"), shop("B03"), shop("B06", 0))},
        apprentices={**TABLE.apprentices, GUILDS[1]: (), GUILDS[3]: (Apprentice(0, 3),)},
        **more,
    )
    seen: View = GAME.view(start, 0)
    return seen


def choosing() -> View:
    """Commission cards in hand, before the first round."""
    start = replace(TABLE, round=0, turn=0, acting=None, dice={}, event=None)
    player = replace(BEA, contracts=(), hand=(Secret((1, 1), (1,), "", ("C05", "C11")),), choosing=2, dice=(0,) * 5)
    seen: View = GAME.view(start.with_side(1, player), 1)
    return seen


SIX = GAME.view(
    table(
        *(ANA, BEA, CLEO),
        *(replace(CLEO, held=(), character=CharacterId(name)) for name in ("H02", "H03", "H05")),
        dice={**DICE, "castle:4": Placed(5, 1)},
    ),
    0,
)
OVER = GAME.view(replace(TABLE, end=Result((21, 30, 8), (2, 1, 3), (1,))), 0)
PICTURES = {
    "nobility": VIEW,
    "nobility.setup": choosing(),
    "nobility.six": SIX,
    "nobility.alone": alone(),
    "nobility.over": OVER,
}


# --- the board ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", SINGULAR)
@pytest.mark.parametrize("name", PICTURES)
def test_the_board_looks_as_it_did(name: str, lang: str) -> None:
    assert looks_as_it_did(f"{name}.{lang}", picture(PICTURES[name], lang))


def one_line(board: str) -> str:
    return re.sub(r"[\s│]+", " ", board)


@pytest.mark.parametrize("wide", [80, 100, 140])
def test_it_says_who_leads_whose_turn_it_is_which_dice_fit_where_and_what_a_tile_costs(wide: int) -> None:
    board = one_line(picture(VIEW, wide=wide))
    assert "turn order Cleo ⚑ 9 VP (8 + 1) › ▶ Ana 28 VP (21 + 7) " in board
    assert " Béa ♛ 35 VP (30 + 5), out for this round event " in board
    assert "which die fits where (Ana)" in board
    assert "placed 6 of 14, 8 left · 1 modifier" in board
    assert " 2 ×2 all guilds but Blacksmiths (buy 1, put 2) · Berk’s Office: up to 1 modifier · " in board
    assert "die 5 B12 Blacksmiths 5 coins" in board
    assert " 2 magic at 3 coins " in board, "the event pays one more"


def test_a_die_that_a_modifier_changes_is_typed_so_and_one_over_the_limit_is_dimmed() -> None:
    board = one_line(picture(VIEW))
    assert " 2+1 = 3 " in board
    assert " 5 6-1 all guilds but Blacksmiths (buy 3, put 0)" in board
    tight = GAME.view(table(replace(ANA, used=10), BEA, CLEO), 0)
    assert " 5 over the limit: it would make 15, and 14 may be placed " in one_line(picture(tight))


def test_with_many_modifiers_the_nearest_ways_stand_beside_a_value_and_its_places_keep_their_room() -> None:
    rich = replace(ANA, dice=(1, 2, 4, 5, 6), used=0, stock=replace(ANA.stock, modifiers=6, reputation=24))
    lines = picture(GAME.view(table(rich, BEA, CLEO), 0), wide=80).splitlines()
    first = next(line for line in lines if line.startswith(" 5 "))
    assert re.match(r" 5 +4\+1 6-1 …  all guilds but Blacksmiths \(buy 3, put 0\)", first), first


def test_open_places_are_those_of_the_offers() -> None:
    """By value: a die that counts as so much, wherever any move would place it."""
    offered: set[tuple[str, type[Struct]]] = {
        (move.die, type(move)) for move in engine.legal(turn(TABLE), 0) if hasattr(move, "die")
    }
    hand = VIEW.seats[0].playable.ways
    assert {*VIEW.open_places} == {value for value, dice in hand.items() if any(die in dice for die, _ in offered)}
    for value, places in VIEW.open_places.items():
        kinds = {moves_named(place.place) for place in places}
        assert kinds >= {kind for die, kind in offered if die in hand[value]}
        assert kinds <= {*(kind for die, kind in offered if die in hand[value]), moves.Port}


def moves_named(place: str) -> type:
    return {
        "tavern": moves.Tavern,
        "yard": moves.Yard,
        "guild": moves.Guild,
        "hall": moves.Hall,
        "port": moves.Port,
        "council": moves.Council,
        "berk": moves.Berk,
        "castle": moves.Castle,
        "recall": moves.Recall,
        "chancery": moves.Chancery,
        "commission": moves.Commission,
    }[PlaceId(place) if place in PLACES else place]


def turn(t: Table) -> State[Table]:
    """It is the turn of seat 0."""
    return State(t, (FreshTurn(0, (PlaceDie(0), SatisfySettlers(0), SellBuilding(0))),))


def test_commission_cards_are_their_owners() -> None:
    own, other = picture(VIEW), picture(GAME.view(TABLE, 1))
    assert re.search(r"\n commissions +DT05 +C01 +\[1\] 4✓ \[5\] +2 VP for each workshop", own)
    assert re.search(r"\n +DT09 +C03 +active +3 VP for each communal building · now 3 VP\n", own)
    assert re.search(r"\n commissions +▒ commission DT01 \[1\] \[2\] \[3\]\n", own)
    assert "C01" not in other
    assert re.search(r"\n commissions +▒ commission DT05 \[1\] 4✓ \[5\], ▒ commission DT09 active\n", other)
    over = picture(OVER)
    assert re.search(r"C01 .* ·\n +not active\n", over)
    assert re.search(r"C07 .*not active\n", over), "all of them are open in the end"


def test_settlers_say_what_the_reader_has_for_them() -> None:
    board = picture(VIEW)
    assert re.search(
        r"\n settlers +S07 +Halflings +1 Nobility \+ 2 workers +4–6 goods: book, magic · you have 7 for it\n", board
    )
    assert re.search(r"\n S48 .* ·\n +lacking: artwork, furnishings\n", board)


def test_alone_the_objective_and_the_dice_of_the_automa_are_told() -> None:
    board = picture(alone())
    assert re.search(r"\n objective +O04 · 85 VP \(21 now\) · 4 workshops \(2 now\)\n", board)
    assert re.search(r"\n Automa +1 die set aside\n", board)
    assert "│ closed (2 Automa)" in board
    assert "│ 4 Automa " in board
    lost = picture(replace(alone(), end=Result((28,), (1,), ())))
    assert re.search(r"\n objective .* · not fulfilled\n", lost)
    won = picture(replace(alone(), end=Result((28,), (1,), (0,)), fulfilled=True))
    assert re.search(r"\n objective .* · fulfilled\n", won)


# --- moves in words ------------------------------------------------------------------------------------------------


def die(word: str) -> DieId:
    return DieId(word)


def goods(*names: str) -> tuple[GoodId, ...]:
    return tuple(map(GoodId, names))


MEANINGS: list[tuple[Struct, str]] = [
    (moves.Keep(CommissionId("C03")), "keep C03: 3 VP for each communal building"),
    (moves.Pass(), "pass: out for this round"),
    (
        moves.Tavern(die("5"), SettlersId("S17")),
        "take Green Elves: 4–7 goods: book, weaponry, jewelry → 1 Nobility + 2 workers",
    ),
    (
        moves.Take(SettlersId("S01"), SettlersId("S07")),
        "take Halflings: 3–5 goods: book, weaponry → 2 workers; discard S07",
    ),
    (moves.BonusSettlers(SettlersId("S01")), "take Halflings: 3–5 goods: book, weaponry → 2 workers"),
    (moves.Yard(die("2")), "buy a house for 4 coins"),
    (moves.Guild(die("2"), GuildId("scholar")), "Scholars: buy up to 1 book, place up to 2 workers; B01: coin"),
    (
        moves.Guild(die("6"), GuildId("scholar")),
        "Scholars: buy up to 3 books; B01: coin; B03: exchange; B06: Reputation",
    ),
    (moves.Guild(die("6-1"), GuildId("artist")), "Artists: buy up to 3 artwork"),
    (moves.ChooseWorkshop(BuildingId("B05")), "lay B05: Scholars, re-roll or coin"),
    (moves.Use(BonusId("coin")), "take the bonus: coin"),
    (moves.UseReroll((FaceId("2"), FaceId("6"))), "roll again: 2, 6"),
    (moves.Buy(0), "buy nothing"),
    (moves.Hall(die("6")), "buy B33 (Artists, re-roll) for 6 coins: 3 VP + 1 Nobility"),
    (moves.Hall(die("5")), "buy B12 (Blacksmiths, Reputation) for 5 coins: 3 VP + 1 Nobility"),
    (
        moves.Hall(die("2"), 1),
        (
            "build B41 (communal building) in zone 1 for 4 coins: 5 VP + 2 Nobility, +1 VP with each settlers card, "
            "income 1 coin"
        ),
    ),
    (moves.Hall(die("2")), "build B41 (communal building) for 4 coins: +1 VP with each settlers card"),
    (moves.Hall(die("2+1")), "that is not there now"),
    (moves.Hall(die("1")), "that is not there now"),
    (moves.Port(die("5"), goods("book", "relic", "relic")), "sell 1 book + 2 magic for 9 coins"),
    (Sale(7), "sell for 7 coins"),
    (moves.Council(die("2"), DemandId("T04")), "answer T04 with 1 magic + 1 jewelry + 1 coin: 5 VP, Reputation −2"),
    (moves.Berk(die("5"), 3, PlaceId("tavern")), "visit Berk: 3 modifiers for 2 coins, other settlers in the tavern"),
    (
        moves.Berk(die("2+1"), 0, PlaceId("hall"), PlaceId("commission")),
        "visit Berk: other tiles in the town hall, one of 2 commission cards (Reputation −2)",
    ),
    (moves.Berk(die("5")), "visit Berk: nothing"),
    (moves.Castle(die("5")), "gain 3 Reputation"),
    (moves.Recall(die("5"), GuildId("magician")), "bring an apprentice back: Wizards"),
    (moves.Chancery(die("2")), "place a worker at the desk of the Humans: +1 coin for each good at the port"),
    (
        moves.Commission(die("5"), DiceTileId("DT05")),
        "cover the 5 of DT05: 2 VP for each workshop (Carpenters, Merchants, Scholars)",
    ),
    (moves.Commission(die("5"), DiceTileId("DT01")), "that is not there now"),
    (
        moves.Settle(SettlersId("S07"), goods("book", "book", "relic", "relic")),
        "satisfy Halflings with 2 books + 2 magic: 5 VP + 1 Nobility + 2 workers",
    ),
    (Settling(SettlersId("S07"), 6), "S07, Halflings, with 6 goods: 7 VP + 1 Nobility + 2 workers"),
    (moves.Sell(BuildingId("B19")), "sell B19 for 3 coins: −3 VP"),
    (moves.Sell(BuildingId("B40")), "sell B40 for 3 coins: −5 VP"),
    (moves.Sell(BuildingId("B02")), "that is not there now"),
]


@pytest.mark.parametrize(("move", "english"), MEANINGS)
def test_a_move_says_what_it_does_here(move: Struct, english: str) -> None:
    assert said(move) == english


def test_what_is_bought_is_a_good_of_the_guild_that_the_last_die_went_to() -> None:
    there = {**TABLE.dice, "magician:3": Placed(0, 5)}
    view = GAME.view(replace(TABLE, dice=there), 0)
    assert said(moves.Buy(2), view) == "buy 2 magic for 2 coins, 1 more for nothing"


def test_a_pass_is_no_more_than_that_where_one_can_come_back() -> None:
    """RTN-R1."""
    view = GAME.view(table(ANA, BEA, CLEO, rulings={"pass_rule": "reenter"}), 0)
    assert said(moves.Pass(), view) == "pass"


def test_french_is_french() -> None:
    assert said(moves.Castle(die("5")), lang="fr") == "gagner 3 Réputation"
    assert said(moves.Guild(die("2"), GuildId("scholar")), lang="fr") == (
        "Érudits\u202f: acheter jusqu’à 1 livre, placer jusqu’à 2 Ouvriers\u202f; B01\u202f: pièce d’or"
    )
    assert said(Settling(SettlersId("S07"), 6), lang="fr") == (
        "S07, Halfelins, avec 6 ressources\u202f: 7 PV + 1 Noblesse + 2 Ouvriers"
    )


def test_nothing_is_said_of_what_the_public_could_do() -> None:
    assert said(moves.Castle(die("5")), GAME.view(TABLE, None)) == "that is not there now"


@pytest.mark.slow
def test_moves_count_what_the_facts_then_say() -> None:
    """Coins that are paid and gained, and VP, where a move says them."""
    told: set[type[Struct]] = set()
    for players in (2, 4, 6):
        _, *decisions = Recipe("nobility", players, 3).decisions()
        for decision in decisions:
            kind: type[Struct] = decision.move.__class__
            if kind not in {moves.Port, moves.Settle, moves.Yard, moves.Hall, moves.Council, moves.Sell}:
                continue
            meaning = said(decision.move, GAME.view(decision.before.table, decision.seat))
            changed = Stock()
            for fact in decision.happened.facts:
                if isinstance(fact, TurnBegan):
                    break
                if isinstance(fact, Gained | Paid) and fact.seat == decision.seat:
                    changed = changed + fact.stock if isinstance(fact, Gained) else changed - fact.stock
            coins = [int(count) for count in re.findall(r"(\d+) coins?\b", meaning.partition("income")[0])]
            assert abs(changed.coins) in {*coins, 0}, (decision.move, meaning)
            points = [int(count) for count in re.findall(r"(\d+) VP", meaning)]
            assert abs(changed.vp) in {*points, 0}, (decision.move, meaning)
            told.add(kind)
    assert told >= {moves.Port, moves.Settle, moves.Yard, moves.Hall}


# --- typed -----------------------------------------------------------------------------------------------------------


def begun() -> State[Table]:
    return turn(TABLE)


def follows(typed: str, half: str = "", lang: str = "en") -> list[str]:
    return next_words(begun(), 0, typed.split(), half, Lexicon.of(GAME, TABLE, lang))


def test_sales_and_settlings_are_completed_good_by_good() -> None:
    assert follows("settle") == ["S07", "S22"]
    assert follows("settle S07") == ["book"]
    assert follows("settle S07 book") == ["book", "relic"]
    assert follows("settle S07 book 2") == ["book", "relic"]
    assert follows("settle S07 book 3 relic 3") == []
    assert follows("port 2 weapon") == ["weapon", "relic", "jewel"]
    assert follows("accueillir S07 livre 2", lang="fr") == ["livre", "relique"]


def test_numbers_behind_goods_say_how_many() -> None:
    meant = moves.Settle(SettlersId("S07"), goods("book", "book", "relic", "relic", "relic"))
    for typed in ("settle S07 relic 3 book 2", "settle S07 book*2 relic*3", "accueillir s07 livre 2 relique 3"):
        assert read_move(GAME, begun(), 0, typed) == meant
    assert read_move(GAME, begun(), 0, "port 5 relic 2 book") == moves.Port(die("5"), goods("book", "relic", "relic"))


REFUSED = [
    ("guild 4 scholar", "you have no die that shows 4.", "vous n’avez pas de dé qui montre 4."),
    ("guild 2+2 scholar", "that takes 2 modifiers, and you can spend 1.", None),
    ("guild 2 smith", "no more dice go to that guild in this round: Blacksmiths.", None),
    ("tavern 2 S17", "the next die in the tavern must be 3 or more, not 2.", None),
    ("yard 6", "the next die in the yard must be 5 or less, not 6.", None),
    ("hall 2+1", "there is no tile under the 3.", "il n’y a pas de tuile sous le 3."),
    ("port 6 book", "a die lies there already: Port.", "un dé s’y trouve déjà : Port."),
    ("council 2 T08", "that tile does not lie in the council: tile T08.", None),
    ("castle 2", "a die lies there already: Ivory Castle.", "un dé s’y trouve déjà : Château d’Ivoire."),
    ("settle S07 book relic", "that card takes 4 goods at least, and you name 2.", None),
    ("settle S07 weapon", "“weapon” after “settle S07”: the card does not ask for that: weaponry.", None),
]


@pytest.mark.parametrize(("typed", "english", "french"), REFUSED)
def test_a_refusal_says_why(typed: str, english: str, french: str | None) -> None:
    with pytest.raises(Refused) as refused:
        read_move(GAME, begun(), 0, typed)
    assert english in sentence(refused.value, "en", ENGLISH, NAMES)
    if french is not None:
        assert re.sub(r" (?=[:;])", "\u202f", french) in sentence(refused.value, "fr", GAME.words("fr"), NAMES)


# --- nothing left over ---------------------------------------------------------------------------------------------


def every_way() -> Iterator[View]:
    """Views that show all there is to show."""
    yield from PICTURES.values()
    yield replace(VIEW, turn=0)
    yield GAME.view(TABLE, None)
    yield replace(VIEW, open_places={2: ()})
    yield GAME.view(table(replace(ANA, used=10), BEA, CLEO), 0)
    yield GAME.view(table(replace(ANA, passed=True, used=14), BEA, replace(CLEO, dice=())), 0)
    full = {"tavern:1": 1, "tavern:2": 2, "tavern:3": 3}
    yield GAME.view(replace(TABLE, dice={where: Placed(0, value) for where, value in full.items()}), 0)
    yield GAME.view(replace(TABLE, loaded=TABLE.edition.start.goods, workshops=full_guild()), 0)
    hidden = Secret((3, 3), (1,), "", ("S01",))
    yield GAME.view(TABLE.with_side(1, replace(BEA, hidden=hidden)), 0)
    used = replace(ANA, satisfied=(Satisfied(SettlersId("S05"), 5, used=True),))
    yield GAME.view(TABLE.with_side(0, used), 0)
    for fulfilled in (True, False):
        yield replace(alone(), end=Result((28,), (1,), (0,) if fulfilled else ()), fulfilled=fulfilled)
    yield from (GAME.view(replace(TABLE, event=event), 0) for event in TABLE.edition.events)


def full_guild() -> dict[GuildId, Any]:
    return {**TABLE.workshops, GUILDS[1]: (shop("B07"), shop("B08"), shop("B09"))}


def test_no_label_is_left_over() -> None:
    labels = Asked(ENGLISH.board)
    for view in every_way():
        GAME.board(view, replace(ENGLISH, board=labels), NAMES[: view.players])
    for move, _ in MEANINGS:
        GAME.teller(VIEW, replace(ENGLISH, board=labels))(move)
    assert labels.seen == set(labels)


@pytest.mark.parametrize("wide", [80, 140])
def test_what_can_be_typed_stands_on_the_board(wide: int) -> None:
    board = picture(VIEW, wide=wide)
    typed = [*(card for card in VIEW.tavern if card), *(tile for tile in VIEW.hall if tile), *GUILDS]
    typed += [*(tile for tile in VIEW.council if tile), *VIEW.seats[0].held, "DT05"]
    assert [word for word in typed if word not in board] == []
    assert max(map(width, board.split("\n"))) <= wide
    assert bare(board_text(GAME, VIEW, ENGLISH, NAMES[:3], COLOURED, wide)) == board
