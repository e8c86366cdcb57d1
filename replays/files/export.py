"""A match as a file that anybody can read, send and check: JSON lines, a header and then a line for each row.

    {"herald":1,"match":...,"game":...,"view":"full" | "public" | "seat Ana","rows":N,"head":digest,"sum":digest}
    {"body":{...},"commits":[...],"openings":[{"salt":...,"value":...} | null, ...],"digest":...}
    ...

A body is written as the exact bytes that were hashed. `head` is the digest of the last row: two people who hold
the same head hold the same match. `sum` is over the whole file: not even a byte that means nothing can change unseen.
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, TypeVar

import msgspec

from core.kernel.decoding import decode, decoder
from core.kernel.errors import Damaged, NotAllowed, Usage
from core.kernel.log.log import AnyLog, Log, Seen
from core.kernel.log.row import StoredRow
from core.kernel.rules.secret import digest
from replays.files.lines import CRLF, ROWS, FileRows
from replays.files.rows import Rows, end_of_act, held, size_of
from replays.files.texts import not_read

L = TypeVar("L", Log, Seen)

FORMAT = 1
FULL = "full"
PUBLIC = "public"
SEAT = "seat "

PIPE = "-"
MEMORY = 64 * 2**20  # bytes of rows that a program holds to show them; verify and import hold none


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first line: what the file says about itself; `verify` believes none of it."""

    herald: int
    match: str
    game: str
    view: str
    rows: int
    head: str
    sum: str
    mark: str = ""  # by which the host of the match would know `head` again (`store.marks`)


class Exported(msgspec.Struct, frozen=True):
    """A file that can be read: its header, its rows, and the sum that its bytes really have."""

    header: Header
    after: Rows
    sum: Callable[[], str]

    @property
    def rows(self) -> tuple[StoredRow, ...]:
        """All rows at once, for who wants to hold them; `Usage` where they are too many for that."""
        rows: list[StoredRow] = []
        size = 0
        for row in self.after(0):
            rows.append(row)
            size += size_of(row)
            if size > MEMORY:
                raise Usage("too_long_to_show", found=self.header.rows, expected=f"{MEMORY // 2**20} MB")
        return tuple(rows)


_encode = msgspec.json.Encoder().encode
_header = decoder(Header).decode


def finished(log: AnyLog) -> bool:
    """Is the match over?"""
    return not log.state().agenda


def view_of(log: AnyLog, view: str | None) -> str:
    """The view under its full name: `full` for a finished match, else `public`, where none is asked for."""
    if view is None:
        return FULL if finished(log) else PUBLIC
    if view.startswith(SEAT):
        return SEAT + log.seats[log.seat(view.removeprefix(SEAT))]
    if view not in {FULL, PUBLIC}:
        raise Usage("unknown_view", known=[FULL, PUBLIC, *(SEAT + name for name in log.seats)], word=view)
    if view == FULL and not finished(log):
        raise NotAllowed("full_when_over", match=log.match)
    return view


def cut(log: L, row: int) -> L:
    """The log as it was after the act of a row: what an export of a moment of the match holds."""
    return log.at(end_of_act(held(log.rows), row))


def shown_rows(log: AnyLog, view: str) -> list[StoredRow]:
    """The rows with the openings that this view may have.

    `full` is what the table may know after the end: every answer that counted is open, the words that a seat typed for
    it stay its own.
    """
    if view == FULL:
        return log.redacted(None, finished=True)
    return log.redacted(log.seat(view.removeprefix(SEAT)) if view.startswith(SEAT) else None)


def export(log: AnyLog, view: str | None = None, mark: str = "") -> Iterator[bytes]:
    """The lines of the file, header first."""
    view = view_of(log, view)
    lines = [_encode(row) + b"\n" for row in shown_rows(log, view)]
    header = Header(FORMAT, log.match, log.game.name, view, len(lines), log.digest, "", mark)
    yield _encode(msgspec.structs.replace(header, sum=file_sum(header, lines))) + b"\n"
    yield from lines


def file_sum(header: Header, lines: Iterable[bytes]) -> str:
    """SHA-256 over the header (without the sum) and the bytes of all other lines."""
    rest = sha256()
    for line in lines:
        rest.update(line)
    return _sum(header, rest.hexdigest())


def _sum(header: Header, rest: str) -> str:
    return digest("file", _encode(msgspec.structs.replace(header, sum="")), rest)


# --- reading ---------------------------------------------------------------------------------------------------------


def read_file(path: str | Path) -> Exported:
    """Open an exported file (`-`: the pipe). What it says is believed by nobody before `verify` has seen it."""
    if str(path) == PIPE:
        return read_stream(sys.stdin.buffer, PIPE)
    try:
        stream = Path(path).open("rb")  # noqa: SIM115 - it is read more than once, and closed with what reads it
    except OSError as problem:
        raise not_read(str(path), problem) from problem
    except ValueError as problem:  # a name that no system can have
        raise Usage("file_unreadable", file=repr(str(path)), detail=str(problem)) from problem
    return _exported(FileRows(stream, str(path), ours=True), str(path))


def read_stream(stream: BinaryIO, name: str, *, ours: bool = False) -> Exported:
    """The same from where an open stream stands; `ours`: it is closed with what reads it."""
    return _exported(FileRows(stream, name, ours=ours), name)


def _exported(rows: FileRows, name: str) -> Exported:
    header = _read_header(rows.header(), name)
    return Exported(header, rows.after, lambda: _sum(header, rows.sum()))


class _Mark(msgspec.Struct):
    """What tells an export from any other JSON."""

    herald: int


_OTHERS = {
    b"SQLite format 3\0": "file_is_store",
    b"\x1f\x8b": "file_is_packed",
    b"PK\x03\x04": "file_is_packed",
    b"BZh": "file_is_packed",
    b"\xfd7zXZ": "file_is_packed",
    b"\x28\xb5\x2f\xfd": "file_is_packed",
}


def _read_header(line: bytes, name: str) -> Header:
    if not line:
        raise Usage("file_empty", file=name)
    for magic, why in _OTHERS.items():
        if line.startswith(magic):
            raise Usage(why, file=name)
    try:
        mark = decode(line, _Mark)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise Usage("not_an_export", file=name) from problem
    if mark.herald != FORMAT:
        raise Usage("newer_export", file=name, found=mark.herald, expected=FORMAT)
    try:
        header = _header(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        raise Damaged("header_unreadable", 0, "header", found=str(problem)) from problem
    if header.rows > ROWS:  # before any of them is read
        raise Damaged("file_too_long", 0, "header", expected=f"<= {ROWS} rows", found=header.rows)
    if _encode(header) + b"\n" != line:
        raise Damaged("line_ends" if line.endswith(CRLF) else "header_not_ours", 0, "header")
    return header
