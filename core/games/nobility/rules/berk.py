"""RTN-14 Berk's Office (Bureau de Berk le Greffier, p. 17): modifiers, other cards, and commissions."""

from functools import lru_cache
from typing import Any

from core.games.nobility.data import effects
from core.games.nobility.data.edition import BerkSlot
from core.games.nobility.moves import Berk
from core.games.nobility.names import BERK, COMMISSION, HALL, PIPS, TAVERN, DieId, DisplayName, PlaceId, Stock
from core.games.nobility.rules.bag import RenewHall
from core.games.nobility.rules.commissions import TakeCommission, no_commission
from core.games.nobility.rules.display import RenewTavern
from core.games.nobility.rules.gains import gained, modifiers_there, paid
from core.games.nobility.rules.hand import Hand
from core.games.nobility.rules.lasting import by_event
from core.games.nobility.table import Slot, Table, spot
from core.kernel.rules.step import Blocked, Next


def moves(t: Table, seat: int, hand: Hand) -> list[Berk]:
    """RTN-14.2, RTN-23.22: any of its parts, but at least one."""
    found: list[Berk] = []
    for number, here in t.edition.berk.items():
        dice = hand.of(here.values)
        if dice and _SPOTS[number] not in t.dice:
            more = (None, COMMISSION) if t.chancery and not no_commission(t, seat, here) else (None,)
            found += _visits(dice, _most(t, seat, here), _renewable(t), more)
    return found


_SPOTS = {number: spot(BERK, number) for number in PIPS}


@lru_cache(maxsize=2048)
def _visits(
    dice: tuple[DieId, ...], most: int, renewable: tuple[DisplayName, ...], also: tuple[PlaceId | None, ...]
) -> tuple[Berk, ...]:
    return tuple(
        Berk(die, mods, renew, more)
        for die in dice
        for mods in range(most, -1, -1)
        for renew in (None, *renewable)
        for more in also
        if mods or renew or more
    )


def slot_of(t: Table, value: int) -> tuple[int, BerkSlot]:
    """RTN-14.1: the slot of a value."""
    return next((number, one) for number, one in t.edition.berk.items() if value in one.values)


def closed(t: Table, seat: int, value: int) -> Blocked | None:
    """RTN-4.10: why no die of this value goes there."""
    return Blocked("RTN-4.10", "slot_taken", have=BERK) if _SPOTS[slot_of(t, value)[0]] in t.dice else None


def _free(t: Table, here: BerkSlot) -> int:
    return here.free + by_event(t, effects.FreeModifiers)


def _most(t: Table, seat: int, here: BerkSlot) -> int:
    """RTN-14.3: those for nothing, and those that can be paid, as long as there are any."""
    price = t.edition.board.modifier_price
    most = _free(t, here) + (min(here.bought, t.seats[seat].stock.coins // price) if price else here.bought)
    return modifiers_there(t, most)


def _renewable(t: Table) -> tuple[DisplayName, ...]:
    """RTN-14.4: what there is to be discarded."""
    return tuple(display for display, cards in ((TAVERN, t.tavern), (HALL, t.hall)) if any(cards))


def refused(t: Table, seat: int, move: Berk, value: int) -> Blocked | None:
    """Why the die cannot go there, or the visit cannot be for that."""
    return closed(t, seat, value) or _lacking(t, seat, move, value)


def slot(t: Table, seat: int, move: Berk, value: int) -> Slot:
    """RTN-14.1: the one of its value."""
    return BERK, slot_of(t, value)[0]


def _lacking(t: Table, seat: int, move: Berk, value: int) -> Blocked | None:
    """RTN-14.2, RTN-14.3, RTN-23.19: which part of the visit cannot be."""
    here = slot_of(t, value)[1]
    most = _most(t, seat, here)
    if move.mods > most:
        return Blocked("RTN-14.3", "too_many_modifiers", need=most, have=move.mods)
    if move.renew is not None and move.renew not in _renewable(t):
        return Blocked("RTN-14.4", "nothing_to_renew", have=move.renew)
    if move.more is not None:
        return no_commission(t, seat, here)
    return None if move.mods or move.renew else Blocked("RTN-14.2", "no_part_of_visit")


def placed(t: Table, seat: int, move: Berk, value: int) -> Next:
    """RTN-14.3, RTN-14.4, RTN-23.20: modifiers, then other cards, then a commission."""
    here = slot_of(t, value)[1]
    bought = max(move.mods - _free(t, here), 0)
    cost = paid("RTN-14.3", seat, Stock(coins=bought * t.edition.board.modifier_price), BERK)
    given: list[Any] = gained(t, seat, Stock(modifiers=move.mods), "RTN-14.3", BERK) if move.mods else []
    steps: list[Any] = []
    if move.renew is not None:
        steps.append(RenewTavern() if move.renew == TAVERN else RenewHall())
    if move.more is not None:
        steps.append(TakeCommission(seat, here.cards, here.reputation))
    return [*cost, *given, *steps]
