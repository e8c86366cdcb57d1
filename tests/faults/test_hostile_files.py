"""Files that are no match, or no longer one: a clear message, the documented exit code, and nothing has changed."""

import gzip
import os
import re
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from io import BytesIO

import msgspec
import pytest
from msgspec.structs import replace

from tests.faults.mutants import Copy, headed
from tests.faults.reading import MEMORY, READING, Reader
from tests.support.places import CORPUS

GOOD = (CORPUS / "medieval-2-going-on.jsonl").read_bytes()
OTHER = (CORPUS / "medieval-3-finished.jsonl").read_bytes()

SECONDS = 20
"""What the worst file may take on a busy machine; each takes less than one."""

MIB = 2**20


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    """With a match in the database, which nothing here may change."""
    reader = Reader(tmp_path_factory.mktemp("reader"))
    assert reader.types("new", "medieval", "Ana", "Bo", "--practice", "a day in May").code == 0
    return reader


def packed(name: str) -> bytes:
    made = BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr(name, GOOD)
    return made.getvalue()


def database() -> bytes:
    with closing(sqlite3.connect(":memory:")) as db:
        db.execute("CREATE TABLE log (body BLOB)")
        return db.serialize()


def row(number: int, *changes: tuple[bytes, bytes]) -> bytes:
    """The good file with one line changed; the sum is not made anew."""
    lines = GOOD.splitlines(keepends=True)
    for old, new in changes:
        assert old in lines[number]
        lines[number] = lines[number].replace(old, new, 1)
    return b"".join(lines)


def header(**changes: object) -> bytes:
    """A first line that lies, under a sum that fits."""
    copy = Copy(GOOD)
    return headed(replace(copy.header, **changes), copy.lines)


COPY = Copy(GOOD)
FIRST = COPY.first

FILES: dict[str, tuple[Callable[[], bytes], int, str, int]] = {
    # what it is: how it is made, the exit code, why, and the row that is named
    "nothing": (lambda: b"", 2, "file_empty", 0),
    "a word": (lambda: b"hello", 2, "not_an_export", 0),
    "zeros": (lambda: bytes(MIB), 2, "not_an_export", 0),
    "a database": (database, 2, "file_is_store", 0),
    "gzip": (lambda: gzip.compress(GOOD), 2, "file_is_packed", 0),
    "zip": (lambda: packed("match.jsonl"), 2, "file_is_packed", 0),
    "a scenario": (lambda: b'game = "medieval"\n[[scenario]]\ntitle = "x"\n', 2, "not_an_export", 0),
    "other JSON": (lambda: b'{"match":"olive-bear-799"}\n', 2, "not_an_export", 0),
    "a byte order mark": (lambda: b"\xef\xbb\xbf" + GOOD, 2, "not_an_export", 0),
    "UTF-16": (lambda: GOOD.decode().encode("utf-16"), 2, "not_an_export", 0),
    "a newer format": (lambda: row(0, (b'"herald":1', b'"herald":2')), 2, "newer_export", 0),
    "a format beyond numbers": (lambda: row(0, (b'"herald":1', b'"herald":' + b"9" * 4000)), 2, "newer_export", 0),
    "an infinite format": (lambda: row(0, (b'"herald":1', b'"herald":1e999')), 2, "not_an_export", 0),
    "no number at all": (lambda: row(0, (b'"herald":1', b'"herald":NaN')), 2, "not_an_export", 0),
    "a deep first line": (lambda: b'{"herald":1,"x":' + b"[" * MIB + b"]" * MIB + b"}\n", 2, "not_an_export", 0),
    "line ends of Windows": (lambda: GOOD.replace(b"\n", b"\r\n"), 6, "line_ends", 0),
    "line ends within": (lambda: FIRST + GOOD[len(FIRST) :].replace(b"\n", b"\r\n"), 6, "line_ends", 0),
    "a doubled key": (lambda: row(0, (b'{"herald":1', b'{"herald":1,"herald":1')), 6, "header_not_ours", 0),
    "a doubled key in a row": (lambda: row(3, (b'"digest":', b'"digest":"","digest":')), 6, "line_not_ours", 3),
    "an unknown key": (lambda: row(3, (b'"digest":', b'"x":1,"digest":')), 6, "line_not_ours", 3),
    "a NUL byte": (lambda: row(3, (b'"move"', b'"mo\0ve"')), 6, "line_unreadable", 3),
    "a byte that is no text": (lambda: row(3, (b'"move"', b'"mo\xffve"')), 6, "line_unreadable", 3),
    "half a letter": (lambda: row(3, (b'"move"', b'"mo\\ud800ve"')), 6, "line_unreadable", 3),
    "a line separator": (lambda: row(3, (b'"text":"', '"text":"\u2028'.encode())), 6, "row_changed", 3),
    "an infinite number": (lambda: row(3, (b'"at":', b'"at":1e999,"x":')), 6, "row_changed", 3),
    "a blank line": (lambda: FIRST + b"\n" + GOOD[len(FIRST) :], 6, "line_unreadable", 1),
    "a blank line at the end": (lambda: GOOD + b"\n", 6, "line_unreadable", 65),
    "a blank at the end": (lambda: GOOD + b" ", 6, "line_cut", 65),
    "a deep row": (lambda: FIRST + b'{"body":' + b"[" * 99_999 + b"]" * 99_999 + b"}\n", 6, "line_unreadable", 1),
    "twice": (lambda: GOOD * 2, 6, "line_unreadable", 65),
    "rows after the end": (lambda: GOOD + OTHER.splitlines(keepends=True)[5], 6, "row_of_other_match", 65),
    "only a first line": (lambda: FIRST, 6, "empty_log", 0),
    "rows that are not there": (lambda: header(rows=9_999), 6, "rows_missing", 65),
    "more rows than a match has": (lambda: header(rows=2**40), 6, "file_too_long", 0),
    "fewer rows than none": (lambda: header(rows=-1), 6, "rows_added", 0),
    "another match in the first line": (lambda: header(match="../../etc/passwd"), 6, "header_differs", 0),
    "another game": (lambda: header(game="emara"), 6, "header_differs", 0),
    "another head": (lambda: header(head="0" * 64), 6, "header_differs", 0),
    "a view of nobody": (lambda: header(view="seat Zoe"), 6, "header_view", 0),
    "a view that is a command": (lambda: header(view="\x1b]0;owned\x07\u202e"), 6, "header_view", 0),
    "a sum of another file": (lambda: row(0, (b'"sum":"', b'"sum":"0')), 6, "file_changed", 0),
    "a row of 1 MiB": (lambda: GOOD + b'{"x":"' + b"a" * MIB + b'"}\n', 6, "line_too_long", 65),
    "70 MiB": (lambda: FIRST + (GOOD[len(FIRST) :] * 2000)[: 70 * MIB], 6, "row_out_of_place", 65),
    "50,001 rows": (lambda: FIRST + COPY.lines[8] * 50_001, 6, "row_out_of_place", 1),
    "empty rows": (
        lambda: FIRST + b'{"body":{},"commits":[],"openings":[],"digest":""}\n' * 20_000,
        6,
        "row_unreadable",
        1,
    ),
}


@pytest.mark.parametrize("what", FILES)
def test_a_file_that_is_no_match(reader: Reader, what: str) -> None:
    make, code, why, number = FILES[what]
    file, before = reader.file(make()), reader.dump()
    proof = reader.reads("verify", file, "--json")
    assert proof.code == code
    told = msgspec.convert(proof.json["fault"], dict[str, object]) if code == 6 else proof.error
    assert told["why"] == why, told
    assert code == 2 or number == 0 or told["row"] == number, told
    others = [name for name in READING if name != "verify"]
    for command in ("import", others[sum(map(ord, what)) % len(others)]):
        for lang in ("en", "fr"):
            said = reader.reads(command, file, lang=lang)
            assert (said.code, said.out) == (code, ""), command
            assert 10 < len(said.err) < 700, said.err
            assert not number or re.search(rf"\b({number}|{number - 1})\b", said.err)
            assert "\x1b" not in said.err
    assert reader.dump() == before


@pytest.mark.parametrize("command", READING)
@pytest.mark.parametrize("what", ["a word", "a database", "an unknown key", "rows that are not there"])
def test_every_command_says_the_same(reader: Reader, command: str, what: str) -> None:
    make, code, why, _ = FILES[what]
    before = reader.dump()
    said = reader.reads(command, reader.file(make()), "--json")
    told = msgspec.convert(said.json["fault"], dict[str, object]) if (command, code) == ("verify", 6) else said.error
    assert (said.code, told["why"]) == (code, why)
    assert reader.dump() == before


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/urandom", "/dev/null", "/"])
def test_what_is_no_file(reader: Reader, device: str) -> None:
    for command in ("verify", "import"):
        ended = reader.runs(command, device)
        assert ended.code == 2, ended.err
        assert b"Traceback" not in ended.err
        assert ended.seconds < SECONDS
        assert reader.reads("show", device).code == 2


@pytest.mark.parametrize("what", ["70 MiB", "50,001 rows", "a row of 1 MiB", "a deep row", "empty rows", "zeros"])
def test_memory_and_time_are_bounded(reader: Reader, what: str) -> None:
    make, code, _, _ = FILES[what]
    ended = reader.runs("verify", reader.file(make(), "large.jsonl"))
    assert ended.code == code, ended.err
    assert ended.seconds < SECONDS
    assert ended.memory < MEMORY / 2


def test_a_hundred_megabytes_from_a_pipe(reader: Reader) -> None:
    """A line without end: it is not read to its end."""
    file = reader.folder / "endless"
    with file.open("wb") as hole:
        hole.write(FIRST)
        hole.truncate(110 * MIB)
    ended = reader.runs("import", "-", stdin=str(file))
    assert ended.code == 6, ended.err
    assert b"Line 1 is too long" in ended.err
    assert ended.memory < MEMORY / 4


def test_a_pipe_with_a_name_is_a_file(reader: Reader) -> None:
    fifo = reader.folder / "fifo.jsonl"
    os.mkfifo(fifo)
    feeder = os.fork()
    if not feeder:
        fifo.write_bytes(GOOD)
        os._exit(0)
    ended = reader.runs("verify", str(fifo))
    os.waitpid(feeder, 0)
    assert ended.code == 0, ended.err
