"""RTN-23.5 to RTN-23.9 The Chancery (Le plateau Chancellerie, p. 20): a worker for a desk, for good."""

from collections.abc import Iterator
from functools import cache

from core.games.nobility.data.edition import Desk
from core.games.nobility.facts.chancery import ClerkPlaced
from core.games.nobility.moves import Chancery
from core.games.nobility.names import CHANCERY, LOWER, DieId, RowName, Stock
from core.games.nobility.rules.council import called_upon
from core.games.nobility.rules.gains import paid
from core.games.nobility.rules.hand import Hand
from core.games.nobility.table import Slot, Table, spot
from core.kernel.rules.step import Blocked, Next

ALL_DESKS = 12


def moves(t: Table, seat: int, hand: Hand) -> Iterator[Chancery]:
    """RTN-23.7: a free desk of each slot whose people have settled."""
    if not t.chancery or not t.seats[seat].stock.workers:
        return
    for value, dice in hand.ways.items():
        if closed(t, seat, value) is None:
            for desk in open_desks(t, value):
                if _lacking(t, seat, desk) is None:
                    yield from (_move(die, _named(t, desk)) for die in dice)


@cache
def _move(die: DieId, row: RowName | None) -> Chancery:
    return Chancery(die, row)


def open_desks(t: Table, value: int) -> list[Desk]:
    """RTN-23.6: the desks of a slot that are in use with so many players."""
    return [desk for desk in desks_in_use(t) if desk.die == value]


def desks_in_use(t: Table) -> list[Desk]:
    """RTN-23.6: both rows, or the upper one."""
    both = t.count.desks == ALL_DESKS
    return [desk for desk in t.edition.desks.values() if both or desk.row != LOWER]


def _named(t: Table, desk: Desk) -> RowName | None:
    """Where there is one row only, nobody has to say which."""
    return desk.row if t.count.desks == ALL_DESKS else None


def closed(t: Table, seat: int, value: int) -> Blocked | None:
    """RTN-20.2, RTN-23.5: why no die of this value goes there."""
    if not t.chancery:
        return Blocked("RTN-23.1", "no_chancery")
    return Blocked("RTN-4.10", "slot_taken", have=CHANCERY) if spot(CHANCERY, value) in t.dice else None


def desk_of(t: Table, move: Chancery, value: int) -> Desk | None:
    """The desk that is meant."""
    return next((desk for desk in open_desks(t, value) if _named(t, desk) == move.row), None)


def refused(t: Table, seat: int, move: Chancery, value: int) -> Blocked | None:
    """RTN-23.6, RTN-23.7: why the die cannot go there, or nobody can sit there."""
    desk = desk_of(t, move, value)
    return closed(t, seat, value) or (_no_desk(t, seat, move, value) if desk is None else _lacking(t, seat, desk))


def _no_desk(t: Table, seat: int, move: Chancery, value: int) -> Blocked:
    """RTN-23.6: a row that is not open, or not asked for; without one, why neither of the two desks is possible."""
    if move.row is not None:
        return Blocked("RTN-23.6", "desk_closed" if move.row == LOWER else "one_row", have=move.row)
    if not t.seats[seat].stock.workers:
        return Blocked("RTN-23.7", "no_worker")
    return Blocked("RTN-23.7", "no_desk_there", have=value)


def slot(t: Table, seat: int, move: Chancery, value: int) -> Slot:
    """RTN-23.5: the one of its value."""
    return CHANCERY, value


def _lacking(t: Table, seat: int, desk: Desk) -> Blocked | None:
    if desk.id in t.desks:
        return Blocked("RTN-23.7", "desk_taken", have=desk.id)
    if desk.people not in t.settled_peoples(seat):
        return Blocked("RTN-23.7", "people_not_settled", have=desk.people)
    return None if t.seats[seat].stock.workers else Blocked("RTN-23.7", "no_worker")


def free_desk(t: Table, value: int) -> bool:
    """RTN-R34: is one of the slot's desks free?"""
    return any(desk.id not in t.desks for desk in open_desks(t, value))


def placed(t: Table, seat: int, move: Chancery, value: int) -> Next:
    """RTN-23.7, RTN-23.8: one worker from the lot."""
    desk = desk_of(t, move, value)
    assert desk is not None
    worker = paid("RTN-23.7", seat, Stock(workers=1), CHANCERY)
    return [*worker, ClerkPlaced("RTN-23.7", seat, desk.id), *called_upon(t, seat, desk.people)]
