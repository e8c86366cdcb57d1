"""Where what becomes of a position under one reading parts from what becomes of it under another."""

from typing import Any, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from core.kernel.errors import HeraldError, Refused
from core.kernel.rules.engine import AnyGame
from core.kernel.rules.step import Fact
from replays.dispute.branch import AnyState, Branch, Open, Trial, not_open, open_moves
from replays.otherwise.parting import without

What = Literal["legal", "several", "follows", "may", "scores", "seen", "closed", "rest"]
"""`legal`: a move is, and is not. `several`: what is typed means several moves. `follows`: other facts. `may`: other
moves are open. `closed`: it cannot be told.

`seen`: somebody is shown something else. `rest`: what was played later would have gone otherwise.
"""


_OF_HOW: Final[tuple[What, ...]] = ("several", "closed")
"""What a move that is neither legal nor refused is; the last one that fits is told."""


class Blocked(Struct, frozen=True):
    """A move that is open under the other reading, and why it is not here."""

    seat: int
    text: str
    why: Refused


class Split(Struct, frozen=True):
    """The first thing that is otherwise than under the reading in force."""

    what: What
    at: int  # the trial
    gone: tuple[Fact[Any], ...] = ()
    come: tuple[Fact[Any], ...] = ()
    more: tuple[Open, ...] = ()  # only here
    less: tuple[Blocked, ...] = ()  # only there


def split(game: AnyGame, one: Branch, other: Branch) -> Split | None:
    """Where the second goes otherwise than the first; None where nothing tells them apart.

    What may be done where the table of a scenario is laid out says less than what becomes of its moves.
    """
    last = len(one.trials) - 1
    laid: Split | None = None
    for at, (here, there) in enumerate(zip(one.trials, other.trials, strict=False)):
        found = _tried(game, at, here, there)
        if found is not None and (found.what != "may" or here.text or at == last):
            return found
        laid = laid or found
    if laid is not None:
        return laid
    found = _may(game, last, one.state, other.state)
    if found is not None:
        return found
    if one.scores != other.scores:
        return Split("scores", last)
    if _rest(one) != _rest(other):
        return Split("rest", last)
    return Split("seen", last) if seen(one) != seen(other) else None


def _tried(game: AnyGame, at: int, here: Trial, there: Trial) -> Split | None:
    if here.how != there.how:
        apart: What = "legal"
        for what in _OF_HOW:
            apart = what if what in {here.how, there.how} else apart
        return Split(apart, at)
    if here.how == "refused" and _why(here.problem) != _why(there.problem):
        return Split("legal", at)
    if here.how != "legal" or here.is_tested:
        return None
    if here.facts != there.facts:
        return Split("follows", at, without(here.facts, there.facts), without(there.facts, here.facts))
    if here.state.agenda != there.state.agenda:
        return _may(game, at, here.state, there.state) or Split("follows", at)
    return _may(game, at, here.state, there.state)


def _may(game: AnyGame, at: int, here: AnyState, there: AnyState) -> Split | None:
    """What may be done then is otherwise."""
    ours, theirs = open_moves(here), open_moves(there)
    if ours is None or theirs is None:
        return None
    less = tuple(Blocked(one.seat, one.text, why) for one, why in not_open(game, there, ours))
    more = tuple(one for one, _ in not_open(game, here, theirs))
    return Split("may", at, more=more, less=less) if more or less else None


def _why(problem: HeraldError | None) -> tuple[object, ...]:
    return () if problem is None else (problem.why, getattr(problem, "rule", ""))


def _rest(branch: Branch) -> tuple[object, ...]:
    rest = branch.rest
    return () if rest is None else (rest.stop, rest.scores)


def seen(branch: Branch) -> list[Any]:
    """What is seen, but for the readings themselves, which a view may say."""
    return [replace(view, rulings=None) if hasattr(view, "rulings") else view for view in branch.views]
