"""Who would get what is fought for, as everybody can work out from what lies open."""

from collections.abc import Sequence

from msgspec import Struct

from core.games.medieval.data.edition import Edition, EventCard, edition
from core.games.medieval.moves import Place
from core.games.medieval.rules.acquire import Forces, controller
from core.games.medieval.rules.majority import measured, taker_of
from core.games.medieval.rulings import Rulings
from core.games.medieval.view import SeatView, View


class Open(Struct, frozen=True):
    """What of a view decides it."""

    seats: tuple[SeatView, ...]
    order: tuple[int, ...]
    rulings: Rulings
    edition: Edition

    @classmethod
    def of(cls, v: View) -> "Open":
        return cls(v.seats, v.order, v.rulings, edition(v.edition))

    @property
    def players(self) -> int:
        return len(self.seats)


def takers(v: View, card: EventCard, price: int) -> list[int | None]:
    """MED-14.4, MED-14.6: who would take a majority card, were it activated; it may depend on who does, in a tie.

    Who looks on thinks of all who have not passed. None: nobody could take it.
    """
    activators = [v.viewer] if v.viewer is not None else [seat for seat in v.order if not v.seats[seat].passed]
    found = (taker(v, card, price, seat) for seat in activators)
    return list(dict.fromkeys(found))


def taker(v: View, card: EventCard, price: int, activator: int) -> int | None:
    """MED-14: who takes it from this seat's hand."""
    return taker_of(Open.of(v), card, activator, price, (), paid=False)[0]


def held(v: View, card: EventCard, price: int, seat: int, activator: int) -> int:
    """MED-14.2: how much of the card's resource counts for this seat."""
    return measured(Open.of(v), card, seat, activator, price, paid=False)


def controllers(v: View) -> dict[int, int | None]:
    """MED-10.4: who controls each terrain on which somebody stands; nobody in a tie. Nothing before the walls fall."""
    placements = [seat.placement for seat in v.seats]
    if not all(seat.has_placed for seat in v.seats):
        return {}
    known: Sequence[Place] = [Place(placed) for placed in placements if placed is not None]
    if len(known) < len(placements):
        return {}
    seen = Open.of(v)
    forces = [Forces.of(seen, placed) for placed in known]
    there = {terrain for force in forces for terrain in force.military}
    return {terrain: controller(seen, forces, terrain)[0] for terrain in there}
