"""What lies in the box of Rise to Nobility."""

import re
from functools import cache
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from core.games.nobility.data import effects
from core.games.nobility.names import (
    AUTOMA,
    BONUSES,
    COUNTED,
    DICE,
    DICE_OF_A_GUILD,
    DISPLAYS,
    EXTRAS,
    FACES,
    GOODS,
    GUILDS,
    MORE,
    ORIGINS,
    PEOPLES,
    PIPS,
    PLACES,
    ROWS,
    BenefitId,
    BonusId,
    BuildingId,
    CharacterId,
    CommissionId,
    CountedId,
    Counts,
    DemandId,
    DeskId,
    DiceTileId,
    EventId,
    GoodId,
    Goods,
    GuildId,
    ObjectiveId,
    PeopleId,
    RowName,
    SettlersId,
    ShipId,
)
from core.kernel.errors import Usage
from core.kernel.language.lexicon import Lexicon
from core.kernel.language.pattern import parse
from core.kernel.rules.marks import Vocabulary
from core.kernel.rules.step import kinds_of
from core.kernel.setup.edition import Editions, Named
from core.kernel.setup.entries import Entry, Every, Ids, Natural, Positive, Written

PACKAGE = "core.games.nobility.data"
PLAYERS = (1, 2, 3, 4, 5, 6)
SETTLERS, BUILDINGS, SHIPS, DEMANDS = 48, 48, 18, 30
CHARACTERS, EVENTS, OBJECTIVES = 13, 16, 15
BENEFITS, DESKS, DICE_TILES, COMMISSIONS = 6, 12, 18, 18
EVENTS_OF_A_PILE = 5  # RTN-21.1: of each pile so many are used
SLOTS = (1, 2, 3)  # of a guild: for dice, for workshops; rows of the council; of Berk, of the castle
LONGEST_ID = 6  # where a card or tile is small, its id stands beside numbers

VOCABULARY: Vocabulary = {
    "good": GOODS,
    "guild": GUILDS,
    "people": PEOPLES,
    "place": PLACES,
    "die": DICE,
    "face": FACES,
    "automa": AUTOMA,
    "bonus": BONUSES,
    "counted": COUNTED,
    "origin": ORIGINS,
    "display": DISPLAYS,
    "row": ROWS,
    "extra": EXTRAS,
    "more": MORE,
}

Pips = Annotated[int, Meta(ge=1, le=6)]
Values = Annotated[tuple[Pips, ...], Meta(min_length=1)]
"""RTN-4.9: the values that a die slot shows."""


def _effect(kinds: object) -> Written:
    """An effect of one of these kinds, in the notation of moves."""
    known = kinds_of(kinds)

    @cache
    def read(text: str) -> Any:
        made = parse(text, known, known, Lexicon(VOCABULARY)).literal()
        if made is None:
            raise Usage("say_all", word=text)
        if isinstance(made, effects.Amount) and not made.amount:
            raise ValueError("1 or more")
        return made

    return Written(read)


class Count(Entry, frozen=True):
    """RTN-2.2: what the set-up card of a number of players says."""

    queue: Positive  # RTN-6.1, RTN-8.1: die slots of the tavern, and of the yard
    guild_dice: Annotated[int, Meta(ge=1, le=DICE_OF_A_GUILD)]  # RTN-9.3
    apprentices: Positive  # RTN-9.12: in a guild
    dice: Positive
    reputation: Natural
    modifiers: tuple[Natural, ...]  # RTN-2.9: by seat, from the first player on
    rewards: Positive  # RTN-9.7: how often an owner is paid
    income: tuple[Natural, ...]  # RTN-17.1: coins for an apprentice, by how many there are in the guild
    desks: Literal[0, 6, 12]  # RTN-23.6
    extra: bool = False  # RTN-20.3: the fourth die slot of the castle


class Start(Entry, frozen=True):
    """RTN-2.12: what each player starts with."""

    coins: Natural
    goods: Goods
    houses: Natural
    nobility: Natural


class Board(Entry, frozen=True):
    """The numbers of the boards."""

    rounds: Positive
    workers: Positive  # RTN-1.3: of each player
    houses: Positive  # RTN-1.5: of each player; as many plots
    tavern: Positive  # RTN-2.6: settlers cards face up
    held: Positive  # RTN-6.5: settlers cards that a player may have, not satisfied
    of_a_type: Positive  # RTN-7.3: goods of one type for a settlers card,
    of_own_type: Positive  # and of the one that the character names
    house_price: Natural
    good_price: Natural
    modifier_price: Natural
    sale: Natural  # RTN-11.1: coins for a building
    settle_vp: Natural  # RTN-10.12: VP for each communal building
    council_reputation: Natural  # RTN-13.5
    recall: Values  # RTN-16.1
    goods_per_vp: Positive  # RTN-19.1
    councillors: Annotated[tuple[PeopleId, ...], Meta(min_length=len(PEOPLES), max_length=len(PEOPLES))]  # RTN-13.1


class Tracks(Entry, frozen=True):
    """RTN-R10, RTN-R11: the ends of the tracks; RTN-19.1: VP from so much Nobility on."""

    reputation: tuple[Natural, Natural]
    nobility: Positive
    shields: Annotated[dict[Natural, Natural], Meta(min_length=1)]

    def nobility_vp(self, nobility: int, *, exactly: bool = False) -> int:
        """RTN-R24: what the last shield that was passed is worth; or the one that was reached exactly."""
        reached = [vp for at, vp in self.shields.items() if (at == nobility if exactly else at <= nobility)]
        return reached[-1] if reached else 0


class GuildSlot(Entry, frozen=True):
    """RTN-9.9, RTN-9.11: how many goods may be bought and how many workers placed. RTN-R4 aligned: how many else?"""

    values: Values
    goods: Natural
    workers: Natural
    aligned: Natural


class HallSlot(Entry, frozen=True):
    """RTN-10.1: a die of this value, and so many coins."""

    value: Pips
    cost: Natural


class CouncilRow(Entry, frozen=True):
    """RTN-13.3: the values at the end of a row."""

    values: Values


class BerkSlot(Entry, frozen=True):
    """RTN-14.3: modifiers for nothing, and for money. RTN-23.20: commission cards to choose from, and what it costs."""

    values: Values
    free: Natural
    bought: Natural
    cards: Positive
    reputation: Natural


class CastleSlot(Entry, frozen=True):
    """RTN-15.2: so much Reputation."""

    values: Values
    reputation: Natural


class WorkshopSlot(Entry, frozen=True):
    """RTN-9.4: the least die that activates it; RTN-10.6: what its owner gets at once; RTN-9.6: and later."""

    least: Pips
    stars: Natural
    vp: Natural
    reward: Annotated[effects.Reward, _effect(effects.Reward)]


class Zone(Entry, frozen=True):
    """RTN-10.10, RTN-10.11: what a communal building gives at once, and as income."""

    stars: Natural
    vp: Natural
    income: Annotated[effects.Income, _effect(effects.Income)]


class Settlers(Entry, frozen=True):
    """RTN-7: who comes, what they want, and what they bring."""

    id: SettlersId
    back: Literal[1, 2]
    people: PeopleId
    goods: Annotated[tuple[GoodId, ...], Meta(min_length=1)]
    min: Positive
    max: Positive
    workers: Natural
    stars: Natural


class Building(Entry, frozen=True):
    """RTN-10: a workshop of a guild, with a bonus (of several one, RTN-9.15), or a communal building."""

    id: BuildingId
    kind: Literal["workshop", "communal"]
    guild: GuildId | None = None
    bonus: tuple[BonusId, ...] = ()


class Berth(Struct, frozen=True):
    """RTN-12.3: coins for a good, and spaces for it."""

    price: int
    spaces: int


def _berth(text: str) -> Berth:
    found = re.fullmatch(r"([1-9]\d?)x([1-9]\d?)", text)
    if found is None:
        raise ValueError("3x2")
    return Berth(int(found[1]), int(found[2]))


class Ship(Entry, frozen=True):
    """RTN-12.3: what is wanted: coins for each, and spaces."""

    id: ShipId
    wants: Annotated[dict[GoodId, Annotated[Berth, Written(_berth)]], Meta(min_length=1)]


class Demand(Entry, frozen=True, kw_only=True):
    """RTN-13.2 to RTN-13.5: what a tile of the council asks for, and what it is worth."""

    id: DemandId
    nobility: Natural
    cost: Goods = Goods()
    coins: Natural = 0
    vp: Natural


class Character(Entry, frozen=True):
    """RTN-7.3: the type of which there may be one good more; RTN-2.14: what its player starts with besides."""

    id: CharacterId
    good: GoodId
    bonus: tuple[Annotated[effects.Start, _effect(effects.Start)], ...]


class Event(Entry, frozen=True):
    """RTN-21: of pile I or II; the rule that it changes, and how."""

    id: EventId
    pile: Literal[1, 2]
    rule: str
    effect: Annotated[effects.Lasting | effects.AtOnce, _effect(effects.Lasting | effects.AtOnce)]


class Objective(Entry, frozen=True):
    """RTN-22.13: so much of everything that it names, at the same time."""

    id: ObjectiveId
    needs: Counts


class Automa(Entry, frozen=True):
    """RTN-22.9: the guild that a red or a blue die goes to, by its value."""

    guilds: Annotated[tuple[GuildId, ...], Meta(min_length=len(PIPS), max_length=len(PIPS))]


class Chancery(Entry, frozen=True):
    """RTN-23.2, RTN-23.3, RTN-23.11: the numbers of the expansion."""

    dealt: Positive
    tokens: Positive  # for each commission card
    coins: Natural  # for each apprentice there


class Benefit(Entry, frozen=True):
    """RTN-23.10: what the owner of a desk has for the rest of the game, and the rule that it changes."""

    id: BenefitId
    rule: str
    effect: Annotated[effects.Lasting, _effect(effects.Lasting)]


class Desk(Entry, frozen=True):
    """RTN-23.5, RTN-23.6: the die slot that it belongs to, where it lies, whose it is, and what it gives."""

    id: DeskId
    die: Pips
    row: RowName
    people: PeopleId
    benefit: BenefitId


class DiceTile(Entry, frozen=True):
    """RTN-23.14: the dice that it takes."""

    id: DiceTileId
    dice: Values


class Commission(Entry, frozen=True):
    """RTN-23.13: VP at the end for each of something, or for `per` of it; only in these guilds, of these peoples."""

    id: CommissionId
    vp: Positive
    each: CountedId
    per: Positive = 1
    most: Positive | None = None  # VP
    guilds: tuple[GuildId, ...] = ()
    peoples: tuple[PeopleId, ...] = ()


def _ids(count: int) -> Ids:
    return Ids(count, "-_", LONGEST_ID)


class Edition(Named, frozen=True):
    """A set of component data."""

    board: Board
    start: Start
    counts: Annotated[dict[int, Count], Every(PLAYERS, in_order=True)]
    tracks: Tracks
    guild: Annotated[dict[int, GuildSlot], Every(SLOTS, in_order=True)]
    workshops: Annotated[dict[int, WorkshopSlot], Every(SLOTS, in_order=True)]
    zones: Annotated[dict[int, Zone], Meta(min_length=1)]
    hall: Annotated[dict[int, HallSlot], Every(PIPS, in_order=True)]
    council: Annotated[dict[int, CouncilRow], Every(SLOTS, in_order=True)]
    berk: Annotated[dict[int, BerkSlot], Every(SLOTS, in_order=True)]
    castle: Annotated[dict[int, CastleSlot], Every(SLOTS, in_order=True)]
    castle_extra: CastleSlot
    settlers: Annotated[dict[SettlersId, Settlers], _ids(SETTLERS)]
    buildings: Annotated[dict[BuildingId, Building], _ids(BUILDINGS)]
    ships: Annotated[dict[ShipId, Ship], _ids(SHIPS)]
    demands: Annotated[dict[DemandId, Demand], _ids(DEMANDS)]
    characters: Annotated[dict[CharacterId, Character], _ids(CHARACTERS)]
    events: Annotated[dict[EventId, Event], _ids(EVENTS)]
    objectives: Annotated[dict[ObjectiveId, Objective], _ids(OBJECTIVES)]
    automa: Automa
    chancery: Chancery
    benefits: Annotated[dict[BenefitId, Benefit], Ids(BENEFITS, "_")]
    desks: Annotated[dict[DeskId, Desk], _ids(DESKS)]
    dice_tiles: Annotated[dict[DiceTileId, DiceTile], _ids(DICE_TILES)]
    commissions: Annotated[dict[CommissionId, Commission], _ids(COMMISSIONS)]

    def workshops_of(self, guild: GuildId) -> tuple[BuildingId, ...]:
        """RTN-10.4: the workshops that can only go into this guild."""
        return tuple(tile.id for tile in self.buildings.values() if tile.guild == guild)

    def settlers_of(self, back: int) -> tuple[SettlersId, ...]:
        """RTN-2.4: the settlers cards with this back."""
        return tuple(card.id for card in self.settlers.values() if card.back == back)

    def events_of(self, pile: int) -> tuple[EventId, ...]:
        """RTN-21.1: the events of one pile."""
        return tuple(event.id for event in self.events.values() if event.pile == pile)


EDITIONS = Editions(PACKAGE, Edition, VOCABULARY, claims=f"{PACKAGE}.claims")
edition, shipped, adopt = EDITIONS.known, EDITIONS.shipped, EDITIONS.adopt
