"""Promises: what must be possible later is offered only if it stays possible, such as the purchase that ends a work.

A step says that it is one (`promised`), a choice that its moves can lead to one (`vouches`). An open offer is thought
on, choice by choice, until no promise is left on the agenda; one way on which all are kept is enough. Nothing is drawn
for that, and nothing looked into: behind a draw that is not `idle`, a closed answer or something hidden all counts as
possible. So do choices of moves that nobody can list (`OpenChoice`). What is owed is not counted upon, and of what may
be done besides only what is `relied` on.
"""

from collections.abc import Iterator
from itertools import chain
from typing import Any

from core.kernel.errors import Hidden
from core.kernel.rules.step import OPEN_CHOICE, SEALED_CHOICE, Blocked, Next, move_kinds, tag_of

Agenda = tuple[Any, ...]
Positions = list[tuple[Agenda, Any]]
"""Where somebody had to choose on the way: nothing was found from there, so nothing is if a way comes there again."""


def broken(agenda: Agenda, table: Any, step: Any, seat: int, move: Any) -> Blocked | None:
    """The promise that this move of a step would break; `agenda`: what lies below the step."""
    if not binds(agenda, step):
        return None
    return missed(agenda, table, step.resolve(table, seat, move))


def missed(agenda: Agenda, table: Any, following: Next) -> Blocked | None:
    """A promise that can be kept on no way from here; None if all can."""
    try:
        after, left = _after(agenda, table, following)
        if all(item.kept(after) for item in left if item.promised):
            return None
        return _missed(agenda, table, following, [])
    except Hidden:
        return None


def binds(agenda: Agenda, step: Any) -> bool:
    """Can a move of this step break a promise at all?"""
    return not isinstance(step, SEALED_CHOICE) and (step.vouches or any(item.promised for item in agenda))


def _missed(agenda: Agenda, table: Any, following: Next, past: Positions) -> Blocked | None:
    while True:
        table, agenda = _after(agenda, table, following)
        if not any(item.promised for item in agenda):
            return None
        agenda, step = agenda[:-1], agenda[-1]
        following = ()
        if step.role == "auto":
            why: Blocked | None = step.missed(table) if step.promised else None
            if why is not None:
                return why
            following = step.then(table)
        elif step.role == "chance":
            if not step.idle:
                return None
        elif isinstance(step, OPEN_CHOICE):
            return None
        elif (ask := step.asks(table)) is not None:
            return _chosen(agenda, table, step, ask.seats[0], past)
        elif step.promised:
            return _promise(step)


def _chosen(agenda: Agenda, table: Any, step: Any, seat: int, past: Positions) -> Blocked | None:
    """The same where somebody must choose: what is missed whatever they choose, or because they can choose nothing."""
    here = ((*agenda, step), table)
    if here in past:
        return _nearest(here[0])
    first = _promise(step) if step.promised else None
    past.append(here)
    whole = here[0]
    relied = (aside for aside in besides(whole, table, seat) if aside.relied)
    for below, taker in chain([(agenda, step)], ((whole, aside) for aside in relied)):
        for move in _open_moves(taker, table, seat):
            if taker.keeps and not any(item.promised for item in below):
                return None
            further = _missed(below, table, taker.resolve(table, seat, move), past)
            if further is None:
                return None
            first = further if first is None else _closer(first, further)
    return first or _nearest(here[0])


def _closer(one: Blocked, other: Blocked) -> Blocked:
    """Of two ways on which the same is missing in the end, the one on which less of it is."""
    same = (one.rule, one.why, one.need, one.what) == (other.rule, other.why, other.need, other.what)
    if not same or not isinstance(one.have, int) or not isinstance(other.have, int):
        return one
    return other if other.have > one.have else one


def _nearest(agenda: Agenda) -> Blocked:
    """The promise that comes next."""
    return _promise(next(item for item in reversed(agenda) if item.promised))


def besides(agenda: Agenda, table: Any, seat: int) -> tuple[Any, ...]:
    """What the seat may do at any moment while something on the agenda lasts: the nearest step's first."""
    declared: list[Any] = []
    for step in reversed(agenda):
        declared += [aside for aside in step.anytime(table) if aside not in declared]
    return tuple(aside for aside in declared if (ask := aside.asks(table)) is not None and seat in ask.seats)


def _promise(step: Any) -> Blocked:
    """What could not be done any more."""
    what = tag_of(move_kinds(step)[0]) if step.role == "choice" else None
    return Blocked(step.rule, "promise", what=what)


def _open_moves(step: Any, table: Any, seat: int) -> Iterator[Any]:
    """All legal moves of a step, one by one as they are asked for: the listed ones, then the large ones."""
    for offer in step.open_offers(table, seat):
        if offer.blocked is None:
            yield offer.move
    for ways in step.ways(table, seat):
        yield from ways.moves()


def _after(agenda: Agenda, table: Any, following: Next) -> tuple[Any, Agenda]:
    """Facts change the table; steps come on the agenda, the first one on top."""
    steps = [item for item in following if item.role != "fact"]
    for fact in following[: len(following) - len(steps)]:
        table = fact.on(table)
    return table, (*agenda, *reversed(steps))
