"""A line of moves as its seat can foresee it: as far as nothing is drawn or opened.

It is judged on the seat's own log, so that what is said of it hangs on nothing that the seat does not know: neither on
the seed nor on what others hold. What that log cannot compute counts as drawn. A line that goes on behind a draw is
refused, whatever comes next: else its refusal would tell what was drawn, and the draw would not be made.
"""

from collections.abc import Sequence
from typing import Any

from core.kernel.errors import Hidden, Usage
from core.kernel.language.notation import read_move
from core.kernel.log.log import Seen
from core.kernel.rules import engine
from core.kernel.rules.engine import Consequences, State
from core.kernel.rules.value import Value


class Rehearsal(Value, frozen=True):
    """What moves would lead to, up to the first draw or reveal; nothing was written."""

    happened: tuple[Consequences[Any], ...]
    state: State[Any]
    complete: bool = True


def rehearse(log: Seen, seat: int, line: Sequence[str]) -> Rehearsal:
    """What a line would lead to."""
    before = before_last(log, seat, line)
    last = _foreseen(log, before.state, seat, line[-1])
    return Rehearsal((*before.happened, last), last.state, complete=not last.stopped)


def before_last(log: Seen, seat: int, line: Sequence[str]) -> Rehearsal:
    """What has happened when the last move of a line is to be made; refused if it could not be made at once."""
    state, done = log.state(), list[Consequences[Any]]()
    for text in line[:-1]:
        happened = _foreseen(log, state, seat, text)
        if happened.stopped:
            raise Usage("line_ends_there", after=text)
        done.append(happened)
        state = happened.state
    return Rehearsal(tuple(done), state)


def _foreseen(log: Seen, state: State[Any], seat: int, text: str) -> Consequences[Any]:
    """What follows from a move, as far as the seat knows beforehand."""
    move = read_move(log.game, state, seat, text)
    try:
        return engine.decide(log.game, state, seat, move, _undealt, rehearse=True)
    except Hidden:
        return Consequences(state, (), (), keep=len(state.agenda), then=(), stopped=True)


def _undealt(_number: int, draw: object) -> tuple[str, ...]:
    raise AssertionError(f"a rehearsal never draws: {draw}")
