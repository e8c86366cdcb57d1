"""The state of a match: frozen structs with small helpers, no rules."""

from operator import attrgetter
from typing import Annotated, Final

from msgspec import field

from core.games.emara.data.edition import CRAFTSMEN, EDITIONS, Edition, Event, Lasting, Marker, Side, Start
from core.games.emara.moves import ChooseHand, Donate
from core.games.emara.names import (
    ACTIONS,
    BONUSES,
    COUNCILORS,
    MARKERS,
    NUMBERED,
    RANKS,
    RESOURCES,
    STANDS,
    TASKS,
    ActionId,
    AdvisorId,
    BonusName,
    EventId,
    FavorId,
    Goods,
    HutId,
    MarkerId,
    PlaceId,
)
from core.games.emara.options import Options
from core.games.emara.rulings import Rulings
from core.kernel.rules.chance import Drawn
from core.kernel.rules.marks import Each, Name, Once, Places, Room, Seat, Signed, UpTo, Vocabulary
from core.kernel.rules.piles import counted
from core.kernel.rules.secret import Secret
from core.kernel.rules.table import Settled
from core.kernel.rules.table import Table as AnyTable
from core.kernel.rules.value import Value

Setup = Settled[Rulings, Options]
VICTORIA: Final = 1  # alone, her side of the table


class Player(Value, frozen=True, omit_defaults=True):
    """A seat: its goods and points, cards, and the pieces on the boards."""

    goods: Annotated[Goods, Signed()] = Goods()  # EMA-14.10, EMA-R28, EMA-R42: points may be below 0
    councilors: Annotated[tuple[PlaceId, ...], Places(len(COUNCILORS))] = ()
    hired: Annotated[int, UpTo(CRAFTSMEN)] = 0  # EMA-2.15: craftsmen
    advisors: tuple[AdvisorId, ...] = ()
    favors: tuple[FavorId, ...] = ()
    rank: Annotated[int, UpTo(len(RANKS))] = 0
    highest: int = 0  # EMA-15.5: CP scored with the card of the highest rank
    drawing: bool = False  # a hand is due
    hand: Annotated[Secret[Drawn], Name("action"), Room("edition.board.hand"), Once()] | None = None
    chosen: Secret[ChooseHand] | None = None  # EMA-R40: instead of a hand that is drawn
    slots: Annotated[tuple[ActionId | None, ...], Places("edition.board.slots"), Once()] = ()
    playing: Annotated[int, UpTo("edition.board.slots")] = 0  # the slot of the card of the turn
    discard: Annotated[tuple[ActionId, ...], Once()] = ()
    done: Annotated[tuple[BonusName, ...], Once()] = ()  # EMA-11.1: the bonus actions of the turn
    used: Annotated[tuple[AdvisorId, ...], Once()] = ()  # EMA-12.3: the powers of the turn
    moved: Annotated[tuple[int, ...], UpTo(len(COUNCILORS) - 1)] = ()  # the councilors that walked in the turn
    errand: PlaceId | None = None  # EMA-R34: in the turn
    raised: bool = False  # EMA-R17 per_visit: the modifiers of building points have counted in this visit


class Looking(Value, frozen=True, omit_defaults=True):
    """EMA-8.3: a seat chooses one of several favor tokens."""

    seat: Seat
    taken: Annotated[
        tuple[FavorId, ...], Room("edition.board.favors_shown"), Once()
    ] = ()  # the last ones of a pile: everybody knows them
    shown: Annotated[Secret[Drawn], Name("favor"), Room("edition.board.favors_shown"), Once()] | None = None
    unpaid: Donate | None = None  # EMA-R41: the donation is not final yet


class Victoria(Value, frozen=True, omit_defaults=True):
    """EMA-16.1: the virtual player; nobody sits there."""

    cp: int = 0
    cards: Annotated[tuple[int, ...], Room("edition.solo.ranks")] = ()


class Table(AnyTable[Rulings, Options, Edition], frozen=True, kw_only=True):
    """The whole table."""

    editions = EDITIONS

    seats: tuple[Player, ...]
    box: tuple[AdvisorId, ...]  # EMA-2.8: the A advisors that nobody has drawn
    stack: tuple[AdvisorId, ...]  # the B advisors below the one on top; their order is not decided yet
    events: tuple[EventId, ...]  # below the one on top
    favors: tuple[FavorId, ...]  # the draw pile, with those that somebody looks at
    top: AdvisorId | None = None
    event: EventId | None = None
    past: tuple[EventId, ...] = ()
    rings: tuple[tuple[PlaceId, ...], ...] = ()  # clockwise
    stands: Annotated[tuple[AdvisorId | None, ...], Each("stand"), Once()] = (None,) * len(STANDS)
    huts: dict[HutId, Seat] = field(default_factory=dict[HutId, Seat])
    uses: Annotated[dict[MarkerId, int], Each("marker")] = field(
        default_factory=dict[MarkerId, int]
    )  # turns since the black number
    ranks: Annotated[tuple[int, ...], Each("rank")] = ()  # how many cards of each rank are gone
    used_favors: tuple[FavorId, ...] = ()  # the discard pile
    boxed_favors: tuple[FavorId, ...] = ()  # EMA-R15
    looking: Looking | None = None
    others: tuple[Victoria, ...] = ()
    first: Seat = 0
    round: Annotated[int, UpTo("edition.board.rounds")] = 0
    turn: Annotated[int, UpTo("edition.board.turns")] = 0

    @property
    def victoria(self) -> Victoria | None:
        """EMA-16.1: alone."""
        return self.others[0] if self.others else None

    @property
    def walkers(self) -> tuple[str, ...]:
        """EMA-17.10: how the two councilors of a seat are called."""
        return NUMBERED if self.options.boards == "mixed" else COUNCILORS

    def words(self) -> Vocabulary:
        """Its markers, tasks and councilors; what bonus actions are called."""
        return {"marker": MARKERS, "task": TASKS, "councilor": self.walkers, "bonus": BONUSES}

    def components(self) -> dict[str, int]:
        """Each advisor, event and favor once; craftsmen and nobility cards as many as in the box (EMA-1.8)."""
        looked_at = () if self.looking is None else self.looking.taken
        piles: list[tuple[str | None, ...]] = [
            self.box,
            self.stack,
            (self.top,),
            self.stands,
            self.events,
            self.past,
            (self.event,),
        ]
        piles += [self.favors, looked_at, self.used_favors, self.boxed_favors]
        piles += [pile for player in self.seats for pile in (player.advisors, player.favors)]
        found = counted(piles)
        hers = 0 if self.victoria is None else len(self.victoria.cards)
        for level, (rank, gone) in enumerate(zip(RANKS, self.ranks, strict=True)):
            held = sum(player.rank > level for player in self.seats) + (hers > level)
            found[rank] = len(self.edition.ranks[rank].cp) - gone + held
        for seat, player in enumerate(self.seats):
            in_huts = sum(owner == seat for owner in self.huts.values())
            found[f"craftsman {seat}"] = CRAFTSMEN - player.hired + in_huts
        return found

    def shows(self, marker: MarkerId, more: int = 0) -> int:
        """EMA-9.1: the price or reward that counts now, or after so many more uses."""
        kind, side = self._side(marker)
        return kind.shows(side, self.uses.get(marker, 0) + more)

    def boxed(self, marker: MarkerId) -> bool:
        """EMA-9.3: is it back in the box? EMA-R36: as soon as its last number was used, or when it is needed?"""
        return self.uses.get(marker, 0) >= self.turns_of(marker)

    def turns_of(self, marker: MarkerId) -> int:
        """EMA-9.3, EMA-R36: how often it turns until it is back in the box."""
        kind, side = self._side(marker)
        late = self.rulings.marker_flip_time == "at_next_use"
        return len(kind.side(side)) + late

    def _side(self, marker: MarkerId) -> tuple[Marker, Side]:
        kind = marker.partition(":")[0]
        values: Marker = getattr(self.edition.markers, kind)
        start: Start = getattr(self.edition.starts[self.players], kind)
        return values, start.side

    def ahead(self, place: PlaceId, steps: int) -> PlaceId:
        """EMA-6.1: so many places clockwise on the same board."""
        ring = next(ring for ring in self.rings if place in ring)
        return PlaceId(ring[(ring.index(place) + steps) % len(ring)])

    def lasting(self, seat: int) -> list[Lasting]:
        """What modifies this seat's gains: its advisors, and the event of the round."""
        advisors: list[Lasting] = [self.edition.advisors[advisor] for advisor in self.seats[seat].advisors]
        event = self.event_of_round
        return advisors if event is None else [*advisors, event]

    @property
    def event_of_round(self) -> Event | None:
        """EMA-3.4: none yet while the match is set up."""
        return None if self.event is None or not self.round else self.edition.events[self.event]

    def has(self, seat: int, ability: str) -> bool:
        """Has one of the seat's advisors this lasting ability?"""
        advisors, known = self.seats[seat].advisors, self.edition.advisors
        return any(getattr(known[advisor], ability) for advisor in advisors)


def unplayed(player: Player) -> tuple[ActionId, ...]:
    """The cards that a player has played neither in this round nor since the deck was shuffled."""
    gone = (*player.discard, *player.slots)
    return tuple(card for card in ACTIONS if card not in gone)


def unfilled(player: Player) -> int:
    """How many cards of the hand are still to be played in this round: as many as there are empty slots."""
    return player.slots.count(None)


_resources = attrgetter(*RESOURCES)


def resources(goods: Goods) -> int:
    """How many resources, of whatever type."""
    return sum(_resources(goods))
