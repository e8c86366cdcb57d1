"""What if: a new match that goes on from what somebody knows of another one. Pure.

A fork is made from a redacted log: its maker's, or the public's. All facts of the line are taken over in one row, every
secret in a box of its own. An answer that the maker does not hold is left out, and its seat is asked again; a draw that
the maker did not see is left out, and as `owed` the game draws it again. So a fork holds nothing that its maker may not
know, and its draws come from a seed of its own.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Raw, Struct
from msgspec.structs import replace

from core.kernel.errors import Refused
from core.kernel.log.fold import empty
from core.kernel.log.keys import ARBITER, keys_of
from core.kernel.log.kinds import KINDS
from core.kernel.log.log import Seen, secrets_in
from core.kernel.log.row import AnyBody, Forked, Start
from core.kernel.rules.chance import Dealer
from core.kernel.rules.engine import AnyGame, Consequences, State, go_on
from core.kernel.rules.secret import Box, Opened, Seal, Secret
from core.kernel.rules.step import SEALED_CHOICE, Fact, kinds_of
from core.kernel.setup.readings import readings_of

_SECRET: Any = Secret
_OPENED: Any = Opened
_TUPLE: Any = tuple


class Past(Struct, frozen=True):
    """What is taken over: facts, outcomes of draws, what happens next; and the seats that are asked again."""

    origin: Forked
    empty: Any  # the table before its first fact, under the readings that were agreed on since
    facts: tuple[Fact[Any], ...]
    chance: tuple[tuple[str, ...], ...]
    state: State[Any]
    again: tuple[int, ...]

    def sealed(self, game: AnyGame, deal: Dealer, seal: Seal) -> Consequences[Any]:
        """The same with every secret in a box of the new match, and what must be drawn again."""
        boxes: dict[Box, Secret[Any]] = {}
        facts = tuple(_sealed_anew(fact, seal, boxes) for fact in self.facts)
        anew = go_on(game, replace(self.state, table=_folded(self.empty, facts)), deal, seal)
        return Consequences(anew.state, facts + anew.facts, self.chance + anew.chance, keep=0, then=anew.state.agenda)


def locked_in(log: Seen) -> tuple[str, ...]:
    """Whose seats have a key in a fork from this log: its reader's, whose knowledge lies there, and so the arbiter's.

    All other seats are open, and where the reader's has no key, so is the fork.
    """
    keys = keys_of(log.bodies)
    return (log.seats[log.reader], ARBITER) if log.reader is not None and log.seats[log.reader] in keys else ()


def start_there(log: Seen) -> Start:
    """Row 1 as a fork from here says it: what the table has agreed on since is what it begins with."""
    if not any(KINDS[row.kind].rules for row in log.line()):
        return log.start
    return replace(log.start, rulings=readings_of(log.state()))


def past_of(log: Seen, *, over: bool = False) -> Past:
    """What the reader of this log knows of the match up to its last row; `over`: even if nothing comes after it."""
    if not log.history.first:
        raise Refused("", "fork_before_beginning")
    facts: list[Fact[Any]] = []
    chance: list[tuple[str, ...]] = []
    drawn: set[Box] = set()  # the draws that this reader did not see
    unseen: dict[Box, Any] = {}  # the closed answers that this reader does not hold, and the step that asked for each
    before = last = State(empty(log.game, log.start).table)
    blank = empty(log.game, start_there(log)).table
    for row, state in log.states():
        before, last = last, state
        if not KINDS[row.kind].plays:
            continue
        unseen |= _answers(log.game, row, before)
        drawn |= {secret.box for _, secret in _closed_here(row) if secret.box not in unseen}
        facts += [fact for fact in row.facts if not any(s.box[0] == row.seq and not s.known for s in secrets_in(fact))]
        chance += row.chance
    if not last.agenda and not over:
        raise Refused("", "fork_of_the_end")
    table = _folded(blank, facts)
    asking, again = _asked_again(table, [(unseen[hole.box], hole) for hole in _holes(last.table, unseen, drawn)])
    agenda = _beneath(last.agenda, asking, log.game.owed(last.table))
    past = State(table, agenda, len(chance))
    return Past(Forked(log.match, log.head, log.digest), blank, tuple(facts), tuple(chance), past, again)


def _asked_again(table: Any, missing: Sequence[tuple[Any, Secret[Any]]]) -> tuple[list[Any], tuple[int, ...]]:
    """The steps that ask for the missing answers once more, and whom. An answer may be of no use any more."""
    steps: list[Any] = []
    again: set[int] = set()
    for step, answer in missing:
        ask = step.asks(table)
        if ask is not None and {*answer.by} <= {*ask.seats}:
            again |= {*answer.by}
            steps += [] if step in steps else [step]
    return steps, tuple(sorted(again))


def _beneath(agenda: tuple[Any, ...], asking: Sequence[Any], owed: Any) -> tuple[Any, ...]:
    """The agenda with these steps on it, the first one on top; what is owed comes before them, as before everything."""
    at = len(agenda) - 1 if owed is not None and agenda[-1] == owed else len(agenda)
    more = tuple(step for step in reversed(asking) if step not in agenda[at - 1 : at])
    return (*agenda[:at], *more, *agenda[at:])


def _answers(game: AnyGame, row: AnyBody, before: State[Any]) -> dict[Box, Any]:
    """The closed answers of this row that its reader does not hold, and the step that asked for each.

    Those that a fork took over stand among its facts: the step is the one from which such a fact follows.
    """
    if row.sealed_move is not None:
        return {} if row.sealed_move.known else {row.sealed_move.box: before.agenda[-1]}
    if not KINDS[row.kind].takes_over:
        return {}
    steps = [kind() for kind in kinds_of(game.steps) if issubclass(kind, SEALED_CHOICE)]
    return {
        secret.box: step
        for fact, secret in _closed_here(row)
        for step in steps
        if any(type(fact) is type(made) for made in step.receive(before.table, secret.by[0], secret))
    }


def _closed_here(row: AnyBody) -> list[tuple[Fact[Any], Secret[Any]]]:
    """The secrets of the row that this reader cannot look into and that were made in it, each with its fact."""
    found = [(fact, secret) for fact in row.facts for secret in secrets_in(fact)]
    return [(fact, secret) for fact, secret in found if not secret.known and secret.box[0] == row.seq]


def _holes(table: Any, unseen: dict[Box, Any], drawn: set[Box]) -> list[Secret[Any]]:
    """The answers that are still to be opened; other answers that were never seen have been given anew since."""
    holes = [secret for secret in secrets_in(table) if not secret.known and secret.box not in drawn]
    for secret in holes:
        if secret.box not in unseen:
            raise Refused("", "fork_meets_hole", seats=list(secret.by))
    order = list(unseen)
    return sorted(holes, key=lambda hole: order.index(hole.box))


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
