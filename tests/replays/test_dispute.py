"""Two readings of a rule on one position: real disputes of matches that were played, and files of them."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from core.games import game_of
from core.kernel.errors import Damaged, HeraldError, Usage
from core.kernel.language.error_text import sentence
from core.kernel.language.spelling import format_move
from core.kernel.log.log import Seen
from core.kernel.rules.chance import stream
from core.kernel.rules.secret import digest
from replays import archive
from replays.dispute.bundle import Asked, Question, bundle, read_bundle, run_again, stream_of
from replays.dispute.case import MatchCase
from replays.dispute.question import Answer, answers, wanted
from replays.dispute.told import Teller
from replays.files.export import FULL, PUBLIC
from replays.verify import checked

DISPUTES = (
    ("medieval-duel", 29, "Aliénor", "activate 6", "MED-R34", {"deployment_and_realm": "legal"}),
    ("medieval-duel", 26, "Aliénor", "pass", "MED-R1", {"upcoming_only": "follows"}),
    ("emara-duel", 74, "Olivier", "card step country", "EMA-R38", {"no": "legal"}),
    ("heirs-duel", 11, "Eudes", "build TRA8 1,-1", "HEI-R15", {"orthogonal_only": "legal"}),
    ("crossing-duel", 33, "Lucien", "work A5 5 s5", "KIN-R3", {"certain_only": "legal"}),
    ("nobility-duel", 8, "Tancrède", "guild 4 carpenter", "RTN-R3", {"leftmost_n": "legal"}),
)
"""A match, a row, whose move, the move, what is unclear, and how the other readings part from the one in force."""


def recorded(name: str) -> Seen:
    rows = archive.read(name).rows
    return Seen(game_of(rows[0]), rows, None)


def asked(log: Seen, row: int, seat: str, move: str, ruling: str = "") -> tuple[MatchCase, tuple[Answer, ...]]:
    case = MatchCase(log, row, log.seat(seat), move, stream_of(log.match, row))
    return case, answers(case, wanted(case.game, [ruling] if ruling else []))


@pytest.mark.parametrize(("name", "row", "seat", "move", "ruling", "apart"), DISPUTES)
def test_a_real_dispute(name: str, row: int, seat: str, move: str, ruling: str, apart: dict[str, str]) -> None:
    case, (answer,) = asked(recorded(name), row, seat, move, ruling)
    first, *others = answer.groups
    assert first.branch.trials[-1].how == "legal", "it was played so"
    assert first.branch.trials[-1].facts == case.log.bodies[row].facts, "with the draws of the match"
    assert not any(roll.anew for trial in first.branch.trials for roll in trial.rolls)
    assert {reading: group.split and group.split.what for group in others for reading in group.readings} == apart
    told = Teller(case, "fr").disputed(answer)
    assert told.differs
    assert told.outcomes[0].rest is not None
    assert told.outcomes[0].rest.over, "and so it went on to its end"


@pytest.mark.parametrize(("name", "row", "seat", "move", "ruling"), [found[:5] for found in DISPUTES])
def test_a_search_finds_it(name: str, row: int, seat: str, move: str, ruling: str) -> None:
    _, found = asked(recorded(name), row, seat, move)
    assert ruling in {answer.ruling.id for answer in found if answer.differs}
    assert any(not answer.is_asked for answer in found)


@pytest.mark.parametrize(
    ("name", "row", "seat", "move"), [found[:4] for found in DISPUTES if found[0] != "nobility-duel"]
)
def test_a_search_tells_what_is_asked_and_makes_no_difference(name: str, row: int, seat: str, move: str) -> None:
    """At that position of Rise to Nobility, all that is asked changes at least what the view says can still come."""
    _, found = asked(recorded(name), row, seat, move)
    assert any(answer.is_asked and not answer.differs for answer in found)


def test_what_was_not_drawn_is_drawn_from_one_stream_for_all_readings() -> None:
    log = recorded("medieval-duel").at(26)
    case, (answer,) = asked(log, 26, "Aliénor", "pass", "MED-R1")
    rolls = [[roll for trial in group.branch.trials for roll in trial.rolls] for group in answer.groups]
    assert all(roll.anew for each in rolls for roll in each)
    assert rolls[0]
    again, (same,) = asked(log, 26, "Aliénor", "pass", "MED-R1")
    assert [group.branch.trials for group in same.groups] == [group.branch.trials for group in answer.groups]
    other = MatchCase(log, 26, case.moves[0][0], "pass", "another stream")
    assert list(other.branch({}).trials[0].rolls) != rolls[0]
    assert again.stream == f"dispute {log.match} 26"


def test_what_is_closed_is_told_as_that_and_whose_it_is() -> None:
    """Before the walls fall, nobody can tell what the last placement leads to but who holds the others."""
    log = recorded("medieval-duel")
    placing = next(body for body in log.bodies if body.sealed_move is not None)
    row = placing.seq  # one has placed, the other has not
    other = next(seat for seat in range(2) if seat != placing.seat)
    seen = log.at(row).seen_by(other)
    then = next(body for body in log.bodies[row:] if body.seat == other and body.sealed_move is not None)
    assert then.sealed_move is not None
    text = format_move(then.sealed_move.value)
    case, (answer,) = asked(seen, row, seen.seats[other], text, "MED-R10")
    trial = answer.groups[0].branch.trials[-1]
    assert trial.how == "closed"
    assert case.whose(trial.box) == (placing.seat,)
    told = Teller(case, "en").disputed(answer)
    assert log.seats[placing.seat or 0] in told.sentence
    assert told.outcomes[0].by == (log.seats[placing.seat or 0],)


def test_what_is_settled_at_the_table_is_not_asked_again() -> None:
    case, found = asked(recorded("nobility-duel"), 20, "Mélisande", "")
    at_setup = [answer for answer in found if answer.ruling.at_setup]
    assert at_setup
    assert not any(answer.differs or answer.is_asked for answer in at_setup)
    assert "laid out" in Teller(case, "en").disputed(at_setup[0]).sentence


# --- files -----------------------------------------------------------------------------------------------------------


def written(tmp_path: Path, log: Seen, view: str, question: Question, found: tuple[Answer, ...]) -> Path:
    path = tmp_path / "table.dispute.jsonl"
    path.write_bytes(b"".join(bundle(log, view, question, found)))
    return path


def question_of(log: Seen, row: int, seat: str, move: str, found: tuple[Answer, ...]) -> Question:
    rulings = [Asked(one.ruling.id, tuple(it for group in one.groups for it in group.readings)) for one in found]
    return Question(log.match, row, seat, move, tuple(rulings), "who is right?")


def run_file(path: Path) -> tuple[str, ...]:
    read = read_bundle(str(path))
    log, _ = checked(read.exported)
    return run_again(log, read.head).otherwise


@pytest.mark.parametrize(("name", "row", "seat", "move", "ruling"), [found[:5] for found in DISPUTES])
def test_a_file_comes_out_as_it_says(tmp_path: Path, name: str, row: int, seat: str, move: str, ruling: str) -> None:
    log = recorded(name)
    _, found = asked(log, row, seat, move, ruling)
    path = written(tmp_path, log, FULL, question_of(log, row, seat, move, found), found)
    assert run_file(path) == ()


def test_a_file_of_a_search_and_of_a_match_that_runs(tmp_path: Path) -> None:
    log = recorded("medieval-duel").at(29).seen_by(None)
    _, found = asked(log, 29, "Aliénor", "activate 6")
    used = tuple(one for one in found if one.is_asked)
    path = written(tmp_path, log, PUBLIC, question_of(log, 29, "Aliénor", "activate 6", used), used)
    assert run_file(path) == ()
    assert path.read_text().count("\n") == 31, "the question, the header, and 29 rows"
    seed = recorded("medieval-duel").vault[1, 0].value
    assert msgspec.json.decode(seed, type=str) not in path.read_text()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    log = recorded("medieval-duel").at(29).seen_by(None)
    _, found = asked(log, 29, "Aliénor", "activate 6", "MED-R34")
    return written(tmp_path, log, PUBLIC, question_of(log, 29, "Aliénor", "activate 6", found), found)


def signed(first: dict[str, object], rest: bytes) -> bytes:
    """The file with another first line, and a sum that fits it: who forges can count."""
    export = msgspec.json.decode(rest.split(b"\n", 1)[0], type=dict[str, object])
    line = msgspec.json.encode({**first, "sum": ""})
    total = digest("dispute", line, str(export["sum"]))
    return msgspec.json.encode({**first, "sum": total}) + b"\n" + rest


def forged(path: Path, **question: object) -> None:
    """Another question."""
    line, rest = path.read_bytes().split(b"\n", 1)
    first = msgspec.json.decode(line, type=dict[str, object])
    path.write_bytes(signed({**first, "question": {**dict(first["question"]), **question}}, rest))  # type: ignore[call-overload]


def test_another_answer_with_a_sum_that_fits_is_told(file: Path) -> None:
    line, rest = file.read_bytes().split(b"\n", 1)
    first = msgspec.json.decode(line.replace(b'"how":"refused"', b'"how":"legal"'), type=dict[str, object])
    file.write_bytes(signed(first, rest))
    assert run_file(file) == ("MED-R34",)


NO_QUESTIONS: list[dict[str, object]] = [
    {"row": 0},
    {"row": 30},
    {"row": 10**30},
    {"row": "29"},
    {"seat": "Nobody"},
    {"match": "another-match-1"},
    {"rulings": []},
    {"rulings": [{"id": "MED-R99", "readings": ["x"]}]},
    {"rulings": [{"id": "MED-R34", "readings": ["x"]}]},
    {"rulings": [{"id": "MED-R34", "readings": []}] * 2},
    {"rulings": [{"id": "MED-R34", "readings": ["deployment_only"], "more": 1}]},
    {"rulings": [{"id": "MED-R34", "readings": ["deployment_and_realm"] * 10_000}]},
    {"move": "pass; " * 400},
    {"reason": "x" * 1001},
    {"move": 7},
    {"move": "activate 6; Zed: pass"},
    {"reason": None},
]


@pytest.mark.parametrize("question", NO_QUESTIONS)
def test_a_question_that_cannot_be_is_damage(file: Path, question: dict[str, object]) -> None:
    forged(file, **question)
    with pytest.raises(Damaged):
        run_file(file)


@pytest.mark.parametrize("question", [{"seat": "Zoé"}, {"move": "activate 6; Zoé: pass"}])
def test_of_somebody_who_does_not_sit_there_the_name_is_told(file: Path, question: dict[str, object]) -> None:
    forged(file, **question)
    with pytest.raises(Damaged) as caught:
        run_file(file)
    for lang, told in (("en", "(seat): Zoé, expected Aliénor, Richard."), ("fr", "(la place)\u202f: Zoé, attendu")):
        assert told in sentence(caught.value, lang)


def test_nobody_chooses_the_stream(file: Path) -> None:
    line, rest = file.read_bytes().split(b"\n", 1)
    first = msgspec.json.decode(line, type=dict[str, object])
    file.write_bytes(signed({**first, "stream": "dispute that suits 7"}, rest))
    with pytest.raises(Damaged):
        run_file(file)


@pytest.mark.parametrize(
    "move", ["", "nonsense", "a; " * 400, "activate 6 " + "6" * 2000, "place \x00\ud7ff 😀", "#", ";;"]
)
def test_whatever_is_typed_is_answered(file: Path, move: str) -> None:
    """Other moves than the one that was asked about: something else comes out, and nothing breaks."""
    forged(file, move=move)
    try:
        assert run_file(file) == ("MED-R34",)
    except HeraldError as problem:
        assert isinstance(problem, Damaged | Usage)  # noqa: PT017 - either is an answer


def test_no_byte_changes_unseen(file: Path) -> None:
    data = file.read_bytes()
    dice = stream("flips")
    line = data.index(b"\n")
    for at in (*range(0, line, 5), *(dice.below(len(data)) for _ in range(60))):
        file.write_bytes(data[:at] + bytes([data[at] ^ (1 << dice.below(7))]) + data[at + 1 :])
        with pytest.raises((Damaged, Usage)):
            run_file(file)


def cut_short(data: bytes) -> Iterator[bytes]:
    line = data.index(b"\n") + 1
    yield from (b"", data[:1], data[: line - 1], data[:line], data[: line + 20], data[:-1], data[: len(data) // 2])
    yield b'{"dispute":1,' + b"[" * 100_000 + b"\n"
    yield b'{"dispute":2' + data[12:]
    yield b'{"dispute":1,"question":"' + b"x" * 2**21


def test_what_breaks_off_or_never_ends_is_told(file: Path) -> None:
    for broken in cut_short(file.read_bytes()):
        file.write_bytes(broken)
        with pytest.raises((Damaged, Usage)):
            run_file(file)
