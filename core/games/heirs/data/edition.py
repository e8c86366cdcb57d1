"""The component data: its types, and the checks that an owner's own file must pass."""

from collections import Counter
from functools import cache
from typing import Final, Literal

from msgspec import Struct

from core.games.heirs.names import (
    CAMP,
    CATHEDRAL,
    CRAFTSHOPS,
    FORTRESS,
    GARRISON,
    GUILDS,
    INN,
    KINDS,
    MARKET,
    PILGRIMAGE_SITE,
    PLACINGS,
    PRODUCERS,
    ROBBER_BARONY,
    SETS,
    SETS_OF_A_MATCH,
    SIEGE_TOWER,
    TERRAINS,
    TOWN_HALL,
    TRADING_POST,
    TROOPS,
    WATCHTOWER,
    ZONES,
    KindId,
    Resources,
    SetId,
    TerrainId,
    TileId,
    TreasureId,
    TroopId,
)
from core.kernel.rules.amounts import read_amounts
from core.kernel.rules.marks import Vocabulary
from core.kernel.setup import resources
from core.kernel.setup.edition import SHIPPED, EditionFile, Editions

PACKAGE = "core.games.heirs.data"
PLAYERS = (1, 2)
LEVELS = (1, 2, 3)
TILES_OF_A_TERRAIN = 3  # in a set
TILES_OF_A_SET = TILES_OF_A_TERRAIN * len(TERRAINS)
TREASURES = 10
TILES_AROUND = 2  # that a pattern of a treasure shows
LAST_TURNS = 2  # HEI-7.3
STRETCH = 2  # sides that a road joins which goes on

VOCABULARY: Vocabulary = {"terrain": TERRAINS, "kind": KINDS, "set": SETS, "troop": TROOPS, "placing": PLACINGS}

Direction = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
Line = Literal["row", "column"]
Mark = Literal["row", "column", "orthogonal", "diagonal"]
Ends = Literal["T", "R", "B", "L"]  # a road that ends on the tile
Stretch = Literal["TB", "LR", "TR", "RB", "BL", "TL"]
Forks = Literal["TRB", "RBL", "TBL", "TRL"]  # a crossroads of three
Road = Literal["", Ends, Stretch, Forks, "X", "H"]

MARKS: Final[dict[KindId, tuple[Mark, ...]]] = {
    **dict.fromkeys((INN, WATCHTOWER), ("row", "column")),
    **dict.fromkeys(CRAFTSHOPS, ("orthogonal", "diagonal")),
}
SHOWN: Final = {TRADING_POST: PRODUCERS, TOWN_HALL: CRAFTSHOPS}


class Kind(Struct, frozen=True, kw_only=True):
    """HEI-9: what a kind of building is worth, and what it counts."""

    id: KindId
    set: SetId
    rule: str
    base: int = 0  # points of its own
    each: int = 0  # points for each that it counts
    terrain: TerrainId | None = None  # that it counts or yields
    pair: tuple[TerrainId, ...] = ()  # that a craft joins
    raised: int = 0  # points for each pair of the craft that it shows


class Tile(Struct, frozen=True, kw_only=True):
    """Section 3: the front of a building tile, and the terrain of its back."""

    id: TileId
    kind: KindId
    terrain: TerrainId
    cost: Resources
    back: TerrainId  # HEI-R17: as its front, unless its entry says otherwise
    mark: Mark | None = None
    shows: KindId | None = None
    road: Road = ""

    @property
    def is_crossroads(self) -> bool:
        """HEI-8.7, HEI-8.8: is it an end point for each of its roads?"""
        return len(exits(self.road)) > STRETCH


def exits(road: str) -> str:
    """The sides that the roads of a tile touch, as its owner sees them."""
    return "TRBL" if road in {"X", "H"} else road


class Treasure(Struct, frozen=True, kw_only=True):
    """HEI-S23 to HEI-S26: tiles in its row or column, or two tiles around it; without a terrain all tiles count."""

    id: TreasureId
    line: Line | None = None
    terrain: TerrainId | None = None
    around: tuple[Direction, ...] = ()


class Token(Struct, frozen=True, kw_only=True):
    """HEI-S19: the colour of a troop's cross tells on which tiles Henry puts it."""

    id: TroopId
    cross: TerrainId


class Board(Struct, frozen=True):
    """The numbers of the rules."""

    ring: int
    shown: int
    reach: int
    hand: int
    sets: int
    first_game: tuple[SetId, ...]
    inn_range: int
    road: int
    siege: int
    set_aside: dict[int, int]
    line: int
    treasure: int
    best: int


class Edition(Struct, frozen=True):
    """A set of component data."""

    name: str
    digest: str
    board: Board
    kinds: dict[KindId, Kind]
    tiles: dict[TileId, Tile]
    treasures: dict[TreasureId, Treasure]
    troops: dict[TroopId, Token]

    def kind_of(self, tile: TileId) -> Kind:
        return self.kinds[self.tiles[tile].kind]

    def tiles_of(self, *sets: SetId) -> tuple[TileId, ...]:
        """HEI-1.2: the tiles of these sets, in the order of the edition."""
        return tuple(tile for tile in self.tiles if self.kind_of(tile).set in sets)

    def troop_for(self, terrain: TerrainId) -> TroopId:
        """HEI-S19: the troop with the cross of this colour."""
        return next(token.id for token in self.troops.values() if token.cross == terrain)


@cache
def _cost(text: str) -> Resources:
    return read_amounts(text, Resources)


def _tile(f: EditionFile, tile: str) -> Tile:
    path = ("tiles", tile)
    values = f.spelled(f.values(*path), *path, cost=_cost)
    back = {"back": values["terrain"]} if "terrain" in values else {}
    return f.build(Tile, {**back, **values, "id": tile}, *path)


def _build(f: EditionFile, name: str, digest: str) -> Edition:
    made = Edition(
        name=name,
        digest=digest,
        board=f.build(Board, f.values("board"), "board"),
        kinds=f.entries(Kind, "kinds"),
        tiles={TileId(tile): _tile(f, tile) for tile in f.table("tiles")},
        treasures=f.entries(Treasure, "treasures"),
        troops=f.entries(Token, "troops"),
    )
    _check(f, made)
    return made


def _check(f: EditionFile, made: Edition) -> None:
    """The counts of the box, and that each entry can be played."""
    for table, found, expected in (
        ("kinds", tuple(made.kinds), KINDS),
        ("troops", tuple(made.troops), TROOPS),
        ("treasures", len(made.treasures), TREASURES),
    ):
        f.must(table, fits=found == expected, expected=expected, found=found)
    for kind in made.kinds.values():
        _check_kind(f, kind)
    for tile in made.tiles.values():
        _check_tile(f, tile)
    for treasure in made.treasures.values():
        _check_treasure(f, treasure)
    _check_sets(f, made)
    _check_board(f, made)
    crosses = [token.cross for token in made.troops.values()]
    f.must("troops", fits=sorted(crosses) == sorted(TERRAINS), expected=TERRAINS, found=crosses)
    for table in ("tiles", "treasures"):
        f.typed(((table, id_) for id_ in f.table(table)), taken=TROOPS)
    _check_names(f)


def _check_board(f: EditionFile, made: Edition) -> None:
    board = made.board
    camps = sum(tile.kind == CAMP for tile in made.tiles.values())
    f.least(LAST_TURNS + camps, board.shown, "board", "shown")  # HEI-7.5: so many are taken without a refill
    for name in ("reach", "hand", "inn_range", "road", "siege", "line"):
        f.least(1, getattr(board, name), "board", name)
    for name in ("treasure", "best"):
        f.least(0, getattr(board, name), "board", name)
    f.must("board", "sets", fits=board.sets == SETS_OF_A_MATCH, expected=SETS_OF_A_MATCH, found=board.sets)
    most = board.sets * TILES_OF_A_SET - 1  # beside the start tile
    f.must("board", "shown", fits=board.shown < most, expected=f"less than {most}", found=board.shown)
    f.must("board", "ring", fits=board.ring == board.shown + 1, expected=board.shown + 1, found=board.ring)
    recommended = {*board.first_game}
    fits = recommended <= {*SETS} and len(recommended) == len(board.first_game) == board.sets
    f.must("board", "first_game", fits=fits, expected=f"{board.sets} of {', '.join(SETS)}", found=board.first_game)
    levels = tuple(board.set_aside)
    f.must("board", "set_aside", fits=levels == LEVELS, expected=LEVELS, found=levels)
    for number in board.set_aside.values():
        f.must("board", "set_aside", fits=0 <= number <= TREASURES, expected=f"0 to {TREASURES}", found=number)


_HAS: Final[dict[KindId, tuple[str, ...]]] = {
    **dict.fromkeys((INN, MARKET, ROBBER_BARONY, WATCHTOWER), ("base", "each")),
    **dict.fromkeys((*ZONES, *GUILDS), ("base", "each", "terrain")),
    **dict.fromkeys((PILGRIMAGE_SITE, TRADING_POST, FORTRESS, GARRISON), ("each",)),
    **dict.fromkeys((CAMP, CATHEDRAL), ("base",)),
    **dict.fromkeys(PRODUCERS, ("terrain",)),
    **dict.fromkeys(CRAFTSHOPS, ("each", "pair")),
    SIEGE_TOWER: (),
    TOWN_HALL: ("raised",),
}
"""What the rules read of each kind, and so what its entry must say."""


def _check_kind(f: EditionFile, kind: Kind) -> None:
    path = ("kinds", kind.id)
    for name in ("base", "each", "raised"):
        f.least(0, getattr(kind, name), *path, name)
    said = tuple(name for name in ("base", "each", "terrain", "pair", "raised") if getattr(kind, name))
    f.must(*path, fits=said == _HAS[kind.id], expected=_list(_HAS[kind.id] or (None,)), found=_list(said or (None,)))
    f.must(*path, "set", fits=kind.set in SETS, expected=SETS, found=kind.set)
    f.must(*path, "terrain", fits=kind.terrain in (None, *TERRAINS), expected=TERRAINS, found=kind.terrain)
    both = {*kind.pair}
    fits = not kind.pair or (both <= {*TERRAINS} and len(both) == len(kind.pair) == 2)
    f.must(*path, "pair", fits=fits, expected=f"two of {', '.join(TERRAINS)}", found=kind.pair)


def _check_tile(f: EditionFile, tile: Tile) -> None:
    path = ("tiles", tile.id)
    f.must(*path, "kind", fits=tile.kind in KINDS, expected=KINDS, found=tile.kind)
    for name in ("terrain", "back"):
        found = getattr(tile, name)
        f.must(*path, name, fits=found in TERRAINS, expected=TERRAINS, found=found)
    for name, known, said in (
        ("mark", MARKS.get(tile.kind, (None,)), tile.mark),
        ("shows", SHOWN.get(tile.kind, (None,)), tile.shows),
    ):
        f.must(*path, name, fits=said in known, expected=_list(known), found=said or "nothing")
    hub = tile.kind == PILGRIMAGE_SITE
    f.must(*path, "road", fits=(tile.road == "H") == hub, expected="H" if hub else "no H", found=tile.road or "nothing")


def _list(known: tuple[str | None, ...]) -> str:
    return ", ".join(word or "nothing" for word in known)


def _check_treasure(f: EditionFile, treasure: Treasure) -> None:
    path = ("treasures", treasure.id)
    one = (treasure.line is None) != (not treasure.around)
    f.must(*path, fits=one, expected="either line or around", found="both" if treasure.line else "neither")
    known = (None, *TERRAINS) if treasure.line else (None,)
    f.must(*path, "terrain", fits=treasure.terrain in known, expected=_list(known), found=treasure.terrain)
    two = not treasure.around or len({*treasure.around}) == len(treasure.around) == TILES_AROUND
    f.must(*path, "around", fits=two, expected=f"{TILES_AROUND} directions", found=treasure.around)


def _check_sets(f: EditionFile, made: Edition) -> None:
    """Nine tiles in each set, three of each terrain; something of each kind."""
    for name in SETS:
        terrains = Counter(made.tiles[tile].terrain for tile in made.tiles_of(name))
        for terrain in TERRAINS:
            found = terrains[terrain]
            expected = TILES_OF_A_TERRAIN
            f.must("tiles", name, terrain, fits=found == expected, expected=expected, found=found)
    lacking = {*KINDS} - {tile.kind for tile in made.tiles.values()}
    f.must("tiles", fits=not lacking, expected=", ".join(sorted(lacking)), found="nothing")


_NAMED_BY: Final = {"tiles": ("kind", "terrain", "mark", "shows"), "treasures": ("line", "terrain", "around")}
"""What the name of an id tells of its entry: `Inn (row)`, `Market (wood)`."""


def _check_names(f: EditionFile) -> None:
    """An id that ships stands for what its name tells: anything else takes an id of its own."""
    ours = EditionFile(SHIPPED, resources.toml(PACKAGE, SHIPPED))
    for table, told in _NAMED_BY.items():
        known, mine = ours.table(table), f.table(table)
        for id_ in known.keys() & mine.keys():
            for name in told:
                expected, found = (entries[id_].get(name, "nothing") for entries in (known, mine))
                f.must(table, id_, name, fits=found == expected, expected=expected, found=found)


EDITIONS = Editions(PACKAGE, _build)
edition, shipped, adopt = EDITIONS.known, EDITIONS.shipped, EDITIONS.adopt
