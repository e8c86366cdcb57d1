"""What is accepted can be exported, imported and verified; and no reader takes more of a log than a writer gives."""

import io
from collections.abc import Callable, Iterator, Sequence

import msgspec
import pytest
from msgspec.structs import replace

from core.games import game_named
from core.kernel.errors import HeraldError, Refused
from core.kernel.language.spelling import format_move
from core.kernel.log import limits
from core.kernel.log.keys import ARBITER
from core.kernel.log.limits import Limit
from core.kernel.log.log import Log
from core.kernel.log.row import Back, StoredRow
from core.kernel.log.scribe import Scribe, Tip, Who
from core.kernel.rules.chance import Stream, stream
from core.kernel.setup import resources
from replays.files.export import export, read_stream
from replays.files.lines import ROWS, WHOLE
from replays.verify import to_adopt, verify, verify_file, verify_kept
from replays.verify.faults import Fault
from store.acts import Act
from store.matches import Matches
from store.simulation import Recorder
from store.summaries import summary_at
from tests.replays.forging import Json, chained, filed, forged, raw, resealed
from tests.replays.tables import begin, club, go_on, held
from tests.support.at_desk import forked, new_key, replaced
from tests.support.matches import any_move

GAME = game_named("medieval")
BOTS = {"Ana": "random", "Bo": "random"}

SMALL = {
    "TEXT": 90,
    "REASON": 30,
    "ACTOR": 25,
    "CLIENT": 20,
    "MOVES": 2,
    "LINE": 9_000,
    "FORK": 9_000,
    "ROWS": 60,
    "SIZE": 48_000,
    "BACK": 45,
    "SPENT": 30,
    "RESERVED_ROWS": 6,
    "RESERVED_SIZE": 3_000,
}
"""Limits that a short match meets."""

SIGNS = ("a", "é", '"', "\\", "\x01", "\x7f", "\t", "😀", "\u2028", "\ue000", "\U0010ffff", "~")
"""What takes between one and seven bytes in a line."""


def narrow(patch: pytest.MonkeyPatch, **most: int) -> None:
    """Other numbers than the true ones, for who writes and who reads."""
    for name, number in most.items():
        limit = getattr(limits, name)
        patch.setattr(limits, name, replace(limit, most=number) if isinstance(limit, Limit) else number)


def noise(dice: Stream, limit: Limit, begun: str = "") -> str:
    """A text about as long as it may be."""
    length = max(limit.most - len(begun) - 1 + dice.below(3), 0)
    return begun + "".join(dice.pick(SIGNS) for _ in range(length))


def some(dice: Stream, limit: Limit) -> str:
    return noise(dice, limit) if dice.below(4) == 0 else ""


def views(log: Log) -> Iterator[str]:
    yield "public"
    yield from (f"seat {name}" for name in log.seats)
    if not log.state().agenda:
        yield "full"


def travels(log: Log) -> None:
    """The match goes to another store, in every view, and holds wherever it is."""
    for view in views(log):
        data = b"".join(export(log, view))
        with club(view) as others:
            report, summary, rows = to_adopt(read_stream(io.BytesIO(data), view), believed=True)
            assert others.adopt(rows, summary).before == 0
            there = others.verify(log.match, verify_kept)
            assert (there.fault, there.head) == (None, report.head)
    report = verify(log.rows)
    assert (report.fault, report.head) == (None, log.digest)


def fork_travels(matches: Matches, log: Log) -> None:
    travels(held(matches, forked(matches, log, seat="Ana")[0]))


def act_at_random(matches: Matches, log: Log, dice: Stream) -> None:
    """One thing that somebody could do, now and then with a text that is too long."""
    act = Act(dice.pick(log.seats), some(dice, limits.ACTOR), client=some(dice, limits.CLIENT))
    reason = noise(dice, limits.REASON) if dice.below(3) == 0 else None
    match dice.below(12):
        case 0:
            matches.undo(log.match, act, 1 + dice.below(log.head) if reason else None, reason=reason)
        case 1:
            matches.redo(log.match, act, reason=reason)
        case 2:
            asked = log.history.pending
            matches.answer(log.match, act, asked[0].seq if asked else log.head, agree=dice.below(4) > 0)
        case 3:
            replaced(matches, log.match, act, new_key(matches), reason=reason)
        case 4 if log.head > limits.BACK.most:
            matches.give_up(log.match, act)
        case _:
            seat, move = any_move(log.state(), dice)
            text = format_move(move)
            text = noise(dice, limits.TEXT, f"{text} #") if dice.below(2) else text
            text = ";".join([format_move(move)] * 3) if dice.below(20) == 0 else text
            matches.move(log.match, replace(act, seat=log.seats[seat]), text)


def refused(acting: Callable[..., object], *how: object) -> str:
    """Why it is not done; nothing if it is."""
    try:
        acting(*how)
    except HeraldError as problem:
        return problem.why
    return ""


@pytest.mark.parametrize("trial", range(4))
def test_what_is_accepted_can_be_exported_imported_and_verified(trial: int, monkeypatch: pytest.MonkeyPatch) -> None:
    narrow(monkeypatch, **SMALL)
    dice, met = stream("measure", trial), set[str]()
    with club(trial) as matches:
        log = held(matches, matches.start(GAME, ("Ana", "Bo", "Cy"), bots={"Cy": "random"} if trial % 2 else {}))
        for number in range(150):
            why = refused(act_at_random, matches, log, dice)
            met.add(why)
            now = matches.log(log.match)
            assert not why or now.head == log.head, "what is refused writes nothing"
            log = now
            if number % 15 == 3:
                met.add(refused(fork_travels, matches, log))
                travels(log)
            if not log.state().agenda:
                break
        travels(log)
    assert {"", "long_text", "long_actor", "long_client", "long_reason", "long_line", "long_fork"} <= met
    assert {"nearly_full_rows", "nearly_full_size", "spent"} & met
    back = [body.seq for body in log.bodies if limits.goes_back(body) and body.seat is not None]
    assert max(back) <= limits.BACK.most + 1


def test_forks_of_forks_travel(monkeypatch: pytest.MonkeyPatch) -> None:
    narrow(monkeypatch, FORK=12_000)
    with club("forks") as matches:
        log = held(matches, forked(matches, go_on(matches, begin(matches, GAME, 2), stream("forks", 0), 2))[0])
        forks = 0
        while limits.length_of(log.rows[1]) < 9_000:
            log = held(matches, forked(matches, go_on(matches, log, stream("forks", forks), 4), seat="Bo")[0])
            travels(log)
            forks += 1
        known = matches.store.everything()
        log = go_on(matches, log, stream("forks", "last"), 12)
        with pytest.raises(Refused, match="long_fork"):
            forked(matches, log)
        assert matches.store.everything() == known, "nothing is written"
    assert forks > 2


def test_what_a_match_weighs_is_the_same_for_every_reader(log: Log) -> None:
    """As an export that opens no box has it: so how full a match is tells nobody what is closed."""
    closed = [replace(row, openings=(None,) * len(row.openings)) for row in log.rows]
    lines = filed(closed, "public").splitlines(keepends=True)[1:]
    assert [limits.weight_of(row) for row in log.rows] == list(map(len, lines))
    assert {len(row.commits) for row in log.rows} >= {0, 1, 2}
    assert [limits.length_of(row) for row in log.rows] == [len(msgspec.json.encode(row)) + 1 for row in log.rows]


# --- an act that has begun ends ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("most", [{"ROWS": 20}, {"SIZE": 15_000}])
def test_an_act_that_began_below_the_limit_ends(most: dict[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """With all that bots do."""
    with club("bots") as matches:
        log = held(matches, matches.start(GAME, ("Ana", "Bo"), bots={"Bo": "random"}))
        log = go_on(matches, log, stream("bots", 1), 3)
        narrow(monkeypatch, **most, RESERVED_ROWS=4, RESERVED_SIZE=2_000)
        while not limits.too_full(log.head, limits.weight(log.rows), settles=False):
            log = go_on(matches, log, stream("bots", log.head), 1)
        assert log.state().agenda
        travels(log)
        while not limits.too_full(log.head, limits.weight(log.rows)):
            with pytest.raises(Refused, match="nearly_full_"):
                go_on(matches, log, stream("bots", 2), 1)
            with pytest.raises(Refused, match="nearly_full_"):
                matches.undo(log.match, Act("Ana"))
            log = held(matches, matches.undo(log.match, Act("Ana"), log.head - 1, reason="reserved"))
            travels(log)
        with pytest.raises(Refused, match="full_"):
            matches.undo(log.match, Act("Ana"), reason="one more time")
        assert matches.log(log.match).head == log.head


def test_a_match_of_bots_is_one_act(monkeypatch: pytest.MonkeyPatch) -> None:
    """To its end, with the row that opens the seed."""
    narrow(monkeypatch, ROWS=1, SIZE=1)
    with club("all bots") as matches:
        log = held(matches, matches.start(GAME, ("Ana", "Bo"), bots=BOTS))
        assert not log.state().agenda
        travels(log)
        recorder = Recorder(matches.store, matches.now, matches.entropy)
        recorded = recorder.begin(GAME, BOTS, "seed", {}, practice=False)
        assert list(recorded.decisions())
        recorded.store()
        travels(matches.log(recorded.match))
        known = matches.store.everything()
        narrow(monkeypatch, ACT_ROWS=30)
        with pytest.raises(Refused, match="long_act"):
            matches.start(GAME, ("Ana", "Bo"), bots=BOTS)
        assert matches.store.everything() == known


def filled(matches: Matches, log: Log, head: int) -> Log:
    """A move is made and taken back by the arbiter, over and over, until the match has so many rows."""
    secrets = matches.store.secrets(log.match)
    assert secrets is not None
    seat, move = any_move(log.state(), stream("filled", 1))
    while log.head < head:
        tip = Tip(log.match, log.head, log.head, log.digest, log.state())
        scribe = Scribe(log.game, secrets.seed, secrets.salt_key, tip)
        for _ in range(min(head - log.head, 2_000) // 2):
            before = scribe.tip
            scribe.move(Who(1_700_000_000, log.seats[seat], seat), move, format_move(move))
            back = Back(before.seq, scribe.tip.seq, "arbiter", "again")
            scribe.note("undo", Who(1_700_000_000, ARBITER), back, parent=before.seq, state=before.state)
        matches.store.append(log.match, log.head, "", scribe.rows, summary_at(scribe, log.start))
        log = matches.log(log.match)
    return log


def test_the_true_numbers() -> None:
    """From 8,000 rows on no seat goes back any more; the last move begins on 9,899, and the last act on 9,999."""
    with club("true") as matches:
        log = filled(matches, begin(matches, GAME, 2), 7_997)
        seat, move = any_move(log.state(), stream("true", 1))
        act, text = Act(log.seats[seat]), format_move(move)
        matches.move(log.match, act, text)
        matches.undo(log.match, act)
        assert matches.redo(log.match, act).last == 8_000
        for acting in (matches.undo, matches.redo):
            with pytest.raises(Refused, match="full_back"):
                acting(log.match, act)
        log = filled(matches, held(matches, matches.undo(log.match, act, reason="the arbiter can")), 9_899)
        log = held(matches, matches.move(log.match, act, f"{text} #".ljust(1_000, "\x01")))
        with pytest.raises(Refused, match="nearly_full_rows"):
            go_on(matches, log, stream("true", 3), 1)
        asking = held(matches, matches.give_up(log.match, act))
        matches.answer(log.match, Act(log.seats[1 - seat]), asking.head, agree=False)
        log = filled(matches, matches.log(log.match), 9_998)
        for _ in range(2):
            log = held(matches, matches.undo(log.match, act, log.bodies[-1].parent, reason="the last acts"))
        assert log.head == 10_000
        with pytest.raises(Refused, match="full_rows"):
            matches.give_up(log.match, act)
        data = b"".join(export(log, f"seat {act.seat}"))
        with club("elsewhere") as others:
            report, summary, rows = to_adopt(read_stream(io.BytesIO(data), "file"), believed=True)
            others.adopt(rows, summary)
            assert (others.store.head(log.match), report.head) == (10_000, log.digest)


def test_a_file_takes_whatever_a_match_can_come_to() -> None:
    assert limits.ROWS.most + limits.ACT_ROWS.most < ROWS
    assert limits.SIZE.most + limits.ACT_SIZE.most < WHOLE
    assert 7 * limits.TEXT.most + 2 * resources.LONGEST < limits.LINE.most


def test_the_longest_edition_fits_into_a_line() -> None:
    """However many signs of it take two bytes."""
    text = resources.read("core.games.medieval.data", "edition.toml").decode()
    text += "\n#" + '"' * (resources.LONGEST - len(text.encode()) - 2)
    with club("edition") as matches:
        log = held(matches, matches.start(GAME, ("Ana", "Bo"), edition=("own.toml", text)))
        assert limits.length_of(log.rows[0]) > 1.5 * resources.LONGEST
        travels(log)


# --- who reads takes no more than who writes --------------------------------------------------------------------------


@pytest.fixture(scope="module")
def log() -> Log:
    """A match with undone rows, answers and reasons."""
    with club("read") as matches:
        log = held(matches, matches.start(GAME, ("Ana", "Bo")))
        log = go_on(matches, log, stream("read", 2), 30, quarrels=25)
        seat, move = any_move(log.state(), stream("read", 3))
        matches.move(log.match, Act(log.seats[seat], client="once"), format_move(move))
        return held(matches, matches.undo(log.match, Act("Ana"), reason="a dispute"))


def of_version(rows: Sequence[StoredRow], version: int) -> list[StoredRow]:
    """The same rows, as another version of the format has them: in the first one an answer names no row."""
    bodies = [msgspec.json.decode(row.body) | {"v": version} for row in rows]
    for body in bodies:
        if version == 1 and body["kind"] in {"agree", "decline"}:
            del body["about"]
    return chained([replace(row, body=raw(body)) for row, body in zip(rows, bodies, strict=True)])


def number_of(log: Log, kind: str) -> int:
    return next(body.seq for body in reversed(log.bodies) if body.kind == kind and (kind != "move" or body.text))


def judged(rows: Sequence[StoredRow]) -> Fault | None:
    """What `verify` says of rows, and of a public file of them."""
    closed = [replace(row, openings=(None,) * len(row.openings)) for row in rows]
    fault = verify(closed).fault
    assert verify_file(read_stream(io.BytesIO(filed(closed, "public")), "file")).fault == fault
    return fault


def long(limit: Limit, more: int, *path: str, begun: str = "") -> Callable[[Json], None]:
    """Writes a text into a body, so many characters longer than it may be."""

    def change(body: Json) -> None:
        *holders, last = path
        for name in holders:
            body = body[name]
        first = body[last] + begun if begun else ""
        body[last] = first + "x" * (limit.most + more - len(first))

    return change


def test_no_log_of_any_format_is_read_on_for_ever(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever it comes from: in a store, too, there may be more than anybody wrote through us."""
    monkeypatch.setattr(limits, "FILE_ROWS", log.head - 1)
    for rows in (log.rows, of_version(log.rows, 1)):
        fault = verify(rows).fault
        assert fault is not None
        assert (fault.row, fault.why) == (log.head, "beyond_limit")


LONG = {
    "text": ("move", limits.TEXT, ("text",), " #"),
    "actor": ("move", limits.ACTOR, ("actor",), ""),
    "client": ("move", limits.CLIENT, ("client",), ""),
    "reason": ("undo", limits.REASON, ("about", "reason"), ""),
}


@pytest.mark.parametrize("part", LONG)
def test_no_longer_text_is_read(log: Log, part: str) -> None:
    kind, limit, path, begun = LONG[part]
    number = number_of(log, kind)
    assert judged(forged(log.rows, number, long(limit, 0, *path, begun=begun))) is None
    fault = judged(forged(log.rows, number, long(limit, 1, *path, begun=begun)))
    assert fault is not None
    assert (fault.row, fault.part, fault.why) == (number, part, "beyond_limit")
    old = of_version(log.rows, 1)
    assert judged(forged(old, number, long(limit, 1, *path, begun=begun))) is None, "format 1 knows no limits"


def test_a_closed_text_is_judged_by_who_sees_it(log: Log) -> None:
    sealed = next(body.sealed_text for body in log.bodies if body.sealed_text is not None)
    number, box = sealed.box
    words = sealed.value + " #"
    for version, more, why in ((2, 0, ""), (2, 1, "beyond_limit"), (1, 1, "")):
        text = words.ljust(limits.TEXT.most + more, "x")
        rows = resealed(of_version(log.rows, version), log.match, number, box, text)
        fault = verify(rows).fault
        assert ("" if fault is None else fault.why) == why
        assert judged(rows) is None, "nobody knows how much is in it"


def test_a_seed_is_judged_by_who_sees_it(monkeypatch: pytest.MonkeyPatch) -> None:
    narrow(monkeypatch, WORD=2_000, SEED=2_000)
    with club("seeds") as matches:
        rows = held(matches, matches.start(GAME, ("Ana", "Bo"), seed="s" * 201)).rows
    assert verify(rows).fault is None
    monkeypatch.undo()
    fault = verify(rows).fault
    assert fault is not None
    assert (fault.row, fault.part, fault.why) == (1, "seed", "beyond_limit")
    assert verify(of_version(rows, 1)).fault is None
    assert judged(rows) is None, "nobody knows how long it is"


def test_no_longer_row_is_read(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    longest = max(limits.length_of(row) for row in log.rows)
    narrow(monkeypatch, LINE=longest)
    assert verify(log.rows).fault is None
    narrow(monkeypatch, LINE=longest - 1)
    fault = verify(log.rows).fault
    assert fault is not None
    assert (fault.part, fault.why) == ("row", "beyond_limit")
    assert verify(of_version(log.rows, 1)).fault is None


@pytest.mark.parametrize("most", [{"ROWS": 20, "ACT_ROWS": 5}, {"SIZE": 15_000, "ACT_SIZE": 5_000}])
def test_no_more_rows_are_read_than_an_act_may_add(
    log: Log, most: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    narrow(monkeypatch, **most)
    fault = verify(log.rows).fault
    assert fault is not None
    assert (fault.part, fault.why) == ("rows" if "ROWS" in most else "size", "beyond_limit")
    assert verify(log.rows[: fault.row - 1]).fault is None
    assert verify(of_version(log.rows, 1)).fault is None


def test_a_row_that_begins_an_act_has_no_margin(monkeypatch: pytest.MonkeyPatch) -> None:
    with club("margin") as matches:
        log = go_on(matches, begin(matches, GAME, 2), stream("margin", 1), 4)
        head = log.head
        log = held(matches, matches.undo(log.match, Act("Ana"), reason="once"))
    narrow(monkeypatch, ROWS=head)
    fault = verify(log.rows).fault
    assert fault is not None
    assert (fault.row, fault.why) == (head + 1, "beyond_limit")
    narrow(monkeypatch, ROWS=head + 1)
    assert verify(log.rows).fault is None


def test_a_seat_that_goes_back_later_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    with club("later") as matches:
        log = go_on(matches, begin(matches, GAME, 2), stream("later", 1), 4)
        head = log.head
        by_arbiter = held(matches, matches.undo(log.match, Act("Ana"), reason="once"))
        log = go_on(matches, by_arbiter, stream("later", 2), 1)
        seat = log.bodies[-1].seat
        assert seat is not None
        by_seat = held(matches, matches.undo(log.match, Act(log.seats[seat])))
    narrow(monkeypatch, BACK=head)
    assert verify(by_arbiter.rows).fault is None, "the arbiter may"
    fault = verify(by_seat.rows).fault
    assert fault is not None
    assert (fault.row, fault.part) == (by_seat.head, "rows")


def test_a_request_from_below_is_answered_above(monkeypatch: pytest.MonkeyPatch) -> None:
    with club("answers") as matches:
        log = go_on(matches, begin(matches, GAME, 2), stream("answers", 1), 30)
        drawn = next(body for body in reversed(log.bodies) if body.chance or body.sealed_move is not None)
        log = held(matches, matches.undo(log.match, Act("Ana"), drawn.parent))
        assert log.bodies[-1].kind == "ask"
        narrow(monkeypatch, BACK=log.head)
        log = held(matches, matches.answer(log.match, Act("Bo"), log.head, agree=True))
        assert [body.kind for body in log.bodies[-2:]] == ["agree", "undo"]
        travels(log)
