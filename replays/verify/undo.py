"""Judging undo, redo, giving up, rulings and consent again: who may go back to where, and what it takes."""

from collections.abc import Mapping
from typing import Literal

from core.kernel.errors import Refused, Usage
from core.kernel.log.history import History, Pending, consenting
from core.kernel.log.kinds import KINDS
from core.kernel.log.row import Answer, AnyBody, Back, Ended, Request, Ruled, Start
from core.kernel.rules.engine import AnyGame
from core.kernel.setup.readings import agreeable
from replays.verify.faults import fail
from replays.verify.states import AnyState

Position = tuple[AnyGame, AnyState]
"""Where something is asked for."""


def judge_back(history: History, start: Start, body: AnyBody, *, over: bool) -> Back:
    """An undo or a redo as it must be written: free, agreed to by all who have a say, or the arbiter's."""
    number, about = body.seq, body.about
    assert isinstance(about, Back)  # its kind says so
    _check_writer(body, about.by)
    what: Literal["undo", "redo"] = "redo" if KINDS[body.kind].turns == "forth" else "undo"
    wanted = Request(what, about.to)
    tip = _agreed_tip(history, start, body, wanted) if about.by == "consent" else number - 1
    base = _target(history, body, wanted, tip, over=over and about.by != "arbiter")
    left = about.to if what == "redo" else tip
    if about.by == "free" and not history.free(base, left, (body.seat, body.actor)):
        fail(number, "about", "undo_not_free", "consent", "free", "by")
    return Back(about.to, tip, about.by, about.reason)


def judge_end(history: History, start: Start, body: AnyBody, *, over: bool) -> Ended:
    """The match is given up: by all who have a say, or by the arbiter, while it goes on."""
    about = body.about
    assert isinstance(about, Ended)  # its kind says so
    _check_writer(body, about.by)
    _check_can_end(history, body, over=over)
    if about.by == "consent" and consenting(start, body.seat):
        _check_agreed(history, start, body, Request("end"))
    return Ended(about.by, about.reason)


def judge_ruling(history: History, start: Start, body: AnyBody, position: Position) -> Ruled:
    """Other readings from here on: agreed to by all who have a say, or the arbiter's, while the match goes on."""
    about = body.about
    assert isinstance(about, Ruled)  # its kind says so
    _check_writer(body, about.by)
    _check_can_rule(history, body, position, about.rulings, about.reason)
    if about.by == "consent" and consenting(start, body.seat):
        _check_agreed(history, start, body, Request("ruling", rulings=about.rulings, reason=about.reason))
    return about


def _check_can_rule(
    history: History, body: AnyBody, position: Position, rulings: Mapping[str, str], reason: str
) -> None:
    """What a running match can take, each as the game calls it, and somebody said why."""
    game, state = position
    if not state.agenda or not history.first:
        fail(body.seq, "kind", "nothing_to_rule", found=body.kind)
    if not reason or not rulings:
        fail(body.seq, "about", "ruling_says_nothing", field="rulings" if reason else "reason")
    try:
        meant = agreeable(game, state, rulings)
    except (Refused, Usage) as problem:
        fail(body.seq, "about", "ruling_not_possible", found=str(problem), field="rulings")
    if [*meant.items()] != [*rulings.items()]:
        fail(body.seq, "about", "decided_otherwise", dict(meant), dict(rulings), "rulings")


def _check_writer(body: AnyBody, by: str) -> None:
    if (by == "arbiter") != (body.seat is None):
        fail(body.seq, "seat", "arbiter_has_no_seat", "", body.seat)


def _check_can_end(history: History, body: AnyBody, *, over: bool) -> None:
    if over or not history.first:
        fail(body.seq, "kind", "nothing_to_end", found=body.kind)


def judge_request(history: History, body: AnyBody, position: Position) -> Request:
    """What is asked of the others must be possible."""
    about = body.about
    assert isinstance(about, Request)  # its kind says so
    over = not position[1].agenda
    if about.what == "ruling":
        _check_can_rule(history, body, position, about.rulings, about.reason)
        return Request("ruling", rulings=about.rulings, reason=about.reason)
    if about.what == "end":
        _check_can_end(history, body, over=over)
        return Request("end")
    _target(history, body, about, body.seq - 1, over=over)
    return Request(about.what, about.to)


def judge_answer(pending: Pending | None, body: AnyBody) -> Answer | None:
    """Only to a request that waits, once from each of the others; since format 2 it names the row that asks.

    Since then who asked may decline, too: that withdraws the request.
    """
    if pending is None or body.seat is None:
        fail(body.seq, "kind", "answer_to_nothing", found=body.kind)
    request, agreed = pending
    names_it = body.v > 1
    withdraws = names_it and KINDS[body.kind].request == "lapses" and body.seat == request.seat
    if body.seat in agreed or (body.seat == request.seat and not withdraws):
        fail(body.seq, "seat", "answered_twice", found=body.seat)
    return Answer(request.seq) if names_it else None


def _agreed_tip(history: History, start: Start, body: AnyBody, wanted: Request) -> int:
    """The row that play had reached when all agreed to leave it: that before the request."""
    if not consenting(start, body.seat):
        return body.seq - 1
    return _check_agreed(history, start, body, wanted).seq - 1


def _check_agreed(history: History, start: Start, body: AnyBody, wanted: Request) -> AnyBody:
    """The request that waits, if it is this one, and all have agreed."""
    number = body.seq
    if history.pending is None:
        fail(number, "about", "not_all_agreed", field="by")
    request, agreed = history.pending
    if request.about != wanted:
        fail(number, "about", "other_than_asked", request.about, wanted)
    if not consenting(start, request.seat) <= agreed:
        fail(number, "about", "not_all_agreed", field="by")
    return request


def _target(history: History, body: AnyBody, wanted: Request, tip: int, *, over: bool) -> int:
    """Could this be asked for at row `tip`? The row after which play becomes another."""
    try:
        if wanted.what == "redo":
            to, _ = history.redo(tip)
            if to != wanted.to:
                fail(body.seq, "about", "other_redo", to, wanted.to, "to")
            return history.parting(tip, to)
        if over:
            fail(body.seq, "about", "undo_after_end")
        return history.target(wanted.to, tip)
    except Refused:
        fail(body.seq, "about", "back_not_possible", found=wanted.to, field="to")
