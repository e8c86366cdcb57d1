"""Digests made anew hide nothing: deciding again shows what was changed, by row, part and field."""

import io
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from core.games import game_named
from core.kernel.language.spelling import format_move
from core.kernel.log.log import Log
from core.kernel.rules import engine
from core.kernel.rules.chance import stream
from replays.files.export import Header, file_sum, read_stream
from replays.verify import verify, verify_file
from replays.verify.faults import Fault
from store.acts import Act
from tests.replays.forging import Json, chained, forged, resealed
from tests.replays.tables import begin, club, go_on


@pytest.fixture(scope="module")
def log() -> Log:
    """A whole match, with an undo of each class in it."""
    with club() as matches:
        log = begin(matches, game_named("medieval"), 3)
        dice = stream("forged", 1)
        log = go_on(matches, log, dice, 30)
        ana = log.seats[log.bodies[-1].seat or 0]
        withdrawn = matches.undo(log.match, Act(ana), 20).last
        matches.answer(log.match, Act(ana), withdrawn, agree=False)
        asked = matches.undo(log.match, Act(ana), 20).last
        for other in log.seats:
            if other != ana:
                matches.answer(log.match, Act(other), asked, agree=True)
        log = go_on(matches, matches.log(log.match), dice, 3)
        matches.undo(log.match, Act("Ana"), reason="a slip")
        return go_on(matches, matches.log(log.match), dice, quarrels=12)


def row_where(log: Log, fits: Callable[[Any], object]) -> int:
    return next(body.seq for body in log.bodies if fits(body))


def fault_of(rows: list[Any]) -> Fault:
    fault = verify(rows).fault
    assert fault is not None, "a forgery was believed"
    return fault


def test_the_match_itself_is_believed(log: Log) -> None:
    report = verify(log.rows)
    assert report.fault is None
    assert (report.moves, report.folded, report.draws_recorded) == (report.decided + report.hidden, 0, 0)
    backs = [body for body in log.bodies if body.kind in {"undo", "redo"}]
    assert {getattr(body.about, "by", "") for body in backs} == {"free", "consent", "arbiter"}


def with_fact(body: Any, kind: str) -> bool:
    return any(type(fact).__name__ == kind for fact in body.facts)


def fact(body: Json, kind: str) -> Json:
    found: Json = next(fact for fact in body["facts"] if fact["type"] == kind)
    return found


def amount_of_victory(body: Json) -> None:
    fact(body, "VpGained")["amount"] += 1


def another_rule(body: Json) -> None:
    body["facts"][0]["rule"] = "MED-1.1"


def drop_last_fact(body: Json) -> None:
    body["facts"].pop()


def add_a_fact(body: Json) -> None:
    body["facts"].append({"type": "VpGained", "rule": "MED-3.6", "seat": 0, "amount": 5})


def another_card(body: Json) -> None:
    drawn = body["chance"][0]
    drawn[0], drawn[-1] = drawn[-1], drawn[0]


def another_move(body: Json) -> None:
    body["text"] = "pass"
    body["move"] = {"type": "pass"}


CHANGES: dict[str, tuple[Callable[[Any], object], Callable[[Json], object], str, str]] = {
    # what is changed: which row, how, and the part and field that are named
    "points": (lambda b: b.kind == "move" and with_fact(b, "VpGained"), amount_of_victory, "facts", "amount"),
    "rule": (lambda b: b.kind == "move" and b.facts and not b.chance, another_rule, "facts", "rule"),
    "fact dropped": (lambda b: b.kind == "move" and len(b.facts) > 1, drop_last_fact, "facts", "facts["),
    "fact added": (lambda b: b.kind == "move" and b.facts, add_a_fact, "facts", "facts["),
    "draw": (lambda b: b.chance and b.kind == "move", another_card, "chance", "chance[0]"),
    "first draw": (lambda b: b.kind == "start", another_card, "chance", "chance[0]"),
    "draw dropped": (lambda b: b.chance and b.kind == "move", lambda b: b["chance"].pop(), "chance", "chance["),
    "agenda kept": (
        lambda b: b.kind == "move" and b.keep > 1,
        lambda b: b.update(keep=b["keep"] - 1),
        "agenda",
        "keep",
    ),
    "agenda pushed": (lambda b: b.kind == "move" and len(b.then) > 1, lambda b: b["then"].pop(), "agenda", "then"),
    "seat": (lambda b: b.kind == "move" and b.move, lambda b: b.update(seat=(b["seat"] + 1) % 3), "move", ""),
    "no seat": (lambda b: b.kind == "move" and b.move, lambda b: b.pop("seat"), "seat", ""),
    "strange seat": (lambda b: b.kind == "move" and b.move, lambda b: b.update(seat=7), "seat", ""),
    "parent": (
        lambda b: b.kind == "move" and b.seq > 9,
        lambda b: b.update(parent=b["parent"] - 1),
        "parent",
        "parent",
    ),
    "number": (lambda b: b.seq == 12, lambda b: b.update(seq=13), "number", ""),
    "match": (lambda b: b.seq == 12, lambda b: b.update(match="other"), "number", ""),
    "time": (lambda b: b.seq == 12, lambda b: b.update(at=-1), "time", ""),
    "far time": (lambda b: b.seq == 12, lambda b: b.update(at=10**15), "time", ""),
    "format": (lambda b: b.seq == 12, lambda b: b.update(v=3), "version", ""),
    "older format": (lambda b: b.seq == 12, lambda b: b.update(v=1), "version", ""),
    "text": (lambda b: b.kind == "move" and b.move, lambda b: b.update(text="monarch 2"), "", ""),
    "garbled text": (lambda b: b.kind == "move" and b.move, lambda b: b.update(text="hocus pocus"), "move", ""),
    "move": (lambda b: b.move and format_move(b.move).startswith("activate"), another_move, "facts", ""),
    "illegal move": (
        lambda b: b.move and format_move(b.move).startswith("activate"),
        lambda b: b.update(text="activate 99", move={"type": "activate", "slot": 99}),
        "move",
        "",
    ),
    "kind": (lambda b: b.kind == "move" and b.move, lambda b: b.update(kind="agree"), "kind", ""),
    "audience of an answer": (
        lambda b: b.sealed_move,
        lambda b: b["sealed_move"].update(by=[0, 1, 2]),
        "move",
        "sealed_move",
    ),
    "audience in a fact": (lambda b: b.sealed_move, lambda b: b["facts"][0]["placement"].update(by=[]), "facts", ""),
    "audience of words": (lambda b: b.sealed_text, lambda b: b["sealed_text"].update(by=[0, 1]), "text", "sealed_text"),
    "box": (lambda b: b.sealed_text, lambda b: b["sealed_text"].update(box=[b["seq"], 5]), "text", "sealed_text"),
    "opened": (lambda b: with_fact(b, "WallsRemoved"), lambda b: opened(b).update(salt="00" * 16), "facts", "salt"),
    "open text": (lambda b: b.sealed_move, lambda b: b.update(text="place G1"), "text", "text"),
    "undo for free": (
        lambda b: b.kind == "undo" and b.about.by == "consent",
        lambda b: b["about"].update(by="free"),
        "about",
        "",
    ),
    "undo elsewhere": (
        lambda b: b.kind == "undo" and b.about.by == "consent",
        lambda b: b["about"].update(to=b["about"]["to"] - 1),
        "about",
        "",
    ),
    "undo of another tip": (
        lambda b: b.kind == "undo" and b.about.by == "consent",
        lambda b: b["about"].update(tip=b["about"]["tip"] - 1),
        "about",
        "about.tip",
    ),
    "parent of an undo": (lambda b: b.kind == "undo", lambda b: b.update(parent=b["parent"] - 1), "parent", "parent"),
    "arbiter": (
        lambda b: b.kind == "undo" and b.about.by == "arbiter",
        lambda b: b.update(seat=0),
        "seat",
        "",
    ),
    "request": (lambda b: b.kind == "ask", lambda b: b["about"].update(to=b["seq"] + 4), "about", "to"),
    "answer of nobody": (lambda b: b.kind == "agree", lambda b: b.update(seat=None), "kind", ""),
    "answer of the asker": (
        lambda b: b.kind == "decline" and b.about.row == b.seq - 1,
        lambda b: b.update(kind="agree"),
        "seat",
        "",
    ),
    "answer to the request before": (
        lambda b: b.kind == "agree",
        lambda b: b["about"].update(row=b["about"]["row"] - 2),
        "about",
        "about.row",
    ),
    "answer to no row": (lambda b: b.kind == "agree", lambda b: b.pop("about"), "about", "about"),
    "reading": (
        lambda b: b.kind == "start",
        lambda b: b["about"]["rulings"].update(leftovers="no_such"),
        "about",
        "rulings.leftovers",
    ),
    "no reading": (
        lambda b: b.kind == "start",
        lambda b: b["about"]["rulings"].pop("leftovers"),
        "about",
        "rulings.leftovers",
    ),
    "unknown ruling": (lambda b: b.kind == "start", lambda b: b["about"]["rulings"].update(x="y"), "about", "rulings"),
    "option": (lambda b: b.kind == "start", lambda b: b["about"].update(options={"x": "y"}), "about", "options"),
    "half a game": (lambda b: b.kind == "start", lambda b: b["about"].update(game="medie"), "about", "game"),
    "twin seats": (lambda b: b.kind == "start", lambda b: b["about"].update(seats=["A", "a", "b"]), "about", "seats"),
    "no such bot": (lambda b: b.kind == "start", lambda b: b["about"].update(bots={"Zoe": "random"}), "about", ""),
    "seed in the open": (
        lambda b: b.kind == "start",
        lambda b: b["about"]["seed"].update(by=[0]),
        "about",
        "seed",
    ),
    "revealed seed": (
        lambda b: b.kind == "reveal",
        lambda b: b["about"]["seed"].update(value="another"),
        "commitment",
        "",
    ),
    "reveal of another box": (
        lambda b: b.kind == "reveal",
        lambda b: b["about"]["seed"].update(box=[9, 0]),
        "about",
        "seed",
    ),
}


def opened(body: Json) -> Json:
    found: Json = fact(body, "WallsRemoved")["placements"][0]
    return found


@pytest.mark.parametrize("what", CHANGES)
def test_a_forged_row_is_named(log: Log, what: str) -> None:
    fits, change, part, field = CHANGES[what]
    number = row_where(log, fits)
    fault = fault_of(forged(log.rows, number, change))
    assert fault.row == number, fault
    assert part in {"", fault.part}, fault
    assert field in fault.field, fault


def test_answers_of_format_1_name_no_row_and_withdraw_nothing(log: Log) -> None:
    """The match up to its last answer as it would have been written then: what came with format 2 does not fit."""
    withdrawn = row_where(log, lambda b: b.kind == "decline")
    agreed = max(body.seq for body in log.bodies if body.kind == "agree" and body.seq < withdrawn + 5)

    def of_old(body: Json) -> None:
        body["v"] = 1
        if body["kind"] == "agree":
            body.pop("about")
        if body["seq"] == withdrawn:
            body.update(kind="decline", seat=(body["seat"] + 1) % 3, actor="somebody else")
            body.pop("about")
        if body["kind"] == "start":
            body["about"].pop("practice")

    rows = log.rows[:agreed]
    for number in range(1, agreed + 1):
        rows = tuple(forged(rows, number, of_old))
    assert verify(rows).fault is None
    named = fault_of(forged(rows, agreed, lambda body: body.update(about={"type": "answer", "row": withdrawn + 1})))
    assert (named.row, named.part) == (agreed, "about")
    asker = log.bodies[withdrawn - 2].seat
    own = fault_of(forged(rows, withdrawn, lambda body: body.update(seat=asker)))
    assert (own.row, own.why) == (withdrawn, "answered_twice")


def test_the_field_shows_what_it_should_say(log: Log) -> None:
    number = row_where(log, lambda b: b.kind == "move" and with_fact(b, "VpGained"))
    gained = next(fact for fact in log.bodies[number - 1].facts if type(fact).__name__ == "VpGained")
    fault = fault_of(forged(log.rows, number, amount_of_victory))
    assert (fault.expected, fault.found) == (str(gained.amount), str(gained.amount + 1))


def test_a_changed_byte_of_a_body_is_named_by_its_field(log: Log) -> None:
    """Without new digests the row shows it, and deciding it again shows the field."""
    number = row_where(log, lambda b: b.kind == "move" and with_fact(b, "VpGained"))
    forgery = forged(log.rows, number, amount_of_victory)
    row = replace(log.rows[number - 1], body=forgery[number - 1].body)
    fault = fault_of([*log.rows[: number - 1], row, *log.rows[number:]])
    assert (fault.row, fault.part, fault.why) == (number, "body", "row_changed")
    assert fault.field.endswith(".amount")
    assert int(fault.found) == int(fault.expected) + 1


def test_of_a_move_that_was_changed_into_an_illegal_one_no_other_is_told(log: Log) -> None:
    """What deciding it again says is why, and not what stood there: that nobody knows."""
    number = row_where(log, lambda b: b.kind == "move" and b.text.startswith("activate"))
    forgery = forged(
        log.rows, number, lambda body: body.update(text="activate 99", move={"type": "activate", "slot": 99})
    )
    row = replace(log.rows[number - 1], body=forgery[number - 1].body)
    fault = fault_of([*log.rows[: number - 1], row, *log.rows[number:]])
    assert (fault.row, fault.why, fault.field) == (number, "row_changed", "move")
    assert (fault.expected, fault.found) == ("", "activate 99")


def test_the_match_cannot_go_on_after_its_end(log: Log) -> None:
    end = next(body.seq for body in log.bodies if body.kind == "reveal")
    fault = fault_of(list(log.rows[: end - 1]))
    assert (fault.row, fault.why, fault.expected) == (end, "row_due_missing", "reveal")
    note = forged(log.rows, end, lambda body: body.update(kind="agree", about=None, seat=0))
    assert (fault_of(note).row, fault_of(note).expected) == (end, "reveal")


def test_another_placement_in_a_closed_box_does_not_open(log: Log) -> None:
    """Commitments made anew do not fit what was opened later."""
    number = row_where(log, lambda b: b.sealed_move)
    body = log.bodies[number - 1]
    assert body.sealed_move is not None
    state = log.state(number - 1)
    other = engine.some_legal(state, body.seat or 0, stream("other", 3))[0]
    assert other != body.sealed_move.value
    value = {"type": "place", "pieces": list(other.pieces)}
    fault = fault_of(resealed(log.rows, log.match, number, 0, value))
    assert fault.row >= number


def test_an_illegal_placement_in_a_closed_box(log: Log) -> None:
    number = row_where(log, lambda b: b.sealed_move)
    rows = resealed(log.rows, log.match, number, 0, {"type": "place", "pieces": ["G1"]})
    fault = fault_of(resealed(rows, log.match, number, 1, "place G1"))
    assert (fault.row, fault.part) == (number, "move")
    assert "G1" not in str(fault), "what lies in a box is not told"


def test_another_placement_than_the_words_in_closed_boxes(log: Log) -> None:
    number = row_where(log, lambda b: b.sealed_move)
    fault = fault_of(resealed(log.rows, log.match, number, 0, {"type": "place", "pieces": ["G1"]}))
    assert (fault.row, fault.part) == (number, "text")


def test_words_in_a_closed_box_that_mean_another_placement(log: Log) -> None:
    number = row_where(log, lambda b: b.sealed_move)
    fault = fault_of(resealed(log.rows, log.match, number, 1, "place G1"))
    assert (fault.row, fault.part) == (number, "move")


@pytest.mark.parametrize(
    ("said", "twice"),
    [
        (b'"kind":"move"', b'"kind":"move","kind":"move"'),
        (b'"kind":"move"', b'"kind":"undo","kind":"move"'),
        (b'"kind":"move"', b'"kind" :"move"'),
        (b'"kind":"move"', b'"note":"psst","kind":"move"'),
        (b'"kind":"move"', b'"kind":"mo\\u0076e"'),
    ],
)
def test_a_file_says_nothing_twice_and_nothing_without_meaning(log: Log, said: bytes, twice: bytes) -> None:
    """Another reader of JSON might take the other of two values."""
    number = row_where(log, lambda b: b.move)
    row = log.rows[number - 1]
    body = msgspec.Raw(bytes(row.body).replace(said, twice))
    rows = chained([*log.redacted(None)[: number - 1], replace(row, body=body)])
    assert verify(rows).fault is None
    lines = [msgspec.json.encode(one) + b"\n" for one in rows]
    header = Header(1, log.match, "medieval", "public", len(rows), rows[-1].digest, "")
    header = replace(header, sum=file_sum(header, lines))
    fault = verify_file(read_stream(io.BytesIO(b"".join([msgspec.json.encode(header) + b"\n", *lines])), "")).fault
    assert fault is not None
    assert (fault.row, fault.why) == (number, "row_says_more")


@pytest.mark.parametrize("view", [None, 0])
def test_a_forger_without_the_openings(log: Log, view: int | None) -> None:
    """Whoever holds only a redacted copy finds the same forgeries, apart from closed answers themselves."""
    for what in ("points", "draw", "agenda kept", "illegal move", "parent", "undo for free"):
        fits, change, _, _ = CHANGES[what]
        number = row_where(log, fits)
        fault = fault_of(forged(log.redacted(view), number, change))
        assert fault.row == number, what


def test_practice_is_a_chosen_seed_of_the_second_format(log: Log) -> None:
    def silent(body: Json) -> None:
        del body["about"]["seed_chosen"]

    assert log.start.practice
    assert fault_of(forged(log.rows, 1, silent)).why == "start_practice"
    assert fault_of(forged(log.rows, 1, lambda body: body.update(v=1))).why == "start_practice"
