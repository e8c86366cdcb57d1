"""RTN-15 Ivory Castle (Château d'Ivoire, p. 18): Reputation, and with it a higher limit."""

from functools import lru_cache

from core.games.nobility.data import effects
from core.games.nobility.data.edition import CastleSlot
from core.games.nobility.moves import Castle
from core.games.nobility.names import CASTLE, EXTRA_SLOT, EXTRAS, PIPS, DieId, ExtraName, Stock
from core.games.nobility.rules.gains import Gain
from core.games.nobility.rules.hand import Hand
from core.games.nobility.rules.lasting import by_event
from core.games.nobility.table import Slot, Table, spot
from core.kernel.rules.step import Blocked, Next

EXTRA = EXTRAS[0]


def moves(t: Table, seat: int, hand: Hand) -> list[Castle]:
    """RTN-15.2: at the end of the track, too: the gain is lost."""
    found: list[Castle] = []
    for number, place in t.edition.castle.items():
        if _SPOTS[number] not in t.dice:
            found += _moves(hand.of(place.values), None)
    if t.count.extra and _SPOTS[EXTRA_SLOT] not in t.dice:
        found += _moves(hand.of(_extra(t).values), EXTRA)
    return found


_SPOTS = {number: spot(CASTLE, number) for number in PIPS}


@lru_cache(maxsize=2048)
def _moves(dice: tuple[DieId, ...], name: ExtraName | None) -> tuple[Castle, ...]:
    return tuple(Castle(die, name) for die in dice)


def slot_for(t: Table, value: int, name: str | None) -> tuple[int, CastleSlot] | None:
    """RTN-15.1: which slot shows the value; RTN-20.3: the fourth one is named."""
    if name is None:
        return next((one for one in t.edition.castle.items() if value in one[1].values), None)
    extra = _extra(t)
    return (EXTRA_SLOT, extra) if t.count.extra and value in extra.values else None


def _extra(t: Table) -> CastleSlot:
    """RTN-R41: what does the fourth slot show?"""
    return t.edition.castle[2] if t.rulings.castle_extra_slot == "same_as_slot2" else t.edition.castle_extra


def _closed(t: Table, value: int, name: str | None) -> Blocked | None:
    found = slot_for(t, value, name)
    if found is None:
        return Blocked("RTN-4.9", "no_slot_for_value", have=value)
    return Blocked("RTN-4.10", "slot_taken", have=CASTLE) if _SPOTS[found[0]] in t.dice else None


def refused(t: Table, seat: int, move: Castle, value: int) -> Blocked | None:
    """RTN-4.9, RTN-4.10: why the die cannot go there."""
    return _closed(t, value, move.slot)


def slot(t: Table, seat: int, move: Castle, value: int) -> Slot:
    """RTN-15.1, RTN-20.3: the one that shows the value, or the fourth."""
    return CASTLE, _meant(t, move, value)[0]


def _meant(t: Table, move: Castle, value: int) -> tuple[int, CastleSlot]:
    found = slot_for(t, value, move.slot)
    assert found is not None
    return found


def placed(t: Table, seat: int, move: Castle, value: int) -> Next:
    """RTN-15.2: as much as the slot says."""
    return [Gain(seat, Stock(reputation=reputation(t, _meant(t, move, value)[1])), "RTN-15.2", CASTLE)]


def reputation(t: Table, here: CastleSlot) -> int:
    """RTN-15.2, RTN-21.3: what a slot gives; more by an event."""
    return here.reputation + by_event(t, effects.CastleReputation)


def slots(t: Table) -> list[CastleSlot]:
    """RTN-15.1, RTN-20.3: those that there are, the fourth one last."""
    return [*t.edition.castle.values(), *([_extra(t)] if t.count.extra else [])]
