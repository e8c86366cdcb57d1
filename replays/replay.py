"""A match again, step by step: at each stop what had happened since the one before, and what a reader then knew."""

from collections.abc import Iterator
from typing import Any, Literal

from msgspec import Struct

from core.kernel.log.kinds import KINDS
from core.kernel.log.log import Seen
from core.kernel.log.row import AnyBody
from core.kernel.rules.engine import AnyGame, State, asked

Every = Literal["move", "turn", "round"]
EVERY: tuple[Every, ...] = ("move", "turn", "round")


class Stop(Struct, frozen=True):
    """A moment of the match; nothing in it was learned later."""

    row: int
    rows: tuple[AnyBody, ...]  # what counted since the stop before
    stage: tuple[int, ...]
    state: State[Any]
    view: Any  # what the reader saw: `Game.board` draws it
    waiting: tuple[int, ...]


def replayed(log: Seen, every: Every = "move") -> Iterator[Stop]:
    """The stops of the line that counts, as its reader knew the match then.

    `turn`: whenever others are asked, or a new stage begins; `round`: whenever the first number of the stage changes.
    """
    game = log.game
    since: list[AnyBody] = []
    last: tuple[Any, ...] | None = None
    rows = list(_counting(log))
    for number, (body, state) in enumerate(rows, 1):
        since.append(body)
        plays = KINDS[body.kind].plays
        mark = _mark(game, state, every) if plays else last
        if number == len(rows) or (plays and (every == "move" or mark != last)):
            view = game.view(state.table, log.reader)
            yield Stop(body.seq, tuple(since), game.stage(state.table), state, view, asked(state).seats)
            since = []
        last = mark


def _mark(game: AnyGame, state: State[Any], every: Every) -> tuple[Any, ...]:
    stage = game.stage(state.table)
    return stage[:1] if every == "round" else (stage, asked(state).seats)


def _counting(log: Seen) -> Iterator[tuple[AnyBody, State[Any]]]:
    """Each row of the line, and the state after it, as they could be read when that row was the last one."""
    line = {body.seq for body in log.line()}
    for then in known_then(log):
        if then.head in line:
            yield then.bodies[-1], then.state()


def known_then(log: Seen) -> Iterator[Seen]:
    """The log after each row, undone ones, too, as its reader knew it then: one log, to which each row is added."""
    rows = log.redacted(log.reader)
    then = Seen(log.game, rows[:1], log.reader)
    yield then
    for row in rows[1:]:
        then.add(row)
        yield then
