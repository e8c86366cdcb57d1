"""Taking turns: what is compared is measured alternately in one run, so that a busy machine is busy for both."""

from collections.abc import Callable
from statistics import median
from time import process_time

from bench.figure import Line, Pair, Size

Measure = Callable[[], float]


def compared(pair: Pair, ours: Measure, theirs: Measure, size: Size) -> Line:
    """Both by turns; who begins changes."""
    if size.warm:
        ours()
        theirs()
    found: list[tuple[float, float]] = []
    for turn in range(size.turns):
        if turn % 2:
            other = theirs()
            found.append((ours(), other))
        else:
            found.append((ours(), theirs()))
    ratio = median(mine / other for mine, other in found)
    value, reference = (median(side) for side in zip(*found, strict=True))
    return Line(pair, value, reference, ratio)


def processor(run: Callable[[], int]) -> tuple[float, int]:
    """Seconds of the processor, and how much was done in them: what `run` returns."""
    begun = process_time()
    done = run()
    return process_time() - begun, done


def each(run: Callable[[], int]) -> Measure:
    """Microseconds of the processor for each of what is done."""

    def measure() -> float:
        seconds, done = processor(run)
        return seconds / done * 1e6

    return measure


def rate(run: Callable[[], int]) -> Measure:
    """How many are done in a second of the processor."""

    def measure() -> float:
        seconds, done = processor(run)
        return done / seconds

    return measure
