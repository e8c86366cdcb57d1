"""The states that play goes back to while a log is verified: some are kept, the others are folded again from there."""

from collections.abc import Callable
from typing import Any

from core.kernel.log.fold import after
from core.kernel.log.history import History
from core.kernel.log.row import AnyBody
from core.kernel.rules.engine import State

AnyState = State[Any]

APART = 16
"""Of a line, one state in so many is kept: a kilobyte or two, for most of a table is the same as before."""

HEAVY = 16 * 2**20
"""Bytes of believed rows in the states that are kept. Facts that nobody decides could grow a table at will."""

_FIRST = 2  # how deep the first one lies: behind a fork's row, which may be as large as all others


class States:
    """The state after any row that was judged."""

    def __init__(self, history: History, body_of: Callable[[int], AnyBody]) -> None:
        self._history = history
        self._body_of = body_of
        self._start: AnyState | None = None
        self._kept: dict[int, AnyState] = {}
        self._apart = APART
        self._weights: dict[int, int] = {}  # of the rows on whose line something was believed
        self._held = 0  # the weight of the states that are kept

    def keep(self, row: int, state: AnyState, believed: int = 0) -> None:
        """The state after a row that brought the match on; `believed`: its bytes, if nobody decided it again."""
        weight = 0
        if believed or self._weights:
            weight = self.weight(self._history.parent(row)) + believed
        if weight:
            self._weights[row] = weight
        if row == 1:
            self._start = state
        elif self._due(row):
            self._kept[row] = state
            self._held += weight
        while self._held > HEAVY and len(self._kept) > 1:
            self._apart *= 2
            self._kept = {row: state for row, state in self._kept.items() if self._due(row)}
            self._held = sum(map(self.weight, self._kept))

    def _due(self, row: int) -> bool:
        return (self._history.length(row) - _FIRST) % self._apart == 0

    def weight(self, row: int) -> int:
        """How many bytes of rows on the line up to here were only believed."""
        return self._weights.get(self._history.played(row), 0)

    def after(self, row: int) -> AnyState:
        """The state after a row; one that brought nothing on leaves it as it stood."""
        row = self._history.played(row)
        missing: list[int] = []
        while (state := self._start if row == 1 else self._kept.get(row)) is None:
            missing.append(row)
            row = self._history.played(self._history.parent(row))
        for number in reversed(missing):
            state = after(state, self._body_of(number))
        return state
