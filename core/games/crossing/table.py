"""The state of a match: frozen structs with small helpers, no rules."""

from collections.abc import Iterable
from typing import Annotated, Final

from msgspec import field

from core.games.crossing.data.edition import EDITIONS, TOP, Edition
from core.games.crossing.names import (
    DISPLAY,
    GUILDS,
    HOME,
    SLOTS,
    TILES,
    BirdId,
    BridgeId,
    CardId,
    DeckId,
    EmptyId,
    FavorId,
    GoalId,
    QueenName,
    RegionId,
    Resources,
    SlotId,
    SoloId,
    SpaceId,
    StartName,
    StructureName,
    TileId,
)
from core.games.crossing.options import Options
from core.games.crossing.rulings import Rulings
from core.kernel.rules.chance import Drawn
from core.kernel.rules.marks import Each, Name, Once, Places, Room, Seat, UpTo, Vocabulary
from core.kernel.rules.piles import counted
from core.kernel.rules.secret import Secret
from core.kernel.rules.table import Settled
from core.kernel.rules.table import Table as AnyTable
from core.kernel.rules.value import Value

Setup = Settled[Rulings, Options]
PACO: Final = 1  # alone, the side of Paco & Paca
HOUSES: Final = 3  # KIN-3.1: of a player


class Player(Value, frozen=True, omit_defaults=True):
    """A side of the table: its player board, its tiles, and its pieces on the main board."""

    coins: int = 0
    vp: int = 0
    resources: Annotated[Resources, UpTo(TOP)] = Resources()
    investment: Annotated[int, UpTo("edition.investment.last")] = 0  # KIN-5.17: the space of the marker
    region: RegionId | None = None  # of the worker
    houses: Annotated[tuple[RegionId, ...], Room(HOUSES), Once()] = ()  # on the main board
    cards: tuple[CardId, ...] = ()  # above the board: start card, characters, queen cards
    structures: Annotated[tuple[StructureName, ...], Once()] = (HOME,)
    birds: tuple[BirdId, ...] = ()
    favors: tuple[FavorId, ...] = ()
    hidden: tuple[Annotated[Secret[Drawn], Name("favor")], ...] = ()  # KIN-R20 owner_only: favors drawn blind
    decorations: dict[SpaceId, int] = field(default_factory=dict[SpaceId, int])  # the stars of each token
    upgraded: Annotated[tuple[TileId, ...], Once()] = ()
    played: Annotated[tuple[TileId, ...], Room("edition.board.actions"), Once()] = ()  # to the right of the board
    paws: Annotated[tuple[BridgeId, ...], Once()] = ()  # on the bridges that were crossed in this round
    working: TileId | None = None  # the tile that is worked with in this turn
    face: bool = False  # was it upgraded when it was chosen?
    crossed: int = 0  # bridges in this turn
    bought: bool = False  # KIN-8.4e: the resource of this turn
    doubling: bool = False  # KIN-R1 round: birds count twice for the rest of the round
    triggered: Annotated[tuple[StructureName, ...], Once()] = ()  # KIN-6.5: by bears, in one collection


class Pair(Value, frozen=True):
    """KIN-4.2: a start card with the favor under it."""

    start: StartName
    favor: FavorId


class Table(AnyTable[Rulings, Options, Edition], frozen=True, kw_only=True):
    """The whole table."""

    editions = EDITIONS

    seats: tuple[Player, ...]
    others: tuple[Player, ...] = ()
    layout: Annotated[tuple[DeckId, ...], Each("slot")] = ()  # what lies where: a deck keeps its slot
    decks: Annotated[
        dict[DeckId, tuple[CardId, ...]], Each("deck")
    ]  # below the top cards; their order is not decided yet
    slots: Annotated[tuple[CardId | EmptyId | None, ...], Each("slot")] = (None,) * len(SLOTS)  # what lies face up
    empties: Annotated[tuple[EmptyId, ...], Once()]  # tiles for empty decks that nobody has seen
    perched: Annotated[tuple[BirdId | None, ...], Each("slot"), Once()] = (None,) * len(SLOTS)  # birds on cards
    birds: tuple[BirdId, ...]  # in the piles
    gone: tuple[BirdId, ...] = ()  # back in the box
    queens: tuple[QueenName, ...]  # in the pile, with the one that is in the box unseen
    queen: QueenName | None = None  # awake
    slept: tuple[QueenName, ...] = ()  # back in the box: nobody took them
    goals: Annotated[tuple[GoalId, ...], Once()] = ()  # on the spaces of the tree board, row by row
    hard: Annotated[tuple[GoalId, ...], Once()] = ()  # those that lie on their hard face
    claims: dict[GoalId, tuple[Seat, ...]] = field(default_factory=dict[GoalId, tuple[Seat, ...]])  # in order
    favors: tuple[FavorId, ...]  # in the piles; their order is not decided yet
    piles: Annotated[tuple[int, ...], Places(DISPLAY)] = (0,) * DISPLAY  # how many lie in each
    display: Annotated[tuple[FavorId | None, ...], Places(DISPLAY)] = (None,) * DISPLAY  # face up beside them
    starts: tuple[StartName, ...]  # faces of start cards that are not laid out
    pairs: Annotated[tuple[Pair, ...], Room("sides")] = ()  # KIN-4.2: that nobody has picked
    balloon: RegionId | None = None
    token: Seat = 0  # who has the first player token
    order: Annotated[tuple[Seat, ...], Once()] = ()  # of the round: the sides, clockwise from its first player
    acting: Seat | None = None  # whose income, action or evening it is
    solo_deck: Annotated[tuple[SoloId, ...], Once()] = ()  # of this round, face down; its order is not decided yet
    round: Annotated[int, UpTo("edition.board.rounds")] = 0
    turn: Annotated[int, UpTo("edition.board.actions")] = 0

    def words(self) -> Vocabulary:
        """Cards of all kinds, and structures with the one that everybody has (KIN-3.8)."""
        data = self.edition
        structures = (HOME, *data.structures)
        cards = (*data.characters, *data.structures, *data.queens, *data.starts, HOME)
        return {"card": cards, "structure": structures, "income": (*GUILDS, *structures)}

    def around(self, first: Seat) -> tuple[Seat, ...]:
        """KIN-7.1: all sides from this one on, clockwise; KIN-S3.1: Paco & Paca, too."""
        sides = len(self.seats) + len(self.others)
        return (*range(first, sides), *range(first))

    def on_slot(self, slot: SlotId) -> CardId | EmptyId | None:
        """What lies face up there."""
        return self.slots[SLOTS.index(slot)]

    def bird_on(self, slot: SlotId) -> BirdId | None:
        """The bird on that card."""
        return self.perched[SLOTS.index(slot)]

    def components(self) -> dict[str, int]:
        """Each card, bird and favor once, wherever it lies; KIN-R17 reshuffle: tiles of empty decks come again."""
        piles: list[Iterable[str | None]] = [*self.decks.values(), self.slots]
        piles += [self.perched, self.birds, self.gone, self.queens, (self.queen,), self.slept, self.starts]
        piles += [self.favors, self.display, *((pair.start, pair.favor) for pair in self.pairs)]
        piles += [pile for p in self.sides for pile in (p.cards, p.structures, p.birds, p.favors)]
        return {**counted(piles), HOME: len(self.sides), **dict.fromkeys(self.edition.empties, 1)}


def available(p: Player) -> tuple[TileId, ...]:
    """KIN-5.8: the tiles to the left of the board."""
    return tuple(tile for tile in TILES if tile not in p.played)
