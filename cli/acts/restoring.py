"""Rows that a host has lost, out of the files that players give: each is checked before anything is taken."""

from collections.abc import Generator, Sequence
from contextlib import contextmanager

import msgspec

from core.kernel.errors import Damaged, Usage
from core.kernel.log.log import Seen
from replays.files.export import Header, read_file
from replays.verify import checked, damaged, verify
from store import restoring
from store.errors import StoreError
from store.place import OfFile
from store.restoring import Lost


class Back(msgspec.Struct, frozen=True):
    """What came of it: how many boxes of rows that are there are open now."""

    lost: Lost
    learned: int


class _File(msgspec.Struct, frozen=True):
    name: str
    header: Header
    log: Seen


def taken_back(desk: OfFile, files: Sequence[str], *, partly: bool) -> Back:
    """All rows that are lost, or (`partly`) those up to the first that is not complete."""
    given = [_read(desk, file) for file in files]
    match = given[0].log.match
    if other := next((one for one in given if one.log.match != match), None):
        raise Usage("other_match_given", file=other.name, match=match)
    rows = [one.log.rows for one in given]
    lost = restoring.found(desk, match, rows)
    report = verify(lost.log.rows)  # with all that the host knows, once more
    if report.fault is not None:
        raise damaged(report.fault)
    if lost.missing and not partly:
        names, first = ", ".join(dict.fromkeys(one.seat for one in lost.missing)), lost.missing[0].row
        raise StoreError("answers_missing", desk.place, match=match, names=names, row=first, last=lost.log.head)
    restoring.take_back(desk, lost)
    return Back(lost, sum(restoring.learn(desk, match, some) for some in rows))


def _read(desk: OfFile, file: str) -> _File:
    """A file that holds, and that bears the mark of this host."""
    exported = read_file(file)
    with _about(file):
        log, _ = checked(exported)
        header = exported.header
        restoring.refuse_unmarked(desk, log.match, header.rows, header.head, header.mark, file=file)
    return _File(file, header, log)


@contextmanager
def _about(file: str) -> Generator[None]:
    """What is wrong is wrong with this file."""
    try:
        yield
    except Damaged as problem:
        problem.terms["file"] = file
        raise
