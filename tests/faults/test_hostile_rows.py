"""Rows of a match that were cut, swapped, doubled, spliced or rewritten: row and part are named, wherever it is."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from core.games import game_named
from core.kernel.rules.chance import stream
from replays.files.export import export
from tests.faults.mutants import FORGED, Copy, headed, may_be_believed, mutants, sealed
from tests.faults.reading import Reader, judged
from tests.faults.test_hostile_files import GOOD, OTHER
from tests.replays.forging import Json
from tests.replays.tables import begin, club, go_on

COPY = Copy(GOOD)
LINES = COPY.lines
LAST = len(LINES)
NUMBERS = range(1, LAST + 1)


def told(data: bytes) -> tuple[int, str, str]:
    """Row, part and reason."""
    fault = judged(data)
    assert fault is not None, "it was believed"
    return fault.row, fault.part, fault.why


def lines(*rows: bytes) -> bytes:
    return b"".join([COPY.first, *rows])


def test_the_match_itself_is_believed() -> None:
    assert judged(GOOD) is None
    assert judged(sealed(COPY.header, COPY.rows)) is None
    assert judged(OTHER) is None


# --- cut, swapped, doubled: every row -------------------------------------------------------------------------------


def test_cut_after_every_row() -> None:
    for number in range(2, LAST):
        assert told(lines(*LINES[: number - 1])) == (number, "row", "rows_missing")
    assert told(lines())[2] == "empty_log"


def test_cut_at_every_byte_of_the_last_line() -> None:
    whole = lines(*LINES[:-1])
    for at in range(1, len(LINES[-1])):
        assert told(whole + LINES[-1][:at]) == (LAST, "line", "line_cut")


def test_every_row_left_out() -> None:
    for number in range(1, LAST):
        row, part, _ = told(lines(*LINES[: number - 1], *LINES[number:]))
        assert (row, part) == (number, "number"), number


def test_every_two_neighbours_swapped() -> None:
    for number in range(1, LAST):
        swapped = [*LINES[: number - 1], LINES[number], LINES[number - 1], *LINES[number + 1 :]]
        assert told(lines(*swapped))[:2] == (number, "number")


def test_every_row_doubled() -> None:
    for number in NUMBERS:
        row, part, _ = told(lines(*LINES[:number], *LINES[number - 1 :]))
        assert (row, part) == (number + 1, "number")


# --- spliced --------------------------------------------------------------------------------------------------------


def test_rows_of_another_match() -> None:
    other = Copy(OTHER).lines
    for number in range(2, LAST + 1):
        assert told(lines(*LINES[: number - 1], *other[number - 1 : LAST]))[::2] == (number, "row_of_other_match")
    assert judged(lines(*other)) is not None


def test_the_same_rows_under_another_id() -> None:
    """Every body renamed, every digest anew: the boxes still belong to the match that they were made in."""
    header = replace(COPY.header, match="another-bear-799")
    rows = [
        replace(row, body=msgspec.Raw(bytes(row.body).replace(b"olive-bear-799", b"another-bear-799")))
        for row in COPY.rows
    ]
    row, part, why = told(sealed(header, rows))
    assert (part, why) == ("commitment", "opened_does_not_fit")
    assert b'"salt"' in LINES[row - 1]


def test_two_ways_on_from_the_same_row(tmp_path: Path) -> None:
    """Equivocation: each holds by itself, and they cannot both be the match."""
    with club() as matches:
        log = go_on(matches, begin(matches, game_named("medieval"), 2), stream("before", 1), 8)
        one = b"".join(export(go_on(matches, log, stream("one", 1), 6), "public"))
    with club() as matches:
        log = go_on(matches, begin(matches, game_named("medieval"), 2), stream("before", 1), 8)
        other = b"".join(export(go_on(matches, log, stream("other", 1), 9), "public"))
    first, second = Copy(one), Copy(other)
    assert first.header.match == second.header.match
    parting = next(at for at, pair in enumerate(zip(first.lines, second.lines, strict=False)) if pair[0] != pair[1])
    spliced = headed(second.header, [*first.lines[: parting + 1], *second.lines[parting + 1 :]])
    assert told(spliced)[0] == parting + 2
    reader = Reader(tmp_path)
    assert reader.reads("import", reader.file(one)).code == 0
    before = reader.dump()
    said = reader.reads("import", reader.file(other))
    assert (said.code, said.out) == (4, "")
    assert first.header.match in said.err
    assert reader.dump() == before


# --- rewritten, with a chain that fits -------------------------------------------------------------------------------


def on(field: str, change: Callable[[Json], object]) -> Callable[[Json], bool]:
    """A change of a field that a row has."""

    def changed(body: Json) -> bool:
        before = msgspec.json.encode(body)
        if field in body:
            change(body)
        return msgspec.json.encode(body) != before

    return changed


REWRITTEN: dict[str, tuple[Callable[[Json], bool], set[str]]] = {
    # what is rewritten: how, and the parts that may be named
    "match": (on("match", lambda b: b.update(match="another-bear-1")), {"number"}),
    "seq": (on("seq", lambda b: b.update(seq=b["seq"] + 1)), {"number"}),
    "parent": (on("parent", lambda b: b.update(parent=b["parent"] - 1)), {"parent"}),
    "parent ahead": (on("parent", lambda b: b.update(parent=b["seq"] + 5)), {"parent"}),
    "parent below": (on("parent", lambda b: b.update(parent=-1)), {"parent"}),
    "kind": (on("kind", lambda b: b.update(kind="reveal")), {"kind", "about"}),
    "at": (on("at", lambda b: b.update(at=-1)), {"time"}),
    "late": (on("at", lambda b: b.update(at=2**62)), {"time"}),
    "seat": (on("seat", lambda b: b.update(seat=b["seat"] ^ (b["kind"] == "move"))), {"seat", "move", "text", "facts"}),
    "strange seat": (on("seat", lambda b: b.update(seat=-1)), {"seat"}),
    "text": (on("text", lambda b: b.update(text="pass" if b["text"] != "pass" else "activate 1")), {"text", "move"}),
    "move": (on("move", lambda b: b.update(move={"type": "activate", "slot": 99})), {"move", "text"}),
    "chance": (on("chance", lambda b: b["chance"][0].insert(0, b["chance"][0].pop())), {"chance", "facts"}),
    "what was never there": (on("chance", lambda b: b["chance"][-1].insert(0, "GHOST-1")), {"chance"}),
    "no chance": (on("chance", lambda b: b.pop("chance")), {"chance"}),
    "facts": (on("facts", lambda b: b["facts"].append(b["facts"][0])), {"facts"}),
    "no facts": (on("facts", lambda b: b.pop("facts")), {"facts"}),
    "keep": (on("keep", lambda b: b.update(keep=b["keep"] + 1)), {"agenda"}),
    "keep nothing": (on("keep", lambda b: b.update(keep=-1)), {"agenda"}),
    "then": (on("then", lambda b: b["then"].extend(b["then"] * 500)), {"agenda"}),
    "no then": (on("then", lambda b: b.pop("then")), {"agenda"}),
    "about": (on("kind", lambda b: b.update(about={"type": "request", "what": "undo", "to": 2**40})), {"about"}),
    "closed move": (on("sealed_move", lambda b: b["sealed_move"].update(by=[])), {"move", "audience", "facts"}),
    "box of another row": (on("sealed_text", lambda b: b["sealed_text"].update(box=[2**31, 0])), {"text"}),
}


@pytest.mark.parametrize("what", REWRITTEN)
def test_every_part_of_a_row_in_turn(what: str) -> None:
    change, parts = REWRITTEN[what]
    found = 0
    for number in NUMBERS[1 + sum(map(ord, what)) % 3 :: 3]:
        body = COPY.bodies()[number - 1]
        if change(body):
            row, part, why = told(COPY.put(number, msgspec.json.encode(body)))
            assert row == number, (number, part, why)
            assert part in parts, (number, part, why)
            found += 1
    assert found, "no such row was looked at"


def test_what_nobody_can_prove() -> None:
    """Who really sat there, and when, is believed as it is written; that it was written so is proved by the head."""
    for field, value in (("actor", "Zoe"), ("at", 1_900_000_000), ("client", "again")):
        body = COPY.bodies()[20]
        made = COPY.put(21, msgspec.json.encode(ordered(body, field, value)))
        assert judged(made) is None
        assert Copy(made).header.head != COPY.header.head


def ordered(body: Json, field: str, value: object) -> Json:
    """The body with a field in its place, as it must be written."""
    order = ("v", "match", "seq", "parent", "kind", "at", "seat", "actor", "client")
    changed = {**body, field: value}
    return {name: changed[name] for name in (*order, *changed) if name in changed}


# --- mutants --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", range(4))
def test_mutants(part: int) -> None:
    """Damage is never believed; a forgery only where nothing could tell it."""
    found = 0
    for round_ in range(3):
        for name, data in mutants(GOOD, stream("mutants", part, round_)):
            fault = judged(data)
            assert fault is not None or may_be_believed(name), (name, round_)
            assert fault is None or fault.why, name
            found += fault is not None
    assert found


def under_other_rules(data: bytes) -> bytes:
    """The same match as an older version would have left it: it is folded, and nothing is decided again."""
    copy = Copy(data)
    body = copy.bodies()[0]
    body["about"]["rules"] = "0"
    return copy.put(1, msgspec.json.encode(body))


@pytest.mark.parametrize("part", range(3))
def test_what_is_believed_can_be_shown(tmp_path: Path, part: int) -> None:
    """Where nothing is decided again, much must be believed: no command stumbles over it."""
    reader, seen = Reader(tmp_path), 0
    for round_ in range(2):
        for name, data in mutants(under_other_rules(GOOD), stream("believed", part, round_)):
            if not name.startswith(FORGED) or judged(data) is not None:
                continue
            file, seen = reader.file(data), seen + 1
            for command in ("show", "log", "replay", "explain", "moves", "why", "fork"):
                said = reader.reads(command, file, lang="fr")
                assert said.code in {0, 2, 3, 7}, (command, name, said.err)
    assert seen
