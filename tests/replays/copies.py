"""The recorded matches (those that ship, and the corpus), and the copies that their readers have of them."""

import io
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from core.games import read_log
from core.kernel.log.log import Log
from core.kernel.log.row import StoredRow
from replays import archive
from replays.files.export import FULL, PUBLIC, SEAT, finished, read_file, read_stream
from replays.verify import verify_file
from replays.verify.report import Report
from tests.corpus.record import FILES, path_of
from tests.replays.forging import filed
from tests.replays.lies import Rows

MATCHES: Mapping[str, Path] = {
    **{name: archive.FOLDER / f"{name}.jsonl" for name in archive.index()},
    **{name: path_of(name) for name in FILES},
}


@cache
def log_of(name: str) -> Log:
    return read_log(read_file(MATCHES[name]).rows)


def views(log: Log) -> Iterator[tuple[str, list[StoredRow]]]:
    """The copies that this match has for its readers."""
    yield PUBLIC, log.redacted(None)
    for seat, name in enumerate(log.seats):
        yield SEAT + name, log.redacted(seat)
    if finished(log):
        yield FULL, log.redacted(None, finished=True)


def told(rows: Rows, view: str) -> Report:
    return verify_file(read_stream(io.BytesIO(filed(rows, view)), view))
