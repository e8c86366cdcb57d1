"""What the edition of The Two Heirs says, and what an owner may say otherwise."""

import re
from collections import Counter

import pytest
from msgspec.structs import replace

from core.games.heirs import GAME as HEIRS
from core.games.heirs.data import edition as heirs
from core.games.heirs.names import KINDS as BUILDINGS
from core.games.heirs.names import SETS, TERRAINS, Resources, TileId
from core.kernel.bots.matches import decisions, seated
from tests.support.editions import text_of
from tests.support.pictures import board_text

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
    drawn = {*"".join(board_text(HEIRS, HEIRS.view(table, None), words, setup.seats) for table in tables)}
    assert {*"╠╦╣╩"} <= drawn, "crossroads of three, on tiles or on the map"
    assert {*"╨╞╥╡"} & drawn, "roads that end, on tiles"


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
