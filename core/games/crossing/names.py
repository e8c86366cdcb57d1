"""The ids of the game: what they are called in moves, facts and the edition.

A type that ends in `Id` has the words of its vocabulary (`vocabulary_of`); what has no type of its own is marked.
"""

from typing import Annotated, ClassVar, Final, NewType

from core.kernel.rules.amounts import Amounts
from core.kernel.rules.marks import Name

RegionId = NewType("RegionId", str)
BridgeId = NewType("BridgeId", str)
SlotId = NewType("SlotId", str)  # of the main board: where a deck lies
DeckId = NewType("DeckId", str)  # what all cards of a deck are: eight kinds of characters, two of structures
GuildId = NewType("GuildId", str)
ResourceId = NewType("ResourceId", str)
ColourId = NewType("ColourId", str)  # of birds
TileId = NewType("TileId", str)  # action tiles
DecorationId = NewType("DecorationId", str)  # flower or sculpture
SpaceId = NewType("SpaceId", str)  # of a player board: where a decoration goes
CardId = NewType("CardId", str)  # whatever lies above or below a player board
BirdId = NewType("BirdId", str)
FavorId = NewType("FavorId", str)
GoalId = NewType("GoalId", str)
FaceId = NewType("FaceId", str)  # of a goal
EmptyId = NewType("EmptyId", str)  # tiles of empty decks
SoloId = NewType("SoloId", str)  # tiles of Paco & Paca
LevelId = NewType("LevelId", str)
CountedId = NewType("CountedId", str)  # what effects, favors and goals count
FlightId = NewType("FlightId", str)  # of the balloon: where to
PlaceId = NewType("PlaceId", str)  # where a favor comes from

StructureName = Annotated[CardId, Name("structure")]
QueenName = Annotated[CardId, Name("queen")]
StartName = Annotated[CardId, Name("start")]
SourceName = Annotated[str, Name("any")]  # a card, a tile, or what else a gain comes from
IncomeName = Annotated[str, Name("income")]  # a guild, or a structure

NORTH: Final = RegionId("north")
EAST: Final = RegionId("east")
SOUTH: Final = RegionId("south")
WEST: Final = RegionId("west")
REGIONS: Final = (NORTH, EAST, SOUTH, WEST)  # clockwise, as the balloon of Paco & Paca goes
FLIGHTS: Final = {FlightId(f"fly:{region}"): region for region in REGIONS}

BRIDGES: Final = tuple(BridgeId(str(bridge)) for bridge in range(1, 8))  # KIN-1.6
SLOTS: Final = tuple(SlotId(f"s{slot}") for slot in range(1, 11))  # KIN-2.3

RED: Final = ColourId("red")
YELLOW: Final = ColourId("yellow")
BLUE: Final = ColourId("blue")
GREEN: Final = ColourId("green")
COLOURS: Final = (RED, YELLOW, BLUE, GREEN)

FOX: Final = GuildId("fox")
OWL: Final = GuildId("owl")
BEAR: Final = GuildId("bear")
BOAR: Final = GuildId("boar")
DEER: Final = GuildId("deer")
GUILDS: Final = (FOX, OWL, BEAR, BOAR, DEER)

WOOD: Final = ResourceId("wood")
STONE: Final = ResourceId("stone")
SAP: Final = ResourceId("sap")
FOOD: Final = ResourceId("food")
RESOURCES: Final = (WOOD, STONE, SAP, FOOD)

FLOWER: Final = DecorationId("flower")
SCULPTURE: Final = DecorationId("sculpture")
DECORATIONS: Final = (FLOWER, SCULPTURE)

PATRON: Final = DeckId("patron")
EXTRACTOR: Final = DeckId("extractor")
LUMBERJACK: Final = DeckId("lumberjack")
FARMER: Final = DeckId("farmer")
STONECUTTER: Final = DeckId("stonecutter")
FLORIST: Final = DeckId("florist")
SCULPTOR: Final = DeckId("sculptor")
PEDDLER: Final = DeckId("peddler")
CHARACTERS: Final = (PATRON, EXTRACTOR, LUMBERJACK, FARMER, STONECUTTER, FLORIST, SCULPTOR, PEDDLER)
BUILDING: Final = DeckId("building")
TRANSPORT: Final = DeckId("transport")
STRUCTURES: Final = (BUILDING, TRANSPORT)
DECKS: Final = (*CHARACTERS, *STRUCTURES)
HOME: Final = CardId("HOME")  # KIN-3.8: each player has one, a structure that lies in no deck

BASIC: Final = TileId("A1")
PAIR: Final = TileId("A2")
GLORY: Final = TileId("A3")
TRIP: Final = TileId("A4")
TRADE: Final = TileId("A5")
QUEEN: Final = TileId("A6")
TILES: Final = (BASIC, PAIR, GLORY, TRIP, TRADE, QUEEN)

GOALS: Final = tuple(GoalId(str(goal)) for goal in range(1, 7))  # KIN-5.15
EASY: Final = FaceId("easy")
HARD: Final = FaceId("hard")
FACES: Final = (EASY, HARD)

BEGINNER: Final = LevelId("beginner")
INITIATE: Final = LevelId("initiate")
EXPERT: Final = LevelId("expert")
MASTER_BUILDER: Final = LevelId("master_builder")
LEVELS: Final = (BEGINNER, INITIATE, EXPERT, MASTER_BUILDER)  # KIN-S1.8: upwards

DISPLAY: Final = 3  # KIN-2.7: piles of favors, and favors face up beside them
SHOWN: Final = tuple(PlaceId(str(place)) for place in range(1, DISPLAY + 1))
PILES: Final = tuple(PlaceId(f"pile{pile}") for pile in range(1, DISPLAY + 1))
BLIND: Final = PlaceId("blind")  # KIN-R21 uniform: of any pile
PLACES: Final = (*SHOWN, *PILES, BLIND)


class Resources(Amounts, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What the four markers of a player board count."""

    vocabulary: ClassVar[str] = "resource"
    wood: int = 0
    stone: int = 0
    sap: int = 0
    food: int = 0


class Counts(Amounts, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """KIN-5.15: what a goal asks for."""

    vocabulary: ClassVar[str] = "counted"
    wood: int = 0
    stone: int = 0
    sap: int = 0
    food: int = 0
    flower: int = 0
    sculpture: int = 0
    house: int = 0
    structure: int = 0
    bird: int = 0


COUNTED: Final = tuple(
    CountedId(counted)
    for counted in (
        *Counts.__struct_fields__,
        *("building", "bird_pair", "symbol", "symbol_pair", "resource_set"),
        *("favor", "goal", "upgrade", "investment", "guild"),
        *(*GUILDS, *COLOURS),
    )
)
