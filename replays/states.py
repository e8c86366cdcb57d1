"""The states that play goes back to while a log is verified. Only so many are kept; others are folded once more.

Which ones are kept is drawn by lot, each as likely as any other, so that no file can be made for which it is always the
wrong ones: however long a line is, a kept state lies about as near as the number kept allows.
"""

from collections.abc import Callable
from random import SystemRandom
from typing import Any

from core.kernel.engine import State
from core.kernel.fold import after
from core.kernel.lines import Lines
from core.kernel.row import AnyBody

AnyState = State[Any]

RECENT = 64
SCATTERED = 512

_lot = SystemRandom().randrange


class States:
    """The state after any row that was judged."""

    def __init__(self, lines: Lines, body_of: Callable[[int], AnyBody]) -> None:
        self._lines = lines
        self._body_of = body_of
        self._recent: dict[int, AnyState] = {}  # in the order of their last use
        self._scattered: dict[int, AnyState] = {}
        self._one_in = 1
        self._start: AnyState | None = None

    def keep(self, row: int, state: AnyState) -> None:
        """The state after a row that facts follow from."""
        if row == 1:
            self._start = state
        if self._one_in > 1:
            self._use(row, state)
            if _lot(self._one_in):
                return
        self._scattered[row] = state
        if len(self._scattered) > SCATTERED:
            self._one_in *= 2
            self._scattered = {row: state for row, state in self._scattered.items() if _lot(2)}

    def after(self, row: int) -> AnyState:
        """The state after a row; rows without facts leave it as it stood."""
        row = self._lines.played(row)
        missing: list[int] = []
        while (state := self._kept(row)) is None:
            missing.append(row)
            row = self._lines.played(self._lines.parent(row))
        for number in reversed(missing):
            state, row = after(state, self._body_of(number)), number
            self._use(row, state)
        return state

    def _kept(self, row: int) -> AnyState | None:
        if row in self._recent:
            return self._recent[row]
        return self._start if row == 1 else self._scattered.get(row)

    def _use(self, row: int, state: AnyState) -> None:
        self._recent.pop(row, None)
        self._recent[row] = state
        if len(self._recent) > RECENT:
            del self._recent[next(iter(self._recent))]
