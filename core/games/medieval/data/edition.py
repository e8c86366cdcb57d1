"""What lies in the box of Medieval Realms."""

from functools import cache, cached_property
from typing import Annotated, Any, Literal

from msgspec import Meta

from core.games.medieval.data import effects
from core.games.medieval.names import (
    LIMIT_OF_TERRAINS,
    RESOURCES,
    CardId,
    FamilyId,
    Goods,
    Leaders,
    MonarchName,
    ResourceId,
    SealId,
)
from core.kernel.errors import Usage
from core.kernel.language.lexicon import Lexicon
from core.kernel.language.pattern import parse
from core.kernel.rules.marks import Vocabulary
from core.kernel.rules.step import kinds_of
from core.kernel.setup.edition import Editions, Named
from core.kernel.setup.entries import Entry, Every, Grouped, Ids, Natural, Positive, Written

PACKAGE = "core.games.medieval.data"
PLAYERS = (2, 3, 4, 5)
TERRAINS = tuple(range(1, LIMIT_OF_TERRAINS + 1))
CARDS = 109
LONGEST_ID = 8  # in the upper edge of a box it stands beside a number and a price
FAMILIES = {  # each with its rule
    "castle": "MED-6.1",
    "market": "MED-6.2",
    "leader": "MED-6.3",
    "town": "MED-6.4",
    "territory": "MED-6.5",
    "island": "MED-6.6",
    "war": "MED-6.7",
    "artist": "MED-6.8",
    "missionary": "MED-6.9",
    "scientist": "MED-6.10",
    "development": "MED-6.11",
    "gallery": "MED-6.12",
    "cathedral": "MED-6.13",
    "tithe": "MED-6.14",
    "inquisition": "MED-6.15",
    "gunpowder": "MED-6.16",
    "university": "MED-6.17",
    "port": "MED-6.18",
}
SEALS = ("orange", "red", "yellow", "green", "grey", "turquoise", "black", "violet", "white", "blue")
LEADERS = ("mayor", "general", "admiral")

VOCABULARY: Vocabulary = {
    "resource": RESOURCES,
    "leader": LEADERS,
    "family": tuple(FAMILIES),
    "seal": SEALS,
}


def _effect(kinds: object) -> Written:
    """Effects of these kinds, in the notation of moves; most texts stand on several cards."""
    known = kinds_of(kinds)

    @cache
    def read(text: str) -> Any:
        made = parse(text, known, known, Lexicon(VOCABULARY)).literal()
        if made is None:
            raise Usage("say_all", word=text)
        return made

    return Written(read)


class EventCard(Entry, frozen=True):
    """MED-5.1: a card with its price, seal, mode and effects."""

    id: CardId
    family: FamilyId
    rule: str
    seal: SealId
    mode: Literal["realm", "majority", "auction"]
    cost: Annotated[dict[int, Goods], Every(PLAYERS, or_one=True)] = {}
    measure: ResourceId | None = None  # majority: what is compared
    bid: ResourceId | None = None  # auction: what is bid
    admirals: bool = False  # MED-6.19: needs an admiral for each island
    honour: bool = False
    now: tuple[Annotated[effects.Now, _effect(effects.Now)], ...] = ()
    income: tuple[Annotated[effects.Income, _effect(effects.Income)], ...] = ()
    end: tuple[Annotated[effects.End, _effect(effects.End)], ...] = ()
    town: ResourceId | None = None  # MED-6.4: what its trigger gives
    town_seal: SealId | None = None  # MED-R6 indicated_seal; a town without one answers to its own
    takes: bool = False  # MED-R36, MED-R36a

    def cost_with(self, players: int) -> Goods:
        """MED-16.1: what it takes to play it; MED-6.22: wars cost by the number of players."""
        return self.cost.get(players, Goods())


class Terrain(Entry, frozen=True):
    """MED-4.3: a place of the kingdom map."""

    reward: Goods
    least: int  # the smallest number of players with which it is in use


class Monarch(Entry, frozen=True):
    """What a seat is known by."""

    colour: str


class Board(Entry, frozen=True, dict=True):
    """The numbers of the main board and of the scoring."""

    rounds: Positive
    current: Positive
    upcoming: Positive
    prices: Annotated[tuple[Natural, ...], Meta(min_length=1)]
    deployment: Positive
    milestone: Positive
    extra_production: Natural
    discard: Annotated[dict[int, Natural], Every(PLAYERS)]
    honour: Annotated[tuple[Natural, ...], Meta(min_length=2)]
    leftovers: Positive

    @cached_property
    def by_slot(self) -> tuple[int, ...]:
        """The prices of all slots, by rows of as many slots."""
        return tuple(self.prices[at * len(self.prices) // self.current] for at in range(self.current))

    def price(self, slot: int) -> int:
        """MED-3.4: the price belongs to the slot."""
        return self.by_slot[slot - 1]


class Stock(Entry, frozen=True):
    """What a seat starts with, and what is in the box."""

    goods: Goods
    leaders: Annotated[dict[int, Leaders], Every(PLAYERS)]
    box: Leaders
    pair: Literal[2]  # MED-7.13
    decoys: Annotated[dict[int, Natural], Every(PLAYERS)]
    combat: Annotated[dict[str, Positive], Every(LEADERS)]


class Edition(Named, frozen=True, dict=True):
    """A set of component data."""

    board: Board
    stock: Stock
    monarchs: Annotated[dict[MonarchName, Monarch], Ids(max(PLAYERS), "-", LONGEST_ID)]
    terrains: Annotated[dict[int, Terrain], Every(TERRAINS)]
    cards: Annotated[
        dict[CardId, EventCard], Grouped("families", "cards", "family", tuple(FAMILIES)), Ids(CARDS, "-", LONGEST_ID)
    ]

    @cached_property
    def terrains_in_use(self) -> dict[int, tuple[int, ...]]:
        """MED-4.4: by the number of players: some places are used with many only."""
        terrains = self.terrains.items()
        return {
            players: tuple(number for number, terrain in terrains if terrain.least <= players) for players in PLAYERS
        }


EDITIONS = Editions(PACKAGE, Edition, VOCABULARY, claims=f"{PACKAGE}.claims")
edition, shipped, adopt = EDITIONS.known, EDITIONS.shipped, EDITIONS.adopt


@cache
def house_marks() -> frozenset[CardId]:
    """MED-R36: the cards that ship with the symbol that lets their owner take a card."""
    return frozenset(card.id for card in edition(shipped().digest).cards.values() if card.takes)
