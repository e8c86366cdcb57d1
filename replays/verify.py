"""Is this log what it says? Chain, commitments, and every decision that the reader may see, decided again."""

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from core.games import read_log
from core.kernel.errors import Damaged, EditionError, Usage
from core.kernel.game import Result
from core.kernel.log import Log
from core.kernel.row import Forked, StoredRow
from replays.chain import check_rows
from replays.export import FULL, PUBLIC, SEAT, Exported, shown_rows
from replays.faults import Fault, Faulty, fault_of
from replays.referee import Referee
from store.matches import ENGINE


class Report(Struct, frozen=True):
    """What was checked, how much of it, and the first fault."""

    match: str
    game: str
    seats: tuple[str, ...]
    view: str  # "" where the rows come from a store
    rows: int
    head: str  # to be compared with what others hold: the same head is the same match
    over: bool
    result: Result | None
    moves: int
    decided: int  # legal, and led to what is written
    hidden: int  # closed answers: what followed was decided again, whether they were legal was not
    folded: int  # believed: nothing of them could be decided again
    undone: int  # rows that do not count any more; they are checked like the others
    draws_derived: int
    draws_recorded: int
    boxes_opened: int
    boxes_closed: int
    seed_revealed: bool
    seed_chosen: bool
    forked: Forked | None
    other_rules: str  # the versions that the match was played under, where the rules here are others
    fault: Fault | None


Progress = Callable[[int, int], None]
"""(rows done, rows in all)"""


def verify_file(exported: Exported, progress: Progress | None = None, *, drift: bool = False) -> Report:
    """Check a file: its rows, then what its header says of them."""
    header, rows = exported.header, exported.rows
    whole = len(rows) == header.rows
    report, log = _verified(rows, progress, header.head if whole else "", drift=drift)
    if report.fault is None and log is not None:
        report = replace(report, fault=_header_fault(exported, log, over=report.over))
    return replace(report, view=header.view)


def believed(exported: Exported, progress: Progress | None = None) -> tuple[Log, Report]:
    """The log of a file that holds; `Damaged` says why it is not believed."""
    report = verify_file(exported, progress)
    if report.fault is not None:
        raise damaged(report.fault)
    return read_log(exported.rows), report


def damaged(fault: Fault) -> Damaged:
    """A fault as the error that it is."""
    part = f"{fault.part}, {fault.field}" if fault.field else fault.part
    return Damaged(fault.why, fault.row, part, fault.expected or None, fault.found or None)


def verify(
    rows: Sequence[StoredRow], progress: Progress | None = None, *, head: str = "", drift: bool = False
) -> Report:
    """Check rows, from the first.

    `head`: the digest that the last row is said to have. `drift`: decide again under the rules of today, even if the
    match was played under others, to see where they part; otherwise such a match is only folded.
    """
    return _verified(rows, progress, head, drift=drift)[0]


def _verified(
    rows: Sequence[StoredRow], progress: Progress | None, head: str, *, drift: bool
) -> tuple[Report, Log | None]:
    torn: Fault | None = None
    try:
        check_rows(rows, head)
    except Faulty as found:
        torn = found.fault
    log, unread = _read(rows if torn is None else rows[: torn.row - 1])
    if log is None:
        return unreadable(rows, unread or torn), None
    return _judged(log, rows, unread or torn, progress, drift=drift), log


def _read(rows: Sequence[StoredRow]) -> tuple[Log | None, Fault | None]:
    """The log of these rows, up to the first that cannot be read; and why that one cannot be."""
    if not rows:
        return None, None
    try:
        return read_log(rows), None
    except Damaged as problem:
        log = _read(rows[: problem.row - 1])[0] if problem.row > 1 else None
        return log, fault_of(problem)
    except EditionError as problem:
        return None, Fault(1, "edition", "start_edition", str(problem.terms.get("entry", "")), "", problem.why)


def _judged(
    log: Log, rows: Sequence[StoredRow], torn: Fault | None, progress: Progress | None, *, drift: bool
) -> Report:
    """Decide every row again, as far as they hang together."""
    start, game = log.start, log.game
    edition = game.adopt(start.edition.name, start.edition.text) if start.edition.text else game.edition()
    if edition.digest != start.edition.digest:
        if start.edition.text:
            return unreadable(rows, Fault(1, "edition", "other_edition", "", edition.digest, start.edition.digest))
        raise Usage("edition_not_here", known=[edition.digest], edition=start.edition.name, digest=start.edition.digest)
    same = (start.engine, start.rules) == (ENGINE, game.rules_version)
    referee = Referee(log, decide=same or drift)
    fault: Fault | None = None
    for number in range(1, log.head + 1):
        fault = referee.judge(number)
        if fault is not None:
            break
        if progress is not None:
            progress(number, len(rows))
    if fault is None and torn is not None:
        fault = _detailed(torn, log, rows)
    return _report(log, rows, referee, fault, "" if same else f"engine {start.engine}, rules {start.rules}")


def _detailed(torn: Fault, log: Log, rows: Sequence[StoredRow]) -> Fault:
    """The body of a row was changed: deciding it again may show which field."""
    if "body" not in torn.part or log.head != torn.row - 1:
        return torn
    longer, _ = _read(rows[: torn.row])
    if longer is None or longer.head != torn.row:
        return torn
    referee = Referee(longer)
    detail = next(filter(None, map(referee.judge, range(1, torn.row + 1))), None)
    if detail is None or detail.row != torn.row:
        return torn
    field = (
        f"{detail.part}: {detail.field}" if detail.field and not detail.field.startswith(detail.part) else detail.field
    )
    return Fault(torn.row, "body", torn.why, field or detail.part, detail.expected, detail.found)


def _header_fault(exported: Exported, log: Log, *, over: bool) -> Fault | None:
    """What the first line says must be so, and not a byte of the file may be another than it was."""
    header, rows = exported.header, exported.rows
    if len(rows) < header.rows:
        return Fault(len(rows) + 1, "row", "rows_missing", "", str(header.rows), str(len(rows)))
    if len(rows) > header.rows:
        return Fault(header.rows + 1, "row", "rows_added", "", str(header.rows), str(len(rows)))
    for field, is_so in (("match", log.match), ("game", log.game.name), ("head", log.digest)):
        if getattr(header, field) != is_so:
            return Fault(0, "header", "header_differs", field, is_so, getattr(header, field))
    views = [PUBLIC, *(SEAT + name for name in log.seats), *([FULL] if over else [])]
    if header.view not in views:
        return Fault(0, "header", "header_view", "view", ", ".join(views), header.view)
    beyond = _beyond(log, header.view) or _says_more(log)
    if beyond is None and exported.sum != header.sum:
        return Fault(0, "file", "file_changed", "sum", header.sum, exported.sum)
    return beyond


def _beyond(log: Log, view: str) -> Fault | None:
    """An opening that this view should not have."""
    for number, (row, may) in enumerate(zip(log.rows, shown_rows(log, view), strict=True), 1):
        for box, (opening, free) in enumerate(zip(row.openings, may.openings, strict=True)):
            if opening is not None and free is None:
                return Fault(number, f"box {box}", "opening_beyond_view", "", "", view)
    return None


def _says_more(log: Log) -> Fault | None:
    """Something that has no meaning, or that is said twice: another reader might take it otherwise.

    Only of rows that were written by this very version: later ones may write the same in another way.
    """
    if (log.start.engine, log.start.rules) != (ENGINE, log.game.rules_version):
        return None
    for number, (row, body) in enumerate(zip(log.rows, log.bodies, strict=True), 1):
        if log.codec.encode(body) != row.body:
            return Fault(number, "body", "row_says_more")
    return None


def _report(log: Log, rows: Sequence[StoredRow], referee: Referee, fault: Fault | None, other_rules: str) -> Report:
    counts, start = referee.counts, log.start
    last = referee.states.get(log.head)
    boxes = sum(len(row.commits) for row in log.rows)
    return Report(
        match=log.match,
        game=log.game.name,
        seats=start.seats,
        view="",
        rows=len(rows),
        head=rows[-1].digest,
        over=last is not None and not last.agenda,
        result=log.game.result(last.table) if last is not None else None,
        moves=counts.moves,
        decided=counts.decided,
        hidden=counts.hidden,
        folded=counts.folded,
        undone=log.head - len(log.line()) if fault is None else 0,
        draws_derived=counts.derived,
        draws_recorded=counts.recorded,
        boxes_opened=len(log.vault),
        boxes_closed=boxes - len(log.vault),
        seed_revealed=any(body.kind == "reveal" for body in log.bodies),
        seed_chosen=start.seed_chosen,
        forked=start.forked,
        other_rules=other_rules,
        fault=fault,
    )


def unreadable(rows: Sequence[StoredRow], fault: Fault | None) -> Report:
    """Of a log whose first row cannot be read, nothing is known."""
    fault = fault or Fault(0, "rows", "empty_log")
    head = rows[-1].digest if rows else ""
    return Report(
        match="",
        game="",
        seats=(),
        view="",
        rows=len(rows),
        head=head,
        over=False,
        result=None,
        moves=0,
        decided=0,
        hidden=0,
        folded=0,
        undone=0,
        draws_derived=0,
        draws_recorded=0,
        boxes_opened=0,
        boxes_closed=0,
        seed_revealed=False,
        seed_chosen=False,
        forked=None,
        other_rules="",
        fault=fault,
    )
