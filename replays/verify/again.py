"""A row as it must be written, if what it says was done led to what was decided again."""

from typing import Any

from core.kernel.log.row import About, AnyBody, Body
from core.kernel.rules.engine import Consequences
from core.kernel.rules.secret import Secret
from replays.verify.faults import Value, fail, first_difference
from replays.verify.states import AnyState

Judged = tuple[AnyBody, AnyState]
"""A row as it must be written, and the state after it."""

Said = tuple[str, Value, Secret[str] | None, Secret[Any] | None]
"""What was typed and meant, in the open or closed: text, move, sealed text, sealed move."""

NOTHING: Said = ("", None, None, None)

_PARTS = {"keep": "agenda", "then": "agenda", "sealed_move": "move", "sealed_text": "text"}


def noted(
    body: AnyBody, about: About | None = None, parent: int | None = None, then: tuple[Value, ...] = ()
) -> AnyBody:
    """The row as it must be written if this is all that it holds."""
    before = body.seq - 1 if parent is None else parent
    who = (body.kind, body.at, body.seat, body.actor, body.client)
    return Body(body.v, body.match, body.seq, before, *who, about=about, then=then)


def followed(body: AnyBody, happened: Consequences[Any], said: Said = NOTHING, about: About | None = None) -> AnyBody:
    """The row as it must be written if this followed."""
    who = (body.kind, body.at, body.seat, body.actor, body.client)
    chance, facts, keep, then = happened.chance, happened.facts, happened.keep, happened.then
    return Body(body.v, body.match, body.seq, body.seq - 1, *who, *said, chance, facts, keep, then, about)


def name_difference(body: AnyBody, expected: AnyBody) -> None:
    """Name the first field in which the row differs from what deciding again gives; chance explains the most."""
    for name in ("chance", *body.__struct_fields__):
        have, should = getattr(body, name), getattr(expected, name)
        if have != should:
            field, old, new = first_difference(name, should, have)
            told = (old, new) if body.sealed_move is None else ("", "")  # of a closed answer nothing is told
            fail(body.seq, _PARTS.get(name, name), "decided_otherwise", *told, field=field)
