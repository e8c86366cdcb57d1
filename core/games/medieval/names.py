"""The ids of the game: what they are called in moves, facts and the edition.

A type that ends in `Id` has the words of its vocabulary (`vocabulary_of`); what has no type of its own is marked.
"""

from typing import Annotated, ClassVar, Final, NewType

from core.kernel.rules.amounts import Amounts
from core.kernel.rules.marks import Many, Name

ResourceId = NewType("ResourceId", str)
LeaderId = NewType("LeaderId", str)
CardId = NewType("CardId", str)
FamilyId = NewType("FamilyId", str)
SealId = NewType("SealId", str)
PieceId = NewType("PieceId", str)

Pieces = Annotated[tuple[PieceId, ...], Many()]
MonarchName = Annotated[str, Name("monarch")]
TerrainName = Annotated[int, Name("terrain")]
SourceName = Annotated[str, Name("any")]  # a card, or what else a gain comes from

PRODUCTION: Final = ResourceId("production")
COMBAT: Final = ResourceId("combat")
RESOURCES: Final = (
    PRODUCTION,
    ResourceId("science"),
    ResourceId("culture"),
    ResourceId("religion"),
    ResourceId("gold"),
    ResourceId("raw_material"),
    COMBAT,
)
MANAGED: Final = RESOURCES[:-1]  # the six slots of the management space: there is none for combat

MAYOR: Final = LeaderId("mayor")
GENERAL: Final = LeaderId("general")
ADMIRAL: Final = LeaderId("admiral")

LIMIT_OF_TERRAINS: Final = 10
FIGHTERS: Final = {"G": GENERAL, "A": ADMIRAL, "D": MAYOR}  # a mayor on the map is a decoy
PIECES: Final = (
    *(PieceId(slot) for slot in MANAGED),
    *(PieceId(f"{letter}{terrain}") for letter in FIGHTERS for terrain in range(1, LIMIT_OF_TERRAINS + 1)),
)


class Goods(Amounts, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Resource tokens (MED-2.1, MED-2.2: only the total matters)."""

    vocabulary: ClassVar[str] = "resource"
    production: int = 0
    science: int = 0
    culture: int = 0
    religion: int = 0
    gold: int = 0
    raw_material: int = 0
    combat: int = 0


class Leaders(Amounts, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Leaders: of a seat, of the supply, of the box."""

    vocabulary: ClassVar[str] = "leader"
    mayor: int = 0
    general: int = 0
    admiral: int = 0
