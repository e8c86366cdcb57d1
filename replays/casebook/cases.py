"""The cases of a ruling: the scenarios that prove its readings, and the positions in which these come apart."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from pathlib import Path

from msgspec import Struct

from core import games
from core.kernel.game import Ruling
from core.kernel.rules.engine import AnyGame
from replays.casebook.trace import Trace, traced
from replays.files.texts import read_text
from replays.scenario import Scenario, load

FOLDER = Path(games.__file__).parent
WITHOUT = "without.toml"  # what needs no scenario, and why

Pair = tuple[str, str]
"""Two readings."""


class Proof(Struct, frozen=True):
    """A scenario that is about a ruling, and the reading under which it is played; `own`: it is a club's."""

    scenario: Scenario
    reading: str
    own: bool


class Apart(Struct, frozen=True):
    """A position in which readings come apart: what is seen of it under each that it can be played under."""

    proof: Proof
    traces: dict[str, Trace]

    @property
    def pairs(self) -> frozenset[Pair]:
        """The readings that something tells from each other."""
        return frozenset(
            (one, other) for one, other in combinations(self.traces, 2) if _differ(self.traces[one], self.traces[other])
        )


@cache
def shipped(game: str) -> tuple[Scenario, ...]:
    """The scenarios of a game."""
    files = sorted((FOLDER / game / "scenario" / "cases").glob("*.toml"))
    return tuple(
        scenario for file in files if file.name != WITHOUT for scenario in load(read_text(str(file)), str(file))
    )


def proofs(game: AnyGame, ruling: Ruling, others: Sequence[Scenario] = ()) -> list[Proof]:
    """The scenarios that name it as their rule, or say how it is read; `others`: of a club's own."""
    found = [(scenario, False) for scenario in shipped(game.name)]
    found += [(scenario, True) for scenario in others if scenario.game == game.name]
    return [Proof(one, _reading(one, ruling), own) for one, own in found if _is_about(one, ruling)]


def apart(ruling: Ruling, among: Sequence[Proof]) -> list[Apart]:
    """As few positions as tell all readings from each other, as far as there are any; and each of a club's own."""
    found = [_played(proof, ruling) for proof in among]
    chosen: list[Apart] = []
    left = set(combinations(ruling.readings, 2))
    while left:
        best = max((one for one in found if not one.proof.own), key=lambda one: _worth(one, left), default=None)
        if best is None or not best.pairs & left:
            break
        chosen.append(best)
        left -= best.pairs
    return [*chosen, *(one for one in found if one.proof.own and one.pairs)]


def _played(proof: Proof, ruling: Ruling) -> Apart:
    traces = {reading: traced(proof.scenario, ruling.option, reading) for reading in ruling.readings}
    return Apart(proof, {reading: trace for reading, trace in traces.items() if trace is not None})


def _worth(one: Apart, left: set[Pair]) -> tuple[int, int, int, int]:
    """The more readings it tells apart and the more ways, and the shorter and plainer, the better."""
    traces = list(one.traces.values())
    ways = sum(
        (_refused(first) != _refused(second)) + (first.moves != second.moves) + (_outcomes(first) != _outcomes(second))
        for first, second in combinations(traces, 2)
    )
    length = max((len(trace.deeds) for trace in traces), default=0)
    facts = sum(len(deed.facts) for trace in traces for deed in trace.deeds)
    return len(one.pairs & left), ways, -length, -facts


def _differ(one: Trace, other: Trace) -> bool:
    return _outcomes(one) != _outcomes(other) or one.moves != other.moves or one.bare != other.bare


def _outcomes(trace: Trace) -> list[tuple[object, ...]]:
    return [deed.outcome for deed in trace.deeds]


def _refused(trace: Trace) -> list[bool]:
    return [deed.problem is not None for deed in trace.deeds]


def _is_about(scenario: Scenario, ruling: Ruling) -> bool:
    return ruling.id in scenario.rules or bool({ruling.id, ruling.option} & set(scenario.rulings))


def _reading(scenario: Scenario, ruling: Ruling) -> str:
    """The one under which it is played."""
    said = scenario.rulings
    return said.get(ruling.option) or said.get(ruling.id) or ruling.default
