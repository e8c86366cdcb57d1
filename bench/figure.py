"""What a benchmark says: a figure, what it is held against, and whether the goal is met."""

from collections.abc import Callable, Iterator

from msgspec import Struct

from core.kernel.bots.matches import LIMIT


class Goal(Struct, frozen=True):
    """How the measured thing must relate to its reference."""

    limit: float
    least: bool = False  # the ratio must be so much at least; else at most

    def met(self, ratio: float) -> bool:
        """Is it so?"""
        return ratio >= self.limit if self.least else ratio <= self.limit

    def __str__(self) -> str:
        return f"{'at least' if self.least else 'at most'} {self.limit:g}"


class Pair(Struct, frozen=True):
    """What is measured, what it is held against, and how the two must relate."""

    figure: str
    of: str  # the game, or what else is measured
    unit: str
    against: str
    goal: Goal


class Line(Struct, frozen=True):
    """A line of the table: `value` and `reference` are medians, the ratio is the median of the turns' ratios."""

    pair: Pair
    value: float
    reference: float
    ratio: float

    @property
    def met(self) -> bool:
        """Is the goal met?"""
        return self.pair.goal.met(self.ratio)


class LeftOut(Struct, frozen=True):
    """A figure that could not be measured here, and why."""

    figure: str
    of: str
    why: str


class Size(Struct, frozen=True):
    """How much is measured: as much as a figure needs, or as little as shows that it is measured at all."""

    turns: int = 7
    warm: bool = True  # one turn more, which does not count
    matches: int = 12  # in each turn
    usual: int = 100  # decisions of a match that is half played
    longer: int = 10  # times its rows
    longest: int = LIMIT  # decisions of a match that is played to its end
    stored: int = 20_000  # matches in the full store
    simulated: tuple[int, int] = (500, 5_000)
    log: int = 5_000_000  # bytes of a log that is nearly as long as any can be
    appends: int = 300  # in each turn
    clients: int = 8  # of a service
    tables: int = 50  # at which they play
    each: int = 40  # moves at each
    listeners: int = 1_000


FULL = Size()
TINY = Size(
    turns=1,
    warm=False,
    matches=1,
    usual=8,
    longer=2,
    longest=20,
    stored=20,
    simulated=(1, 2),
    log=100_000,
    appends=10,
    clients=2,
    tables=4,
    each=30,
    listeners=100,
)

Measured = Callable[[Size], Iterator[Line | LeftOut]]
"""What a file of `bench.figures` calls `lines`: each line is there as soon as it is measured."""
