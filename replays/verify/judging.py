"""A log of rows, of a store or in a file, judged from its first row to its last."""

from collections.abc import Sequence

from msgspec.structs import replace

from core.games import game_of
from core.kernel.errors import AsWritten
from core.kernel.log.log import Seen
from core.kernel.log.row import StoredRow
from replays.files.export import SEAT, Exported
from replays.files.rows import Rows, end_of_act, held, remembered, up_to
from replays.verify.chain import unchanged
from replays.verify.faults import Fault, Faulty, damaged, fail
from replays.verify.report import Progress, Report
from replays.verify.views import View
from replays.verify.walk import Walk
from store.port import Summary
from store.summaries import summarise


def verify(
    rows: Sequence[StoredRow], progress: Progress | None = None, *, head: str = "", drift: bool = False
) -> Report:
    """Check rows, from the first.

    `head`: the digest that the last row is said to have. `drift`: decide again under the rules of today, even if the
    match was played under others, to see where they part; otherwise such a match is only folded.
    """
    walk = Walk(held(rows), (len(rows), head), drift=drift)
    return walk.report(walk.through(progress))


def verify_kept(rows: Rows, last: int | None = None, *, drift: bool = False) -> Report:
    """Check rows that are read as they are needed, up to the act of a row."""
    if last is not None:
        rows = up_to(rows, end_of_act(rows, last))
    walk = Walk(remembered(rows), drift=drift)
    return walk.report(walk.through())


def verify_file(exported: Exported, progress: Progress | None = None, *, drift: bool = False) -> Report:
    """Check a file: its rows, then what its header says of them."""
    return _gone_through(exported, progress, drift=drift)[1]


def _gone_through(exported: Exported, progress: Progress | None, *, drift: bool = False) -> tuple[Walk, Report]:
    header, view = exported.header, View(exported.header.view)
    walk = Walk(remembered(exported.after), (header.rows, header.head), drift=drift, view=view)
    fault = walk.through(progress) or _header_fault(exported, walk, view)
    return walk, replace(walk.report(fault), view=header.view)


def _header_fault(exported: Exported, walk: Walk, view: View) -> Fault | None:
    """Find what the first line says and is not so, or a byte of the file that is not as it was written."""
    header, referee = exported.header, walk.referee
    assert referee is not None  # there was a row
    try:
        if walk.head < header.rows:
            fail(walk.head + 1, "row", "rows_missing", header.rows, walk.head)
        if walk.head > header.rows:
            fail(header.rows + 1, "row", "rows_added", header.rows, walk.head)
        is_so = {"match": referee.boxes.match, "game": referee.game.name, "head": walk.digest}
        for field, value in is_so.items():
            if getattr(header, field) != value:
                fail(0, "header", "header_differs", value, getattr(header, field), field)
        view.check_end(referee)
        if exported.sum() != header.sum:
            fail(0, "file", "file_changed", header.sum, exported.sum(), "sum")
    except Faulty as found:
        return found.fault
    return None


def checked(exported: Exported, progress: Progress | None = None) -> tuple[Seen, Report]:
    """The log of a file that holds, if only as it is written; `Damaged` says why it does not."""
    _, report = _without_fault(exported, progress)
    rows, view = exported.rows, exported.header.view
    reader = report.seats.index(view.removeprefix(SEAT)) if view.startswith(SEAT) else None
    return Seen(game_of(rows[0]), rows, reader), report


def to_adopt(
    exported: Exported, progress: Progress | None = None, *, believed: bool = False
) -> tuple[Report, Summary, Rows]:
    """Return what a store takes in of a file that holds: its summary, and its rows as they were checked.

    `believed`: also what holds only as it is written; else that is `AsWritten`.
    """
    from replays.archive import refuse_shadow  # noqa: PLC0415 - nobody else who verifies asks what ships

    walk, report = _without_fault(exported, progress)
    if report.believed and not believed:
        raise AsWritten("only_as_written", match=report.match, believed=list(report.believed))
    refuse_shadow(report.match, report.rows, report.head)
    referee = walk.referee
    assert referee is not None  # there was a row
    assert referee.body is not None
    summary = summarise(referee.game, referee.start, report.match, referee.state, walk.head, referee.body.at)
    return report, summary, unchanged(exported.after, report.match, (walk.head, walk.digest))


def _without_fault(exported: Exported, progress: Progress | None) -> tuple[Walk, Report]:
    walk, report = _gone_through(exported, progress)
    if report.fault is not None:
        raise damaged(report.fault)
    return walk, report
