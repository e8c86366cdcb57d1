"""RTN-6.1, RTN-8.1: die slots that are filled from the left, each die by the one before it: tavern and yard."""

from core.games.nobility.names import PlaceId
from core.games.nobility.table import Slot, Table, spot
from core.kernel.rules.step import Blocked


def next_slot(t: Table, place: PlaceId, rule: str) -> int | Blocked:
    """The leftmost free slot."""
    for slot in range(1, t.count.queue + 1):
        if spot(place, slot) not in t.dice:
            return slot
    return Blocked(rule, "queue_full", have=place)


def on_next_slot(t: Table, place: PlaceId) -> Slot:
    """The slot that the next die lies on."""
    slot = next_slot(t, place, "")
    assert isinstance(slot, int)
    return place, slot


def last_value(t: Table, place: PlaceId) -> int | None:
    """The value of the die that was placed last."""
    found: int | None = None
    for slot in range(1, t.count.queue + 1):
        placed = t.dice.get(spot(place, slot))
        if placed is not None:
            found = placed.value
    return found
