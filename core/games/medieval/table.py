"""The state of a match: frozen structs with small helpers, no rules."""

from collections.abc import Iterable, Iterator
from typing import Annotated

from msgspec.structs import asdict

from core.games.medieval.data.edition import EDITIONS, Edition, EventCard
from core.games.medieval.moves import Place
from core.games.medieval.names import PIECES, CardId, Goods, Leaders, MonarchName, ResourceId
from core.games.medieval.rulings import Rulings
from core.kernel.rules.marks import Once, Places, Room, Seat, UpTo, Vocabulary
from core.kernel.rules.piles import counted
from core.kernel.rules.secret import Secret
from core.kernel.rules.table import NoOptions
from core.kernel.rules.table import Table as AnyTable
from core.kernel.rules.value import Value


class Player(Value, frozen=True, omit_defaults=True):
    """A seat: its palace, leaders, cards and points."""

    monarch: MonarchName | None = None
    palace: Goods = Goods()
    leaders: Leaders = Leaders()
    committed: int = 0  # MED-R4 commit: admirals that lie on islands
    deployed: Annotated[tuple[CardId, ...], Room("edition.board.deployment"), Once()] = ()
    realm: Annotated[tuple[CardId, ...], Once()] = ()  # in the order in which they came into play
    vp: int = 0
    picks: int = 0  # MED-3.6: milestones reached whose resource is not chosen yet
    placement: Secret[Place] | None = None  # MED-8.3: behind the wall
    placed: Place | None = None  # MED-10.1: after the walls are gone
    pair: Annotated[tuple[ResourceId, ...], Places("edition.stock.pair"), Once()] = ()
    passed: bool = False


class Table(AnyTable[Rulings, NoOptions, Edition], frozen=True, kw_only=True):
    """The whole table."""

    editions = EDITIONS

    seats: tuple[Player, ...]
    supply: Leaders
    reserve: tuple[CardId, ...]  # the bag: what nobody has seen; its order is not decided yet
    current: Annotated[tuple[CardId | None, ...], Places("edition.board.current")]
    upcoming: Annotated[tuple[CardId, ...], Room("edition.board.upcoming")] = ()
    discard: tuple[CardId, ...] = ()
    afoot: CardId | None = None  # activated, and not yet where it goes
    order: Annotated[tuple[Seat, ...], Once()] = ()
    setup_first: Seat = 0
    round: Annotated[int, UpTo("edition.board.rounds")] = 0  # MED-1.3

    def card(self, card: CardId) -> EventCard:
        return self.edition.cards[card]

    def cards(self, ids: Iterable[CardId]) -> Iterator[EventCard]:
        """The cards of these ids."""
        return map(self.edition.cards.__getitem__, ids)

    def family(self, seat: int, family: str) -> tuple[CardId, ...]:
        """The cards of a family that a seat has in play, in the order in which they came."""
        cards = self.edition.cards
        return tuple(card for card in self.seats[seat].realm if cards[card].family == family)

    def clockwise(self, first: int) -> tuple[int, ...]:
        """All seats, from this one on, as they sit. MED-R24: or as they stand on the turn-order track?"""
        seats = tuple(range(self.players)) if self.rulings.clockwise == "seat_order" else self.order
        at = seats.index(first)
        return seats[at:] + seats[:at]

    def words(self) -> Vocabulary:
        """Leaders on their places."""
        return {"piece": PIECES}

    def components(self) -> dict[str, int]:
        """Each card once, each kind of leader as often as in the box (MED-2.9)."""
        cards = [self.reserve, self.current, self.upcoming, self.discard, (self.afoot,)]
        cards += [pile for player in self.seats for pile in (player.deployed, player.realm)]
        leaders = sum((player.leaders for player in self.seats), self.supply)
        return {**counted(cards), **asdict(leaders)}


def pieces_of(place: Place, letter: str) -> list[int]:
    """The terrains on which a placement has generals (G), admirals (A) or decoys (D)."""
    return [int(piece[1:]) for piece in place.pieces if piece[0] == letter]


def mayors_of(place: Place) -> tuple[ResourceId, ...]:
    """The management slots of a placement, one entry for each mayor."""
    return tuple(ResourceId(piece) for piece in place.pieces if piece[0].islower())
