"""Asides: what may be done at any moment while something lasts, beside whatever its seat is asked meanwhile.

A step declares them (`Step.anytime`) for as long as it lies on the agenda: so it comes with what it lasts for, such as
the step that ends a turn, which a turn puts below everything else. They are offered with every question of a seat that
they ask, but not with a sealed one. What follows from an aside comes first; then the question is asked again.
"""

from collections.abc import Iterable
from itertools import chain
from typing import Any

from core.kernel.rules.step import SEALED_CHOICE, STEP, Offer, move_kinds, offers_openly

Agenda = tuple[Any, ...]

_plain: set[Any] = set()  # the kinds of step that declare nothing: of most agendas no more is ever asked
_all_plain = _plain.issuperset


def asides(agenda: Agenda, table: Any, seat: int) -> tuple[Any, ...]:
    """What the seat may do besides: the nearest step's first."""
    if _all_plain(map(type, agenda)):
        return ()
    kinds_here: set[Any] = {*map(type, agenda)}
    _plain.update(kind for kind in kinds_here if kind.anytime is STEP.anytime)
    if isinstance(agenda[-1], SEALED_CHOICE):
        return ()
    declared = [aside for step in reversed(agenda) for aside in step.anytime(table)]
    return tuple(aside for aside in declared if (ask := aside.asks(table)) is not None and seat in ask.seats)


def kinds(agenda: Agenda, table: Any, seat: int) -> tuple[type, ...]:
    """The moves that are taken now: by the step that waits, and besides."""
    found = move_kinds(agenda[-1])
    besides = asides(agenda, table, seat)
    return tuple(dict.fromkeys(chain(found, *map(move_kinds, besides)))) if besides else found


def offers(agenda: Agenda, table: Any, seat: int) -> Iterable[Offer[Any]]:
    """What is offered now, as far as it can be listed: by the step that waits, and besides."""
    listed: Iterable[Offer[Any]] = agenda[-1].offers(table, seat)
    besides = asides(agenda, table, seat)
    return chain(listed, *(aside.offers(table, seat) for aside in besides)) if besides else listed


def taker(agenda: Agenda, table: Any, seat: int, kind: type) -> Any:
    """The step for such a move: the one that waits, unless only an aside takes it."""
    step = agenda[-1]
    if kind in move_kinds(step):
        return step
    return next((aside for aside in asides(agenda, table, seat) if kind in move_kinds(aside)), step)


def aside_for(agenda: Agenda, table: Any, seat: int, move: Any) -> Any:
    """The aside that offers this very move; None where the step that waits must answer for it."""
    if _all_plain(map(type, agenda)):
        return None
    takers = (aside for aside in asides(agenda, table, seat) if move.__class__ in move_kinds(aside))
    return next((aside for aside in takers if offers_openly(aside, table, seat, move)), None)
