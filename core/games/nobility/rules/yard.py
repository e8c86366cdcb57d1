"""RTN-8 Construction Yard (Chantier, p. 11): a house for the building zone."""

from core.games.nobility.data import effects
from core.games.nobility.moves import Yard
from core.games.nobility.names import PIPS, YARD, Stock
from core.games.nobility.rules.gains import gained, paid
from core.games.nobility.rules.hand import Hand
from core.games.nobility.rules.lasting import amount
from core.games.nobility.rules.queues import full, on_next_slot, values
from core.games.nobility.table import Slot, Table
from core.kernel.rules.step import Blocked, Next


def moves(t: Table, seat: int, hand: Hand) -> list[Yard]:
    """RTN-8.3: one house for each die."""
    if _lacking(t, seat) is not None or full(t, YARD, "RTN-8.1"):
        return []
    most = highest(t)
    return [Yard(die) for value, dice in hand.ways.items() if value <= most for die in dice]


def closed(t: Table, seat: int, value: int) -> Blocked | None:
    """RTN-8.1, RTN-8.2: why no die of this value goes there."""
    most = highest(t)
    too_high = Blocked("RTN-8.2", "too_high_for_yard", need=most, have=value) if value > most else None
    return full(t, YARD, "RTN-8.1") or too_high


def highest(t: Table) -> int:
    """RTN-8.2: the greatest value that the next die may have."""
    return min(values(t, YARD)[-1:], default=max(PIPS))


def refused(t: Table, seat: int, move: Yard, value: int) -> Blocked | None:
    """Why the die cannot go there, or no house can be bought."""
    return closed(t, seat, value) or _lacking(t, seat)


def slot(t: Table, seat: int, move: Yard, value: int) -> Slot:
    """RTN-8.1: from the left."""
    return on_next_slot(t, YARD)


def _lacking(t: Table, seat: int) -> Blocked | None:
    """RTN-8.4: coins, and a house in the supply."""
    p = t.seats[seat]
    if not p.spare.houses:
        return Blocked("RTN-8.4", "no_house_left")
    if p.stock.coins < price(t, seat):
        return Blocked("RTN-8.4", "too_dear", need=price(t, seat), have=p.stock.coins)
    return None


def price(t: Table, seat: int) -> int:
    """RTN-8.3: less by an event and by desks, and never below 0."""
    return max(t.edition.board.house_price - amount(t, seat, effects.HouseDiscount), 0)


def placed(t: Table, seat: int, move: Yard, value: int) -> Next:
    """RTN-8.3: into the building zone."""
    cost = paid("RTN-8.3", seat, Stock(coins=price(t, seat)), YARD)
    return [*cost, *gained(t, seat, Stock(houses=1), "RTN-8.3", YARD)]
