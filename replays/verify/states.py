"""The states that play goes back to while a log is verified. Only so many are kept; others are folded once more.

Which ones are kept is drawn by lot, each as likely as any other, so that no file can be made for which it is always the
wrong ones: however long a line is, a kept state lies about as near as the number kept allows.
"""

from array import array
from collections.abc import Callable
from random import SystemRandom
from typing import Any

from core.kernel.log.fold import after
from core.kernel.log.history import History
from core.kernel.log.row import AnyBody
from core.kernel.rules.engine import State

AnyState = State[Any]

RECENT = 64
SCATTERED = 512
HEAVY = 16 * 2**20  # bytes of believed rows in the states that are kept; what was decided again is never large

_lot = SystemRandom().randrange


class States:
    """The state after any row that was judged."""

    def __init__(self, history: History, body_of: Callable[[int], AnyBody]) -> None:
        self._history = history
        self._body_of = body_of
        self._recent: dict[int, AnyState] = {}  # in the order of their last use
        self._scattered: dict[int, AnyState] = {}
        self._weights = array("I", [0])
        self._held = 0  # the weight of the scattered ones
        self._one_in = 1
        self._start: AnyState | None = None

    def keep(self, row: int, state: AnyState, believed: int = 0) -> None:
        """The state after a row that facts follow from; `believed`: its bytes, if nobody decided it again."""
        weight = 0
        if believed or len(self._weights) > 1:
            weight = self.weight(self._history.parent(row)) + believed
            self._weights.extend([0] * (row + 1 - len(self._weights)))
            self._weights[row] = weight
        if row == 1:
            self._start = state
        if self._one_in > 1:
            self._use(row, state)
            if _lot(self._one_in):
                return
        self._scattered[row] = state
        self._held += weight
        while len(self._scattered) > SCATTERED or self._held > HEAVY:
            self._one_in *= 2
            self._scattered = {row: kept for row, kept in self._scattered.items() if _lot(2)}
            self._held = sum(map(self.weight, self._scattered))

    def weight(self, row: int) -> int:
        """How many bytes of rows on the line up to here were only believed."""
        row = self._history.played(row)
        return self._weights[row] if row < len(self._weights) else 0

    def after(self, row: int) -> AnyState:
        """The state after a row; rows without facts leave it as it stood."""
        row = self._history.played(row)
        missing: list[int] = []
        while (state := self._kept(row)) is None:
            missing.append(row)
            row = self._history.played(self._history.parent(row))
        for number in reversed(missing):
            state, row = after(state, self._body_of(number)), number
            self._use(row, state)
        return state

    def _kept(self, row: int) -> AnyState | None:
        if row == 1:
            return self._start
        return self._recent[row] if row in self._recent else self._scattered.get(row)

    def _use(self, row: int, state: AnyState) -> None:
        if self.weight(row) > HEAVY // RECENT:
            return
        self._recent.pop(row, None)
        self._recent[row] = state
        if len(self._recent) > RECENT:
            del self._recent[next(iter(self._recent))]
