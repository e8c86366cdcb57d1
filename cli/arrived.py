"""Did what was on its way into the store arrive? After an interruption only the store itself can say."""

from typing import TYPE_CHECKING

from core.kernel.errors import HeraldError
from store.sqlite.adapter import open_store

if TYPE_CHECKING:
    from cli.terminal import Terminal


def arrived(here: "Terminal") -> bool | None:
    """Are the rows that this run was about to write in the log? None where the log cannot be read.

    Asked through a connection of its own: the other one may hang in a transaction that will never be committed.
    """
    attempt = here.attempt
    if attempt is None or not here.db_exists:
        return False
    try:
        with open_store(here.db, create=False) as store:
            rows = store.read(attempt.match, attempt.last - 1, 1)
    except HeraldError as problem:
        return False if problem.why == "no_file" else None
    return bool(rows) and rows[0].digest == attempt.digest
