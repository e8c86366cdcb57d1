"""The fold: rows to state, without any rule code."""

from collections.abc import Iterable
from typing import Any

from core.kernel.errors import Damaged, HeraldError
from core.kernel.game import Game, Setup
from core.kernel.log.kinds import KINDS
from core.kernel.log.row import AnyBody, Ruled, Start
from core.kernel.rules.engine import State
from core.kernel.setup.rulings import as_read

AnyState = State[Any]


def setup_of(game: Game[Any, Any], start: Start) -> Setup:
    """What row 1 says about how the match is set up."""
    return Setup(start.seats, as_read(game.rulings, start.rulings, game.changes), start.edition.digest, start.options)


def empty(game: Game[Any, Any], start: Start) -> AnyState:
    """The table before its first fact."""
    try:
        table, _ = game.new(setup_of(game, start))
    except HeraldError:
        raise
    except Exception as problem:
        raise Damaged("unreadable_row", 1, "about", found=str(problem)) from problem
    return State(table)


def after(state: AnyState, row: AnyBody) -> AnyState:
    """The state after a row of the line."""
    kind = KINDS[row.kind]
    if not kind.plays:
        return state
    table = state.table
    try:
        if kind.rules:
            table = _read_otherwise(state, row)
        for fact in row.facts:
            table = fact.on(table)
    except HeraldError:
        raise
    except Exception as problem:  # a fact is total; only one that never became true can fail
        part = "about" if kind.rules else "facts"
        raise Damaged("unreadable_row", row.seq, part, found=str(problem)) from problem
    return State(table, state.agenda[: row.keep] + row.then, state.draws + len(row.chance))


def _read_otherwise(state: AnyState, row: AnyBody) -> Any:
    from core.kernel.setup.readings import as_said  # noqa: PLC0415 - few matches have such a row

    return as_said(state, row.about.rulings).table if isinstance(row.about, Ruled) else state.table


def fold(game: Game[Any, Any], rows: Iterable[AnyBody], state: AnyState | None = None) -> AnyState:
    """The state after these rows of one line, from the start or from an earlier state."""
    for row in rows:
        if state is None:
            if not isinstance(row.about, Start):
                raise Damaged("no_start", row.seq, "about")
            state = empty(game, row.about)
        state = after(state, row)
    if state is None:
        raise Damaged("empty_log", 0, "rows")
    return state
