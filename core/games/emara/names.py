"""The ids of the game: what they are called in moves, facts and the edition.

A type that ends in `Id` has the words of its vocabulary (`vocabulary_of`); what has no type of its own is marked.
"""

from typing import Annotated, ClassVar, Final, NewType

from core.kernel.rules.amounts import Amounts
from core.kernel.rules.marks import Name

ResourceId = NewType("ResourceId", str)
GoodId = NewType("GoodId", str)
PlaceId = NewType("PlaceId", str)
ActionId = NewType("ActionId", str)
AdvisorId = NewType("AdvisorId", str)
FavorId = NewType("FavorId", str)
EventId = NewType("EventId", str)
RankId = NewType("RankId", str)
HutId = NewType("HutId", str)
StandId = NewType("StandId", str)
MarkerId = NewType("MarkerId", str)

CouncilorName = Annotated[str, Name("councilor")]  # by the board that it walks on
TaskName = Annotated[str, Name("task")]  # what a craftsman does
BonusName = Annotated[str, Name("bonus")]  # an action that a turn has once
SourceName = Annotated[str, Name("any")]  # a card, a place, or what else a gain comes from

WOOD: Final = ResourceId("wood")
STONE: Final = ResourceId("stone")
CLOTH: Final = ResourceId("cloth")
GRAIN: Final = ResourceId("grain")
RESOURCES: Final = (WOOD, STONE, CLOTH, GRAIN)

FOREST: Final = PlaceId("forest")
GRAINFIELD: Final = PlaceId("grainfield")
QUARRY: Final = PlaceId("quarry")
WEAVING_MILL: Final = PlaceId("weaving_mill")
COUNTRYSIDE: Final = (FOREST, GRAINFIELD, QUARRY, WEAVING_MILL)

CASTLE: Final = PlaceId("castle")
CATHEDRAL: Final = PlaceId("cathedral")
MARKET: Final = PlaceId("market")
CONSTRUCTION_SITE: Final = PlaceId("construction_site")
TOWN: Final = (CASTLE, CATHEDRAL, MARKET, CONSTRUCTION_SITE)

EXCHANGE: Final = ActionId("exchange")
STEP: Final = ActionId("step")
COMMISSION: Final = ActionId("commission")
ERRAND: Final = ActionId("errand")
ACTIONS: Final = (
    *(ActionId(f"gain_{good}") for good in (*RESOURCES, "ring")),
    EXCHANGE,
    STEP,
    COMMISSION,
    ERRAND,
)

RES: Final = "res"
BREAD: Final = "bread"
TASKS: Final = (RES, BREAD, "none")  # EMA-7.2
RANK, HIRE, RECRUIT = "rank", "hire", "recruit"
BONUSES: Final = (RANK, HIRE, RECRUIT)  # EMA-11.1
COUNCILORS: Final = ("country", "town")
NUMBERED: Final = ("1", "2")  # EMA-17.10: of the councilors on mixed boards
MARKERS: Final = (
    *(MarkerId(f"{kind}:{resource}") for kind in ("gift", "donation") for resource in RESOURCES),
    MarkerId("stone"),
    MarkerId("bread"),
)

RANKS: Final = tuple(RankId(rank) for rank in ("baron", "count", "prince", "marquess", "duke"))  # EMA-11.2: upwards

HUTS_OF_A_PLACE: Final = 3
EXTRA_HUT: Final = HUTS_OF_A_PLACE + 1  # EMA-R11 four_huts_cap_three
STANDS_OF_A_PLACE: Final = 2  # EMA-2.8
HUTS: Final = tuple(HutId(f"{place}:{hut}") for place in COUNTRYSIDE for hut in range(1, EXTRA_HUT + 1))
STANDS: Final = tuple(StandId(f"{place}:{stand}") for place in TOWN for stand in range(1, STANDS_OF_A_PLACE + 1))


class Goods(Amounts, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What is gained and paid: resources, other goods, citizen points and building points."""

    vocabulary: ClassVar[str] = "good"
    wood: int = 0
    stone: int = 0
    cloth: int = 0
    grain: int = 0
    bread: int = 0
    book: int = 0
    ring: int = 0
    gold: int = 0
    cp: int = 0
    bp: int = 0


GOODS: Final = tuple(GoodId(good) for good in Goods.__struct_fields__)
