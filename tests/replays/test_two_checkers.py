"""`docs/verify.py` beside `herald verify`: what only one of them refuses is a matter of rules, and listed here."""

import re
from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace

from core.games import game_named
from core.kernel.log import limits
from core.kernel.rules.chance import stream
from replays import archive
from replays.files.export import export
from store.acts import Act
from tests.faults.mutants import FORGED, Copy, may_be_believed, mutants, sealed
from tests.faults.reading import judged
from tests.replays.forging import Json, raw
from tests.replays.tables import begin, club, go_on, held
from tests.replays.test_stand_alone import ALONE, NONCES, alone, put
from tests.support.at_desk import enter, forked, replaced, started
from tests.support.places import CORPUS, ROOT

GAMES = ("medieval", "emara", "heirs", "crossing", "nobility")

RULES = {
    # a move, and what follows from it
    "closed_or_open",
    "decided_otherwise",
    "draw_impossible",
    "draw_missing",
    "draw_twice",
    "impossible_amount",
    "move_not_legal",
    "nobody_opens",  # what followed hangs on a box that no row opens
    "other_value_in_box",  # a draw that only some seats saw, without a list that names it
    "not_asked",
    "rules_fail",
    "text_means_other_move",
    "unknown_name",
    "unreadable_row",  # a fact, a step or a move that the game does not have
    # what is agreed on in row 1
    "edition_not_here",
    "other_edition",
    "start_edition",
    "start_option",
    "start_players",
    "start_reading",
    "start_ruling",
    # who may go back
    "undo_not_free",
}
"""What `herald verify` says of forgeries that hang together: only who knows rules can say it."""


def recorded() -> Iterator[tuple[str, bytes]]:
    """Every match that ships or is kept, in the formats of their time."""
    for name in archive.index():
        yield name, (archive.FOLDER / f"{name}.jsonl").read_bytes()
    for file in sorted(CORPUS.glob("*.jsonl")):
        yield file.stem, file.read_bytes()


RECORDED = dict(recorded())


@pytest.fixture(scope="module")
def played() -> dict[str, bytes]:
    """Matches as they are written today, in every view: undos, answers, keys, nonces, a fork."""
    files: dict[str, bytes] = {}
    for game in GAMES:
        with club(game) as matches:
            log = begin(matches, game_named(game), 2)
            some = go_on(matches, log, stream(game, "some"), 25, quarrels=8)
            for view in ("public", f"seat {some.seats[0]}"):
                files[f"{game} {view}"] = b"".join(export(some, view))
            branch = go_on(matches, held(matches, forked(matches, some, some.head // 2)[0]), stream(game, "fork"), 9)
            again = go_on(matches, held(matches, forked(matches, branch, branch.head - 4)[0]), stream(game, "again"), 9)
            files[f"{game} fork"] = b"".join(export(branch, "public"))
            files[f"{game} fork of a fork"] = b"".join(export(again, "public"))
            whole = go_on(matches, some, stream(game, "whole"), quarrels=30)
            files[f"{game} public at the end"] = b"".join(export(whole, "public"))
            files[f"{game} full"] = b"".join(export(whole))
    with club("nonces") as matches:
        outcome, keys = started(matches, game_named("medieval"), ("Ana", "Bo", "Cy"), nonces=True)
        match = outcome.log.match
        for name, nonce in (("Cy", NONCES[2]), ("Bo", None), ("Ana", NONCES[0]), ("Cy", NONCES[2])):
            enter(matches, match, Act(name, key=keys[name]), nonce)
        replaced(matches, match, Act("Ana", key=keys["arbiter"]), "new", "Ana", "lost")
        files["nonces and keys"] = b"".join(export(matches.log(match), "public"))
    return files


def test_what_holds_for_herald_holds_for_the_program(played: dict[str, bytes]) -> None:
    for name, data in {**RECORDED, **played}.items():
        assert (name, judged(data), alone(data)) == (name, None, "")


def differences(data: bytes, *seed: str | int) -> Iterator[tuple[str, str, str]]:
    """Of each forgery on which the two part: its name, and what either says against it."""
    for name, bad in mutants(data, stream("two checkers", *seed)):
        said = alone(bad)
        if not name.startswith(FORGED):
            assert said, f"damage was believed: {name}"
            continue
        fault = judged(bad)
        if fault is None and may_be_believed(name):
            continue  # nobody can know better: the program may still find that it has another shape
        if (fault is None) is not (said == ""):
            yield name, "" if fault is None else fault.why, said


@pytest.mark.parametrize("name", RECORDED)
def test_only_rules_tell_what_the_program_cannot(name: str) -> None:
    """One copy of each kind; `make fuzz ONLY=checkers` makes others each time."""
    for forgery, herald, program in differences(RECORDED[name], name):
        assert herald in RULES, (forgery, herald, program)


def test_so_it_is_of_what_is_written_today(played: dict[str, bytes]) -> None:
    for name, data in played.items():
        for forgery, herald, program in differences(data, name):
            assert herald in RULES, (name, forgery, herald, program)


# --- one by one -----------------------------------------------------------------------------------------------------

Change = Callable[[Json], object]

LIES: dict[str, tuple[str, Change]] = {
    # what is said: in the first row of which kind, and how
    "undo to 0": ("undo", lambda b: (b.update(parent=0), b["about"].update(to=0))),
    "undo to -1": ("undo", lambda b: (b.update(parent=-1), b["about"].update(to=-1))),
    "undo to true": ("undo", lambda b: (b.update(parent=True), b["about"].update(to=True))),
    "undo to here": ("undo", lambda b: (b.update(parent=b["seq"]), b["about"].update(to=b["seq"]))),
    "undo to what follows": ("undo", lambda b: (b.update(parent=b["seq"] + 1), b["about"].update(to=b["seq"] + 1))),
    "undo to a part of a row": ("undo", lambda b: (b.update(parent=2.0), b["about"].update(to=2.0))),
    "undo to a word": ("undo", lambda b: b["about"].update(to=str(b["about"]["to"]))),
    "undo from elsewhere": ("undo", lambda b: b["about"].update(tip=b["seq"])),
    "redo of what was not left": ("redo", lambda b: (b.update(parent=2), b["about"].update(to=2))),
    "undo that says more": ("undo", lambda b: b["about"].update(note="psst")),
    "a float in a fact": ("move", lambda b: b["facts"][0].update(seat=0.5)),
    "a whole float": ("move", lambda b: b.update(at=float(b["at"]))),
    "version 0": ("move", lambda b: b.update(v=0)),
    "version 3": ("move", lambda b: b.update(v=3)),
    "version true": ("start", lambda b: b.update(v=True)),
    "an unknown kind": ("move", lambda b: b.update(kind="cheat")),
    "a kind with a capital": ("move", lambda b: b.update(kind="Move")),
    "no kind": ("move", lambda b: b.pop("kind")),
    "an unknown field": ("move", lambda b: b.update(note="psst")),
    "a field that another kind has": ("ask", lambda b: b.update(keep=1)),
    "fields in another order": ("move", lambda b: b.update(at=b.pop("at"))),
    "null instead of nothing": ("move", lambda b: b.update(about=None)),
    "an empty text": ("move", lambda b: put(b, actor="")),
    "a seat that is true": ("move", lambda b: b.update(seat=True)),
    "a negative seat": ("move", lambda b: b.update(seat=-1)),
    "a seat too far": ("move", lambda b: b.update(seat=2)),
    "a seat that is a word": ("move", lambda b: b.update(seat="0")),
    "no seat": ("move", lambda b: b.pop("seat")),
    "a time before 1970": ("move", lambda b: b.update(at=-1)),
    "a time after 9999": ("move", lambda b: b.update(at=253_402_300_800)),
    "a time that is true": ("move", lambda b: b.update(at=True)),
    "a parent that is not there": ("move", lambda b: b.update(parent=b["seq"])),
    "a negative parent": ("move", lambda b: b.update(parent=-1)),
    "keep of more than there is": ("move", lambda b: b.update(keep=10**6)),
    "a negative keep": ("move", lambda b: b.update(keep=-1)),
    "too large a number": ("move", lambda b: b["facts"][0].update(seat=2**53 + 1)),
    "a fact without a type": ("move", lambda b: b["facts"][0].pop("type")),
    "a step that is none": ("start", lambda b: b["then"].append("step")),
    "outcomes that are numbers": ("start", lambda b: b["chance"][0].append(1)),
    "a move in the open and closed": (
        "move",
        lambda b: b.update(sealed_move={"box": [b["seq"], 0], "by": [b["seat"]]}),
    ),
    "a move without words": ("move", lambda b: b.pop("text")),
    "a reveal too early": ("move", lambda b: b.update(kind="reveal")),
    "a reveal with a seat": ("reveal", lambda b: put(b, seat=0)),
    "a reveal of nothing": ("reveal", lambda b: b.pop("about")),
    "a closed reveal": ("reveal", lambda b: b["about"].update(seed={"box": [1, 0], "by": []})),
    "a joining": ("ask", lambda b: b.update(kind="join", about={"type": "joined"})),
    "a key in a match without": (
        "ask",
        lambda b: b.update(kind="key", about={"type": "key", "name": "Ana", "digest": "0" * 64}),
    ),
    "a seat of another name": ("start", lambda b: b["about"].update(bots={"Zoe": "random"})),
    "seats alike": ("start", lambda b: b["about"].update(seats=["Ana", "ANA"])),
    "seats alike in another script": ("start", lambda b: b["about"].update(seats=["Ana", "\uff21na"])),
    "a seat that is the arbiter": ("start", lambda b: b["about"].update(seats=["Ana", "ARBITER"])),
    "seats alike but for what shows nothing": ("start", lambda b: b["about"].update(seats=["Ana", "Ana\ufe0f"])),
    "a seat that is but blank": ("start", lambda b: b["about"].update(seats=["Ana", "\u3164"])),
    "a seat that is not to be seen": ("start", lambda b: b["about"].update(seats=["Ana", "\u0301"])),
    "a seat with a colon": ("start", lambda b: b["about"].update(seats=["Ana", "B\uff1ao"])),
    "a seat with a blank at its end": ("start", lambda b: b["about"].update(seats=["Ana", "Bo "])),
    "a seat of many letters": ("start", lambda b: b["about"].update(seats=["Ana", "B" * 41])),
    "a long text": ("move", lambda b: b.update(text=b["text"] + " " * 1_000)),
    "a long actor": ("move", lambda b: b.update(actor="a" * 101)),
    "a long client id": ("move", lambda b: put(b, client="c" * 201)),
    "no seats": ("start", lambda b: b["about"].update(seats=[])),
    "another game": ("start", lambda b: b["about"].update(game="chess")),
    "a seed for somebody": ("start", lambda b: b["about"]["seed"].update(by=[0])),
    "a name of a match that is a path": ("start", lambda b: b.update(match="../match")),
}


@pytest.mark.parametrize("file", ["medieval full", "heirs public at the end", "emara fork"])
def test_no_log_ends_before_what_its_last_row_brings(played: dict[str, bytes], file: str) -> None:
    """The seed of a match that is over; what a fork takes over."""
    copy = Copy(played[file])
    least = 1 if "fork" in file else len(copy.rows) - 1
    bad = sealed(copy.header, copy.rows[:least])
    assert judged(bad) is not None
    assert f"row {least + 1}: is missing" in alone(bad)


@pytest.mark.parametrize("what", LIES)
def test_both_refuse(played: dict[str, bytes], what: str) -> None:
    kind, change = LIES[what]
    copy = Copy(played["medieval full"])
    body = next(body for body in copy.bodies() if body["kind"] == kind and "sealed_move" not in body)
    number = body["seq"]
    change(body)
    bad = copy.put(number, bytes(raw(body)))
    assert judged(bad) is not None
    assert alone(bad)


def test_neither_refuses_what_is_only_put_together_again(played: dict[str, bytes]) -> None:
    """Else the test above would hold for nothing."""
    copy = Copy(played["medieval full"])
    again = sealed(copy.header, copy.rows)
    assert judged(again) is None
    assert alone(again) == ""


# --- how much -------------------------------------------------------------------------------------------------------


def test_they_have_the_same_limits() -> None:
    assert {limit.part: limit.most for limit in (limits.TEXT, limits.REASON, limits.ACTOR, limits.CLIENT)} | {
        "seat": limits.NAME,
        "seed": limits.SEED.most,
    } == ALONE.LONGEST
    assert (limits.ROWS.most - 1, limits.BACK.most - 1, limits.SIZE.most - 1) == (ALONE.BEGINS, ALONE.BACK, ALONE.SIZE)
    assert (limits.ACT_ROWS.most, limits.LINE.most) == (ALONE.ACT_ROWS, ALONE.LINE)
    assert 0 <= ALONE.ACT_SIZE - limits.ACT_SIZE.most < 2**17, "the page says it in MiB"


def test_they_judge_alike_how_full_a_match_is(played: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    """With limits so near that every kind of row meets them."""
    data, named = played["emara full"], set[int]()
    rows, size = len(Copy(data).rows), len(data)
    for part in range(1, 20):
        most, act = rows * part // 20, rows * (20 - part) // 20
        near = (most, most - 7, size * part // 20, act, size * (20 - part) // 20)
        for name, limit in zip(("ROWS", "BACK", "SIZE", "ACT_ROWS", "ACT_SIZE"), near, strict=True):
            monkeypatch.setattr(limits, name, replace(getattr(limits, name), most=limit))
        for name, limit in zip(("BEGINS", "BACK", "SIZE"), near, strict=False):
            monkeypatch.setattr(ALONE, name, limit - 1)
        monkeypatch.setattr(ALONE, "ACT_ROWS", act)
        monkeypatch.setattr(ALONE, "ACT_SIZE", near[4])
        fault, said = judged(data), alone(data)
        assert fault is not None
        assert said.startswith(f"row {fault.row}: "), (near, fault, said)
        named.add(fault.row)
    assert len(named) > 9


# --- labels ---------------------------------------------------------------------------------------------------------


def test_every_label_of_every_game_is_known() -> None:
    """As the games ask for draws, as the page lists them, and as the program has them."""
    asked: dict[str, set[str]] = {}
    for game in GAMES:
        for file in sorted((ROOT / "core/games" / game).rglob("*.py")):
            for label in re.findall(r'\bDraw\(f?"([^"]+)"', file.read_text(encoding="utf-8")):
                asked.setdefault(game, set()).add(re.sub(r"\{\w+\.", "{", label))
    assert {game: set(labels) for game, labels in ALONE.LABELS.items()} == asked
    page = (ROOT / "docs/log.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\w+) \| `([^`]+)` \| `(\w+)` \| (\S+) \|$", page, re.MULTILINE)
    listed = {(game, label, f"{fact} {rule}") for game, label, fact, rule in rows}
    known = {(game, label, facts) for game, labels in ALONE.LABELS.items() for label, facts in labels.items()}
    assert listed == {(game, label, fact) for game, label, facts in known for fact in facts.split(", ")}
