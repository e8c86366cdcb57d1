"""What if: a new match that goes on from what somebody knows of another one. Pure.

A fork is made from a redacted log: its maker's, or the public's. All facts of the line are taken over in one row, every
secret in a box of its own. An answer that the maker does not hold is left out, and its seat is asked again; so a fork
holds nothing that its maker may not know, and its draws come from a seed of its own.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Raw, Struct
from msgspec.structs import replace

from core.kernel.engine import Happened, State, asked
from core.kernel.errors import Refused
from core.kernel.fold import empty
from core.kernel.lines import Lines
from core.kernel.log import Log, secrets_in
from core.kernel.row import PLAYED, Forked
from core.kernel.secret import Box, Opened, Seal, Secret
from core.kernel.step import Fact

_SECRET: Any = Secret
_OPENED: Any = Opened
_TUPLE: Any = tuple


class Past(Struct, frozen=True):
    """What is taken over: facts, outcomes of draws, what happens next; and the seats that are asked again."""

    origin: Forked
    empty: Any  # the table before its first fact
    facts: tuple[Fact[Any], ...]
    chance: tuple[tuple[str, ...], ...]
    state: State[Any]
    again: tuple[int, ...]

    def sealed(self, seal: Seal) -> Happened[Any]:
        """The same with every secret in a box of the new match."""
        boxes: dict[Box, Secret[Any]] = {}
        facts = tuple(_sealed_anew(fact, seal, boxes) for fact in self.facts)
        state = replace(self.state, table=_folded(self.empty, facts))
        return Happened(state, facts, self.chance, keep=0, then=state.agenda)


def past_of(log: Log) -> Past:
    """What the reader of this log knows of the match up to its last row."""
    if not Lines(log.bodies).first:
        raise Refused("", "fork_before_beginning")
    facts: list[Fact[Any]] = []
    chance: list[tuple[str, ...]] = []
    unseen: dict[Box, Any] = {}  # the closed answers that this reader does not hold, and the step that asked for each
    before = last = State(empty(log.game, log.start).table)
    blank = last.table
    for row, state in log.states():
        before, last = last, state
        if row.kind not in PLAYED:
            continue
        kept = row.facts
        if row.sealed_move is not None and not row.sealed_move.known:
            unseen[row.sealed_move.box] = before.agenda[-1]
            kept = tuple(fact for fact in row.facts if all(secret.known for secret in secrets_in(fact)))
        facts += kept
        chance += row.chance
    if not last.agenda:
        raise Refused("", "fork_of_the_end")
    agenda = last.agenda
    for box in reversed(_holes(last.table, unseen)):
        agenda = agenda if agenda[-1] == unseen[box] else (*agenda, unseen[box])
    state = State(_folded(blank, facts), agenda, len(chance))
    again = tuple(seat for seat in asked(state).seats if agenda != last.agenda or seat not in asked(last).seats)
    return Past(Forked(log.match, log.head, log.digest), blank, tuple(facts), tuple(chance), state, again)


def _holes(table: Any, unseen: dict[Box, Any]) -> list[Box]:
    """The answers that are still to be opened; other answers that were never seen have been given anew since."""
    holes = [secret for secret in secrets_in(table) if not secret.known]
    for secret in holes:
        if secret.box not in unseen:
            raise Refused("", "fork_meets_hole", seats=list(secret.by))
    return [box for box in unseen if any(secret.box == box for secret in holes)]


def _folded(table: Any, facts: Sequence[Fact[Any]]) -> Any:
    for fact in facts:
        hole = next((secret for secret in secrets_in(fact) if not secret.known), None)
        if hole is not None:  # it was moved on unseen: nobody can be asked for it again
            raise Refused("", "fork_meets_hole", seats=list(hole.by))
        table = fact.on(table)
    return table


def _sealed_anew(value: Any, seal: Seal, boxes: dict[Box, Secret[Any]]) -> Any:
    """The same value with its secrets in new boxes, its openings those of the new boxes; itself if it has neither."""
    if isinstance(value, _SECRET):
        if value.box not in boxes:
            boxes[value.box] = seal(value.by, value.value)
        return boxes[value.box]
    if isinstance(value, _OPENED):
        if value.box not in boxes:
            boxes[value.box] = seal((), Raw(value.value))
        return boxes[value.box].open()
    if isinstance(value, _TUPLE):
        made = tuple(_sealed_anew(item, seal, boxes) for item in value)
        return made if any(new is not old for new, old in zip(made, value, strict=True)) else value
    if isinstance(value, Struct):
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        anew = {name: _sealed_anew(old, seal, boxes) for name, old in fields.items()}
        return replace(value, **anew) if any(anew[name] is not old for name, old in fields.items()) else value
    return value
