"""What lies in the box of The Two Heirs."""

from typing import Annotated, Final, Literal

from msgspec import Meta, field

from core.games.heirs.names import (
    CRAFTSHOPS,
    INN,
    KINDS,
    PLACINGS,
    PRODUCERS,
    SETS,
    TERRAINS,
    TOWN_HALL,
    TRADING_POST,
    TROOPS,
    WATCHTOWER,
    KindId,
    Resources,
    SetId,
    TerrainId,
    TileId,
    TreasureId,
    TroopId,
)
from core.kernel.rules.marks import Vocabulary
from core.kernel.setup.edition import Editions, Named
from core.kernel.setup.entries import Entry, Every, Ids, Natural, Positive

PACKAGE = "core.games.heirs.data"
PLAYERS = (1, 2)
LEVELS = (1, 2, 3)
TILES_OF_A_TERRAIN = 3  # in a set
TILES_OF_A_SET = TILES_OF_A_TERRAIN * len(TERRAINS)
TREASURES = 10
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


class Kind(Entry, frozen=True, kw_only=True):
    """HEI-9: what a kind of building is worth, and what it counts."""

    id: KindId
    set: SetId
    rule: str
    base: Natural = 0  # points of its own
    each: Natural = 0  # points for each that it counts
    terrain: TerrainId | None = None  # that it counts or yields
    pair: tuple[TerrainId, ...] = ()  # that a craft joins
    raised: Natural = 0  # points for each pair of the craft that it shows


class Tile(Entry, frozen=True, kw_only=True):
    """Section 3: the front of a building tile, and the terrain of its back."""

    id: TileId
    kind: KindId
    terrain: TerrainId
    cost: Resources
    other: TerrainId | None = field(default=None, name="back")
    mark: Mark | None = None
    shows: KindId | None = None
    road: Road = ""

    @property
    def back(self) -> TerrainId:
        """HEI-R17: as its front, unless its entry says otherwise."""
        return self.other or self.terrain

    @property
    def is_crossroads(self) -> bool:
        """HEI-8.7, HEI-8.8: is it an end point for each of its roads?"""
        return len(exits(self.road)) > STRETCH


def exits(road: str) -> str:
    """The sides that the roads of a tile touch, as its owner sees them."""
    return "TRBL" if road in {"X", "H"} else road


class Treasure(Entry, frozen=True, kw_only=True):
    """HEI-S23 to HEI-S26: tiles in its row or column, or two tiles around it; without a terrain all tiles count."""

    id: TreasureId
    line: Line | None = None
    terrain: TerrainId | None = None
    around: tuple[Direction, ...] = ()


class Token(Entry, frozen=True, kw_only=True):
    """HEI-S19: the colour of a troop's cross tells on which tiles Henry puts it."""

    id: TroopId
    cross: TerrainId


class Board(Entry, frozen=True):
    """The numbers of the rules."""

    ring: Positive
    shown: int
    reach: Positive
    hand: Positive
    sets: Literal[3]  # HEI-1.3
    first_game: tuple[SetId, SetId, SetId]
    inn_range: Positive
    road: Positive
    siege: Positive
    set_aside: Annotated[dict[int, Annotated[int, Meta(ge=0, le=TREASURES)]], Every(LEVELS, in_order=True)]
    line: Positive
    treasure: Natural
    best: Natural


class Edition(Named, frozen=True):
    """A set of component data."""

    board: Board
    kinds: Annotated[dict[KindId, Kind], Every(KINDS, in_order=True)]
    tiles: Annotated[dict[TileId, Tile], Ids(taken=TROOPS)]
    treasures: Annotated[dict[TreasureId, Treasure], Ids(TREASURES, taken=TROOPS)]
    troops: Annotated[dict[TroopId, Token], Every(TROOPS, in_order=True)]

    def kind_of(self, tile: TileId) -> Kind:
        return self.kinds[self.tiles[tile].kind]

    def tiles_of(self, *sets: SetId) -> tuple[TileId, ...]:
        """HEI-1.2: the tiles of these sets, in the order of the edition."""
        return tuple(tile for tile in self.tiles if self.kind_of(tile).set in sets)

    def troop_for(self, terrain: TerrainId) -> TroopId:
        """HEI-S19: the troop with the cross of this colour."""
        return next(token.id for token in self.troops.values() if token.cross == terrain)


EDITIONS = Editions(PACKAGE, Edition, VOCABULARY, claims=f"{PACKAGE}.claims")
edition, shipped, adopt = EDITIONS.known, EDITIONS.shipped, EDITIONS.adopt
