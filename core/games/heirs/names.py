"""The ids of the game: what they are called in moves, facts and the edition.

A type that ends in `Id` has the words of its vocabulary (`vocabulary_of`); what has no type of its own is marked.
"""

from typing import Annotated, ClassVar, Final, NewType

from core.kernel.rules.amounts import Amounts
from core.kernel.rules.grid import Cell
from core.kernel.rules.marks import Name

TileId = NewType("TileId", str)
KindId = NewType("KindId", str)
TerrainId = NewType("TerrainId", str)
SetId = NewType("SetId", str)
TroopId = NewType("TroopId", str)
TreasureId = NewType("TreasureId", str)
SourceId = NewType("SourceId", str)

CellName = Annotated[Cell, Name("cell")]
PlacingName = Annotated[str, Name("placing")]
ColourName = Annotated[str, Name("colour")]

WOOD: Final = TerrainId("wood")
STONE: Final = TerrainId("stone")
WHEAT: Final = TerrainId("wheat")
TERRAINS: Final = (WOOD, STONE, WHEAT)

TRAVEL: Final = SetId("travel")
AGRICULTURE: Final = SetId("agriculture")
COMMERCE: Final = SetId("commerce")
WAR: Final = SetId("war")
CRAFTS: Final = SetId("crafts")
PATROL: Final = SetId("patrol")
SETS: Final = (TRAVEL, AGRICULTURE, COMMERCE, WAR, CRAFTS, PATROL)
SETS_OF_A_MATCH: Final = 3  # HEI-1.3

INN: Final = KindId("inn")
MARKET: Final = KindId("market")
PILGRIMAGE_SITE: Final = KindId("pilgrimage_site")
ROBBER_BARONY: Final = KindId("robber_barony")
MILL: Final = KindId("mill")
MINE: Final = KindId("mine")
STABLE: Final = KindId("stable")
BAKERY: Final = KindId("bakery")
FORGE: Final = KindId("forge")
LODGE: Final = KindId("lodge")
CAMP: Final = KindId("camp")
FARM: Final = KindId("farm")
SAWMILL: Final = KindId("sawmill")
QUARRY: Final = KindId("quarry")
TRADING_POST: Final = KindId("trading_post")
CATHEDRAL: Final = KindId("cathedral")
SIEGE_TOWER: Final = KindId("siege_tower")
FORTRESS: Final = KindId("fortress")
WATCHTOWER: Final = KindId("watchtower")
GARRISON: Final = KindId("garrison")
BASKET_SHOP: Final = KindId("basket_shop")
POTTERY: Final = KindId("pottery")
COOPERAGE: Final = KindId("cooperage")
TOWN_HALL: Final = KindId("town_hall")

ZONES: Final = (MILL, MINE, STABLE)  # HEI-9.5, HEI-9.6, HEI-9.7
GUILDS: Final = (BAKERY, FORGE, LODGE)  # HEI-9.8, HEI-9.9, HEI-9.10
PRODUCERS: Final = (FARM, SAWMILL, QUARRY)  # HEI-9.14, HEI-9.15, HEI-9.16
CRAFTSHOPS: Final = (BASKET_SHOP, POTTERY, COOPERAGE)  # HEI-9.27, HEI-9.28, HEI-9.29
KINDS: Final = (
    *(INN, MARKET, PILGRIMAGE_SITE, ROBBER_BARONY),
    *(*ZONES, *GUILDS, CAMP),
    *(*PRODUCERS, TRADING_POST, CATHEDRAL),
    *(SIEGE_TOWER, FORTRESS),
    *(WATCHTOWER, GARRISON),
    *(*CRAFTSHOPS, TOWN_HALL),
)

PLACINGS: Final = ("A", "B", "C")  # HEI-S16: the rules by which Henry places a tile

COLOURS: Final = ("white", "blue")  # HEI-0.2: white sits in the south

CAV: Final = TroopId("cav")
N1: Final = TroopId("n1")
N2: Final = TroopId("n2")
NORMAL: Final = (N1, N2)
TROOPS: Final = (CAV, *NORMAL)


class Resources(Amounts, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a building asks for, and what a player has access to."""

    vocabulary: ClassVar[str] = "terrain"
    wood: int = 0
    stone: int = 0
    wheat: int = 0
