"""RTN-4.9 to RTN-4.12 Placing a die (Placer des dés, p. 9): every place in one list, within one limit."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cache
from typing import Any, ClassVar, Protocol

from core.games.nobility.facts.course import DiePlaced
from core.games.nobility.moves import (
    Berk,
    Block,
    Castle,
    Chancery,
    Commission,
    Council,
    Guild,
    Hall,
    Port,
    Recall,
    Tavern,
    Yard,
)
from core.games.nobility.names import CHANCERY, HALL, PLAYED, PORT, RECALL, TAVERN, YARD, DieId, PlaceId, Stock
from core.games.nobility.rules import (
    berk,
    castle,
    chancery,
    council,
    dice_tiles,
    guild,
    hall,
    port,
    recall,
    tavern,
    yard,
)
from core.games.nobility.rules.gains import paid
from core.games.nobility.rules.hand import Hand, modifiers_of, playable, unplayable
from core.games.nobility.rules.queues import on_next_slot
from core.games.nobility.table import Slot, Table
from core.kernel.rules.marks import Seat
from core.kernel.rules.step import Ask, Blocked, Next, Offer, one_seat
from core.kernel.rules.ways import LargeChoice, Part, Ways

Placement = Tavern | Yard | Guild | Hall | Port | Council | Berk | Castle | Recall | Chancery | Commission | Block


class Place(Protocol):
    """What the file of a place has."""

    def moves(self, t: Table, seat: int, hand: Hand, /) -> Iterable[Any]:
        """What can be done there with these dice."""
        ...

    def refused(self, t: Table, seat: int, move: Any, value: int, /) -> Blocked | None:
        """Why something else cannot."""
        ...

    def slot(self, t: Table, seat: int, move: Any, value: int, /) -> Slot:
        """Where the die lies."""
        ...

    def placed(self, t: Table, seat: int, move: Any, value: int, /) -> Next:
        """What follows."""
        ...


PLACES: dict[type, Place] = {
    Guild: guild,
    Castle: castle,
    Berk: berk,
    Tavern: tavern,
    Yard: yard,
    Hall: hall,
    Council: council,
    Recall: recall,
    Chancery: chancery,
    Commission: dice_tiles,
}
"""Those first where there is nearly always something to do."""


class PlaceDie(LargeChoice[Table, Placement], frozen=True):
    """RTN-5.1: one die, as its value or with modifiers, on a slot that takes it; then what the place does."""

    rule: ClassVar[str] = "RTN-4.12"
    large = (Port,)
    seat: Seat

    def asks(self, t: Table) -> Ask | None:
        """RTN-4.1: with a die that is within the limit. RTN-R40: one for a dice tile need not be."""
        p = t.seats[self.seat]
        if not p.dice or not (playable(t, self.seat).ways or (p.contracts and not dice_tiles.counts(t))):
            return None
        return one_seat(self.seat)

    def surely(self, t: Table) -> bool:
        """RTN-5.6: is there a guild for a die? Elsewhere there may be a place if not."""
        return guild.surely(t, playable(t, self.seat))

    def must(self, t: Table) -> bool:
        return False

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Any]]:
        """Nothing that is blocked: there is too much of that, and `unoffered` says why."""
        return map(Offer, self.open_moves(t, seat))

    def open_moves(self, t: Table, seat: int) -> list[Any]:
        """At all places."""
        found: list[Any] = []
        if self.asks(t) is None:
            return found
        hand = playable(t, seat)
        for place in PLACES.values():
            found += place.moves(t, seat, hand)
        found += _blocking(t, seat, hand)
        return found

    def offers_like(self, t: Table, seat: int, move: Any) -> Iterator[Offer[Any]]:
        """Those of the same place. RTN-R29: a card that makes room may be known to its seat alone."""
        if isinstance(move, Tavern) and move.drop is not None and not tavern.held_by(t, seat, move.drop):
            return
        if isinstance(move, Port):
            yield Offer(move, Ways(self, t, seat, Port).check(move))
            return
        hand = playable(t, seat)
        blocking = isinstance(move, Block)
        yield from map(Offer, _blocking(t, seat, hand) if blocking else PLACES[move.__class__].moves(t, seat, hand))

    def begin(self, t: Table, seat: int, kind: type) -> Hashable:
        return None

    def parts(self, t: Table, seat: int, at: Any) -> Iterable[Part]:
        """RTN-12.2: goods for the port, one by one."""
        return port.for_die(t, seat, playable(t, seat)) if at is None else port.parts(t, seat, at)

    def no_part(self, t: Table, seat: int, at: Any, field: str, value: Any) -> Blocked | None:
        return port.no_part(t, seat, at, field, value) if (field == "die") == (at is None) else None

    def unoffered(self, t: Table, seat: int, move: Any) -> Blocked | None:
        """First the die, then the place."""
        free = isinstance(move, Commission) and not dice_tiles.counts(t)
        played = unplayable(t, seat, move.die, limited=not free)
        if played is not None:
            return played
        if isinstance(move, Block):
            return _unoccupiable(t, seat, move.place, PLAYED[move.die][1])
        value = PLAYED[move.die][1]
        if isinstance(move, Port):
            return port.refused(t, seat, move, value)
        return PLACES[move.__class__].refused(t, seat, move, value)

    def resolve(self, t: Table, seat: int, move: Any) -> Next:
        """RTN-4.5: modifiers are discarded; RTN-4.11: the die lies there until the round is over."""
        value = PLAYED[move.die][1]
        if isinstance(move, Block):
            (where, number), follows = _occupied(t, seat, move.place, value), list[Any]()
        else:
            place: Any = port if isinstance(move, Port) else PLACES[move.__class__]
            (where, number), follows = place.slot(t, seat, move, value), place.placed(t, seat, move, value)
        free = isinstance(move, Commission) and not dice_tiles.counts(t)
        return [
            *paid("RTN-4.5", seat, Stock(modifiers=modifiers_of(move.die)), where),
            DiePlaced("RTN-4.9", seat, move.die, where, number, free),
            *follows,
        ]


# --- dice that only occupy -------------------------------------------------------------------------------------------

CLOSED: dict[PlaceId, Callable[[Table, int, int], Blocked | None]] = {
    TAVERN: tavern.closed,
    YARD: yard.closed,
    HALL: hall.occupied,
    PORT: port.closed,
    RECALL: recall.closed,
    CHANCERY: chancery.closed,
}


def _blocking(t: Table, seat: int, hand: Hand) -> Iterator[Block]:
    """RTN-R5, RTN-R34: where a die may only occupy a slot."""
    every, taken = _may_block(t), _where_full(t)
    if not every and not (taken and t.chancery):
        return
    for place, closed in CLOSED.items() if every else [(CHANCERY, chancery.closed)]:
        for value, dice in hand.ways.items():
            if closed(t, seat, value) is None and (every or not chancery.free_desk(t, value)):
                yield from (_block(die, place) for die in dice)


def _may_block(t: Table) -> bool:
    """RTN-R5: may a die only occupy a slot?"""
    return t.rulings.blocking == "allowed"


def _where_full(t: Table) -> bool:
    """RTN-R34: in the Chancery, where its desks are taken?"""
    return t.rulings.chancery_full_slot == "yes_blocking"


def _unoccupiable(t: Table, seat: int, place: PlaceId, value: int) -> Blocked:
    """RTN-R5, RTN-R34: whether dice may only occupy slots at all, there, and with this value."""
    desks = place == CHANCERY and _where_full(t)
    closed = CLOSED[place](t, seat, value) if place in CLOSED and (desks or _may_block(t)) else None
    return closed or Blocked("RTN-R34" if desks else "RTN-R5", "not_for_blocking", have=place)


@cache
def _block(die: DieId, place: PlaceId) -> Block:
    return Block(die, place)


def _occupied(t: Table, seat: int, place: PlaceId, value: int) -> Slot:
    """The slot that such a die lies on."""
    if place in {TAVERN, YARD}:
        return on_next_slot(t, place)
    if place == HALL:
        return hall.slot(t, seat, None, value)
    return (place, seat) if place == RECALL else (place, value)
