"""Who comes after whom around the table."""

from core.games.medieval.table import Table


def clockwise(t: Table, first: int) -> tuple[int, ...]:
    """The seats from this one on, as they sit. MED-R24: or as they stand on the turn-order track?"""
    seats = tuple(range(t.players)) if t.rulings.clockwise == "seat_order" else t.order
    at = seats.index(first)
    return seats[at:] + seats[:at]
