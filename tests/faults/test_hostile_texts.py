"""What others wrote into names, editions, scenarios and keys: it is bounded, and no terminal heeds it."""

import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from core.games import game_named
from core.kernel.setup import resources
from tests.faults.mutants import Copy, sealed
from tests.faults.reading import MEMORY, READING, Reader, judged
from tests.faults.test_hostile_files import GOOD, SECONDS
from tests.replays.forging import Json, raw

COPY = Copy(GOOD)
EVIL = "\x1b]0;owned\x07\x1b[8m\x9b2J\u202egnp\u2066"
RAW = re.compile(rb"\x1b|[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]")


@pytest.fixture
def reader(tmp_path: Path) -> Reader:
    return Reader(tmp_path)


def with_start(change: Callable[[Json], object]) -> bytes:
    """The match with another row 1."""
    body = COPY.bodies()[0]
    change(body["about"])
    return COPY.put(1, msgspec.json.encode(body))


NAMES: dict[str, tuple[Callable[[Json], object], str]] = {
    "a seat": (lambda about: about["seats"].__setitem__(0, EVIL), "start_name"),
    "a long seat": (lambda about: about["seats"].__setitem__(0, "A" * 100_000), "start_name"),
    "an empty seat": (lambda about: about["seats"].__setitem__(0, ""), "start_name"),
    "an edition": (lambda about: about["edition"].update(name=EVIL), "decided_otherwise"),
    "a bot": (lambda about: about.update(bots={EVIL: "random"}), "start_seat"),
    "a game": (lambda about: about.update(game=EVIL), "unknown_game"),
    "an option": (lambda about: about.update(options={EVIL: EVIL}), "start_option"),
    "a ruling": (lambda about: about["rulings"].update({EVIL: EVIL}), "start_ruling"),
}


@pytest.mark.parametrize("what", NAMES)
def test_names_that_would_be_commands(reader: Reader, what: str) -> None:
    change, why = NAMES[what]
    data = with_start(change)
    fault = judged(data)
    assert fault is not None
    assert fault.why in {why, "row_says_more"}, fault
    file = reader.file(data)
    for command in READING:
        for form in ((), ("--json",)):
            said = reader.reads(command, file, *form)
            assert said.code in {2, 6}
            assert not RAW.search((said.out + said.err).encode()), command


@pytest.mark.parametrize("match", ["../../etc/passwd", EVIL, "", "@", "-", "a" * 200, "with space"])
def test_ids_that_are_no_ids(match: str) -> None:
    body = COPY.bodies()[0]
    start = replace(COPY.rows[0], body=raw({**body, "match": match}))
    fault = judged(sealed(replace(COPY.header, match=match), [start]))
    assert fault is not None
    assert (fault.row, fault.part) == (1, "match")


def test_what_was_typed_is_shown_harmlessly(reader: Reader) -> None:
    """Remarks, actors and reasons are free: they are in the log as they are, and on no terminal."""
    rows = [number for number, body in enumerate(COPY.bodies(), 1) if body.get("text")]
    body = COPY.bodies()[rows[3] - 1]
    body["text"] += f" # {EVIL}"
    body["actor"] = EVIL
    file = reader.file(COPY.put(rows[3], msgspec.json.encode(body)))
    assert reader.reads("verify", file).code == 0
    for command in READING:
        if command == "export":
            continue  # the file itself, byte for byte
        for form in ((), ("--json",)):
            said = reader.reads(command, file, *form)
            assert not RAW.search((said.out + said.err).encode()), (command, form)
    assert "gnp" in reader.reads("log", file).out


BOMBS: dict[str, str] = {
    "nested": "a = " + "[" * 100_000 + "]" * 100_000,
    "of many dots": ".".join(["a"] * 100_000) + " = 1",
    "of many tables": "".join(f"[a{number}]\n" for number in range(20_000)),
    "of a long number": "a = " + "9" * 100_000,
    "of a long number in hexadecimal digits": "rounds = 0x" + "f" * 100_000,
    "too long": "#" * (resources.LONGEST + 1),
    "no TOML": "][",
    "nothing": "",
    "NUL": 'name = "\x00"',
    "a name that is a command": f'name = "{"a" * 100}"',
}


@pytest.mark.parametrize("what", BOMBS)
def test_editions_that_are_bombs(reader: Reader, what: str) -> None:
    path = reader.file(BOMBS[what].encode(), "bomb.toml")
    said = reader.types("new", "medieval", "Ana", "Bo", "--edition", path)
    assert said.code == 2, said.err
    assert said.out == ""
    assert len(said.err) < 700
    assert reader.types("scenario", "run", path).code == 2
    assert reader.types("db", "stats", "--json").json["matches"] == 0
    carried = with_start(lambda about: about["edition"].update(text=BOMBS[what], name="bomb"))
    fault = judged(carried)
    assert fault is not None
    assert (fault.row, fault.why) == (
        1,
        "start_edition" if BOMBS[what] else "decided_otherwise",
    )  # none: that which ships


@pytest.mark.parametrize(("entry", "more"), [("rounds = 7", "rounds = 7000000"), ("5 gold", "99999 gold")])
def test_editions_of_absurd_amounts(reader: Reader, entry: str, more: str) -> None:
    assert game_named("medieval").name == "medieval", "its package is there"
    text = resources.read("core.games.medieval.data", "edition.toml").decode()
    assert entry in text
    said = reader.types(
        "new", "medieval", "Ana", "Bo", "--edition", reader.file(text.replace(entry, more).encode(), "x.toml")
    )
    assert said.code == 2, said
    assert "more than any box holds" in said.err


def test_endless_texts(reader: Reader) -> None:
    for typed in (
        ("new", "medieval", "Ana", "Bo", "--edition", "/dev/zero"),
        ("scenario", "run", "/dev/zero"),
        ("verify", "/dev/zero"),
    ):
        ended = reader.runs(*typed)
        assert ended.code == 2, ended.err
        assert ended.seconds < SECONDS
        assert ended.memory < MEMORY / 4
    assert reader.types("new", "medieval", "Ana", "Bo").code == 0
    ended = reader.runs("show", "@", "--as", "Ana", "--key-file", "/dev/zero")
    assert (ended.code, b"too long" in ended.err) == (2, True)


# --- what a fork takes over, which nobody decides again --------------------------------------------------------------


@pytest.fixture(scope="module")
def fork(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    reader = Reader(tmp_path_factory.mktemp("fork"))
    assert reader.types("fork", f"{reader.file(GOOD)}@20").code == 0
    assert reader.types("export", "@", "-o", str(reader.folder / "fork.jsonl")).code == 0
    return Copy((reader.folder / "fork.jsonl").read_bytes())


def gained(amount: int) -> Json:
    goods = {"production": amount, "gold": amount}
    return {"type": "Gained", "rule": "MED-7.9", "seat": 0, "goods": goods, "source": "x"}


TAKEN: dict[str, tuple[Callable[[Json], object], str]] = {
    "riches": (lambda body: body["facts"].append(gained(10**6)), "impossible_amount"),
    "riches in pieces": (lambda body: body["facts"].extend([gained(999)] * 12), "impossible_amount"),
    "beyond all numbers": (lambda body: body["facts"].append(gained(2**60)), "impossible_number"),
    "debts": (lambda body: body["facts"].append(gained(-20_000)), "impossible_amount"),
    "an endless agenda": (lambda body: body["then"].extend(body["then"][-1:] * 5_000), "agenda_too_long"),
    "a seat that is not there": (lambda body: body["then"][-1].update(seat=7), "unknown_name"),
    "a card that is not there": (
        lambda body: body["facts"].append({"type": "Deployed", "rule": "MED-13.2", "seat": 0, "card": EVIL}),
        "unknown_name",
    ),
    "a step of another game": (lambda body: body["then"].append({"step": "Pray"}), "unreadable_row"),
    "a fact of another game": (lambda body: body["facts"].append({"type": "Prayed", "rule": "X"}), "unreadable_row"),
}


@pytest.mark.parametrize("what", TAKEN)
def test_a_fork_takes_over_what_can_be(fork: Copy, reader: Reader, what: str) -> None:
    assert judged(fork.put(2, bytes(fork.rows[1].body))) is None
    change, why = TAKEN[what]
    body = fork.bodies()[1]
    change(body)
    data = fork.put(2, msgspec.json.encode(body))
    fault = judged(data)
    assert fault is not None
    assert (fault.row, fault.why) == (2, why)
    for command in ("moves", "show", "import"):
        said = reader.reads(command, reader.file(data), lang="fr")
        assert (said.code, said.out) == (6, "")
        assert not RAW.search(said.err.encode())
