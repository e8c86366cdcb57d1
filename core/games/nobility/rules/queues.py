"""RTN-6.1, RTN-8.1: die slots that are filled from the left, each die by the one before it: tavern and yard."""

from typing import Final

from core.games.nobility.data.edition import PLAYERS
from core.games.nobility.names import TAVERN, YARD, PlaceId
from core.games.nobility.table import Slot, Table, spot
from core.kernel.rules.step import Blocked

_SPOTS: Final = {place: tuple(spot(place, slot) for slot in range(1, max(PLAYERS) + 1)) for place in (TAVERN, YARD)}


def values(t: Table, place: PlaceId) -> list[int]:
    """The values of the dice that lie there, from the left."""
    found: list[int] = []
    for where in _SPOTS[place]:
        placed = t.dice.get(where)
        if placed is None:
            break
        found.append(placed.value)
    return found


def full(t: Table, place: PlaceId, rule: str) -> Blocked | None:
    """As many dice as there are slots?"""
    return Blocked(rule, "queue_full", have=place) if len(values(t, place)) >= t.count.queue else None


def on_next_slot(t: Table, place: PlaceId) -> Slot:
    """The slot that the next die lies on."""
    return place, len(values(t, place)) + 1
