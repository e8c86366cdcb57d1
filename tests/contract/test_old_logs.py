"""Logs that were recorded once are read by every build, and say the same as on their day.

A failure here is a failure to read old matches: mend the reading (`Game.lifts`), never the files. (Before the first
release a format may still change: then remove the files and record them again, see `tests/corpus/record.py`.)
"""

from collections import Counter
from typing import Any

import msgspec
import pytest
from msgspec.structs import asdict

from core.games import NAMES, game_named, read_log
from core.kernel.errors import Damaged
from core.kernel.log.codec import Codec
from core.kernel.log.row import Back
from replays.files.export import read_file
from replays.verify import verify_file
from tests.corpus.record import FILES, FOLDER, expected, path_of, told
from tests.faults.mutants import Copy
from tests.faults.reading import judged


def test_no_file_of_the_corpus_is_forgotten() -> None:
    assert {path.stem for path in FOLDER.glob("*.jsonl")} == set(FILES) == set(expected())
    assert {name.split("-")[0] for name in FILES} == set(NAMES), "each game has recorded matches"


@pytest.mark.parametrize("name", FILES)
def test_an_old_log_says_what_it_said(name: str) -> None:
    assert told(name) == expected()[name]


@pytest.mark.parametrize("name", FILES)
def test_an_old_log_still_verifies(name: str) -> None:
    report = verify_file(read_file(path_of(name)))
    assert report.fault is None
    assert report.decided > 30
    assert report.undone > 0, "undone lines are part of the corpus"


TIED, MUTE = "medieval-2-tied-readings", "medieval-3-mute-marks"
OF_OLD = {
    TIED: {
        "owned_scope": "realm_and_deployment",
        "tie_scope": "realm_and_deployment",
        "island_scope": "realm_and_deployment",
        "colour_scope": "realm_and_deployment",
        "honour_scope": "realm_only",
        "take_card": "galleries",
        "take_marked": "yes",
        "take_auctioned": "no",
    },
    MUTE: {"owned_scope": "realm_only", "tie_scope": "realm_only", "take_marked": "no", "take_auctioned": "no"},
}
"""What the readings of a log mean that was written before some were untied from others."""


@pytest.mark.parametrize("name", OF_OLD)
def test_readings_that_were_untied_later_mean_what_they_meant(name: str) -> None:
    log = read_log(read_file(path_of(name)).rows)
    assert {"tie_scope", "take_marked"} & {*log.start.rulings} == set(), "the row is of its day"
    readings = asdict(log.state().table.rulings)
    assert {option: readings[option] for option in OF_OLD[name]} == OF_OLD[name]


@pytest.mark.parametrize(
    ("name", "option", "reading", "why"),
    [
        (TIED, "colour_scope", "realm_and_deployment", None),
        (TIED, "colour_scope", "realm_only", "decided_otherwise"),
        (TIED, "take_marked", "yes", None),
        (TIED, "take_marked", "no", "decided_otherwise"),
        (MUTE, "take_marked", "no", None),
        (MUTE, "take_marked", "yes", "decided_otherwise"),
        (MUTE, "take_unmarked", "yes", "start_ruling"),
        (MUTE, "take_marked", "perhaps", "start_reading"),
    ],
)
def test_a_reading_that_was_untied_later_may_be_said_as_it_was_meant(
    name: str, option: str, reading: str, why: str | None
) -> None:
    copy = Copy(path_of(name).read_bytes())
    body = copy.bodies()[0]
    body["about"]["rulings"][option] = reading
    fault = judged(copy.put(1, msgspec.json.encode(body)))
    assert (fault.why if fault else None) == why


CHANGES = [
    ("nobility-4-lost-tiles", "lost_tiles", "at_once", "after_filling"),
    ("nobility-3-passed-turns", "turn_since", "begun", "done"),
    ("crossing-1-quicker", "automa_first", "if_lazy", "always"),
    ("crossing-1-quicker", "laid_under", "day", "setup"),
    ("crossing-2-late-house", "left_behind", "overlooked", "heeded"),
    ("nobility-2-late-commission", "left_behind", "overlooked", "heeded"),
]


def test_every_change_of_rules_has_a_match_from_before() -> None:
    changes = {(name, change.option) for name in NAMES for change in game_named(name).changes}
    assert {(name.split("-")[0], option) for name, option, _, _ in CHANGES} == changes


@pytest.mark.parametrize(("name", "option", "past", "today"), CHANGES)
def test_a_match_from_before_a_change_holds_under_the_old_reading_alone(
    name: str, option: str, past: str, today: str
) -> None:
    copy = Copy(path_of(name).read_bytes())
    body = copy.bodies()[0]
    assert option not in body["about"]["rulings"], "the row is of its day"
    for reading, why in ((past, None), (today, "decided_otherwise")):
        body["about"]["rulings"][option] = reading
        fault = judged(copy.put(1, msgspec.json.encode(body)))
        assert (fault.why if fault else None) == why, reading


def test_a_reading_that_was_never_another_s_must_stand_in_row_1() -> None:
    copy = Copy(path_of(MUTE).read_bytes())
    for missing, option in (("owned_scope", "owned_scope"), ("take_card", "take_card")):
        body = copy.bodies()[0]
        del body["about"]["rulings"][missing]
        fault = judged(copy.put(1, msgspec.json.encode(body)))
        assert fault is not None
        assert (fault.why, fault.field) == ("start_reading", f"rulings.{option}")


def test_the_corpus_holds_every_kind_of_row() -> None:
    kinds: Counter[str] = Counter()
    for name in FILES:
        log = read_log(read_file(path_of(name)).rows)
        kinds.update(body.kind for body in log.bodies)
        kinds.update(f"{body.kind} {body.about.by}" for body in log.bodies if isinstance(body.about, Back))
        kinds.update("hole" for body in log.bodies if body.sealed_move and not body.sealed_move.known)
        kinds.update("own answer" for body in log.bodies if body.sealed_text and body.sealed_text.known)
        kinds.update("remark" for body in log.bodies if "#" in body.text)
    wanted = ["start", "move", "undo free", "undo consent", "redo free", "ask", "agree", "decline", "reveal"]
    wanted += ["join", "nonce", "begin", "key"]
    assert [kind for kind in (*wanted, "hole", "own answer", "remark") if not kinds[kind]] == []


@pytest.mark.parametrize("name", FILES)
def test_a_type_that_this_build_does_not_know_is_named(name: str) -> None:
    rows = list(read_file(path_of(name)).rows)
    log = read_log(rows)
    number = next(body.seq for body in log.bodies if body.kind == "move" and body.facts)
    tag = type(log.bodies[number - 1].facts[0]).__name__
    body = bytes(rows[number - 1].body).replace(f'"type":"{tag}"'.encode(), b'"type":"Bewitched"')
    rows[number - 1] = msgspec.structs.replace(rows[number - 1], body=msgspec.Raw(body))
    with pytest.raises(Damaged, match="'Bewitched'") as found:
        read_log(rows)
    assert found.value.row == number


@pytest.mark.parametrize("name", FILES)
def test_a_type_that_was_renamed_since_is_lifted(name: str) -> None:
    """As if this build had another name for the commonest fact, and the corpus were written before that."""
    rows = read_file(path_of(name)).rows
    log = read_log(rows)
    common = Counter(type(fact).__name__ for body in log.bodies for fact in body.facts).most_common(1)[0][0]

    def named_anew(old: dict[str, Any]) -> dict[str, Any]:
        return {**old, "type": common}

    lifted = msgspec.structs.replace(log.game, lifts={"Won": named_anew})
    codec = Codec(lifted)
    renamed = 0
    for row, body in zip(rows, log.bodies, strict=True):
        older = bytes(row.body).replace(f'"type":"{common}"'.encode(), b'"type":"Won"')
        renamed += older != bytes(row.body)
        assert codec.decode(msgspec.structs.replace(row, body=msgspec.Raw(older)), dict(log.vault)) == body
    assert renamed > 5
