"""What came out: a table for the terminal, a file for programs."""

import sys
from collections.abc import Mapping, Sequence

import msgspec

from bench.figure import LeftOut, Line
from bench.machine import Machine


class Results(msgspec.Struct, frozen=True):
    """`bench/results.json`."""

    machine: Machine
    lines: tuple[Mapping[str, object], ...]
    left_out: tuple[LeftOut, ...]


def say(found: Line | LeftOut) -> None:
    """A line of the table, as soon as it is known."""
    if isinstance(found, LeftOut):
        columns = (found.figure, found.of, "left out:", found.why)
        sys.stdout.write(f"{columns[0]:38} {columns[1]:10} {columns[2]} {columns[3]}\n")
    else:
        pair = found.pair
        reference = f"{_number(found.reference):>9}  {pair.against}"
        ratio = f"{found.ratio:6.2f}  {pair.goal!s:13} {'met' if found.met else 'MISSED'}"
        value = f"{_number(found.value):>9} {pair.unit:12}"
        sys.stdout.write(f"{pair.figure:38} {pair.of:10} {value}{reference:44} {ratio}\n")
    sys.stdout.flush()


def head() -> None:
    """What the columns are."""
    sys.stdout.write(f"{'figure':38} {'of':10} {'value':>9} {'':12}{'reference':>9}{'':35} {'ratio':>6}  goal\n")


def results(machine: Machine, found: Sequence[Line | LeftOut]) -> bytes:
    """The same as JSON."""
    lines: tuple[Mapping[str, object], ...] = tuple(
        {
            "figure": line.pair.figure,
            "of": line.pair.of,
            "unit": line.pair.unit,
            "value": _rounded(line.value),
            "against": line.pair.against,
            "reference": _rounded(line.reference),
            "ratio": round(line.ratio, 3),
            "goal": str(line.pair.goal),
            "met": line.met,
        }
        for line in found
        if isinstance(line, Line)
    )
    left_out = tuple(line for line in found if isinstance(line, LeftOut))
    return msgspec.json.format(msgspec.json.encode(Results(machine, lines, left_out)), indent=2) + b"\n"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1_000 else f"{value:.1f}"  # noqa: PLR2004 - four digits say enough


def _rounded(value: float) -> float:
    return float(f"{value:.4g}")
