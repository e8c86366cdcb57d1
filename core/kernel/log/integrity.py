"""Nobody plays on upon rows that were changed behind the program's back: that would put new proof upon a forgery.

What holds of a log without its rules, checked before an act is written; whether every decision holds is for `verify`.
"""

from core.kernel.errors import Damaged
from core.kernel.log.log import Log
from core.kernel.log.row import chain, origin
from core.kernel.rules.secret import commit


def check_sound(log: Log, seed: str, known: int = 0) -> None:
    """Digests and boxes of the rows after `known`, and that the match's seed is the one it began with."""
    match = log.match
    digest = log.rows[known - 1].digest if known else origin(match)
    for number, row in enumerate(log.rows[known:], known + 1):
        if chain(digest, row.body, row.commits) != row.digest:
            raise Damaged("row_changed", number, "digest")
        for box, opening in enumerate(row.openings):
            if opening is not None and commit(match, (number, box), opening) != row.commits[box]:
                raise Damaged("opening_does_not_fit", number, f"box {box}")
        digest = row.digest
    if log.start.seed.known and log.start.seed.value != seed:
        raise Damaged("seed_changed", 1, "seed")
