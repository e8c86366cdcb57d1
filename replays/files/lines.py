"""The lines of a file: read as often as wanted, and never held.

A pipe can be read only once: what comes out of it is put aside in a temporary file.
"""

from array import array
from collections.abc import Callable, Iterator
from hashlib import sha256
from tempfile import TemporaryFile
from typing import BinaryIO, TypeVar
from weakref import finalize

import msgspec

from core.kernel.decoding import decoder
from core.kernel.errors import Damaged, Usage
from core.kernel.log import limits
from core.kernel.log.row import StoredRow

ROWS, WHOLE = limits.FILE_ROWS, limits.FILE_SIZE
APART = 8
CRLF = b"\r\n"

_encode = msgspec.json.Encoder().encode
_row = decoder(StoredRow).decode

T = TypeVar("T")


class FileRows:
    """A header, and a line for each row."""

    def __init__(self, stream: BinaryIO, name: str, *, ours: bool = False) -> None:
        """`ours`: the stream is closed when nobody reads it any more."""
        self._name = name
        self._pipe: BinaryIO | None = None
        if ours:
            finalize(self, stream.close)
        if not stream.seekable():
            self._pipe, stream = stream, TemporaryFile()  # noqa: SIM115 - the same
            finalize(self, stream.close)
        self._stream = stream
        self._begin = stream.tell()
        self._places = array("Q")  # where rows 1, 1 + APART, ... begin, as far as that is known
        self._sum = ""

    def header(self) -> bytes:
        line = self._line(self._begin)
        self._places.append(self._begin + len(line))
        return line

    def after(self, number: int) -> Iterator[StoredRow]:
        """The rows after a number; `Damaged` where a line is not one that this program writes."""
        known = min(number // APART, len(self._places) - 1)
        row, place, summed = known * APART, self._places[known], sha256()
        while line := self._line(place):
            row += 1
            place += len(line)
            found = self._checked(line, row, place)
            if row == len(self._places) * APART:
                self._places.append(place)
            if number == 0:
                summed.update(line)
            if row > number:
                yield found
        if number == 0:
            self._sum = summed.hexdigest()

    def sum(self) -> str:
        """SHA-256 over all of them, once they were read through."""
        if not self._sum:
            for _ in self.after(0):
                pass
        return self._sum

    def _line(self, place: int) -> bytes:
        stream, most = self._stream, limits.LINE.most + 1
        try:
            stream.seek(place)
            line = stream.readline(most)
            if not line and self._pipe is not None:
                line = self._pipe.readline(most)
                stream.write(line)
        except OSError as problem:
            raise Usage("file_unreadable", file=self._name, detail=problem.strerror or str(problem)) from problem
        return line

    def _checked(self, line: bytes, row: int, end: int) -> StoredRow:
        if row > ROWS or end > WHOLE:
            raise Damaged("file_too_long", row, "file", expected=f"<= {ROWS} rows, {WHOLE} bytes")
        return read_line(line, _row, row, "line")


def read_line(line: bytes, decode: Callable[[bytes], T], number: int, part: str) -> T:
    """What a line holds; `Damaged` where it is not one that this program writes."""
    if len(line) > limits.LINE.most:
        raise Damaged("line_too_long", number, part, expected=f"<= {limits.LINE.most}")
    if not line.endswith(b"\n"):
        raise Damaged("line_cut", number, part)
    try:
        line.decode()
        found = decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise Damaged("line_unreadable", number, part, found=str(problem)) from problem
    if _encode(found) + b"\n" != line:
        raise Damaged("line_ends" if line.endswith(CRLF) else "line_not_ours", number, part)
    return found
