"""The ids of the game: what they are called in moves, facts and the edition.

A type that ends in `Id` has the words of its vocabulary (`vocabulary_of`); what has no type of its own is marked.
"""

from typing import Annotated, ClassVar, Final, NewType

from core.kernel.rules.amounts import Amounts
from core.kernel.rules.marks import Name, Signed

GuildId = NewType("GuildId", str)
GoodId = NewType("GoodId", str)
PeopleId = NewType("PeopleId", str)
PlaceId = NewType("PlaceId", str)
DieId = NewType("DieId", str)  # as it is played: `4`, or with modifiers `4+1`, `6-2`
FaceId = NewType("FaceId", str)  # as it was rolled
AutomaId = NewType("AutomaId", str)  # a die of the Automa, by its colour

SettlersId = NewType("SettlersId", str)
BuildingId = NewType("BuildingId", str)
ShipId = NewType("ShipId", str)
DemandId = NewType("DemandId", str)  # a tile of the Stone Council
CharacterId = NewType("CharacterId", str)
EventId = NewType("EventId", str)
ObjectiveId = NewType("ObjectiveId", str)
DeskId = NewType("DeskId", str)
CommissionId = NewType("CommissionId", str)
DiceTileId = NewType("DiceTileId", str)

BonusId = NewType("BonusId", str)  # of a workshop tile
BenefitId = NewType("BenefitId", str)  # of a desk
CountedId = NewType("CountedId", str)  # what objectives and commissions count

SpotName = Annotated[str, Name("spot")]  # a die slot of the board
OriginName = Annotated[str, Name("origin")]  # where a worker comes from: the lot, or another guild
DisplayName = Annotated[PlaceId, Name("display")]  # what can be renewed
RowName = Annotated[str, Name("row")]  # of desks
MoreName = Annotated[str, Name("more")]  # what else a visit to Berk is for
ExtraName = Annotated[str, Name("extra")]  # the fourth die slot of the castle
SourceName = Annotated[str, Name("any")]  # a card, a place, or what else a gain comes from

SCHOLAR: Final = GuildId("scholar")
SMITH: Final = GuildId("smith")
CARPENTER: Final = GuildId("carpenter")
MAGICIAN: Final = GuildId("magician")
JEWELLER: Final = GuildId("jeweller")
ARTIST: Final = GuildId("artist")
GUILDS: Final = (SCHOLAR, SMITH, CARPENTER, MAGICIAN, JEWELLER, ARTIST)  # RTN-22.9: by the values of a die


class Goods(Amounts, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What the guilds make, each its own, in the order of the guilds."""

    vocabulary: ClassVar[str] = "good"
    book: int = 0
    weapon: int = 0
    furniture: int = 0
    relic: int = 0
    jewel: int = 0
    artwork: int = 0


class Stock(Amounts, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Every number of a player: goods first, then what is counted on tracks, and what lies on the player board."""

    vocabulary: ClassVar[str] = "stock"
    book: int = 0
    weapon: int = 0
    furniture: int = 0
    relic: int = 0
    jewel: int = 0
    artwork: int = 0
    coins: int = 0
    vp: Annotated[int, Signed()] = 0  # below 0: RTN-R51
    reputation: int = 0
    nobility: int = 0
    modifiers: int = 0
    workers: int = 0  # in the workers lot
    houses: int = 0  # in the building zone


GOODS: Final = tuple(GoodId(good) for good in Goods.__struct_fields__)
MADE: Final = dict(zip(GUILDS, GOODS, strict=True))  # RTN-9.9: what a guild sells

HALFLING: Final = PeopleId("halfling")
HUMAN: Final = PeopleId("human")
ELF: Final = PeopleId("elf")
DWARF: Final = PeopleId("dwarf")
GREEN_ELF: Final = PeopleId("green_elf")
TROBIT: Final = PeopleId("trobit")
PEOPLES: Final = (HALFLING, HUMAN, ELF, DWARF, GREEN_ELF, TROBIT)

TAVERN: Final = PlaceId("tavern")
YARD: Final = PlaceId("yard")
GUILD: Final = PlaceId("guild")
HALL: Final = PlaceId("hall")
PORT: Final = PlaceId("port")
COUNCIL: Final = PlaceId("council")
BERK: Final = PlaceId("berk")
CASTLE: Final = PlaceId("castle")
RECALL: Final = PlaceId("recall")  # the die slot of a player board
CHANCERY: Final = PlaceId("chancery")
COMMISSION: Final = PlaceId("commission")  # a dice tile beside a commission card
PLACES: Final = (TAVERN, YARD, GUILD, HALL, PORT, COUNCIL, BERK, CASTLE, RECALL, CHANCERY, COMMISSION)
DISPLAYS: Final = (TAVERN, HALL)  # RTN-14.4
LOT: Final = "lot"
ORIGINS: Final = (LOT, *GUILDS)  # RTN-9.11

PIPS: Final = (1, 2, 3, 4, 5, 6)
FACES: Final = tuple(FaceId(str(pips)) for pips in PIPS)


def _played(face: int, value: int) -> DieId:
    return DieId(str(face) if face == value else f"{face}{value - face:+}")


PLAYED: Final = {
    _played(face, value): (face, value) for face in PIPS for value in sorted(PIPS, key=lambda v: v != face)
}
"""RTN-4.5 to RTN-4.7: each way to play a die, the face that was rolled and the value that it counts as."""
DICE: Final = tuple(PLAYED)

WHITE: Final = AutomaId("white")
GREEN: Final = AutomaId("green")
YELLOW: Final = AutomaId("yellow")
RED: Final = AutomaId("red")
BLUE: Final = AutomaId("blue")
AUTOMA: Final = (WHITE, GREEN, YELLOW, RED, BLUE)  # RTN-22.9: in the order in which they are placed

COIN: Final = BonusId("coin")
REPUTATION: Final = BonusId("reputation")
REROLL: Final = BonusId("reroll")
GUILD_GOOD: Final = BonusId("guild_good")
ANY_GOOD: Final = BonusId("any_good")
EXCHANGE: Final = BonusId("exchange")
BONUSES: Final = (COIN, REPUTATION, REROLL, GUILD_GOOD, ANY_GOOD, EXCHANGE)  # RTN-9.14

UPPER: Final = "upper"
LOWER: Final = "lower"
ROWS: Final = (UPPER, LOWER)  # RTN-23.6: of desks
EXTRAS: Final = ("extra",)  # RTN-20.3
MORE: Final = (COMMISSION,)  # RTN-23.19: a visit to Berk may be for one, too

WORKSHOPS_OF_A_GUILD: Final = 3  # RTN-9.4
DICE_OF_A_GUILD: Final = 3  # RTN-9.2
AUTOMA_SLOT: Final = 0  # RTN-22.9: which of the slots its die lies on does not matter: the guild is closed
EXTRA_SLOT: Final = 4  # RTN-20.3: of the castle
ROWS_OF_THE_COUNCIL: Final = 3  # RTN-13.1


class Counts(Amounts, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a solo objective asks for, and what a commission is worth points for."""

    vocabulary: ClassVar[str] = "counted"
    vp: int = 0
    coins: int = 0
    goods: int = 0
    modifiers: int = 0
    reputation: int = 0
    nobility: int = 0
    settled: int = 0  # settlers cards satisfied
    peoples: int = 0  # different ones among them
    full_cards: int = 0  # satisfied with their maximum
    demands: int = 0  # council tiles answered
    workshops: int = 0
    communal: int = 0  # buildings
    workers: int = 0  # in the workers lot
    apprentices: int = 0  # in guilds
    clerks: int = 0  # apprentices in the Chancery
    masters: int = 0  # guilds in which there is a guild master of one's own
    guilds: int = 0  # guilds in which there is an apprentice or a guild master of one's own


COUNTED: Final = tuple(CountedId(counted) for counted in Counts.__struct_fields__)
