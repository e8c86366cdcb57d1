"""What goes into a file, for whom; and what a file may not do to who reads it."""

import io
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from core.games import game_named, read_log
from core.kernel.errors import Damaged, HeraldError, NotAllowed, Usage
from core.kernel.log.limits import LINE
from core.kernel.log.log import Log, secrets_in
from core.kernel.rules.chance import stream
from replays.files import lines
from replays.files.export import Exported, export, read_file, read_stream
from replays.files.rows import held
from replays.verify import verify_file
from tests.replays.tables import begin, club, go_on


@pytest.fixture(scope="module")
def log() -> Log:
    with club() as matches:
        log = begin(matches, game_named("medieval"), 3)
        return go_on(matches, log, stream("export", 1), quarrels=8)


def running(log: Log) -> Iterator[Log]:
    """The match as it was while placements were closed."""
    yield from (log.at(body.seq) for body in log.bodies if body.sealed_move is not None and body.seq % 2)


def data_of(log: Log, view: str | None = None) -> bytes:
    return b"".join(export(log, view))


def read(data: bytes) -> Exported:
    return read_stream(io.BytesIO(data), "file")


def test_a_finished_match_is_exported_in_full(log: Log) -> None:
    exported = read(data_of(log))
    assert exported.header.view == "full"
    assert (exported.header.rows, exported.header.head) == (log.head, log.digest)
    assert [bytes(row.body) for row in exported.rows] == [bytes(row.body) for row in log.rows]
    again = read_log(exported.rows)
    assert again.state() == log.state()
    counting = {body.seq for body in log.line()}
    for body in again.bodies:
        assert body.sealed_move is None or body.sealed_move.known or body.seq not in counting
        assert body.sealed_text is None or not body.sealed_text.known, "what was typed stays the seat's own"


def test_a_match_in_progress_is_not_exported_in_full(log: Log) -> None:
    with pytest.raises(NotAllowed, match="full_when_over"):
        data_of(log.at(40), "full")
    assert read(data_of(log.at(40))).header.view == "public"


def test_no_export_of_a_running_match_holds_what_its_reader_may_not_know(log: Log) -> None:
    """Neither the seed, nor a closed answer of another seat, nor its words, nor any salt of a closed box."""
    seed, compared = log.start.seed.value.encode(), 0
    for now in running(log):
        for view, seat in (("public", None), *((f"seat {name}", seat) for seat, name in enumerate(log.seats))):
            data = data_of(now, view)
            assert seed not in data
            learned = now.seen_by(seat).vault
            for box, opening in now.vault.items():
                if box not in learned:
                    compared += 1
                    assert opening.salt.encode() not in data
    assert compared > 100


def test_each_seat_finds_its_own_answers(log: Log) -> None:
    found = 0
    for now in running(log):
        for seat, name in enumerate(log.seats):
            again = read_log(read(data_of(now, f"seat {name}")).rows)
            for body in again.bodies:
                for secret in secrets_in(body):
                    assert secret.known or seat not in secret.by
                    found += seat in secret.by
    assert found


def test_views_have_names(log: Log) -> None:
    assert read(data_of(log, "seat a")).header.view == "seat Ana"
    with pytest.raises(Usage, match="unknown_seat"):
        data_of(log, "seat Zoe")
    with pytest.raises(Usage, match="unknown_view"):
        data_of(log, "everything")


def test_more_openings_than_the_view_allows_are_seen(log: Log) -> None:
    now = log.at(40)
    exported = read(data_of(now, "seat Ana"))
    for view in ("public", "seat Bo"):
        passed_off = msgspec.structs.replace(exported, header=msgspec.structs.replace(exported.header, view=view))
        fault = verify_file(passed_off).fault
        assert fault is not None
        assert fault.why == "opening_beyond_view"


@pytest.mark.parametrize("seed", range(3))
def test_every_view_of_every_match_verifies(seed: int) -> None:
    with club(seed) as matches:
        log = begin(matches, game_named("medieval"), 2 + seed, seed + 1)
        log = go_on(matches, log, stream("views", seed), 90, quarrels=30)
    assert any(log.start.rulings[ruling.option] != ruling.default for ruling in log.game.rulings)
    for view in ("public", *(f"seat {name}" for name in log.seats)):
        report = verify_file(read(data_of(log, view)))
        assert report.fault is None, report.fault
        assert report.moves == report.decided + report.hidden
        assert report.head == log.digest


def test_the_first_line_tells_what_the_file_is(log: Log) -> None:
    first = data_of(log).partition(b"\n")[0]
    assert re.fullmatch(
        rb'\{"herald":1,"match":"[a-z0-9-]+","game":"medieval","view":"full","rows":\d+,"head":"[0-9a-f]{64}",'
        rb'"sum":"[0-9a-f]{64}"\}',
        first,
    )


# --- hostile files ------------------------------------------------------------------------------------------------


def refusal(data: bytes) -> HeraldError:
    """Why a file is not read, or not believed."""
    try:
        fault = verify_file(read(data)).fault
    except (Damaged, Usage) as refused:
        return refused
    assert fault is not None, "it was believed"
    return Damaged(fault.why, fault.row, fault.part)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "file_empty"),
        (b"SQLite format 3\0" + b"\0" * 100, "file_is_store"),
        (b"\x1f\x8b\x08" + b"\0" * 100, "file_is_packed"),
        (b"PK\x03\x04", "file_is_packed"),
        (b"hello\n", "not_an_export"),
        (b"{}\n", "not_an_export"),
        (b"[1,2]\n", "not_an_export"),
        (b"\n\n", "not_an_export"),
        (b"\xff\xfe\x00", "not_an_export"),
        (b'\xef\xbb\xbf{"herald":1}\n', "not_an_export"),
        (b"\0" * 5000, "not_an_export"),
        (b"[" * 200_000, "not_an_export"),
        (b'{"herald":' + b"9" * 5000 + b"}\n", "not_an_export"),
        (b'{"herald":2,"match":"x"}\n', "newer_export"),
        (b'{"herald":0}\n', "newer_export"),
        (b'{"herald":1}\n', "header_unreadable"),
        (b'{"herald":1,"match":1}\n', "header_unreadable"),
        (b"x" * (LINE.most + 100), "not_an_export"),
    ],
)
def test_what_is_no_export_is_told_apart(data: bytes, why: str) -> None:
    assert refusal(data).why == why


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"\n", "line_unreadable"),
        (b"null\n", "line_unreadable"),
        (b"\xff\xfe\n", "line_unreadable"),
        (b'{"body":' + b"[" * 100_000 + b"]" * 100_000 + b"}\n", "line_unreadable"),
        (b'{"body":1,"commits":[],"openings":[],"digest":"x"}', "line_cut"),
        (b'{"body":1,"commits":[],"openings":[],"digest":"x"}\n', "row_unreadable"),
        (b'{"body":{"seq":1e400},"commits":[],"openings":[],"digest":"x"}\n', "row_unreadable"),
        (b'{"body":{"seq":%s},"commits":[],"openings":[],"digest":"x"}\n' % (b"9" * 6000), "row_unreadable"),
        (b'{"body":1, "commits":[],"openings":[],"digest":"x"}\n', "line_not_ours"),
        (b'{"body":1,"commits":[],"openings":[],"digest":"x","more":1}\n', "line_not_ours"),
        (b'{"body":{"a":"\xff"},"commits":[],"openings":[],"digest":"x"}\n', "line_unreadable"),
        (b'{"body":"' + b"x" * LINE.most + b'"}\n', "line_too_long"),
    ],
)
def test_a_bad_line_is_named_by_its_row(log: Log, line: bytes, why: str) -> None:
    header = data_of(log).partition(b"\n")[0] + b"\n"
    refused = refusal(header + line)
    assert refused.why == why
    assert isinstance(refused, Damaged)
    assert refused.row == 1


def test_a_file_without_end_is_not_read_to_its_end(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    header = data_of(log).partition(b"\n")[0] + b"\n"

    class Endless(io.RawIOBase):
        """Rows for ever."""

        def __init__(self) -> None:
            self.rows = 0

        def readline(self, size: int | None = -1, /) -> bytes:
            self.rows += 1
            return header if self.rows == 1 else b'{"body":1,"commits":[],"openings":[],"digest":"x"}\n'

    monkeypatch.setattr(lines, "ROWS", 5_000)
    endless = Endless()
    with pytest.raises(Damaged, match="file_too_long"):
        assert read_stream(endless, "file").rows  # type: ignore[arg-type]
    assert endless.rows == 5_000 + 2


def test_a_file_that_says_it_is_too_long_is_not_read_on(log: Log) -> None:
    header, _, rest = data_of(log).partition(b"\n")
    more = msgspec.json.encode(msgspec.json.decode(header) | {"rows": lines.ROWS + 1}) + b"\n"
    stream = io.BytesIO(more + rest)
    with pytest.raises(Damaged, match="file_too_long"):
        read_stream(stream, "file")
    assert stream.tell() == len(more), "not even one row"


def test_only_a_header(log: Log) -> None:
    refused = refusal(data_of(log).partition(b"\n")[0] + b"\n")
    assert isinstance(refused, Damaged)


def test_files_that_cannot_be_opened(tmp_path: Path, log: Log) -> None:
    for path in (tmp_path, tmp_path / "nothing", "\0"):
        with pytest.raises(Usage, match="file_unreadable"):
            read_file(path)
    (tmp_path / "match.jsonl").write_bytes(data_of(log))
    assert verify_file(read_file(tmp_path / "match.jsonl")).fault is None


def test_an_unknown_game(log: Log) -> None:
    """The chain is sound, but nobody here knows the rules."""
    from tests.replays.forging import forged

    rows = forged(log.rows, 1, lambda body: body["about"].update(game="chess"))
    with pytest.raises(Usage, match="unknown_game"):
        verify_file(Exported(read(data_of(log)).header, held(rows), str))
