"""RTN-21.3, RTN-23.10 What is otherwise while it lasts: by the event of the round, and by the desks of a seat."""

from typing import Any, Final

from core.games.nobility.data import effects
from core.games.nobility.names import BenefitId
from core.games.nobility.table import Table

ADDED_UP: Final[tuple[type, ...]] = (effects.PortCoins, effects.HouseDiscount, effects.BuildingDiscount)


def by_event(t: Table, kind: type[effects.Amount]) -> int:
    """RTN-21.3: so much by the event of the round."""
    if t.event is None:
        return 0
    effect = t.edition.events[t.event].effect
    return effect.amount if isinstance(effect, kind) else 0


def amount(t: Table, seat: int, kind: type[effects.Amount]) -> int:
    """By the event and by the seat's desks; discounts of both add up."""
    found = 0 if t.event is None else by_event(t, kind)
    return found + _by_desks(t, seat, kind) if t.desks else found


def _by_desks(t: Table, seat: int, kind: type[effects.Amount]) -> int:
    """RTN-R35: do two desks with the same benefit add up?"""
    found = [effect.amount for effect in _benefits(t, seat) if isinstance(effect, kind)]
    if kind in ADDED_UP and t.rulings.desk_stacking == "additive":
        return sum(found)
    return max(found, default=0)


def has(t: Table, seat: int, kind: type[effects.Effect]) -> bool:
    """Is something of this kind in force for the seat?"""
    if t.event is not None and isinstance(t.edition.events[t.event].effect, kind):
        return True
    return any(isinstance(effect, kind) for effect in _benefits(t, seat)) if t.desks else False


def _benefits(t: Table, seat: int) -> list[Any]:
    """RTN-23.10: what the seat's desks give."""
    e = t.edition
    mine: list[BenefitId] = [e.desks[desk].benefit for desk, owner in t.desks.items() if owner == seat]
    return [e.benefits[benefit].effect for benefit in mine]
