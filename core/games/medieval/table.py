"""The state of a match: frozen structs with small helpers, no rules."""

from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from core.games.medieval.data.edition import Edition, EventCard, edition
from core.games.medieval.moves import Place
from core.games.medieval.names import CardId, Goods, Leaders, MonarchName, ResourceId
from core.games.medieval.rulings import Rulings
from core.kernel.game import Result
from core.kernel.rules.marks import Seat
from core.kernel.rules.secret import Secret
from core.kernel.rules.value import Value


class Setup(Struct, frozen=True):
    """What decides the match: public, set from row 1."""

    players: int
    rulings: Rulings
    edition: str


class Player(Value, frozen=True, omit_defaults=True):
    """A seat: its palace, leaders, cards and points."""

    monarch: MonarchName | None = None
    palace: Goods = Goods()
    leaders: Leaders = Leaders()
    committed: int = 0  # MED-R4 commit: admirals that lie on islands
    deployed: tuple[CardId, ...] = ()
    realm: tuple[CardId, ...] = ()  # in the order in which they came into play
    vp: int = 0
    picks: int = 0  # MED-3.6: milestones reached whose resource is not chosen yet
    placement: Secret[Place] | None = None  # MED-8.3: behind the wall
    placed: Place | None = None  # MED-10.1: after the walls are gone
    pair: tuple[ResourceId, ...] = ()
    passed: bool = False


class Table(Value, frozen=True, omit_defaults=True):
    """The whole table."""

    setup: Setup
    seats: tuple[Player, ...]
    supply: Leaders
    reserve: tuple[CardId, ...]  # the bag: what nobody has seen; its order is not decided yet
    current: tuple[CardId | None, ...]
    upcoming: tuple[CardId, ...] = ()
    discard: tuple[CardId, ...] = ()
    afoot: CardId | None = None  # activated, and not yet where it goes
    order: tuple[Seat, ...] = ()
    setup_first: Seat = 0
    round: int = 0
    end: Result | None = None

    @property
    def edition(self) -> Edition:
        """The component data of the match."""
        return edition(self.setup.edition)

    @property
    def rulings(self) -> Rulings:
        """The readings of the match."""
        return self.setup.rulings

    @property
    def players(self) -> int:
        """How many seats."""
        return self.setup.players

    def card(self, card: CardId) -> EventCard:
        """What stands on a card."""
        return edition(self.setup.edition).cards[card]

    def family(self, seat: int, family: str) -> tuple[CardId, ...]:
        """The cards of a family that a seat has in play, in the order in which they came."""
        cards = self.edition.cards
        return tuple(card for card in self.seats[seat].realm if cards[card].family == family)

    def clockwise(self, first: int) -> tuple[int, ...]:
        """All seats, from this one on, as they sit. MED-R24: or as they stand on the turn-order track?"""
        seats = tuple(range(self.players)) if self.rulings.clockwise == "seat_order" else self.order
        at = seats.index(first)
        return seats[at:] + seats[:at]

    def with_seat(self, seat: int, player: Player) -> Self:
        """The table with another state of one seat."""
        return replace(self, seats=(*self.seats[:seat], player, *self.seats[seat + 1 :]))


def pieces_of(place: Place, letter: str) -> tuple[int, ...]:
    """The terrains on which a placement has generals (G), admirals (A) or decoys (D)."""
    return tuple(int(piece[1:]) for piece in place.pieces if piece[0] == letter)


def mayors_of(place: Place) -> tuple[ResourceId, ...]:
    """The management slots of a placement, one entry for each mayor."""
    return tuple(ResourceId(piece) for piece in place.pieces if piece[0].islower())
