"""Going back and forth: what a seat is told it can do is what becomes of it when it does."""

from typing import Literal, get_args

import pytest

from core.games import game_named
from core.kernel.errors import Refused
from core.kernel.log.log import Log
from core.kernel.log.row import Back
from core.kernel.rules.chance import Stream, stream
from core.kernel.setup.readings import all_agreeable
from replays.told.turning import Turn, can_redo, can_rule, can_undo
from store.acts import Act
from store.matches import Matches
from tests.replays.tables import begin, club, go_on

ACTS = 150
"""Of each match."""


Asks = Literal["undo", "redo", "ruling"]
ASKED: tuple[Asks, ...] = get_args(Asks)


def told(log: Log, what: Asks, seat: int) -> bool | Turn:
    """What the page offers."""
    seen = log.seen_by(seat)
    return can_rule(seen) if what == "ruling" else can_undo(seen, seat) if what == "undo" else can_redo(seen, seat)


def tried(matches: Matches, log: Log, what: Asks, seat: int) -> tuple[bool | Turn, str]:
    """What becomes of it, and why it is refused."""
    act = Act(log.seats[seat])
    try:
        if what == "ruling":
            ruling, readings = next(all_agreeable(log.game, log.state()))
            matches.rule(log.match, act, {ruling.option: readings[0]}, "so we read it")
            return True, ""
        row = (matches.undo if what == "undo" else matches.redo)(log.match, act)
    except Refused as refused:
        return what != "ruling" and "", refused.why
    body = row.log.bodies[row.first - 1]
    return "ask" if not isinstance(body.about, Back) else "free" if body.about.by == "free" else "alone", ""


def answered(matches: Matches, log: Log, dice: Stream) -> Log:
    """One who is asked says yes, mostly."""
    if log.history.pending is None:
        return log
    asked, agreed = log.history.pending
    left = [seat for seat in range(len(log.seats)) if seat not in {*agreed, asked.seat}]
    matches.answer(log.match, Act(log.seats[dice.pick(left)]), asked.seq, agree=dice.below(4) > 0)
    return matches.log(log.match)


@pytest.mark.parametrize("players", [1, 2, 3])
def test_what_is_told_of_going_back_is_what_becomes_of_it(players: int) -> None:
    """But that nothing is told of what can be done freely while a request waits: that would lapse by it."""
    seen: set[tuple[Asks, bool | Turn, str]] = set()
    with club() as matches:
        for name in ("crossing", "emara"):
            dice = stream("turning", name, players)
            log = begin(matches, game_named(name), players)
            for _ in range(ACTS):
                log = go_on(matches, log, dice, dice.pick((0, 0, 1, 2)))
                lately = [body.kind for body in log.bodies[-2:]]
                seat, what = dice.below(players), dice.pick(("redo", *ASKED) if "undo" in lately else ASKED)
                said, waits = told(log, what, seat), log.history.pending is not None
                found, why = tried(matches, log, what, seat)
                assert found == said or (waits and not said and found == "free"), (log.match, log.head, what, seat, why)
                seen.add((what, found, why))
                log = matches.log(log.match)
                if dice.below(3) == 0:
                    log = answered(matches, log, dice)
    alone: set[tuple[Asks, bool | Turn, str]] = {("undo", "alone", ""), ("redo", "alone", "")}
    asking: set[tuple[Asks, bool | Turn, str]] = {
        *((what, "ask", "") for what in ("undo", "redo")),
        *((what, False if what == "ruling" else "", "request_waits") for what in ASKED),
    }
    always: set[tuple[Asks, bool | Turn, str]] = {("undo", "free", ""), ("redo", "free", ""), ("ruling", True, "")}
    assert (alone if players == 1 else asking) | always <= seen
