"""What a host has shown, kept at home: taken in only if it hangs on what is here, and never written over."""

from collections.abc import Callable, Iterator, Sequence

from core.games import read_log
from core.kernel.errors import Damaged, HeraldError
from core.kernel.log.limits import FILE_ROWS
from core.kernel.log.log import Held, Log, secrets_in
from core.kernel.log.row import StoredRow, chain, origin
from core.kernel.rules.secret import Box, Opening, commit
from store.matches import Matches
from store.port import Head
from store.remote.wire import Shown
from store.summaries import summary_of


def _other(match: str, row: int) -> Damaged:
    """The host tells the match in another way than it did."""
    return Damaged("host_shows_other", row, "digest", match=match)


Judge = Callable[[Log, int], None]
"""Refuses rows that nobody should keep, of a log and the number of its rows that are here already."""


def take(home: Matches, shown: Shown, judge: Judge) -> None:
    """The rows that are new here, and what opens those that are not.

    Two commands may take the same at once: who comes second finds it there.
    """
    match, store = shown.match, home.store
    held = store.head(match)
    if len(shown.rows) != shown.head - shown.after or not 0 <= shown.after <= held or shown.head > FILE_ROWS:
        raise Damaged("host_left_out", shown.after + len(shown.rows) + 1, "row")
    _refuse_other(shown, store.read(match, max(shown.after - 1, 0)) if held else (), held)
    if shown.head < held:
        raise Damaged(
            "host_shows_less", shown.head + 1, "row", held, shown.head, match=match, missing=held - shown.head
        )
    new = shown.rows[held - shown.after :]
    if new:
        log = _read(home, match, held, new)
        judge(log, held)
        if not isinstance(store.append(match, held, "", new, summary_of(log)), Head):
            return take(home, shown, judge)
    if store.learn(match, _openings(shown, min(held, shown.head))):
        home.let_go(match)
    return None


def _read(home: Matches, match: str, held: int, new: Sequence[StoredRow]) -> Log:
    """The log with its new rows; whoever made them up may lead the rules anywhere."""
    try:
        log = home.log(match).plus(new) if held else read_log(new)
        log.history  # noqa: B018 - every row continues an earlier one
        log.state()
    except HeraldError:
        raise
    except Exception as problem:
        raise Damaged("rules_fail", held + 1, "facts", found=type(problem).__name__) from problem
    return log


def _refuse_other(shown: Shown, here: Sequence[StoredRow], held: int) -> None:
    """Every row has the digest that follows from the one before it, and those that are here are the same."""
    digest = here[0].digest if shown.after else origin(shown.match)
    known = {number: row.digest for number, row in enumerate(here, max(shown.after, 1))}
    for number, row in enumerate(shown.rows, shown.after + 1):
        follows = chain(digest, row.body, row.commits)
        if number <= held and row.digest != known[number]:
            raise _other(shown.match, number)
        if follows != row.digest or len(row.commits) != len(row.openings):
            if number == held + 1:
                raise _other(shown.match, number)
            raise Damaged("row_changed", number, "digest", follows, row.digest)
        for place, opening in enumerate(row.openings):
            if opening is not None and commit(shown.match, (number, place), opening) != row.commits[place]:
                raise Damaged("opening_does_not_fit", number, f"box {place}")
        digest = row.digest
    if digest != shown.digest:
        raise _other(shown.match, shown.head)


def _openings(shown: Shown, held: int) -> Iterator[tuple[Box, Opening]]:
    """Of rows that were here before."""
    for number, row in enumerate(shown.rows[: held - shown.after], shown.after + 1):
        for place, opening in enumerate(row.openings):
            if opening is not None:
                yield (number, place), opening


def lacking(log: Held, seat: int | None, *, full: bool) -> int | None:
    """The first row with a box that this seat (or everybody, once it is over) may open, and that is closed here."""
    counting = {row.seq for row in log.line()} if full else set[int]()
    for number in sorted(log.holes):
        body = log.bodies[number - 1]
        text = None if body.sealed_text is None else body.sealed_text.box
        for secret in secrets_in(body):
            if secret.box[0] != number or secret.known:
                continue
            if seat in secret.by or (secret.by and secret.box != text and number in counting):
                return number
    return None
