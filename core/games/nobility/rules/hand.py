"""RTN-4 The dice in hand (Réputation, p. 8): which can be played, as what, and within which limit."""

from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from core.games.nobility.data import effects
from core.games.nobility.names import PIPS, PLAYED, DieId
from core.games.nobility.rules.lasting import by_event
from core.games.nobility.table import Table
from core.kernel.rules.step import Blocked

HIGHEST = max(PIPS)  # what has room for more has room for any
AS_IT_IS = {face: (die,) for die, (face, value) in PLAYED.items() if face == value}


class Hand(Struct, frozen=True):
    """By value: the ways to play it."""

    ways: dict[int, tuple[DieId, ...]]

    def of(self, values: Iterable[int]) -> tuple[DieId, ...]:
        """Every way to play one of these values."""
        found: tuple[DieId, ...] = ()
        for value in values:
            found += self.ways.get(value, ())
        return found


def limit(t: Table, seat: int) -> int:
    """RTN-4.1: the Reputation; an event may lower it."""
    reputation = t.seats[seat].stock.reputation
    return reputation if t.event is None else reputation - by_event(t, effects.LowerLimit)


def room(t: Table, seat: int) -> int:
    """RTN-4.2, RTN-4.3: what can still be placed."""
    return limit(t, seat) - t.seats[seat].used


def playable(t: Table, seat: int, *, limited: bool = True) -> Hand:
    """RTN-4.1 to RTN-4.8: the values that can be placed now, with modifiers, too."""
    p = t.seats[seat]
    modifiers = spendable(t, seat) if p.stock.modifiers else 0
    room = limit(t, seat) - p.used if limited else HIGHEST
    return _playable(p.dice, modifiers, min(HIGHEST, room))


def spendable(t: Table, seat: int) -> int:
    """RTN-R9: how many modifiers can be spent as a die is placed."""
    return t.seats[seat].stock.modifiers if t.rulings.modifier_timing == "at_placement" else 0


@lru_cache(maxsize=4096)
def _playable(dice: tuple[int, ...], modifiers: int, room: int) -> Hand:
    faces, found = {*dice}, dict[int, tuple[DieId, ...]]()
    if not modifiers:
        return Hand({face: AS_IT_IS[face] for face in sorted(faces & AS_IT_IS.keys()) if face <= room})
    for die, (face, value) in PLAYED.items():
        if face in faces and value <= room and abs(value - face) <= modifiers:
            found[value] = (*found.get(value, ()), die)
    return Hand(found)


def modifiers_of(die: DieId) -> int:
    """RTN-4.5: how many it takes to play a die so."""
    face, value = PLAYED[die]
    return abs(value - face)


def unplayable(t: Table, seat: int, die: DieId, *, limited: bool = True) -> Blocked | None:
    """Why a die cannot be played so."""
    p, (face, value) = t.seats[seat], PLAYED[die]
    if face not in p.dice:
        return Blocked("RTN-4.4", "no_such_die", have=face)
    if modifiers_of(die) > spendable(t, seat):
        return Blocked("RTN-4.5", "modifiers_missing", need=modifiers_of(die), have=spendable(t, seat))
    if limited and value > room(t, seat):
        return Blocked("RTN-4.1", "over_limit", need=p.used + value, have=limit(t, seat))
    return None
