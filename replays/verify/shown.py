"""Judge of what a host shows, before it is kept at home: nothing but rows such as Herald writes.

Nothing is decided again here: that takes longer, and is asked for (`verify_kept`). Limits, places, times, seats, boxes,
names and numbers are those of a match, and the rows lead to a position that can be looked at.
"""

from core.kernel.errors import HeraldError
from core.kernel.log.fold import empty
from core.kernel.log.kinds import KINDS
from core.kernel.log.limits import Measure
from core.kernel.log.log import Log, openings_in, secrets_in
from core.kernel.log.row import AnyBody, Back, KeyReplaced
from core.kernel.rules.secret import commit
from replays.verify.entries import judge_key
from replays.verify.faults import Fault, Faulty, damaged, fail
from replays.verify.frame import check_kind, check_place
from replays.verify.plausible import believe, check_amounts
from replays.verify.start import check_start


def check_shown(log: Log, before: int) -> None:
    """Refuse rows that nobody should keep: `Damaged`. `before`: the rows that are here already."""
    measure, number = Measure(), 0
    try:
        for number, (row, body) in enumerate(zip(log.rows, log.bodies, strict=True), 1):
            excess = measure.add(row, body)
            if number <= before:
                continue
            if excess is not None:
                fail(number, excess.limit.part, "beyond_limit", f"<= {excess.limit.most}", excess.found)
            _check(log, body, number)
    except Faulty as found:
        raise damaged(found.fault) from None
    except HeraldError:
        raise
    except Exception as problem:
        raise damaged(Fault(number, "facts", "rules_fail", found=type(problem).__name__)) from problem


def _check(log: Log, body: AnyBody, number: int) -> None:
    """Check a new row; those before it have been checked."""
    match, start, seats = log.match, log.start, len(log.start.seats)
    if number == 1:
        check_start(start, log.game, match, body.v)
    check_place(body, number, match, seats, log.bodies[number - 2].v if number > 1 else 1)
    check_kind(body)
    if body.sealed_text is not None and (body.text or body.move is not None):
        fail(number, "move", "closed_or_open", "closed")
    _check_parent(body)
    _check_boxes(log, body)
    if isinstance(body.about, KeyReplaced):
        judge_key(start, body)
    before = empty(log.game, start) if number == 1 else log.state(body.parent)
    state = believe(log.game, seats, body, before)
    if KINDS[body.kind].plays:
        check_amounts(log.game, number, state)


def _check_parent(body: AnyBody) -> None:
    """A row continues the one before it, or, where play goes back or forth, an earlier one that it names."""
    expected, about = body.seq - 1, body.about
    if KINDS[body.kind].turns and isinstance(about, Back):
        expected = about.to
        if not (1 <= about.to < body.seq and 1 <= about.tip < body.seq):
            fail(body.seq, "about", "back_not_possible", found=about.to, field="to")
    if body.parent != expected:
        fail(body.seq, "parent", "decided_otherwise", expected, body.parent)


def _check_boxes(log: Log, body: AnyBody) -> None:
    """Every box that a row names is there, for seats that sit there; what it opens is what was closed."""
    everybody = set(range(len(log.start.seats)))
    for secret in secrets_in(body):
        if not _is_there(log, body, secret.box) or not set(secret.by) <= everybody:
            fail(body.seq, "audience", "other_audience", found=secret.by, field=f"box {list(secret.box)}")
    for opened in openings_in(body):
        row, place = opened.box
        fits = _is_there(log, body, opened.box) and log.rows[row - 1].commits[place] == commit(
            log.match, opened.box, opened.opening()
        )
        if not fits:
            fail(body.seq, "commitment", "opened_does_not_fit", field=f"box {list(opened.box)}")


def _is_there(log: Log, body: AnyBody, box: tuple[int, int]) -> bool:
    row, place = box
    return 1 <= row <= body.seq and 0 <= place < len(log.rows[row - 1].commits)
