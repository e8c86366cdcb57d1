"""`make bench`: every figure beside its reference; `make bench ONLY=move` for one of them."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from bench.figure import FULL, LeftOut, Line, Measured, Size
from bench.figures import append, fold, look, memory, move, play, service, verify
from bench.machine import machine
from bench.report import head, results, say

FIGURES: Mapping[str, Measured] = {
    "play": play.lines,
    "fold": fold.lines,
    "verify": verify.lines,
    "append": append.lines,
    "move": move.lines,
    "look": look.lines,
    "memory": memory.lines,
    "service": service.lines,
}
RESULTS = Path(__file__).with_name("results.json")


def measured(names: Sequence[str], size: Size) -> list[Line | LeftOut]:
    """One figure after the other, each told as soon as it is there."""
    found: list[Line | LeftOut] = []
    for name in names:
        for line in FIGURES[name](size):
            say(line)
            found.append(line)
    return found


def main(names: Sequence[str]) -> int:
    """Only a whole run is written to `bench/results.json`. A goal that is missed is no error: machines differ."""
    unknown = [name for name in names if name not in FIGURES]
    if unknown:
        sys.stderr.write(f"bench: no figure {', '.join(unknown)}; there are: {', '.join(FIGURES)}\n")
        return 2
    here = machine()
    head()
    found = measured(names or tuple(FIGURES), FULL)
    if not names:
        RESULTS.write_bytes(results(here, found))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
