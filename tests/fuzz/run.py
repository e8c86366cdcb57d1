"""One fuzz run: the time is shared out among the parts, failures are saved, a table at the end says what was tried."""

import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import monotonic

from msgspec import Struct, field

from core.kernel.drawing.style import table
from tests.fuzz.found import Found, Part, Trial, a_folder, saved
from tests.support.matches import TOYS
from tests.support.shelf import toy_on_the_shelf

ENOUGH = 5  # failures of a part: it is not tried any longer


class Standing(Struct):
    """How far a part is."""

    trials: int = 0
    tried: int = 0
    seconds: float = 0.0
    failures: list[str] = field(default_factory=list[str])


class Run:
    """What was tried so far, and what it came to."""

    def __init__(self, parts: Sequence[Part], seed: str, folder: Path, tell: Callable[[str], object]) -> None:
        self.parts = parts
        self.seed = seed
        self.folder = folder
        self.tell = tell
        self.standings: Mapping[str, Standing] = {part.name: Standing() for part in parts}

    @property
    def failures(self) -> int:
        return sum(len(standing.failures) for standing in self.standings.values())

    def goes_on(self, seconds: float) -> None:
        """Try, always the part that is furthest behind its share, until the time is over and enough was tried."""
        until = monotonic() + seconds
        while left := self._left(over=monotonic() >= until):
            part = min(left, key=lambda part: self.standings[part.name].seconds / part.share)
            self.tries(part, self.standings[part.name].trials + 1)

    def _left(self, *, over: bool) -> list[Part]:
        """The parts that are still to be tried."""
        standing = self.standings
        going = [part for part in self.parts if len(standing[part.name].failures) < ENOUGH]
        return [part for part in going if not over or standing[part.name].tried < part.least]

    def tries(self, part: Part, number: int) -> None:
        """One trial of a part."""
        standing, begun = self.standings[part.name], monotonic()
        standing.trials += 1
        try:
            with a_folder() as folder, toy_on_the_shelf(*TOYS):
                standing.tried += part.trial(Trial(self.seed, part.name, number, folder))
        except Exception as problem:  # noqa: BLE001 - whatever goes wrong is what was looked for
            standing.tried += 1
            self._failed(part, number, problem)
        standing.seconds += monotonic() - begun

    def _failed(self, part: Part, number: int, problem: Exception) -> None:
        """Tell it, and how to see it again."""
        standing = self.standings[part.name]
        standing.failures.append(str(number))
        told = [f"FOUND by {part.name}, trial {number}: {_told(problem)}"]
        again = f"make fuzz ONLY={part.name}:{number} SEED={self.seed}"
        if isinstance(problem, Found) and problem.replay is not None:
            path = saved(self.folder, f"{part.name}-{self.seed}-{number}", problem.replay)
            again = f"make fuzz REPLAY={path}   (or {again})"
        self.tell("\n".join([*told, f"  again: {again}"]))

    def table(self) -> str:
        """How much of each was tried, and what it came to."""
        rows = [["", "tried", "trials", "seconds", "failures"]]
        for part in self.parts:
            standing = self.standings[part.name]
            figures = (standing.tried, standing.trials, f"{standing.seconds:.1f}", len(standing.failures))
            rows.append([part.things, *map(str, figures)])
        return "\n".join([*table(rows, "   ", frozenset({1, 2, 3, 4})), f"seed {self.seed}"])


def _told(problem: Exception) -> str:
    """What was found; where, if the program itself went wrong."""
    what, cause = (problem.what, problem.__cause__) if isinstance(problem, Found) else ("", problem)
    while isinstance(cause, Found):
        cause = cause.__cause__
    where = "".join(traceback.format_exception(cause)) if cause is not None else ""
    return f"{what}\n{where[-3_000:]}".strip()
