"""What a seat is offered: by the step that waits and besides, as far as no promise is broken by it.

Asides are what may be done at any moment while something lasts, whatever its seat is asked meanwhile. A step declares
them (`Step.anytime`) for as long as it lies on the agenda: so it comes with what it lasts for, such as the step that
ends a turn, which a turn puts below everything else. They are offered with every question of a seat that they ask, but
not with a sealed one. What follows from an aside comes first; then the question is asked again.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

from core.kernel.rules.promises import besides, binds, broken
from core.kernel.rules.step import FAR_REACHING, LARGE, SEALED_CHOICE, Blocked, Offer, move_kinds, offers_openly

if TYPE_CHECKING:
    from core.kernel.rules.ways import Ways

Agenda = tuple[Any, ...]


def asides(agenda: Agenda, table: Any, seat: int) -> tuple[Any, ...]:
    """What the seat may do besides: the nearest step's first."""
    return () if plain(agenda, table) or isinstance(agenda[-1], SEALED_CHOICE) else besides(agenda, table, seat)


def kinds(agenda: Agenda, table: Any, seat: int) -> tuple[type, ...]:
    """The moves that are taken now: by the step that waits, and besides."""
    found = move_kinds(agenda[-1])
    besides = asides(agenda, table, seat)
    return tuple(dict.fromkeys(chain(found, *map(move_kinds, besides)))) if besides else found


def offers(agenda: Agenda, table: Any, seat: int) -> Iterable[Offer[Any]]:
    """What is offered now, as far as it can be listed: by the step that waits, and besides."""
    if plain(agenda, table):
        listed: Iterable[Offer[Any]] = agenda[-1].offers(table, seat)
        return listed
    return _far_seen(agenda, table, seat)


def open_moves(agenda: Agenda, table: Any, seat: int) -> list[Any]:
    """The moves of those that are open (`Choice.open_moves`)."""
    if plain(agenda, table):
        listed: list[Any] = agenda[-1].open_moves(table, seat)
        return listed
    return [offer.move for offer in _far_seen(agenda, table, seat) if offer.blocked is None]


def open_ones(agenda: Agenda, table: Any, seat: int) -> "tuple[list[Any], Iterable[Ways]]":
    """Both at once: the open moves that can be listed, and the large ones."""
    if plain(agenda, table):
        step = agenda[-1]
        return step.open_moves(table, seat), step.ways(table, seat)
    return open_moves(agenda, table, seat), ways(agenda, table, seat)


def _far_seen(agenda: Agenda, table: Any, seat: int) -> Iterable[Offer[Any]]:
    steps = (agenda[-1], *asides(agenda, table, seat))
    found = ((step, offer) for step in steps for offer in step.offers(table, seat))
    return (offer if offer.blocked else _kept(agenda, table, step, seat, offer) for step, offer in found)


def ways(agenda: Agenda, table: Any, seat: int) -> "Iterable[Ways]":
    """The large moves of now, kind by kind: of the step that waits, and besides; none that breaks a promise."""
    if not LARGE:
        return ()
    if plain(agenda, table):
        alone: Iterable[Ways] = agenda[-1].ways(table, seat)
        return alone
    return _ways(agenda, table, seat)


def _ways(agenda: Agenda, table: Any, seat: int) -> "Iterator[Ways]":
    for step in (agenda[-1], *asides(agenda, table, seat)):
        below = agenda[:-1] if step is agenda[-1] else agenda
        yield from step.ways(table, seat, partial(broken, below, table, step, seat) if binds(below, step) else None)


def breaks(agenda: Agenda, table: Any, step: Any, seat: int, move: Any) -> Blocked | None:
    """The promise that a move would break; `step`: the one that takes it, which waits or is an aside."""
    if plain(agenda, table):
        return None
    return broken(agenda[:-1] if step is agenda[-1] else agenda, table, step, seat, move)


def plain(agenda: Agenda, table: Any) -> bool:
    """Is there neither an aside nor a promise? No more is asked of most agendas, and most games have none at all."""
    kinds = FAR_REACHING.get(table.__class__)
    return kinds is None or kinds.isdisjoint(map(type, agenda))


def _kept(agenda: Agenda, table: Any, step: Any, seat: int, offer: Offer[Any]) -> Offer[Any]:
    """An open offer, blocked if it would break a promise."""
    blocked = breaks(agenda, table, step, seat, offer.move)
    return offer if blocked is None else Offer(offer.move, blocked, offer.said)


def taker(agenda: Agenda, table: Any, seat: int, kind: type) -> Any:
    """The step for such a move: the one that waits, unless only an aside takes it."""
    step = agenda[-1]
    if kind in move_kinds(step):
        return step
    return next((aside for aside in asides(agenda, table, seat) if kind in move_kinds(aside)), step)


def aside_for(agenda: Agenda, table: Any, seat: int, move: Any) -> Any:
    """The aside that offers this very move; None where the step that waits must answer for it."""
    if plain(agenda, table):
        return None
    takers = (aside for aside in asides(agenda, table, seat) if move.__class__ in move_kinds(aside))
    return next((aside for aside in takers if offers_openly(aside, table, seat, move)), None)
