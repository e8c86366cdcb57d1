"""Promises: what must be possible later is offered only if it stays possible, such as the purchase that ends a work.

A step says that it is one (`promised`), a choice that its moves can lead to one (`vouches`). An open offer is thought
on, choice by choice, until no promise is left on the agenda; one way on which all are kept is enough. Nothing is drawn
for that, and nothing looked into: behind a draw, a closed answer or something hidden all counts as possible. So do
choices of moves that nobody can list (`OpenChoice`). What is owed, and what may be done besides, is not counted upon.
"""

from typing import Any

from core.kernel.errors import Hidden
from core.kernel.rules.step import OPEN_CHOICE, SEALED_CHOICE, Blocked, Next, move_kinds, tag_of
from core.kernel.rules.ways import open_moves

Agenda = tuple[Any, ...]
Positions = list[tuple[Agenda, Any]]
"""Where somebody had to choose on the way: nothing was found from there, so nothing is if a way comes there again."""


def broken(agenda: Agenda, table: Any, step: Any, seat: int, move: Any) -> Blocked | None:
    """The promise that this move of a step would break; `agenda`: what lies below the step."""
    if not binds(agenda, step):
        return None
    try:
        missed = _missed(agenda, table, step.resolve(table, seat, move), [])
    except Hidden:
        return None
    return None if missed is None else Blocked(missed.rule, "promise", what=tag_of(move_kinds(missed)[0]))


def binds(agenda: Agenda, step: Any) -> bool:
    """Can a move of this step break a promise at all?"""
    return not isinstance(step, SEALED_CHOICE) and (step.vouches or any(item.promised for item in agenda))


def _missed(agenda: Agenda, table: Any, following: Next, past: Positions) -> Any:
    """A promise that can be kept on no way from here; None if all can."""
    while True:
        table, agenda = _after(agenda, table, following)
        if not any(item.promised for item in agenda):
            return None
        agenda, step = agenda[:-1], agenda[-1]
        if step.role == "auto":
            following = step.then(table)
            continue
        if step.role != "choice" or isinstance(step, OPEN_CHOICE):
            return None
        ask = step.asks(table)
        if ask is not None:
            return _chosen(agenda, table, step, ask.seats[0], past)
        if step.promised:
            return step
        following = ()


def _chosen(agenda: Agenda, table: Any, step: Any, seat: int, past: Positions) -> Any:
    """The same where somebody must choose: what is missed whatever they choose."""
    here = ((*agenda, step), table)
    missed = step if step.promised else None
    if here in past:
        return missed or next(item for item in reversed(agenda) if item.promised)
    past.append(here)
    for move in open_moves(step, table, seat):
        further = _missed(agenda, table, step.resolve(table, seat, move), past)
        if further is None:
            return None
        missed = missed or further
    return missed


def _after(agenda: Agenda, table: Any, following: Next) -> tuple[Any, Agenda]:
    """Facts change the table; steps come on the agenda, the first one on top."""
    steps = [item for item in following if item.role != "fact"]
    for fact in following[: len(following) - len(steps)]:
        table = fact.on(table)
    return table, (*agenda, *reversed(steps))
