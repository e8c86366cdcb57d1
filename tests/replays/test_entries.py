"""Forged beginnings and forged keys: whoever makes every digest anew is still found, by row, part and field."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from core.games import game_named
from core.kernel.language.spelling import format_move
from core.kernel.log.joining import commitment
from core.kernel.log.keys import key_digest
from core.kernel.log.log import Log
from core.kernel.log.row import StoredRow
from core.kernel.rules.chance import stream
from core.kernel.rules.secret import digest
from replays.files.draws import export_draws
from replays.files.export import export
from replays.verify import verify
from replays.verify.faults import Fault
from store.acts import Act
from store.matches import Matches
from tests.replays.forging import Json, chained, forged, raw, resealed
from tests.replays.tables import club, go_on, held
from tests.replays.test_stand_alone import ALONE
from tests.support.at_desk import enter, replaced, started
from tests.support.matches import any_move

NONCES = {name: digest("test", name) for name in ("Ana", "Cy")}


def played(matches: Matches) -> Log:
    """Ana and Cy bring nonces, Bo none, Di is a bot; then moves, and keys that Bo and the arbiter replace.

    Rows: 1 start, 2 Bo joins, 3 Cy joins, 4 Ana joins, 5 Ana opens, 6 a key of Bo, 7 Cy opens, 8 begin.
    """
    seats = ("Ana", "Bo", "Cy", "Di")
    outcome, keys = started(matches, game_named("medieval"), seats, bots={"Di": "random"}, nonces=True, practice="s")
    match = outcome.log.match

    def act(name: str) -> Act:
        return Act(name, key=keys[name])

    for name in ("Bo", "Cy", "Ana"):
        enter(matches, match, act(name), NONCES.get(name))
    replaced(matches, match, act("Bo"), "new")
    keys["Bo"] = "new"
    log = held(matches, enter(matches, match, act("Cy"), NONCES["Cy"]))
    dice = stream("entries", 1)
    for _ in range(8):
        seat, move = any_move(log.state(), dice)
        log = held(matches, matches.move(match, act(log.seats[seat]), format_move(move)))
    replaced(matches, match, Act("", key=keys["arbiter"]), "other", "Ana", "lost")
    return held(matches, replaced(matches, match, Act("", key=keys["arbiter"]), "secret", reason="stolen"))


@pytest.fixture(scope="module")
def log() -> Log:
    with club("entries") as matches:
        return played(matches)


def test_the_match_itself_is_believed(log: Log) -> None:
    kinds = [body.kind for body in log.bodies[:8]]
    assert kinds == ["start", "join", "join", "join", "nonce", "key", "nonce", "begin"]
    assert [body.kind for body in log.bodies[-2:]] == ["key", "key"]
    report = verify(log.rows)
    assert (report.fault, report.draws_recorded) == (None, 0)
    assert report.draws_derived > 1
    for reader in (None, 0, 1):
        seen = verify(log.redacted(reader))
        assert (seen.fault, seen.draws_derived) == (None, 0)
    for length in range(1, log.head):
        assert verify(log.rows[:length]).fault is None, f"the first {length} rows"


def test_a_whole_match_with_nonces_is_proved_without_this_program() -> None:
    """And its draws, those of the beginning among them."""
    with club("whole") as matches:
        outcome = matches.start(game_named("medieval"), ("Ana", "Bo"), nonces=True)
        match = outcome.log.match
        for name in ("Bo", "Ana", "Bo"):
            log = held(matches, enter(matches, match, Act(name), digest("test", name)))
        log = go_on(matches, log, stream("whole", 3), quarrels=5)
    report = verify(log.rows)
    assert (report.fault, report.over, report.draws_recorded) == (None, True, 0)
    draws = export_draws(log)
    told = ALONE.check(b"".join(export(log)), b"".join(draws))
    assert f"; {len(draws)} of {report.draws_derived} draws follow from it" in told
    assert len(draws) == report.draws_derived


def fault_of(rows: list[StoredRow]) -> Fault:
    fault = verify(rows).fault
    assert fault is not None, "a forgery was believed"
    return fault


def about(**fields: object) -> Callable[[Json], object]:
    return lambda body: body["about"].update(fields)


def without(field: str) -> Callable[[Json], object]:
    return lambda body: body["about"].pop(field)


def swapped_draw(body: Json) -> None:
    drawn = body["chance"][0]
    drawn[0], drawn[-1] = drawn[-1], drawn[0]


def early_move(body: Json) -> None:
    body.update(kind="move", text="monarch 1", move={"type": "monarch", "monarch": "1"}, about=None, then=[], keep=1)


LAST = -1
BEFORE = -2
OTHER = digest("other")

CHANGES: dict[str, tuple[int, Callable[[Json], object], str, str]] = {
    # what is changed: which row, how, and the row (if another), reason and part that are named
    "start draws": (1, lambda b: b.update(chance=[["GOL-01"]]), "decided_otherwise", "chance"),
    "a seat is not waited for": (1, lambda b: b["then"][0].update(seats=[0, 1]), "decided_otherwise", "agenda"),
    "a bot is waited for": (1, lambda b: b["then"][0].update(seats=[0, 1, 2, 3]), "decided_otherwise", "agenda"),
    "a key's digest": (1, lambda b: b["about"]["keys"].update(Ana="é" * 64), "not_hexadecimal", "about"),
    "nobody to wait for": (1, about(bots=dict.fromkeys(("Ana", "Bo", "Cy", "Di"), "random")), "start_nonces", "about"),
    "no nonces after all": (1, without("nonces"), "decided_otherwise", "chance"),
    "a join is a nonce": (2, lambda b: b.update(kind="nonce"), "not_asked", "seat"),
    "a join is no move": (2, lambda b: b.update(kind="move"), "closed_or_open", "move"),
    "a move before the beginning": (2, early_move, "move_not_legal", "move"),
    "a join of the bot": (2, lambda b: b.update(seat=3), "not_asked", "seat"),
    "a join of nobody": (2, lambda b: b.pop("seat"), "not_asked", "seat"),
    "a join twice": (3, lambda b: b.update(seat=1), "not_asked", "seat"),
    "a join about nothing": (2, lambda b: b.pop("about"), "decided_otherwise", "about"),
    "a join about a nonce": (2, about(type="nonce", nonce=OTHER), "decided_otherwise", "about"),
    "no commitment": (3, without("commitment"), "decided_otherwise", "agenda"),
    "a commitment too many": (2, about(commitment=OTHER), "decided_otherwise", "agenda"),
    "no hexadecimal commitment": (3, about(commitment="x" * 64), "not_hexadecimal", "about"),
    "a short commitment": (3, about(commitment=OTHER[:-1]), "not_hexadecimal", "about"),
    "who brought one": (3, lambda b: b["then"][0].update(brought=[0, 2]), "decided_otherwise", "agenda"),
    "a join with a draw": (3, lambda b: b.update(chance=[["GOL-01"]]), "decided_otherwise", "chance"),
    "a join elsewhere": (3, lambda b: b.update(parent=1), "decided_otherwise", "parent"),
    "a join that keeps": (3, lambda b: b.update(keep=1), "decided_otherwise", "agenda"),
    "a join with words": (3, lambda b: b.update(text="me"), "decided_otherwise", "text"),
    "another nonce": (5, about(nonce=OTHER), "nonce_does_not_fit", "about"),
    "the nonce of another": (5, about(nonce=NONCES["Cy"]), "nonce_does_not_fit", "about"),
    "no hexadecimal nonce": (5, about(nonce="me"), "not_hexadecimal", "about"),
    "an opening of another": (5, lambda b: b.update(seat=2), "nonce_does_not_fit", "about"),
    "an opening of who has none": (5, lambda b: b.update(seat=1), "not_asked", "seat"),
    "an opening twice": (7, lambda b: b.update(seat=0), "not_asked", "seat"),
    "an opening is a join": (5, lambda b: b.update(kind="join"), "not_asked", "seat"),
    "who is still closed": (5, lambda b: b.update(then=[{"step": "OpenNonces"}]), "decided_otherwise", "agenda"),
    "another first draw": (8, swapped_draw, "decided_otherwise", "chance"),
    "another first fact": (8, lambda b: b["facts"].pop(), "decided_otherwise", "facts"),
    "another agenda": (8, lambda b: b["then"].pop(), "decided_otherwise", "agenda"),
    "somebody begins": (8, lambda b: b.update(seat=0), "begin_of_nobody", "seat"),
    "an actor begins": (8, lambda b: b.update(actor="Ana"), "begin_of_nobody", "seat"),
    "the beginning is a start": (8, lambda b: b.update(kind="start"), "other_row_due", "kind"),
    "the beginning is a key": (
        8,
        lambda b: b.update(kind="key", seat=0, about={"type": "key", "name": "Ana", "digest": OTHER}),
        "other_row_due",
        "kind",
    ),
    "a move is a beginning": (9, lambda b: b.update(kind="begin"), "other_row_due", "kind"),
    "the key of another": (6, about(name="Ana"), "key_of_another", "seat"),
    "the key of nobody": (6, about(name="Zoe"), "key_of_nobody", "about"),
    "no digest of a key": (6, about(digest="new"), "not_hexadecimal", "about"),
    "a seat with a reason": (6, about(reason="lost"), "reason_of_arbiter_only", "about"),
    "a key about nothing": (6, lambda b: b.pop("about"), "decided_otherwise", "about"),
    "a key with words": (6, lambda b: b.update(text="new"), "decided_otherwise", "text"),
    "a key elsewhere": (LAST, lambda b: b.update(parent=b["parent"] - 2), "decided_otherwise", "parent"),
    "a key with a fact": (LAST, lambda b: b.update(keep=2), "decided_otherwise", "agenda"),
    "an arbiter without a reason": (LAST, without("reason"), "reason_of_arbiter_only", "about"),
    "an arbiter's reason by a seat": (BEFORE, lambda b: b.update(seat=0), "reason_of_arbiter_only", "about"),
    "a strange seat": (LAST, lambda b: b.update(seat=9), "no_such_seat", "seat"),
    "keys in a match without": (1, without("keys"), "key_of_nobody", "about"),
    "keys without the arbiter's": (1, lambda b: b["about"]["keys"].pop("arbiter"), "start_keys", "about"),
}
LATER = {"keys in a match without": 6}
PUBLIC = {"no nonces after all": ("draw_missing", "chance"), "another first draw": ("decided_otherwise", "facts")}
"""What shows it to somebody who does not hold the seed."""


@pytest.mark.parametrize("what", CHANGES)
@pytest.mark.parametrize("reader", ["host", "public"])
def test_a_forged_row_is_named(log: Log, what: str, reader: str) -> None:
    number, change, why, part = CHANGES[what]
    number = number if number > 0 else log.head + 1 + number
    rows = list(log.rows) if reader == "host" else log.redacted(None)
    if reader == "public":
        why, part = PUBLIC.get(what, (why, part))
    fault = fault_of(forged(rows, number, change))
    assert (fault.row, fault.why, fault.part) == (LATER.get(what, number), why, part), fault


def test_a_nonce_chosen_last_needs_a_commitment_of_its_own(log: Log) -> None:
    """The whole point: with another nonce and the commitment that fits it, the recorded draws no longer follow."""
    rows = forged(log.rows, 3, about(commitment=commitment(log.match, 2, OTHER)))
    fault = fault_of(forged(rows, 7, about(nonce=OTHER)))
    assert (fault.row, fault.part) == (8, "chance")


def test_another_seed_in_its_box_gives_other_draws(log: Log) -> None:
    fault = fault_of(resealed(log.rows, log.match, 1, 0, "another seed"))
    assert (fault.row, fault.part) == (8, "chance")


def test_the_nonces_of_two_seats_do_not_change_places(log: Log) -> None:
    rows = forged(log.rows, 4, about(commitment=commitment(log.match, 0, NONCES["Cy"])))
    rows = forged(rows, 3, about(commitment=commitment(log.match, 2, NONCES["Ana"])))
    rows = forged(rows, 5, about(nonce=NONCES["Cy"]))
    fault = fault_of(forged(rows, 7, about(nonce=NONCES["Ana"])))
    assert (fault.row, fault.part) == (8, "chance")


def test_a_match_cannot_begin_before_every_nonce_is_open(log: Log) -> None:
    def begins(body: Json) -> None:
        body.clear()
        body.update(raw_body(log, 8), seq=7, parent=6)

    fault = fault_of(forged(log.rows[:7], 7, begins))
    assert (fault.row, fault.why) == (7, "other_row_due")


def test_nobody_goes_back_before_the_beginning(log: Log) -> None:
    back = {"type": "back", "to": 4, "tip": 8, "by": "arbiter", "reason": "x"}
    body = {"v": 2, "match": log.match, "seq": 9, "parent": 4, "kind": "undo", "at": 1_700_009_000, "about": back}
    rows = chained([*log.rows[:8], replace(log.rows[8], body=raw(body), commits=(), openings=())])
    assert (fault_of(rows).row, fault_of(rows).why) == (9, "back_not_possible")


def raw_body(log: Log, number: int) -> Json:
    found: Json = msgspec.json.decode(log.rows[number - 1].body)
    return found


def test_what_stands_of_keys_in_the_log_is_no_key(log: Log) -> None:
    written = b"".join(bytes(row.body) for row in log.rows).decode()
    assert key_digest(log.match, "Bo", "new") in written
    assert '"new"' not in written
    assert "lost" in written


def test_a_begun_match_goes_on_after_a_rule_change(log: Log) -> None:
    """Under other rules nothing can be decided again, but who joined with what still can be checked."""
    old: Any = forged(log.rows, 1, about(rules="0"))
    report = verify(old)
    assert (report.fault, report.decided) == (None, 0)
    assert fault_of(forged(old, 5, about(nonce=OTHER))).row == 5
    assert fault_of(forged(old, 8, lambda body: body.update(keep=1))).row == 8
