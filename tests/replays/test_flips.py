"""Not a byte of an export can be changed unseen."""

import io

import pytest

from core.games import game_named
from core.kernel.errors import Damaged, Usage
from core.kernel.log.log import Log
from core.kernel.rules.chance import stream
from replays.files.export import export, read_stream
from replays.verify import verify_file
from tests.replays.tables import begin, club, go_on


def said(data: bytes) -> str:
    """What is said against a file; nothing if it is believed."""
    try:
        fault = verify_file(read_stream(io.BytesIO(data), "file")).fault
    except (Damaged, Usage) as refused:
        return refused.why
    return "" if fault is None else fault.why


def flipped(data: bytes, at: int, mask: int) -> bytes:
    return data[:at] + bytes([data[at] ^ mask]) + data[at + 1 :]


@pytest.fixture(scope="module")
def begun() -> Log:
    """A match that has just begun: placements behind the walls, and an undo by consent. Short: all of it is flipped."""
    with club() as matches:
        log = go_on(matches, begin(matches, game_named("medieval"), 2), stream("begun", 9), 10, quarrels=40)
    assert {"start", "move", "ask", "agree", "undo"} == {body.kind for body in log.bodies}
    assert any(body.sealed_move for body in log.bodies)
    return log


@pytest.fixture(scope="module")
def whole() -> Log:
    with club("another") as matches:
        log = begin(matches, game_named("medieval"), 3, 4)
        return go_on(matches, log, stream("whole", 1), quarrels=10)


@pytest.mark.parametrize("part", range(4))
def test_every_byte_of_a_short_export(begun: Log, part: int) -> None:
    data = b"".join(export(begun, "seat Ana"))
    dice = stream("masks", part)
    assert not said(data)
    for at in range(part, len(data), 4):
        mask = 1 << dice.below(8) if dice.below(2) else 1 + dice.below(255)
        assert said(flipped(data, at, mask)), (at, data[max(0, at - 30) : at + 30], data[at] ^ mask)


@pytest.mark.parametrize("view", ["full", "public", "seat Bo"])
def test_bytes_of_a_whole_match(whole: Log, view: str) -> None:
    data = b"".join(export(whole, view))
    dice = stream("places", view)
    assert not said(data)
    for _ in range(60):
        at = dice.below(len(data))
        assert said(flipped(data, at, 1 << dice.below(8))), (at, data[max(0, at - 30) : at + 30])


def test_every_line_is_needed_in_its_place(whole: Log) -> None:
    lines = b"".join(export(whole)).splitlines(keepends=True)
    dice = stream("lines", 1)
    for _ in range(25):
        at = 1 + dice.below(len(lines) - 2)
        other = 1 + dice.below(len(lines) - 1)
        for changed in (
            lines[:at],  # cut
            lines[:at] + lines[at + 1 :],  # taken out
            lines[: at + 1] + lines[at:],  # doubled
            [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]],  # swapped
            [*lines[:at], lines[other if other != at else at + 1], *lines[at + 1 :]],  # another one in its place
        ):
            assert said(b"".join(changed)), at


def test_a_row_of_another_match_does_not_fit(whole: Log, begun: Log) -> None:
    lines = b"".join(export(whole)).splitlines(keepends=True)
    others = b"".join(export(begun)).splitlines(keepends=True)
    assert said(b"".join([*lines[:5], others[5], *lines[6:]])) == "row_of_other_match"
    assert said(b"".join([lines[0], *others[1:]])) == "rows_missing"
    assert said(b"".join([*lines, others[1]])) == "row_of_other_match"


def test_a_file_that_breaks_off(whole: Log) -> None:
    data = b"".join(export(whole))
    dice = stream("cuts", 1)
    for _ in range(60):
        assert said(data[: dice.below(len(data))])
    assert said(data[:-1]) == "line_cut"
    assert said(data + b"\n") == "line_unreadable"
    assert said(data + b" ") == "line_cut"


def test_the_field_is_named(whole: Log) -> None:
    """Also where a row cannot be read any more: in a fact's type, in its rule, in a member's name."""
    lines = b"".join(export(whole)).splitlines(keepends=True)
    number = next(body.seq for body in whole.bodies if body.kind == "move" and len(body.facts) > 1 and body.move)
    for old, field in ((b'"type":"', "facts[0].type"), (b'"rule":"', "facts[0].rule"), (b'"actor":"', "")):
        at = lines[number].index(old, lines[number].index(b'"facts":') if field else 0) + len(old) + 2
        line = flipped(lines[number], at if field else at - len(old), 1)
        data = b"".join([*lines[:number], line, *lines[number + 1 :]])
        fault = verify_file(read_stream(io.BytesIO(data), "file")).fault
        assert fault is not None
        assert (fault.row, fault.part, fault.why) == (number, "body", "row_changed")
        assert not field or fault.field == field, fault
