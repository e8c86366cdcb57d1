"""Lies that keep the chain: one kind of them about every row of a recorded match, in one of its views; a cut of it."""

from core.kernel.errors import Damaged, Usage
from replays.verify.report import Report
from tests.fuzz.found import Found, Trial
from tests.replays.copies import MATCHES, log_of, told, views
from tests.replays.lies import LIES, Rows
from tests.replays.test_lies import check_cut


def trial(here: Trial) -> int:
    """No row can be lied about so that the match is valid all the same."""
    dice = here.dice()
    name, lie = dice.pick(sorted(MATCHES)), dice.pick(sorted(LIES))
    log = log_of(name)
    check_cut(log, 1 + dice.below(log.head))
    view, rows = dice.pick(list(views(log)))
    lies = 0
    for number in range(1, len(rows) + 1):
        made = LIES[lie](rows, number, dice)
        if made is None:
            continue
        lies += 1
        if _is_valid(made, view):
            raise Found(f"{name}, {view}, row {number}: “{lie}” is taken for valid")
    return lies or 1


def _is_valid(rows: Rows, view: str) -> bool:
    try:
        report: Report = told(rows, view)
    except (Damaged, Usage):
        return False
    return report.valid
