"""SIGKILLs in the middle of appends, as `tests.faults.kills` does them."""

from tests.faults.kills import kills
from tests.fuzz.found import Trial

EACH = 15  # kills of a trial


def trial(here: Trial) -> int:
    """Some kills, one after the other, in one database."""
    return kills(EACH, here.dice().below(2**31)).kills
