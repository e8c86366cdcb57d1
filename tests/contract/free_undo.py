"""A free undo lets nobody learn anything: what was undone would have looked the same in another world.

Another world: what nobody could know at the row that play goes back to was different. Either what would be drawn, or
one closed answer. If anybody could tell the worlds apart by then, to go back is not free.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import islice

from msgspec.structs import replace

from core.kernel.log.history import Doer
from core.kernel.log.log import Log
from core.kernel.log.row import AnyBody
from core.kernel.rules.chance import Stream, stream
from core.kernel.rules.engine import AnyGame
from tests.contract.worlds import hidden_answers, lively, other_world, shown, written_again
from tests.support.matches import any_terms
from tests.support.recording import Recorder, undo_class

TRIES = 10  # undos looked at in each match


def learned_from_draws(match: Recorder, after: int, tip: int) -> bool:
    """Would the rows behind `after` have been others if other things had been drawn?"""
    for seed in ("another seed", "one more"):
        again = islice(written_again(match, after + 1, seed=seed), tip - after)
        if [bytes(row.body) for row in again] != bodies(match, after, tip):
            return True
    return False


def bodies(match: Recorder, after: int, tip: int) -> list[bytes]:
    return [bytes(row.body) for row in match.scribe.rows[after:tip]]


def learned_from_answers(match: Recorder, after: int, tip: int, dice: Stream) -> bool:
    """Would somebody who cannot see a closed answer have seen another row behind `after` if it had been another?

    Not of an answer of who acts there: who plays a card out of a closed hand shows it, and nobody else loses by that.
    """
    log, acted = match.log(), {row.seat for row in match.bodies[after:tip]}
    for event in hidden_answers(match.bodies[:after], None)[-6:]:
        owner = match.bodies[event - 1].seat
        if acted == {owner}:
            continue
        other = Log(match.game, other_world(match, event, dice, last=tip))
        for viewer in (None, *(seat for seat in range(len(log.seats)) if seat != owner)):
            one, two = (list(islice(shown(world, viewer), tip)) for world in (log, other))
            if two[:after] == one[:after] and two[after:] != one[after:]:
                return True
    return False


def undos(match: Recorder, dice: Stream) -> list[tuple[int, int, Doer]]:
    """Stretches that somebody could want to undo: (after, tip, who)."""
    found: list[tuple[int, int, Doer]] = []
    for _ in range(TRIES):
        tip = 3 + dice.below(match.head - 2)
        line = [row.seq for row in match.log().line(tip)][:-1]
        doers = [(row.seat, row.actor) for row in match.bodies[:tip] if row.kind == "move"]
        found.append((dice.pick(line[-4:] if dice.below(3) == 0 else line[-1:]), tip, doers[-1]))
    return found


Predicate = Callable[[Sequence[AnyBody], int, int, Doer], bool]


def honest(rows: Sequence[AnyBody], after: int, tip: int, doer: Doer) -> bool:
    return undo_class(rows, after, tip, doer) == "free"


def forgetting(**parts: object) -> Predicate:
    """The same, blind to these parts of the rows."""

    def predicate(rows: Sequence[AnyBody], after: int, tip: int, doer: Doer) -> bool:
        return undo_class([replace(row, **parts) for row in rows[:tip]], after, tip, doer) == "free"

    return predicate


def judge(predicate: Predicate, game: AnyGame, players: int, seed: str) -> Counter[str]:
    """How many undos of a match are free, how many are not; and of which of them somebody learns something."""
    found: Counter[str] = Counter()
    dice = stream("undo", game.name, players, seed)
    match = lively(Recorder(game, players, seed=seed, **any_terms(game, players, dice)), dice, 20 + dice.below(80))
    for after, tip, doer in undos(match, dice):
        free = "free" if predicate(match.bodies, after, tip, doer) else "by consent"
        found[free] += 1
        found[f"{free}, a draw tells"] += learned_from_draws(match, after, tip)
        found[f"{free}, an answer tells"] += learned_from_answers(match, after, tip, dice)
        found[f"{free}, others lose"] += {(row.seat, row.actor) for row in match.bodies[after:tip]} != {doer}
    return found
