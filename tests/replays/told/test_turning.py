"""Going back and forth: what a seat is told it can do is what becomes of it when it does."""

from typing import Literal, get_args

import pytest

from core.games import game_named
from core.kernel.errors import Refused
from core.kernel.log.history import Meant
from core.kernel.log.log import Log
from core.kernel.log.row import Back
from core.kernel.rules.chance import Stream, stream
from core.kernel.setup.readings import all_agreeable
from replays.told.turning import can_rule, redoes, undoes
from store.acts import Act
from store.matches import Matches
from tests.replays.tables import begin, club, go_on

ACTS = 150
"""Of each match."""


Asks = Literal["undo", "redo", "ruling"]
ASKED: tuple[Asks, ...] = get_args(Asks)

Becomes = Literal["", "free", "ask", "alone", "asked for"]
"""Refused; done freely; asked for; done with nobody to ask, although something was learned; of rulings: not refused."""


def told(log: Log, what: Asks, seat: int) -> Meant | bool | None:
    """What the page offers."""
    seen = log.seen_by(seat)
    return can_rule(seen) if what == "ruling" else undoes(seen, seat) if what == "undo" else redoes(seen, seat)


def tried(matches: Matches, log: Log, what: Asks, seat: int, meant: Meant | bool | None) -> tuple[Becomes, str]:
    """What becomes of it when that is done which was offered, and why it is refused."""
    act = Act(log.seats[seat])
    try:
        if what == "ruling":
            ruling, readings = next(all_agreeable(log.game, log.state()))
            matches.rule(log.match, act, {ruling.option: readings[0]}, "so we read it")
            return "asked for", ""
        doing = matches.undo if what == "undo" else matches.redo
        written = doing(log.match, act, meant=meant if isinstance(meant, Meant) else None)
    except Refused as refused:
        return "", refused.why
    body = written.log.bodies[written.first - 1]
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
    seen: set[tuple[Asks, Becomes, str]] = set()
    with club() as matches:
        for name in ("crossing", "emara"):
            dice = stream("turning", name, players)
            log = begin(matches, game_named(name), players)
            for _ in range(ACTS):
                log = go_on(matches, log, dice, dice.pick((0, 0, 1, 2)))
                lately = [body.kind for body in log.bodies[-2:]]
                seat, what = dice.below(players), dice.pick(("redo", *ASKED) if "undo" in lately else ASKED)
                said, waits = told(log, what, seat), log.history.pending is not None
                found, why = tried(matches, log, what, seat, said)
                where = (name, log.head, what, seat, said, found, why)
                assert bool(said) == bool(found) or (waits and found == "free"), where
                assert not isinstance(said, Meant) or said.free == (found == "free"), where
                seen.add((what, found, why))
                log = matches.log(log.match)
                if dice.below(3) == 0:
                    log = answered(matches, log, dice)
    always: set[tuple[Asks, Becomes, str]] = {("undo", "free", ""), ("redo", "free", ""), ("ruling", "asked for", "")}
    alone: set[tuple[Asks, Becomes, str]] = {("undo", "alone", ""), ("redo", "alone", "")}
    others: set[tuple[Asks, Becomes, str]] = {("undo", "ask", ""), ("redo", "ask", "")}
    others |= {(what, "", "request_waits") for what in ASKED}
    assert always | (alone if players == 1 else others) <= seen
