"""The cases of a ruling: the scenarios that prove its readings, and the positions in which these come apart."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from core import games
from core.kernel.game import Ruling
from core.kernel.rules.engine import AnyGame
from replays.dispute.apart import seen
from replays.dispute.branch import Branch, Trial, open_moves
from replays.dispute.bundle import read_bundle, run_again
from replays.dispute.case import Case
from replays.dispute.scenarios import ScenarioCase
from replays.files.texts import read_text
from replays.scenario import Scenario, load
from replays.verify import checked

FOLDER = Path(games.__file__).parent
WITHOUT = "without.toml"  # what needs no scenario, and why

Pair = tuple[str, str]
"""Two readings."""


class Exhibit(Struct, frozen=True):
    """A case that is about rulings: a scenario, or a dispute that somebody has kept; `own`: it is a club's."""

    title: str
    file: str
    own: bool
    about: frozenset[str]  # by id or option
    sides: tuple[str, ...]
    viewers: tuple[int | None, ...]  # who sees what is seen of it
    case: Case
    titles: Mapping[str, str] = {}  # in other languages

    def called(self, lang: str) -> str:
        """Its title in this language, where it has one."""
        return self.titles.get(lang, self.title)

    def is_about(self, game: AnyGame, ruling: Ruling) -> bool:
        """Does it name this ruling?"""
        return self.case.game.name == game.name and bool(self.about & {ruling.id, ruling.option})


class Proof(Struct, frozen=True):
    """What is about a ruling, and the reading under which it is played."""

    exhibit: Exhibit
    reading: str


class Apart(Struct, frozen=True):
    """A position in which readings come apart: what is seen of it under each that it can be played under."""

    proof: Proof
    branches: dict[str, Branch]

    @property
    def pairs(self) -> frozenset[Pair]:
        """The readings that something tells from each other."""
        return frozenset(
            (one, other)
            for one, other in combinations(self.branches, 2)
            if _differ(self.branches[one], self.branches[other])
        )


def of_scenario(scenario: Scenario, *, own: bool) -> Exhibit:
    """A scenario shows what everybody sees of it, and every seat."""
    return Exhibit(
        title=scenario.title,
        file=scenario.file if own else Path(scenario.file).name,
        own=own,
        about=frozenset((*scenario.rules, *scenario.rulings)),
        sides=scenario.sides,
        viewers=(None, *range(len(scenario.players))),
        case=ScenarioCase(scenario),
        titles=scenario.titles,
    )


def of_bundle(file: str) -> Exhibit:
    """A dispute that was kept: `Damaged` where the match behind it does not hold."""
    found = read_bundle(file)
    question, (log, _) = found.head.question, checked(found.exported)
    case = run_again(log, found.head).case
    return Exhibit(
        title=question.reason or f"{question.match}@{question.row} {question.seat}: {question.move}".rstrip(": "),
        file=file,
        own=True,
        about=frozenset(one.id for one in question.rulings),
        sides=log.seats,
        viewers=(case.reader,),
        case=case,
    )


@cache
def shipped(game: str) -> tuple[Exhibit, ...]:
    """The scenarios of a game."""
    files = sorted((FOLDER / game / "scenario" / "cases").glob("*.toml"))
    return tuple(
        of_scenario(scenario, own=False)
        for file in files
        if file.name != WITHOUT
        for scenario in load(read_text(str(file)), str(file))
    )


def proofs(game: AnyGame, ruling: Ruling, others: Sequence[Exhibit] = ()) -> list[Proof]:
    """What names it as its rule, or says how it is read; `others`: of a club's own."""
    found = (one for one in (*shipped(game.name), *others) if one.is_about(game, ruling))
    return [Proof(one, one.case.readings[ruling.option]) for one in found]


def apart(ruling: Ruling, among: Sequence[Proof]) -> list[Apart]:
    """As few positions as tell all readings from each other, as far as there are any; and each of a club's own."""
    found = [_played(proof, ruling) for proof in among]
    chosen: list[Apart] = []
    left = set(combinations(ruling.readings, 2))
    while left:
        best = max((one for one in found if not one.proof.exhibit.own), key=lambda one: _worth(one, left), default=None)
        if best is None or not best.pairs & left:
            break
        chosen.append(best)
        left -= best.pairs
    return [*chosen, *(one for one in found if one.proof.exhibit.own and one.pairs)]


def _played(proof: Proof, ruling: Ruling) -> Apart:
    case = proof.exhibit.case
    branches = {reading: _as_far(case.branch({ruling.option: reading})) for reading in ruling.readings}
    return Apart(proof, {reading: branch for reading, branch in branches.items() if branch is not None})


def _as_far(branch: Branch) -> Branch | None:
    """As far as it can be played: nothing where its position does not fit under the reading."""
    *before, last = branch.trials
    if last.how != "impossible":
        return branch
    if before:
        return replace(branch, trials=tuple(before), state=before[-1].state)
    problem = last.problem  # the table may not be laid out so, or the scenario does not fit
    return branch if problem is not None and not problem.why.startswith("scenario") else None


def _worth(one: Apart, left: set[Pair]) -> tuple[int, int, int, int]:
    """The more readings it tells apart and the more ways, and the shorter and plainer, the better."""
    branches = list(one.branches.values())
    ways = sum(
        (_refused(first) != _refused(second))
        + (offered(first) != offered(second))
        + (outcomes(first) != outcomes(second))
        for first, second in combinations(branches, 2)
    )
    length = max((len(branch.trials) for branch in branches), default=0)
    facts = sum(len(trial.facts) for branch in branches for trial in branch.trials)
    return len(one.pairs & left), ways, -length, -facts


def _differ(one: Branch, other: Branch) -> bool:
    return outcomes(one) != outcomes(other) or offered(one) != offered(other) or seen(one) != seen(other)


def outcome(trial: Trial) -> tuple[object, ...]:
    """What tells it from the same trial under another reading."""
    problem = trial.problem
    why = None if problem is None else (type(problem).__name__, getattr(problem, "rule", ""), str(problem))
    return trial.how, trial.facts, why


def outcomes(branch: Branch) -> list[tuple[object, ...]]:
    """What came of each trial."""
    return [outcome(trial) for trial in branch.trials]


def offered(branch: Branch) -> tuple[tuple[int, str], ...]:
    """What may be done at its end, and by whom."""
    moves = open_moves(branch.state) if branch.trials[-1].how != "impossible" else ()
    return tuple((one.seat, one.text) for one in moves or ())


def _refused(branch: Branch) -> list[bool]:
    return [trial.problem is not None for trial in branch.trials]
