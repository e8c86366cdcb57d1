"""`docs/verify.py` is a program of its own: no package, no rule, the same verdict on chain, boxes and draws."""

import io
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from core.games import game_named, read_log
from core.kernel.errors import Damaged, NotAllowed, Usage
from core.kernel.log.log import Log
from core.kernel.log.row import StoredRow
from core.kernel.rules import chance
from core.kernel.rules.chance import Draw, derived, stream
from core.kernel.rules.secret import Sealer, commit, digest
from replays import archive
from replays.files.draws import export_draws
from replays.files.export import export, read_stream
from replays.verify import verify_file
from store.acts import Act
from tests.replays.forging import Json, chained, filed, forged, raw, resealed
from tests.replays.tables import begin, club, go_on, held
from tests.support.at_desk import enter, forked
from tests.support.places import ROOT

PROGRAM = ROOT / "docs" / "verify.py"


def _loaded() -> Any:
    spec = spec_from_file_location("stand_alone", PROGRAM)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


ALONE = _loaded()
BELIEVED = ", if the bags in the list are the right ones: that only the rules can say"


def alone(data: bytes, draws: bytes = b"") -> str:
    """What the program says against a file; nothing if it holds."""
    try:
        ALONE.check(data, draws)
    except (ALONE.Wrong, *ALONE.UNREADABLE) as problem:
        return str(problem) or type(problem).__name__
    return ""


def herald(data: bytes) -> str:
    """What `herald verify` says against it."""
    try:
        fault = verify_file(read_stream(io.BytesIO(data), "file")).fault
    except (Damaged, Usage) as refused:
        return refused.why
    return "" if fault is None else fault.why


def typed(*args: str) -> subprocess.CompletedProcess[str]:
    """The program as a sceptic runs it: isolated, without site packages."""
    command = [sys.executable, "-I", "-S", str(PROGRAM), *args]
    return subprocess.run(command, capture_output=True, text=True, check=False, encoding="utf-8")


@pytest.fixture(scope="module")
def begun() -> Log:
    """A match that has just begun: closed answers, and an undo."""
    with club() as matches:
        log = go_on(matches, begin(matches, game_named("medieval"), 2), stream("begun", 2), 16, quarrels=20)
    assert any(body.sealed_move for body in log.bodies)
    return log


@pytest.fixture(scope="module")
def whole() -> Log:
    """Under readings by which row 1 draws the events alone."""
    with club("alone") as matches:
        return go_on(matches, begin(matches, game_named("medieval"), 3, 7), stream("whole", 1), quarrels=10)


# --- what holds ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", archive.index())
def test_a_recorded_match_and_its_draws(name: str, tmp_path: Path) -> None:
    file, draws = archive.FOLDER / f"{name}.jsonl", tmp_path / "draws"
    log = read_log(archive.read(name).rows)
    lines = export_draws(log)
    draws.write_bytes(b"".join(lines))
    report = verify_file(archive.read(name))
    done = typed(str(file), "--draws", str(draws))
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{report.rows} rows, head {report.head};" in done.stdout
    assert f"{report.boxes_opened} boxes fit their commitments, {report.boxes_closed} are closed;" in done.stdout
    assert f"; {report.draws_derived} of {report.draws_derived} draws follow from it{BELIEVED}\n" in done.stdout


def test_what_a_seat_may_see_holds_too(begun: Log) -> None:
    for view in ("public", "seat Ana"):
        told: str = ALONE.check(b"".join(export(begun, view)))
        assert told.endswith("the seed is not revealed yet")


def test_a_what_if_match(whole: Log) -> None:
    """What was drawn before the fork is proved by the match that it comes from."""
    with club("fork") as matches:
        log = go_on(matches, held(matches, forked(matches, whole, whole.head // 2)[0]), stream("fork", 1))
    taken = len(log.bodies[1].chance)
    draws = export_draws(log)
    assert taken
    assert draws
    assert ALONE.check(b"".join(export(log)), b"".join(draws)).endswith(
        f"{len(draws)} of {len(draws)} draws follow from it{BELIEVED}"
    )


# --- what does not ---------------------------------------------------------------------------------------------------


def test_in_a_shell(whole: Log, tmp_path: Path) -> None:
    good, bad, gone = tmp_path / "good.jsonl", tmp_path / "bad.jsonl", tmp_path / "gone.jsonl"
    good.write_bytes(data := b"".join(export(whole)))
    bad.write_bytes(data.replace(b'"rule":"MED-7.6"', b'"rule":"MED-7.9"', 1))
    assert [typed(str(file)).returncode for file in (good, bad, gone, PROGRAM)] == [0, 1, 1, 1]
    done = typed(str(bad), str(gone), str(PROGRAM), str(good))
    assert (done.returncode, done.stderr) == (1, "")
    told = [line.removeprefix(str(tmp_path)) for line in done.stdout.splitlines()]
    assert "does not hold: the file was changed: sum" in told[0]
    assert "cannot be read: No such file" in told[1]
    assert "is no exported match" in told[2]
    assert "/good.jsonl holds together: " in told[3]
    assert typed(str(good), str(good), "--draws", str(good)).returncode == 2


@pytest.mark.parametrize("part", range(4))
def test_every_byte_of_a_short_export(begun: Log, part: int) -> None:
    """`herald verify` says so of each of them, too: tests/replays/test_flips.py."""
    data = b"".join(export(begun, "seat Ana"))
    dice = stream("alone", part)
    assert not alone(data)
    for at in range(part, len(data), 4):
        mask = 1 << dice.below(8) if dice.below(2) else 1 + dice.below(255)
        assert alone(data[:at] + bytes([data[at] ^ mask]) + data[at + 1 :]), at


def test_bytes_of_a_whole_match_under_a_sum_made_anew(whole: Log) -> None:
    """The chain says it, not the sum."""
    data = b"".join(export(whole))
    header, _, rest = data.partition(b"\n")
    dice = stream("sums", 1)
    for _ in range(60):
        at = dice.below(len(rest))
        changed = summed(header, rest[:at] + bytes([rest[at] ^ 1 << dice.below(8)]) + rest[at + 1 :])
        assert alone(changed), (at, rest[max(0, at - 30) : at + 30])
        assert herald(changed), at


def summed(header: bytes, rest: bytes) -> bytes:
    """The file with the sum that it should have."""
    told = {**json.loads(header), "sum": ""}
    told["sum"] = ALONE.digest("file", ALONE.compact(told), ALONE.sha256(rest).hexdigest())
    return b"\n".join([ALONE.compact(told).encode(), rest])


def test_every_row_is_needed_in_its_place(whole: Log, begun: Log) -> None:
    rows, dice = list(whole.rows), stream("rows", 1)
    for _ in range(5):
        at = 1 + dice.below(len(rows) - 2)
        for changed in (
            rows[:at] + rows[at + 1 :],  # cut out
            rows[: at + 1] + rows[at:],  # doubled
            [*rows[:at], rows[at + 1], rows[at], *rows[at + 2 :]],  # swapped
            [*rows[:5], begun.rows[5], *rows[6:]],  # spliced
            begun.rows[:5] + whole.rows[5:],
        ):
            for data in (filed(changed), filed(chained(changed))):
                assert (alone(data) == "", herald(data) == "") == (False, False), at


def test_fewer_or_more_rows_than_line_1_says(whole: Log) -> None:
    header, _, rest = b"".join(export(whole)).partition(b"\n")
    lines = rest.splitlines(keepends=True)
    for changed in (lines[:-1], [*lines, lines[-1]], []):
        data = summed(header, b"".join(changed))
        assert alone(data)
        assert herald(data)


@pytest.mark.parametrize(
    ("said", "otherwise"),
    [
        (b'"commits":[', b'"commits": ['),
        (b',"digest":"', b',"digest":"","digest":"'),
        (b'{"body":', b'{"note":1,"body":'),
        (b'{"salt":"', b'{"note":1,"salt":"'),
        (b"\n", b"\n\n"),
        (b"\n", b"\r\n"),
        (b'"openings":[]', b'"openings":[null]'),
        (b'"herald":1,', b'"herald":2,'),
        (b'"view":"full","rows":', b'"view":"full","rows":1'),
        (b',"head":"', b',"head":"0'),
        (b'"herald":1,', b'"herald":1,"note":1,'),
    ],
)
def test_a_file_says_nothing_twice_and_nothing_without_meaning(whole: Log, said: bytes, otherwise: bytes) -> None:
    header, _, rest = b"".join(export(whole)).partition(b"\n")
    data = summed(header.replace(said, otherwise), rest.replace(said, otherwise, 1))
    assert alone(data)
    assert herald(data)


def test_a_file_that_breaks_off(whole: Log) -> None:
    header, _, rest = b"".join(export(whole)).partition(b"\n")
    for data in (summed(header, rest[:-1]), summed(header, rest + b" "), header, header + b"\n", b""):
        assert alone(data)
        assert herald(data)


def test_a_commitment_to_nothing(whole: Log) -> None:
    last = whole.rows[-1]
    for number, row in ((4, whole.rows[4]), (len(whole.rows) - 1, last)):
        more = replace(row, commits=(*row.commits, "00" * 32), openings=(*row.openings, None))
        data = filed(chained([*whole.rows[:number], more, *whole.rows[number + 1 :]]))
        assert "boxes that no row names" in alone(data)
        assert herald(data)


def test_another_box_instead_of_the_seed(whole: Log) -> None:
    body = next(body for body in whole.bodies if body.sealed_move is not None)
    assert body.sealed_move is not None
    opening = whole.rows[body.seq - 1].openings[0]
    assert opening is not None
    false = {"box": [body.seq, 0], "salt": opening.salt, "value": json.loads(opening.value)}
    number = first(whole, lambda b: b.kind == "reveal")
    data = filed(forged(whole.redacted(None, finished=True), number, lambda b: b["about"].update(seed=false)))
    assert "is not the seed" in alone(data)
    assert herald(data)


def first(log: Log, fits: Callable[[Any], object]) -> int:
    return next(body.seq for body in log.bodies if fits(body))


def facts(body: Json, kind: str) -> list[Json]:
    return [fact for fact in body["facts"] if fact["type"] == kind]


FORGED: dict[str, tuple[Callable[[Any], object], Callable[[Json], object]]] = {
    "number": (lambda b: b.seq == 12, lambda b: b.update(seq=13)),
    "match": (lambda b: b.seq == 12, lambda b: b.update(match="other")),
    "format": (lambda b: b.seq == 12, lambda b: b.update(v=3)),
    "parent": (lambda b: b.kind == "move" and b.seq > 9, lambda b: b.update(parent=b["parent"] - 1)),
    "parent of an undo": (lambda b: b.kind == "undo", lambda b: b.update(parent=b["parent"] - 1)),
    "a second start": (lambda b: b.seq == 12, lambda b: b.update(kind="start")),
    "seed in the open": (lambda b: b.kind == "start", lambda b: b["about"]["seed"].update(by=[0])),
    "revealed seed": (lambda b: b.kind == "reveal", lambda b: b["about"]["seed"].update(value="another")),
    "another box": (lambda b: b.kind == "reveal", lambda b: b["about"]["seed"].update(box=[9, 0])),
    "salt of what is opened": (
        lambda b: any(type(fact).__name__ == "WallsRemoved" for fact in b.facts),
        lambda b: facts(b, "WallsRemoved")[0]["placements"][0].update(salt="00" * 16),
    ),
    "value of what is opened": (
        lambda b: any(type(fact).__name__ == "WallsRemoved" for fact in b.facts),
        lambda b: facts(b, "WallsRemoved")[0]["placements"][0]["value"]["pieces"].reverse(),
    ),
    "a box that is not there": (lambda b: b.sealed_text, lambda b: b["sealed_text"].update(box=[b["seq"], 5])),
    "audience": (lambda b: b.sealed_move, lambda b: b["facts"][0]["placement"].update(by=[])),
}


@pytest.mark.parametrize("what", FORGED)
def test_digests_made_anew_hide_no_false_place_and_no_false_opening(whole: Log, what: str) -> None:
    fits, change = FORGED[what]
    number = first(whole, fits)
    data = filed(forged(whole.redacted(None, finished=True), number, change))
    assert f"row {number}" in alone(data)
    assert herald(data)


def test_a_commitment_made_anew_does_not_fit_what_is_opened_later(whole: Log) -> None:
    number = first(whole, lambda b: b.sealed_move)
    assert alone(filed(resealed(whole.rows, whole.match, number, 0, {"type": "place", "pieces": ["G1"]})))
    shown = whole.redacted(None, finished=True)
    assert any(row.openings[0] for row in shown[1:] if row.openings)
    assert alone(filed([*map(no_opening, shown)])) == alone(filed(shown)) == ""


def no_opening(row: StoredRow) -> StoredRow:
    return replace(row, openings=tuple(None for _ in row.openings))


def test_it_knows_no_rules(whole: Log) -> None:
    """What only deciding again can find is left to `herald verify`, and the program says so."""
    number = first(whole, lambda b: any(type(fact).__name__ == "VpGained" for fact in b.facts))
    data = filed(
        forged(whole.redacted(None, finished=True), number, lambda b: facts(b, "VpGained")[0].update(amount=9))
    )
    assert alone(data) == ""
    assert herald(data) == "decided_otherwise"
    assert "It knows no rule\nof any game" in (ALONE.__doc__ or "")


# --- draws -----------------------------------------------------------------------------------------------------------


def test_a_false_draw_shows(whole: Log) -> None:
    draws = b"".join(export_draws(whole))
    rows = whole.redacted(None, finished=True)
    assert alone(filed(rows), draws) == ""
    for body in whole.bodies:
        if any(len(outcome) > 1 for outcome in body.chance):
            data = filed(forged(rows, body.seq, lambda b: [outcome.reverse() for outcome in b["chance"]]))
            assert alone(data) == "", "the chain was made anew, and without the bags nobody can say more"
            assert "does not follow from the seed" in alone(data, draws)


def test_a_false_list_shows(whole: Log) -> None:
    lines = export_draws(whole)
    data = filed(whole.redacted(None, finished=True))
    told: list[Json] = [json.loads(line) for line in lines]
    false: list[list[Json]] = [
        [{**told[0], "bag": told[0]["bag"][1:]}, *told[1:]],
        [{**told[0], "bag": []}, *told[1:]],
        [{**told[0], "note": "psst"}, *told[1:]],
        [told[0], {**told[1], "row": told[0]["row"]}, *told[2:]],
        [*told, {**told[-1], "row": len(whole.rows) + 1}],
    ]
    for changed in false:
        assert alone(data, listed(changed)), changed[:2]
    twice = b"".join([*lines, lines[-1]])
    assert f"row {told[-1]['row']}: has another number of draws than the list" in alone(data, twice)
    other_order = [{**one, "bag": one["bag"][::-1]} for one in told]
    assert alone(data, listed(other_order)) == "", "a bag has no order"
    some = [one for one in lines if json.loads(one)["row"] > 1]
    assert f"{len(some)} of {len(lines)} draws" in ALONE.check(data, b"".join(some))


def listed(draws: list[Json]) -> bytes:
    return b"".join(json.dumps(one).encode() + b"\n" for one in draws)


def test_a_label_is_no_choice(whole: Log) -> None:
    """Who may try labels until one gives what he wants has as many draws as labels: each is that of its fact."""
    told = [json.loads(line) for line in export_draws(whole)]
    data = filed(whole.redacted(None, finished=True))
    others = [*ALONE.LABELS["medieval"], *(f"refill round {number}" for number in range(12)), "grind 1"]
    for at, one in enumerate(told):
        for label in others:
            if label != one["label"]:
                false = [*told[:at], {**one, "label": label}, *told[at + 1 :]]
                assert f"row {one['row']}: has no draw “{label}” here" in alone(data, listed(false))


def test_what_lies_in_a_box_is_no_empty_draw() -> None:
    """A list that is silent about the box would let every such draw follow from anything."""
    data = (archive.FOLDER / "emara-duel.jsonl").read_bytes()
    told = [json.loads(line) for line in export_draws(read_log(archive.read("emara-duel").rows))]
    boxed = next(at for at, one in enumerate(told) if "box" in one)
    silent = {field: value for field, value in told[boxed].items() if field != "box"}
    elsewhere = {**told[boxed], "box": told[boxed]["box"] + 1}
    for one, said in ((silent, "does not name"), (elsewhere, "in another box than the list")):
        assert said in alone(data, listed([*told[:boxed], one, *told[boxed + 1 :]]))


def test_of_a_bag_it_claims_nothing() -> None:
    """A bag that holds nothing but what was drawn fits every outcome: the program says that it believes the bags."""
    log = read_log(archive.read("heirs-duel").rows)
    told = [json.loads(line) for line in export_draws(log)]
    outcomes = [drawn for body in log.bodies for drawn in body.chance]
    false = [{**one, "bag": drawn} if len(drawn) == 1 else one for one, drawn in zip(told, outcomes, strict=True)]
    assert false != told
    data = (archive.FOLDER / "heirs-duel.jsonl").read_bytes()
    assert ALONE.check(data, listed(false)).endswith(f"{len(told)} of {len(told)} draws follow from it{BELIEVED}")


def test_page_and_code_specify_the_same_generator() -> None:
    """Who writes it again has the page; who changes it has the docstring."""
    (block,) = re.findall(r"(?:^    .*\n)+", chance.__doc__ or "", re.MULTILINE)
    assert block in (PROGRAM.parent / "log.md").read_text(encoding="utf-8")


# --- nonces of the seats ----------------------------------------------------------------------------------------------

NONCES = {0: "ab" * 32, 2: "cd" * 32}
BAG = tuple("abcdefgh")


def joined(change: Callable[[list[Json]], object] = lambda _: None) -> tuple[bytes, bytes]:
    """A match that is over as it begins: Ana and Cy bring nonces, Bo none, Dan is a bot; and its draws."""
    match = "some-match"
    seal = Sealer(match, 1, b"key").seal((), "fair")
    start = {
        "type": "start",
        "game": "emara",
        "seats": ["Ana", "Bo", "Cy", "Dan"],
        "rulings": {},
        "edition": {"name": "some", "digest": "0" * 64},
        "engine": "1",
        "rules": "1",
        "seed": {"box": [1, 0], "by": []},
        "bots": {"Dan": "random"},
        "nonces": True,
    }
    closed = {
        seat: {"type": "joined", "commitment": digest("nonce", match, seat, text)} for seat, text in NONCES.items()
    }
    outcome = derived(digest("seeds", "fair", NONCES[0], "", NONCES[2], ""))(0, Draw("event", BAG, 3))
    bodies: list[Json] = [
        {"kind": "start", "about": start},
        {"kind": "join", "seat": 2, "about": closed[2]},
        {"kind": "join", "seat": 1, "about": {"type": "joined"}},
        {"kind": "join", "seat": 0, "about": closed[0]},
        {"kind": "nonce", "seat": 0, "about": {"type": "nonce", "nonce": NONCES[0]}},
        {"kind": "nonce", "seat": 2, "about": {"type": "nonce", "nonce": NONCES[2]}},
        {"kind": "begin", "chance": [outcome], "facts": [{"type": "EventShown", "rule": "EMA-3.4"}]},
        {"kind": "reveal", "about": {"type": "seed", "seed": raw_of(seal.open())}},
    ]
    change(bodies)
    say_who_is_waited_for(bodies)
    for seq, body in enumerate(bodies, 1):
        put(body, v=1, match=match, seq=seq, parent=seq - 1, at=0)
    rows = [StoredRow(raw(body), (), (), "") for body in bodies]
    rows[0] = replace(rows[0], commits=(commit(match, (1, 0), seal.open().opening()),), openings=(None,))
    begin = next(number for number, body in enumerate(bodies, 1) if body["kind"] == "begin")
    return filed(chained(rows)), json.dumps({"row": begin, "label": "event", "bag": BAG}).encode()


def raw_of(value: Any) -> Json:
    """A value of Herald as JSON."""
    made: Json = msgspec.json.decode(msgspec.json.encode(value))
    return made


def put(body: Json, **fields: object) -> None:
    """Fields into their places."""
    order = re.findall(r"\w+", ALONE.BODY)
    body.update(fields)
    for name in sorted(body, key=order.index):
        body[name] = body.pop(name)


def say_who_is_waited_for(bodies: list[Json]) -> None:
    """As somebody would who cheats with everything else."""
    left, closed = [0, 1, 2], set[int]()
    for body in bodies:
        left = [seat for seat in left if body["kind"] != "join" or seat != body["seat"]]
        if body["kind"] == "join" and "commitment" in body["about"]:
            closed.add(body["seat"])
        elif body["kind"] == "nonce":
            closed.discard(body["seat"])
        if body["kind"] in {"start", "join", "nonce"}:
            step: Json = {"step": "JoinMatch", "seats": left, "brought": sorted(closed)}
            step = step if left else {"step": "OpenNonces", "seats": sorted(closed)}
            body["then"] = [{field: value for field, value in step.items() if value}]


def test_the_draws_of_a_match_with_nonces() -> None:
    told: str = ALONE.check(*joined())
    assert told.endswith(f"1 of 1 draws follow from it{BELIEVED}")


def test_a_match_that_people_joined() -> None:
    with club("joining") as matches:
        outcome = matches.start(game_named("medieval"), ("Ana", "Bo", "Cy"), nonces=True)
        match = outcome.log.match
        for name, nonce in (("Cy", NONCES[2]), ("Bo", None), ("Ana", NONCES[0]), ("Cy", NONCES[2])):
            enter(matches, match, Act(name), nonce)
        log = go_on(matches, matches.log(match), stream("joining", 1))
    draws = export_draws(log)
    told: str = ALONE.check(b"".join(export(log)), b"".join(draws))
    assert told.endswith(f"{len(draws)} of {len(draws)} draws follow from it{BELIEVED}")
    assert {json.loads(line)["row"] for line in draws} & {body.seq for body in log.bodies if body.kind == "begin"}


CHEATS: dict[str, Callable[[list[Json]], object]] = {
    "another nonce": lambda b: b[4]["about"].update(nonce="ef" * 32),
    "opened before all have joined": lambda b: b.insert(3, b.pop(4)),
    "opened again": lambda b: b.insert(6, b[5]),
    "never opened": lambda b: b.pop(5),
    "joined again": lambda b: b.insert(3, b[2]),
    "a bot joins": lambda b: b[2].update(seat=3),
    "a seat too few": lambda b: b.pop(2),
    "opened by another": lambda b: b[4].update(seat=1),
    "a nonce without a commitment": lambda b: b.insert(4, {**b[4], "seat": 1}),
    "begun without anybody": lambda b: b.__delitem__(slice(1, 6)),
    "begun again": lambda b: b.insert(7, b[6]),
    "a move before the beginning": lambda b: b.insert(
        6, {"kind": "move", "seat": 0, "text": "pass", "move": {"type": "pass"}, "keep": 1}
    ),
    "nonces that row 1 does not announce": lambda b: b[0]["about"].pop("nonces"),
    "joined after the beginning": lambda b: b.insert(7, {**b[1], "seat": 2}),
}


@pytest.mark.parametrize("what", CHEATS)
def test_a_cheat_with_nonces_shows(what: str) -> None:
    data, _ = joined(CHEATS[what])
    assert alone(data), "a false start was believed, before a draw is looked at"


def test_a_nonce_that_is_left_out_gives_other_draws() -> None:
    def left_out(bodies: list[Json]) -> None:
        bodies[3].update(about={"type": "joined"})
        bodies.pop(4)

    data, draws = joined(left_out)
    assert alone(data) == "", "a seat may join without one"
    assert "does not follow from the seed" in alone(data, draws)


def test_words_that_would_favour_some_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    def loaded(_key: bytes) -> Iterator[int]:
        yield from (2**64 - 1, 5)

    monkeypatch.setattr(ALONE, "words", loaded)
    assert ALONE.drawn("seed", 0, {"label": "a draw", "bag": ["a", "b", "c"]}, 1) == ["c"]


def test_the_draws_of_a_running_match_stay_closed(begun: Log) -> None:
    with pytest.raises(NotAllowed, match="draws_when_over"):
        export_draws(begun)


def test_dice_are_thrown_alike() -> None:
    """What is put back can come again; each throw follows from the seed as log.md says."""
    faces = ("1", "2", "3", "4", "5", "6")
    for number in range(20):
        said = {"label": "dice", "bag": list(faces), "back": True}
        throw = derived("seed")(number, Draw("dice", faces, 7, back=True))
        assert ALONE.drawn("seed", number, said, 7) == list(throw)
        assert len(set(throw)) < len(throw)
