"""An owner's edition of each game: what could not be played is refused with the name of its entry."""

import re
from collections import Counter
from importlib import import_module
from typing import Any

import pytest
from msgspec.structs import replace

from core.games.emara.data.edition import Bonus, Trade
from core.games.emara.data.edition import edition as emara
from core.games.emara.data.edition import shipped as shipped_emara
from core.games.emara.names import RESOURCES, Goods
from core.games.heirs import GAME as HEIRS
from core.games.heirs.data import edition as heirs
from core.games.heirs.names import KINDS as BUILDINGS
from core.games.heirs.names import SETS, TERRAINS, Resources, TileId
from core.games.medieval import GAME as MEDIEVAL
from core.games.medieval.names import CardId
from core.games.medieval.rules.play import set_off
from core.games.medieval.table import Player
from core.kernel.bots.matches import decisions, seated
from core.kernel.drawing.canvas import PLAIN
from core.kernel.errors import EditionError
from core.kernel.game import Setup
from core.kernel.setup import resources
from core.kernel.setup.rulings import settle

GAMES = ("emara", "heirs", "medieval")


def edition_of(game: str) -> Any:
    return import_module(f"core.games.{game}.data.edition")


def text_of(game: str) -> str:
    return resources.read(edition_of(game).PACKAGE, "edition.toml").decode()


WELCOME = {
    "emara": [
        ("first_game = 35", "first_game = 30"),
        ('cost = "3 ring + 2 gold"', 'cost = "2 ring + 3 gold"'),
        ('"market:bp" =', '"market:bp2" ='),
        ('"1 any > 1 gold", "3 any > 2 gold"', '"1 any > 1 gold", "1 ring > 1 gold", "3 any > 2 gold"'),
    ],
    "heirs": [
        ('cost = "2 wood + 1 stone", road = "X"', 'cost = "0 wood", road = "X"'),
        ('road = "TR"', 'road = ""'),
        ('terrain = "stone", cost = "1 wood + 2 stone + 1 wheat"', 'terrain = "stone", back = "wood", cost = "1 wood"'),
        ('TRE6 = { line = "row", terrain = "wheat"', 'mine = { line = "row"'),
        ('TRA4 = { kind = "market"', 'TRA10 = { mark = "row", kind = "inn"'),
        ('cav = { cross = "stone"', 'cav = { cross = "wood"'),
        ('n1 = { cross = "wood"', 'n1 = { cross = "stone"'),
    ],
    "medieval": [
        ("deployment = 4", "deployment = 5"),
        ("extra_production = 2", "extra_production = 0"),
        ("prices = [1, 2, 3]", "prices = [0, 2, 3]"),
        ("discard = { 2 = 4", "discard = { 2 = 0"),
        ("MKT-08 = {", "market-8 = {"),
        ('1 = { colour = "red"', 'lion = { colour = "red"'),
    ],
}


@pytest.mark.parametrize("game", GAMES)
def test_other_numbers_are_welcome(game: str) -> None:
    mine = text_of(game).replace('name = "house"', 'name = "mine"')
    for written, instead in WELCOME[game]:
        assert written in mine
        mine = mine.replace(written, instead)
    made = edition_of(game).adopt("mine.toml", mine)
    assert made.name == "mine"
    assert made.digest != edition_of(game).shipped().digest
    assert edition_of(game).edition(made.digest).name == "mine"


EXITS = {"LR": "L", "TB": "TRB", "TR": "T", "BL": "RBL", "RB": "B", "TL": "TBL", "X": "TRL"}
"""Every road of the tiles that ship, with one exit or three instead."""


@pytest.mark.parametrize("players", [1, 2])
def test_tiles_with_one_exit_or_three_are_played_and_drawn(players: int) -> None:
    mine = re.sub(r'road = "(\w+)"', lambda found: f'road = "{EXITS.get(found[1], found[1])}"', text_of("heirs"))
    edition = heirs.adopt("mine.toml", mine)
    assert {tile.road for tile in heirs.edition(edition.digest).tiles.values()} == {"", "H", *EXITS.values()}
    setup = replace(seated(HEIRS, players), edition=edition.digest)
    words = HEIRS.words("en")
    match = decisions(HEIRS, setup, ("greedy", "random")[:players], "exits")
    tables = [decision.happened.state.table for decision in match]
    assert HEIRS.result(tables[-1]) is not None
    drawn = {*"".join(HEIRS.board(HEIRS.view(table, None), words, setup.seats, PLAIN) for table in tables)}
    assert {*"╠╦╣╩"} <= drawn, "crossroads of three, on tiles or on the map"
    assert {*"╨╞╥╡"} & drawn, "roads that end, on tiles"


HANDS_OF_THREE = """\
turns = 3                                # of each player, in a round
slots = [1, 2, 3]                        # steps
hand = 3
"""

BROKEN = {
    "medieval": [
        ("rounds = 7", "rounds = 0", "board.rounds"),
        ("deployment = 4", "deployment = 0", "board.deployment"),
        ("milestone = 5", "milestone = 0", "board.milestone"),
        ("leftovers = 2 ", "leftovers = 0 ", "board.leftovers"),
        ("upcoming = 6", "upcoming = 0", "board.upcoming"),
        ("current = 12", "current = 105", "board.current"),
        ("prices = [1, 2, 3]", "prices = [1, 2, 3, 4, 5]", "board.prices"),
        ("honour = [0, 1, 3, 6, 9, 12]", "honour = []", "board.honour"),
        ("honour = [0, 1, 3, 6, 9, 12]", "honour = [0, 3, 1]", "board.honour"),
        ("5 = 1 }", "6 = 1 }", "board.discard"),
        ("decoys = { 2 = 2,", "decoys = {", "stock.decoys"),
        ("pair = 2", "pair = 3", "stock.pair"),
        ('box = "26 mayor', 'box = "19 mayor', "stock.box"),
        ('{ 2 = "6 mayor', '{ 2 = "1 mayor', "stock.leaders"),
        ("least = 2", "least = 3", "terrains"),
        ('CAS-08 = { from = "house" }\n', "", "families"),
        ('seal = "orange"', 'seal = "pink"', "families.castle.cards.CAS-01.seal"),
        ('measure = "raw_material"', "", "families.castle"),
        ('"choose 4 barred=religion"', '"choose 2 barred=religion", "choose 2 barred=gold"', "families.tithe"),
        ('"choose 4 barred=religion"', '"choose 4 barred=iron"', "families.tithe.cards.TIT-01.now"),
        ('town = "production"', 'town = "iron"', "families.town.cards.TWN-01.town"),
        ('town_seal = "red"', 'town_seal = "pink"', "families.town.cards.TWN-01.town_seal"),
        ('rule = "MED-6.1"', 'rule = "MED-6.9"', "families.castle.cards.CAS-01.rule"),
        ("CAS-01 = {", '"CAS 01" = {', "families.castle.cards.CAS 01"),
        ("CAS-01 = {", '"CAS#1" = {', "families.castle.cards.CAS#1"),
        ("CAS-01 = {", "cas-02 = {", "families.castle.cards.cas-02"),
        ("CAS-01 = {", "CARCASSONNE = {", "families.castle.cards.CARCASSONNE"),
        ('1 = { colour = "red"', '"the first" = { colour = "red"', "monarchs.the first"),
        ("extra_production = 2", "extra_production = -1", "board.extra_production"),
        ("prices = [1, 2, 3]", "prices = [-1, 2, 3]", "board.prices"),
        ("honour = [0, 1,", "honour = [-1, 1,", "board.honour"),
        ("discard = { 2 = 4", "discard = { 2 = -4", "board.discard"),
        ("decoys = { 2 = 2", "decoys = { 2 = -2", "stock.decoys"),
        ("combat = { mayor = 2, general = 2", "combat = { mayor = 2, general = 0", "stock.combat"),
    ],
    "emara": [
        ("rounds = 6", "rounds = 0", "board.rounds"),
        ("rounds = 6", "rounds = 14", "board.rounds"),
        ("turns = 3 ", "turns = 0 ", "board.turns"),
        ("turns = 3 ", "turns = 2 ", "board.hand"),
        ("turns = 3 ", "turns = 3.5 ", "board"),
        (HANDS_OF_THREE, HANDS_OF_THREE.replace("3", "2").replace("1, 2, 2", "1, 2"), "board.hand"),
        ("slots = [1, 2, 3] ", "slots = [1, 2] ", "board.slots"),
        ("slots = [1, 2, 3] ", "slots = [0, 1, 2] ", "board.slots"),
        ("hand = 3\ncraftsmen", "hand = 3\nstock = 3\ncraftsmen", "board.stock"),
        ('craftsmen = ["rulebook", "house", "house", "house"]', 'craftsmen = ["rulebook"]', "board.craftsmen"),
        ("craftsmen = [1, 2, 3, 5] ", "craftsmen = [1, -2, 3, 5] ", "board.craftsmen"),
        ("advisor_places = 2", "advisor_places = 3", "board.advisor_places"),
        ("track_max = 104", "track_max = 0", "board.track_max"),
        ("first_game = 35", "first_game = -1", "board.first_game"),
        ("favors_shown = 3", "favors_shown = 0", "board.favors_shown"),
        ('gift = "1 ring" ', 'gift = "1 iron" ', "board.gift"),
        ('gift = "1 ring" ', 'gift = "0 ring" ', "board.gift"),
        ('donation = "1 book" ', "donation = {} ", "board.donation"),
        ('sale = "1 gold" ', 'sale = "0 gold" ', "board.sale"),
        ("{ 1 = 3, 2 = 6, 3", "{ 1 = 3, 3", "board.books"),
        ("books = { 1 = 3, 2 = 6, 3 = 10, 4 = 15, 5 = 21 }", "books = {}", "board.books"),
        ("book_bp = 5 ", "book_bp = 0 ", "board.book_bp"),
        ("stone_bp = 5\n", "stone_bp = 0\n", "board.stone_bp"),
        ("wood_bp = { 1 = 5", "wood_bp = { 0 = 5", "board.wood_bp"),
        ("wood_bp = { 1 = 5", "wood_bp = { 1 = 0", "board.wood_bp"),
        ("most_bread = 3", "most_bread = 0", "board.most_bread"),
        ("ring = 2\n", "ring = -1\n", "board.final.ring"),
        ("resources_per_point = 2", "resources_per_point = 0", "board.final.resources_per_point"),
        ('gain_wood = { rule = "EMA-5.1", gain = "1 wood"', 'gain_wood = { rule = "EMA-5.1"', "actions.gain_wood"),
        ("commission = {", "hiring = {", "actions"),
        ("steps = 1", "steps = 1, discount = 1", "actions.step"),
        ("steps = 1", "steps = -1", "actions.step.steps"),
        ("discount = 1,", "discount = -1,", "actions.commission.discount"),
        ('"1 any > 1 gold"', '"1 any 1 gold"', "actions.exchange.trades"),
        ('"1 any > 1 gold"', '"0 any > 1 gold"', "actions.exchange.trades"),
        ('"1 any > 1 gold"', '"1 any > 1 other"', "actions.exchange.trades"),
        ('"1 any > 1 gold"', '"1 wood > 1 gold", "1 any > 1 ring"', "actions.exchange.trades"),
        ("s23 = [4, 3, 2]", "s23 = []", "markers.stone.s23"),
        ("s4 = [6, 5, 5, 4]", "s4 = [6, 5, 0]", "markers.bread.s4"),
        ("printed = 3", "printed = 0", "markers.bread.printed"),
        ("[markers.bread]", "[markers.flour]", "markers"),
        ('stone = { side = "s23", at = 1 }', 'stone = { side = "s23", at = 3 }', "starts.2.stone"),
        ('stone = { side = "s23", at = 1 }', 'stone = { side = "s5", at = 1 }', "starts.2"),
        ('stone = { side = "s23", at = 1 }', 'stone = { side = "s23", by = 1 }', "starts.2"),
        (
            'stone = { side = "s23", at = 1 }',
            'stone = { side = "s23", turned = { wood = 1 } }',
            "starts.2.stone.turned",
        ),
        ("{ stone = 1, cloth = 1 }", "{ stone = -1, cloth = 1 }", "starts.1.gift"),
        ("{ stone = 1, cloth = 1 }", "{ stone = 1, iron = 1 }", "starts.1.gift.turned"),
        ("[starts.4]", "[starts.5]", "starts"),
        ("[starts.4]", "[starts.four]", "starts.four"),
        ("baron = { cost", "baronet = { cost", "ranks"),
        ('cost = "1 ring",', 'cost = "1 wood",', "ranks.baron.cost"),
        ("cp = [7, 6, 5, 4]", "cp = [7, 6, 6, 4]", "ranks.count.cp"),
        ("cp = [7, 6, 5, 4]", "cp = [4, 5, 6, 7]", "ranks.count.cp"),
        ("cp = [7, 6, 5, 4]", "cp = [7, 6, 5]", "ranks.count.cp"),
        ("cp = [7, 6, 5, 4]", "cp = [7, 6, 5, 0]", "ranks.count.cp"),
        ("quarry = { resource", "mine = { resource", "countryside"),
        ('quarry = { resource = "stone"', 'quarry = { resource = "wood"', "countryside"),
        ('["2 wood", "1 wood + 1 cloth", "2 cloth"]', '["2 wood", "2 cloth"]', "countryside.grainfield.huts"),
        ('["2 wood", "1 wood', '["2 wood", "1 book', "countryside.grainfield.huts"),
        ('extra = "1 stone + 1 cloth"', 'extra = "0 stone"', "countryside.grainfield.extra"),
        ('type = "B"', 'type = "C"', "advisors.sir_christiaan"),
        ('type = "B"', 'type = "A"', "advisors"),
        ('cost = "1 stone + 1 grain"', 'cost = "0 stone"', "advisors.scholar.cost"),
        ('cost = "1 stone + 1 grain"', 'cost = "-1 stone"', "advisors.scholar.cost"),
        ('cost = "1 stone + 1 grain"', 'cost = "1 gold"', "advisors.scholar.cost"),
        ("cp = 1\n", "cp = -1\n", "advisors.carpenter.cp"),
        ('"1 any > 1 other"', '"1 cloth > 1 other"', "advisors.merchant.power"),
        ('"1 cloth > 2 cp"', '"1 cloth > 2 cloth"', "advisors.dressmaker.power"),
        ('"1 cloth > 2 cp"', '"1 bp > 2 cp"', "advisors.dressmaker.power"),
        ('"1 cloth > 2 cp"', '"1 cloth > 0 cp"', "advisors.dressmaker.power"),
        ('"gift > 2 cp"', '"gift > 0 cp"', "advisors.mayoress.bonus"),
        ('"rank > 2 cp"', '"rank > 0 cp"', "events.respected_at_court.bonus"),
        ('"gift > 2 cp"', '"present > 2 cp"', "advisors.mayoress.bonus"),
        ("building = 36", "building = -36", "events.early_winter.building"),
        ('country = "quarry"', 'country = "castle"', "events.imported_stone.country"),
        ('town = "market"', 'town = "quarry"', "events.imported_stone.town"),
        ('"1 grain > 3 cp"', '"1 grain > 1 grain"', "events.great_famine.trades"),
        ('"1 grain > 3 cp"', '"1 any > 1 other"', "events.great_famine.trades"),
        ('"1 gold > 4 cp"', '"1 gold > 4 cp", "1 grain > 2 cp"', "events.alms_for_the_poor.trades"),
        ("sales = 1", "sales = -1", "events.foreign_traders.sales"),
        ("discount = 1\n", "discount = -1\n", "events.good_working_conditions.discount"),
        ("bp = -1\n", "bp = -6\n", "events.early_winter.bp"),
        ("bp = 2\n", "bp = -6\n", "advisors.toolmaker.bp"),
        ('building = "house"', 'building = "memory"', "events.forest_logging.building"),
        ('place = "market", reward = "5 bp"', 'place = "forest", reward = "5 bp"', "favors.market:bp.place"),
        ('place = "market", reward = "5 bp"', 'place = "market", reward = "0 bp"', "favors.market:bp.reward"),
        ('"market:bp"', '"bp"', "favors.bp"),
        ('"market:bp"', '"market:book of prayers"', "favors.market:book of prayers"),
        ('"market:bp"', '"market:RING"', "favors.market:RING"),
        ("[advisors.bailiff]", '[advisors."bailiff;2"]', "advisors.bailiff;2"),
        ('"market:bp" = { place', '"market:gold" = { place', "favors.market:gold.reward"),
        ('"market:bp" = { place = "market", reward = "5 bp", from = "house" }\n', "", "favors"),
        ("rounds = [2, 3, 4, 5, 6]", "rounds = [2, 3, 4, 5, 7]", "solo.rounds"),
        ('2 = "baron", 3 = "count"', '2 = "count", 3 = "baron"', "solo.ranks"),
        ('5 = "marquess" }', '1 = "marquess" }', "solo.ranks"),
        ('{ 2 = "baron"', '{ 1 = "baron"', "solo.ranks"),
        ('removed = ["early_winter"]', 'removed = ["late_winter"]', "solo.removed"),
        (
            'removed = ["early_winter"]',
            "removed = [" + '"early_winter", ' * 8 + "]",
            "solo.removed",
        ),
        ("win = -5", "win = 5", "solo.win"),
        ("loss = 2", "loss = 0", "solo.loss"),
        ("lowest = 15", "lowest = 35", "solo.default"),
        ("first = 40", "first = -1", "solo.first"),
    ],
    "heirs": [
        ("ring = 7 ", "ring = 8 ", "board.ring"),
        ("ring = 7 ", "rings = 7 ", "board"),
        ("shown = 6 ", "shown = 26 ", "board.shown"),
        ("shown = 6 ", "shown = 0 ", "board.shown"),
        ("shown = 6 ", "shown = 4 ", "board.shown"),
        ("reach = 1 ", "reach = 0 ", "board.reach"),
        ("hand = 3\n", "hand = 0\n", "board.hand"),
        ("hand = 3\n", 'hand = "three"\n', "board"),
        ("sets = 3 ", "sets = 4 ", "board.sets"),
        ('["travel", "agriculture", "commerce"]', '["travel", "agriculture"]', "board.first_game"),
        ('["travel", "agriculture", "commerce"]', '["travel", "travel", "war"]', "board.first_game"),
        ('["travel", "agriculture", "commerce"]', '["travel", "war", "church"]', "board.first_game"),
        ("inn_range = 3 ", "inn_range = 0 ", "board.inn_range"),
        ("road = 2 ", "road = 0 ", "board.road"),
        ("siege = 2 ", "siege = 0 ", "board.siege"),
        ("{ 1 = 4, 2 = 2, 3 = 0 }", "{ 1 = 4, 2 = 2 }", "board.set_aside"),
        ("{ 1 = 4, 2 = 2, 3 = 0 }", "{ 1 = 11, 2 = 2, 3 = 0 }", "board.set_aside"),
        ("{ 1 = 4, 2 = 2, 3 = 0 }", "{ 1 = 4, 2 = 2, 3 = -1 }", "board.set_aside"),
        ("line = 2 ", "line = 0 ", "board.line"),
        ("treasure = 5 ", "treasure = -5 ", "board.treasure"),
        ("best = 3 ", "best = -1 ", "board.best"),
        ('hand = "public"', 'hand = "memory"', "board.hand"),
        ("market = {", "bazaar = {", "kinds"),
        ('inn = { set = "travel"', 'inn = { set = "journey"', "kinds.inn.set"),
        ('rule = "HEI-9.1", base = 1, each = 1', 'rule = "HEI-9.1", base = 1', "kinds.inn"),
        ('rule = "HEI-9.1", base = 1', 'rule = "HEI-9.1", base = -1', "kinds.inn.base"),
        ('rule = "HEI-9.21"', 'rule = "HEI-9.21", base = 1', "kinds.siege_tower"),
        ('rule = "HEI-9.14"', 'rule = "HEI-9.14", base = 1', "kinds.farm"),
        ("raised = 4", "each = 4", "kinds.town_hall"),
        ("raised = 4", "raised = -4", "kinds.town_hall.raised"),
        ('each = 1, terrain = "wheat"', 'each = 1, terrain = "grain"', "kinds.mill.terrain"),
        ('pair = ["wood", "wheat"]', 'pair = ["wood", "wood"]', "kinds.basket_shop.pair"),
        ('pair = ["wood", "wheat"]', 'pair = ["wood", "grain"]', "kinds.basket_shop.pair"),
        ('pair = ["wood", "wheat"]', 'pair = ["wood", "wheat", "stone"]', "kinds.basket_shop.pair"),
        ('"robber_barony", terrain = "wood"', '"robber", terrain = "wood"', "tiles.TRA8.kind"),
        ('"mill", terrain = "wheat"', '"mill", terrain = "grain"', "tiles.AGR1.terrain"),
        ('AGR9 = { kind = "camp"', 'AGR9 = { kind = "camp", back = "grain"', "tiles.AGR9.back"),
        ('"mill", terrain = "wheat", ', '"mill", ', "tiles.AGR1"),
        ('"mill", terrain = "wheat"', '"mill", terrain = "stone"', "tiles.agriculture.stone"),
        ('cost = "2 stone + 1 wheat", mark = "row"', 'cost = "-2 stone", mark = "row"', "tiles.TRA1.cost"),
        ('cost = "2 stone + 1 wheat", mark = "row"', 'cost = "2 gold", mark = "row"', "tiles.TRA1.cost"),
        ('mark = "row", road = "LR"', 'road = "LR"', "tiles.TRA1.mark"),
        ('mark = "row", road = "LR"', 'mark = "diagonal", road = "LR"', "tiles.TRA1.mark"),
        ('mark = "orthogonal", road = "TB"', 'mark = "row", road = "TB"', "tiles.CRA1.mark"),
        ('mark = "orthogonal", road = "TB"', 'mark = "oblique", road = "TB"', "tiles.CRA1"),
        ('CRA1 = { kind = "basket_shop"', 'mine = { kind = "watchtower"', "tiles.mine.mark"),
        ('AGR9 = { kind = "camp"', 'mine = { kind = "camp", mark = "row"', "tiles.mine.mark"),
        ('shows = "farm"', 'shows = "mill"', "tiles.COM4.shows"),
        ('shows = "farm", ', "", "tiles.COM4.shows"),
        ('shows = "pottery"', 'shows = "farm"', "tiles.CRA8.shows"),
        ('AGR9 = { kind = "camp"', 'mine = { kind = "camp", shows = "farm"', "tiles.mine.shows"),
        ('road = "TL"', 'road = "LT"', "tiles.AGR8"),
        ('road = "TL"', 'road = "H"', "tiles.AGR8.road"),
        ('road = "H"', 'road = "X"', "tiles.TRA6.road"),
        ('"market", terrain = "wood"', '"robber_barony", terrain = "wood"', "tiles.TRA3.kind"),
        ('shows = "farm"', 'shows = "sawmill"', "tiles.COM4.shows"),
        ('AGR7 = { kind = "camp", terrain = "wood"', 'AGR7 = { kind = "camp", terrain = "stone"', "tiles.agriculture"),
        ('around = ["N", "S"]', 'around = ["N", "E"]', "treasures.TRE7.around"),
        ('PAT9 = { kind = "garrison"', 'mine = { kind = "fortress"', "tiles.war.wheat"),
        ('AGR1 = { kind = "mill"', 'mine = { kind = "bakery"', "tiles"),
        ('TRE2 = { line = "column"', 'mine = { around = ["N", "S"], line = "column"', "treasures.mine"),
        ('TRE7 = { around = ["N", "S"], ', "mine = { ", "treasures.mine"),
        ('TRE7 = { around = ["N", "S"]', 'mine = { around = ["N", "N"]', "treasures.mine.around"),
        ('TRE7 = { around = ["N", "S"]', 'mine = { around = ["N", "S", "E"]', "treasures.mine.around"),
        ('around = ["N", "S"]', 'around = ["N", "UP"]', "treasures.TRE7"),
        ('TRE7 = { around = ["N", "S"]', 'mine = { around = ["N", "S"], terrain = "wood"', "treasures.mine.terrain"),
        (
            'TRE6 = { line = "row", terrain = "wheat"',
            'mine = { line = "row", terrain = "grain"',
            "treasures.mine.terrain",
        ),
        ('line = "row", terrain = "wheat"', 'line = "row", terrain = "wood"', "treasures.TRE6.terrain"),
        ('line = "row", terrain = "wheat"', 'line = "diagonal", terrain = "wheat"', "treasures.TRE6"),
        ('TRE10 = { around = ["NE", "SW"], from = "house" }\n', "", "treasures"),
        ("TRA4 = {", '"TRA 10" = {', "tiles.TRA 10"),
        ("TRA4 = {", '"10;raze" = {', "tiles.10;raze"),
        ("TRA4 = {", '"" = {', "tiles."),
        ("TRA4 = {", "tra5 = {", "tiles.tra5"),
        ("TRA4 = {", "CAV = {", "tiles.CAV"),
        ("TRE5 = {", "tre6 = {", "treasures.tre6"),
        ('cross = "wheat"', 'cross = "wood"', "troops"),
        ("n2 = {", "n3 = {", "troops"),
    ],
}


CASES = [(game, *case) for game, cases in BROKEN.items() for case in cases]


@pytest.mark.parametrize(("game", "written", "instead", "entry"), CASES)
def test_what_could_not_be_played_is_refused(game: str, written: str, instead: str, entry: str) -> None:
    text = text_of(game)
    assert written in text
    with pytest.raises(EditionError) as found:
        edition_of(game).adopt("mine.toml", text.replace(written, instead))
    assert str(found.value.terms["entry"]).startswith(entry)


def test_an_event_more_or_less_is_refused() -> None:
    text = text_of("emara")
    winter = text[text.index("[events.early_winter]") : text.index("[events.foreign_traders]")]
    for mine in (text.replace(winter, ""), text + winter.replace("early", "late")):
        with pytest.raises(EditionError) as found:
            edition_of("emara").adopt("mine.toml", mine)
        assert found.value.terms["entry"] == "events"


def test_a_city_without_a_second_seal_answers_to_its_own() -> None:
    """MED-R6 indicated_seal, on a card that indicates none: what it tells is what it does."""
    text = text_of("medieval").replace(
        'TWN-01 = { town = "production", town_seal = "red"', 'TWN-01 = { town = "production"'
    )
    digest = edition_of("medieval").adopt("mine.toml", text).digest
    rulings = settle(MEDIEVAL.rulings, {"town_trigger": "indicated_seal"})
    table = MEDIEVAL.new(Setup(("Ana", "Bo"), rulings, digest))[0]
    table = table.with_side(0, Player(realm=(CardId("TWN-01"), CardId("TWN-02"))))
    set_off_by = [
        card for card in table.edition.cards.values() if [town.id for town in set_off(table, 0, card)] == ["TWN-01"]
    ]
    assert {card.seal for card in set_off_by} == {"green"}
    board = MEDIEVAL.board(MEDIEVAL.view(table, 0), MEDIEVAL.words("en"), ("Ana", "Bo"), PLAIN)
    assert "green card played: +1 VP +1 production" in board


@pytest.mark.parametrize(
    ("written", "instead"),
    [
        ('now = ["vp 6"]', "now = []"),
        ('cost = "6 raw_material"', 'cost = "9 production + 9 science + 9 culture + 9 religion + 9 gold + 9 combat"'),
    ],
)
def test_a_card_that_does_nothing_or_costs_of_everything_is_drawn(written: str, instead: str) -> None:
    assert written in text_of("medieval")
    digest = edition_of("medieval").adopt("mine.toml", text_of("medieval").replace(written, instead)).digest
    table = MEDIEVAL.new(Setup(("Ana", "Bo"), settle(MEDIEVAL.rulings, {}), digest))[0]
    shown = replace(table, upcoming=(CardId("WAR-01"), CardId("CAS-01")))
    for lang in ("en", "fr"):
        board = MEDIEVAL.board(MEDIEVAL.view(shown, 0), MEDIEVAL.words(lang), ("Ana", "Bo"), PLAIN)
        assert "WAR-01" in board
        assert "CAS-01" in board


def test_effects_of_emara_are_read_from_their_notation() -> None:
    made = emara(shipped_emara().digest)
    advisors: Any = made.advisors
    assert advisors["baker"].power[1] == Trade(Goods(cloth=1, grain=2), gain=Goods(bread=2))
    assert advisors["schoolmarm"].power == (Trade(any=2, gain=Goods(book=1)),)
    assert advisors["merchant"].power == (Trade(any=1, other=1),)
    assert advisors["landlord"].power == (Trade(Goods(cloth=1, cp=1), gain=Goods(bp=5)),)
    assert advisors["abbess"].bonus == (Bonus("donation", Goods(book=1)),)
    assert [id_ for id_, advisor in advisors.items() if advisor.free] == ["chamberlain"]


def test_a_marker_shows_its_numbers_and_then_what_is_printed() -> None:
    made = emara(shipped_emara().digest)
    gift = made.markers.gift
    assert [gift.shows("s23", turns) for turns in range(5)] == [1, 2, 3, 4, 4]
    assert [gift.shows("s4", turns) for turns in range(6)] == [1, 2, 2, 3, 4, 4]
    two = made.starts[2]
    assert [two.gift.of(resource) for resource in RESOURCES] == [0, 1, 1, 0]
    assert [two.donation.of(resource) for resource in RESOURCES] == [1, 0, 0, 1]
    assert made.markers.stone.shows(two.stone.side, two.stone.at) == 3
    assert made.markers.bread.shows(two.bread.side, two.bread.at) == 5


def test_each_resource_of_emara_is_asked_for_equally_often() -> None:
    made = emara(shipped_emara().digest)
    costs = sum((advisor.cost.goods for advisor in made.advisors.values()), Goods())
    huts = sum((hut.goods for country in made.countryside.values() for hut in country.huts), Goods())
    assert costs == Goods(16, 16, 16, 16)
    assert huts == Goods(6, 6, 6, 6)


def test_the_tiles_of_the_heirs_are_what_their_entries_say() -> None:
    made = heirs.edition(heirs.shipped().digest)
    post = made.tiles[TileId("COM4")]
    assert (post.kind, post.terrain, post.cost) == ("trading_post", "wheat", Resources(wood=1, wheat=2))
    assert (post.shows, post.mark, post.road) == ("farm", None, "X")
    assert made.kind_of(post.id).set == "commerce"
    assert {tile.back == tile.terrain for tile in made.tiles.values()} == {True}
    mine = text_of("heirs").replace('AGR9 = { kind = "camp"', 'AGR9 = { back = "wood", kind = "camp"')
    assert heirs.edition(heirs.adopt("mine.toml", mine).digest).tiles[TileId("AGR9")].back == "wood"
    assert made.tiles_of(SETS[0], SETS[3]) == tuple(f"{name}{n}" for name in ("TRA", "WAR") for n in range(1, 10))
    assert [made.troop_for(terrain) for terrain in TERRAINS] == ["n1", "cav", "n2"]


def test_each_resource_is_asked_for_equally_often_in_each_set_of_the_heirs() -> None:
    made = heirs.edition(heirs.shipped().digest)
    asked = {name: sum((made.tiles[tile].cost for tile in made.tiles_of(name)), Resources()) for name in SETS}
    each = {"travel": 9, "agriculture": 8, "commerce": 9, "war": 7, "crafts": 8, "patrol": 9}
    assert asked == {name: Resources(number, number, number) for name, number in each.items()}


def test_roads_and_copies_of_the_heirs() -> None:
    made = heirs.edition(heirs.shipped().digest)
    tiles = made.tiles.values()
    assert Counter(made.kind_of(tile.id).set for tile in tiles if tile.road) == {
        "travel": 8,
        "agriculture": 6,
        "commerce": 6,
        "war": 5,
        "crafts": 5,
        "patrol": 5,
    }
    assert Counter(tile.road for tile in tiles)["X"] == 5
    copies = Counter(tile.kind for tile in tiles)
    assert [copies[kind] for kind in BUILDINGS] == [2, 3, 2, 2, *[1] * 6, 3, *[1] * 3, 3, 3, 6, 3, 6, 3, 2, 2, 2, 3]
