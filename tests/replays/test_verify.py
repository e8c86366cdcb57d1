"""Whatever happens at a table, its log verifies: for the host, every seat and the public, at its end and before."""

import io

import pytest
from msgspec.structs import replace

from core.games import game_named
from core.kernel.errors import Usage
from core.kernel.log.log import Log
from core.kernel.rules import engine
from core.kernel.rules.chance import stream
from replays.files.export import export, read_stream
from replays.verify import checked, verify, verify_file
from replays.verify.report import Report
from tests.replays.forging import forged
from tests.replays.tables import begin, club, go_on


@pytest.mark.parametrize("seed", range(5))
def test_every_table(seed: int) -> None:
    with club(seed) as matches:
        log = begin(matches, game_named("medieval"), 2 + seed % 4, seed)
        log = go_on(matches, log, stream("table", seed), 110, quarrels=30)
    report = verify(log.rows)
    assert report.fault is None, report.fault
    assert report.moves == sum(body.kind == "move" for body in log.bodies)
    assert (report.decided, report.hidden, report.folded) == (report.moves, 0, 0)
    assert report.draws_recorded == 0
    assert report.undone == log.head - len(log.line())
    for seat in (None, *range(len(log.seats))):
        seen = verify(log.redacted(seat))
        assert seen.fault is None, seen.fault
        assert seen.moves == seen.decided + seen.hidden == report.moves
        assert seen.head == report.head


def test_every_moment_of_a_match() -> None:
    with club() as matches:
        log = go_on(matches, begin(matches, game_named("medieval"), 3), stream("moments", 1), quarrels=12)
    hidden = 0
    copies = {seat: log.redacted(seat) for seat in (None, 1)}
    for number in range(1, log.head + 1, 5):
        for seat, rows in copies.items():
            report = verify(rows[:number])
            assert report.fault is None, (number, seat, report.fault)
            hidden += report.hidden
    assert hidden > 20, "closed answers were met"


@pytest.fixture(scope="module")
def log() -> Log:
    with club() as matches:
        return go_on(matches, begin(matches, game_named("medieval"), 2), stream("log", 5))


def copy(log: Log, view: str) -> Report:
    return verify_file(read_stream(io.BytesIO(b"".join(export(log, view))), view))


def test_what_a_finished_match_says(log: Log) -> None:
    for report in (verify(log.rows), copy(log, "full"), copy(log, "public")):
        assert (report.over, report.seed_revealed, report.seed_chosen) == (True, True, True)
        assert report.result == log.game.result(log.state().table)
        assert (report.draws_derived, report.draws_recorded) == (sum(len(body.chance) for body in log.bodies), 0)
        assert report.head == log.digest
    assert copy(log, "full").hidden == 0


def test_what_a_running_match_says(log: Log) -> None:
    report = copy(log.at(60), "public")
    assert (report.over, report.seed_revealed, report.result) == (False, False, None)
    assert report.draws_derived == 0
    assert report.draws_recorded == sum(len(body.chance) for body in log.bodies[:60])


def test_a_closed_answer_is_followed_as_far_as_it_does_not_matter(log: Log) -> None:
    """The first to place: what follows is decided again, the placement itself is not known."""
    number = next(body.seq for body in log.bodies if body.sealed_move is not None)
    report = verify(log.redacted(None)[:number])
    assert (report.hidden, report.folded) == (1, 0)
    other = forged(log.redacted(None)[:number], number, lambda body: body["facts"][0].update(seat=body["seat"] ^ 1))
    assert verify(other).fault is not None


def test_draws_that_could_not_have_been(log: Log) -> None:
    """Without the seed a draw must still be possible: the bag has each card once."""
    number = next(body.seq for body in log.bodies if body.chance and body.kind == "move")
    rows = log.redacted(None)[:number]

    def twice(body: dict[str, list[list[str]]]) -> None:
        body["chance"][-1] = body["chance"][-1][:1] * len(body["chance"][-1])

    def dealt_before(body: dict[str, list[list[str]]]) -> None:
        gone = log.bodies[0].chance[0]
        body["chance"][-1] = list(gone[: len(body["chance"][-1])])

    def one_more(body: dict[str, list[list[str]]]) -> None:
        body["chance"].append(["CAS-01"])

    def none(body: dict[str, list[list[str]]]) -> None:
        del body["chance"]

    for change in (twice, dealt_before, one_more, none):
        fault = verify(forged(rows, number, change)).fault
        assert fault is not None
        assert (fault.row, fault.part) == (number, "chance")


def test_progress(log: Log) -> None:
    seen: list[tuple[int, int]] = []
    verify(log.rows, lambda done, of: seen.append((done, of)))
    assert seen == [(number, log.head) for number in range(1, log.head + 1)]


def test_a_match_under_other_rules_is_folded_and_says_so(log: Log) -> None:
    rows = forged(log.rows, 1, lambda body: body["about"].update(rules="0"))
    report = verify(rows)
    assert report.fault is None
    assert (report.other_rules, report.decided) == ("engine 1, rules 0", 0)
    assert (report.folded, report.result) == (report.moves, log.game.result(log.state().table))
    drift = verify(rows, drift=True)
    assert (drift.fault, drift.decided) == (None, drift.moves)
    number = next(body.seq for body in log.bodies if body.kind == "move" and len(body.facts) > 2)
    drifted = verify(forged(rows, number, lambda body: body["facts"][1].update(rule="MED-1.1")), drift=True).fault
    assert drifted is not None
    assert (drifted.row, drifted.field) == (number, "facts[1].rule")


def test_absurd_numbers_where_nothing_is_decided_again(log: Log) -> None:
    rows = forged(log.rows, 1, lambda body: body["about"].update(rules="0"))
    number = next(body.seq for body in log.bodies if any(type(fact).__name__ == "Gained" for fact in body.facts))

    def huge(body: dict[str, list[dict[str, dict[str, int]]]]) -> None:
        goods = next(fact["goods"] for fact in body["facts"] if "goods" in fact)
        goods["gold"] = 10**30

    fault = verify(forged(rows, number, huge)).fault
    assert fault is not None
    assert (fault.row, fault.why) == (number, "impossible_number")


def test_an_edition_that_is_not_here(log: Log) -> None:
    rows = forged(log.rows, 1, lambda body: body["about"]["edition"].update(digest="0" * 64))
    with pytest.raises(Usage, match="edition_not_here"):
        verify(rows)


def test_an_edition_that_is_carried_must_be_the_one_that_is_named(log: Log) -> None:
    from pathlib import Path

    import core.games.medieval as medieval  # noqa: PLR0402

    text = (Path(str(medieval.__file__)).parent / "data" / "edition.toml").read_text(encoding="utf-8")
    carried = forged(log.rows, 1, lambda body: body["about"]["edition"].update(text=text))
    assert verify(carried).fault is None
    other = forged(log.rows, 1, lambda body: body["about"]["edition"].update(text=text + "\n# another\n"))
    fault = verify(other).fault
    assert fault is not None
    assert (fault.row, fault.why) == (1, "other_edition")
    broken = forged(log.rows, 1, lambda body: body["about"]["edition"].update(text="hello"))
    fault = verify(broken).fault
    assert fault is not None
    assert (fault.row, fault.part) == (1, "edition")


def test_a_file_that_holds_is_believed(log: Log) -> None:
    exported = read_stream(io.BytesIO(b"".join(export(log))), "file")
    found, report = checked(exported)
    assert (found.digest, report.fault) == (log.digest, None)
    assert engine.waiting(found.state()) is None
    header = replace(exported.header, rows=exported.header.rows + 1)
    fault = verify_file(replace(exported, header=header)).fault
    assert fault is not None
    assert fault.why == "rows_missing"


def test_a_row_from_when_the_last_of_a_key_said_twice_counted(log: Log) -> None:
    """Nobody can type such a row any more; one that was written stays what it was."""
    number = next(row for row, body in enumerate(log.bodies, 1) if body.text and "bid=" in body.text)
    typed, _, bid = str(log.bodies[number - 1].text).partition(" bid=")
    for text, holds in ((f"{typed} bid=99 bid={bid}", True), (f"{typed} bid={bid} bid=99", False)):
        fault = verify(forged(log.rows, number, lambda body, text=text: body.update(text=text))).fault  # type: ignore[misc]
        assert (fault is None or fault.row > number) == holds, fault
