"""Ctrl-C and SIGKILL at any moment of a change of keys: no key of a match that is there is lost.

It was shown, or it lies in a file of the person who typed the command: the one they named, or their key ring.
"""

import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from cli.person.keyring import Key
from cli.person.keytexts import link
from core.games import read_log
from core.kernel.log.keys import ARBITER, key_digest, keys_of
from core.kernel.log.log import Log
from core.kernel.log.row import AnyBody
from store.remote.wire import Shown
from store.sqlite.adapter import open_store
from tests.cli.screen import nobody
from tests.faults.people import Club
from tests.faults.stopped import Answer, Order
from tests.service.conftest import KEYS, Ask, asking, beginning
from tests.support.places import ROOT
from tests.support.serving import served

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no fork, no SIGKILL")

MOMENTS = 12  # of a command: more would show the same
FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.is_char_device(), reason="no /dev/full here")


class Stopper:
    """Types commands that are stopped on their way."""

    def __init__(self, club: Club, process: subprocess.Popen[bytes]) -> None:
        self.club = club
        self.process = process

    def types(self, *typed: str, line: int = 0, kill: bool = False) -> Answer:
        order = Order(list(typed), self.club.environ, str(self.out), str(self.err), line, kill)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(msgspec.json.encode(order) + b"\n")
        self.process.stdin.flush()
        return msgspec.json.decode(self.process.stdout.readline(), type=Answer)

    @property
    def out(self) -> Path:
        return self.club.folder / "out"

    @property
    def err(self) -> Path:
        return self.club.folder / "err"

    def told(self) -> tuple[str, str]:
        return self.out.read_text(encoding="utf-8"), self.err.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def _loaded() -> Iterator[subprocess.Popen[bytes]]:
    """The process from which all commands are forked: none leaves anything behind in it."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.faults.stopped"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    yield process
    process.kill()
    process.communicate()


@pytest.fixture
def stopper(club: Club, _loaded: subprocess.Popen[bytes]) -> Stopper:
    return Stopper(club, _loaded)


def moments(lines: int) -> list[int]:
    assert lines > MOMENTS
    return sorted({max(1, round(lines * at / MOMENTS)) for at in range(1, MOMENTS + 1)})


@pytest.fixture
def locked(club: Club) -> tuple[str, dict[str, str]]:
    """A match with keys, put aside as it is now."""
    started = club.types("new", "medieval", "Ana", "Bo", "--keys", "--json").json
    shutil.copyfile(club.db, club.folder / "aside.db")
    return str(started["match"]), msgspec.convert(started["keys"], dict[str, str])


def anew(club: Club) -> None:
    """The database and the folder as they were."""
    for end in ("-wal", "-shm"):
        Path(f"{club.db}{end}").unlink(missing_ok=True)
    shutil.copyfile(club.folder / "aside.db", club.db)
    (club.folder / "ana.key").unlink(missing_ok=True)
    ring_of(club).unlink(missing_ok=True)


def ring_of(club: Club) -> Path:
    return Path(club.environ["HERALD_HOME"]) / "keys.json"


def in_ring(club: Club, match: str) -> dict[str, str]:
    """The keys of a match that lie in the person's key ring, of each seat the newest."""
    if not ring_of(club).exists():
        return {}
    keys = msgspec.json.decode(ring_of(club).read_bytes(), type=dict[str, list[dict[str, str]]])["keys"]
    return {key["seat"]: key["key"] for key in reversed(keys) if key["match"] == match}


def log_of(club: Club, match: str) -> Log:
    with open_store(club.db, create=False) as store:
        return read_log(store.read(match))


@pytest.mark.parametrize("kill", [False, True])
@pytest.mark.parametrize("arbiter", [False, True])
def test_a_key_in_a_file(
    club: Club, stopper: Stopper, locked: tuple[str, dict[str, str]], kill: bool, arbiter: bool
) -> None:
    match, keys = locked
    whose = "arbiter" if arbiter else "Ana"
    club.environ["HERALD_KEY"] = keys[whose]
    file = club.folder / "ana.key"
    command = ("key", match, "-o", str(file), *(("--arbiter", "--reason", "lost") if arbiter else ("--as", "Ana")))
    replaced = 0
    anew(club)
    for line in moments(stopper.types(*command).lines):
        anew(club)
        answer = stopper.types(*command, line=line, kill=kill)
        log = log_of(club, match)
        if log.head == 1:
            assert kill or not file.exists(), f"line {line}: a key that opens nothing was left"
            assert kill or stopper.told()[1] == "Interrupted: nothing was written.\n", f"line {line}"
        else:
            held = file.read_text(encoding="utf-8").strip()
            assert key_digest(match, whose, held) == keys_of(log.bodies)[whose], f"line {line}: the key is lost"
            assert kill or "Interrupted, but it was done: 1 row written, up to row 2 of" in stopper.told()[1]
            replaced += 1
        assert answer.code == (-signal.SIGKILL if kill else 130)
        assert kill or club.leftovers() == []
    assert 0 < replaced < MOMENTS, "every moment was on the same side"


@pytest.mark.parametrize("kill", [False, True])
@pytest.mark.parametrize("json", [(), ("--json",)])
def test_a_key_that_is_shown(
    club: Club, stopper: Stopper, locked: tuple[str, dict[str, str]], kill: bool, json: tuple[str, ...]
) -> None:
    match, keys = locked
    club.environ["HERALD_KEY"] = keys["Ana"]
    command = ("key", match, "--as", "Ana", *json)
    replaced = 0
    anew(club)
    for line in moments(stopper.types(*command).lines):
        anew(club)
        stopper.types(*command, line=line, kill=kill)
        log, (out, err) = log_of(club, match), stopper.told()
        if log.head == 1:
            assert out == "", "nobody is shown a key that opens nothing"
            assert kill or in_ring(club, match) == {}
        else:
            key = in_ring(club, match)["Ana"]
            assert key_digest(match, "Ana", key) == keys_of(log.bodies)["Ana"], f"line {line}: the key is lost"
            assert kill or key in out or "lie in your key ring" in err
            replaced += 1
    assert 0 < replaced < MOMENTS, "every moment was on the same side"


@pytest.mark.parametrize("kill", [False, True])
@pytest.mark.parametrize("json", [(), ("--json",)])
def test_the_keys_of_a_new_match(club: Club, stopper: Stopper, kill: bool, json: tuple[str, ...]) -> None:
    command = ("new", "medieval", "Ana", "Bo", "--keys", *json)
    club.types("new", "medieval", "Ana", "Bo")
    shutil.copyfile(club.db, club.folder / "aside.db")
    (before,) = club.types("list", "--json").out.split('"match": "')[1:]
    began = 0
    for line in moments(stopper.types(*command).lines):
        anew(club)
        stopper.types(*command, line=line, kill=kill)
        out, err = stopper.told()
        with open_store(club.db, create=False) as store:
            new = [match for match in store.find("") if not before.startswith(match)]
        if not new:
            assert out == "", "nobody is shown keys that open nothing"
            assert kill or not ring_of(club).exists() or b'"match"' not in ring_of(club).read_bytes()
            continue
        began += 1
        log = log_of(club, new[0])
        held = in_ring(club, log.match)
        own = set(held) == {"arbiter"}  # the others have been shown
        shown = _keys(out, as_json=bool(json)) if own or (out and not kill) else {}
        held |= shown if own else {}
        assert {name: key_digest(log.match, name, key) for name, key in held.items()} == keys_of(log.bodies)
        assert kill or own or shown == held or "lie in your key ring" in err
    assert 0 < began < MOMENTS, "every moment was on the same side"


def _keys(out: str, *, as_json: bool) -> dict[str, str]:
    if as_json:
        return msgspec.convert(msgspec.json.decode(out)["keys"], dict[str, str])
    shown = (line.strip().partition(": ") for line in out.split("\n\n", maxsplit=1)[0].splitlines()[1:])
    return {name.removeprefix("the "): key for name, _, key in shown}


@needs_full
@pytest.mark.parametrize("json", [(), ("--json",)])
def test_keys_that_cannot_be_shown_lie_in_the_ring(
    club: Club, locked: tuple[str, dict[str, str]], json: tuple[str, ...]
) -> None:
    match, keys = locked
    club.environ["HERALD_KEY"] = keys["Ana"]
    with FULL.open("w", encoding="utf-8") as full, nobody() as gone:
        for known, (there, code) in enumerate(((full.fileno(), 1), (gone, 141)), 1):
            row = club.row(match)
            said = club.tells(there, "key", match, "--as", "Ana", *json)
            assert (said.code, club.row(match)) == (code, row + 1), said
            assert code == 141 or "lie in your key ring" in said.err
            club.environ["HERALD_KEY"] = in_ring(club, match)["Ana"]
            assert club.types("show", match, "--as", "Ana").code == 0
            assert club.tells(there, "new", "medieval", "Ana", "Bo", "--keys", *json).code == code
            assert club.types("db", "stats", "--json").json["matches"] == known + 1
            assert set(in_ring(club, str(club.types("show", "--json").json["match"]))) == {"Ana", "Bo", "arbiter"}


def test_without_a_place_to_show_them_none_are_made(club: Club, locked: tuple[str, dict[str, str]]) -> None:
    match, keys = locked
    club.environ["HERALD_KEY"] = keys["Ana"]
    for command in (f"key {match} --as Ana", "new medieval Ana Bo --keys"):
        assert club.shell(f"herald {command} >&-").code == 1
    assert (club.row(match), club.types("db", "stats", "--json").json["matches"]) == (1, 1)


@needs_full
def test_a_key_in_a_file_stays_where_the_answer_cannot_be_written(
    club: Club, locked: tuple[str, dict[str, str]]
) -> None:
    match, keys = locked
    club.environ["HERALD_KEY"] = keys["Ana"]
    file = club.folder / "ana.key"
    assert club.shell(f"herald key {match} --as Ana -o {file} > {FULL}").code == 1
    del club.environ["HERALD_KEY"]
    assert club.types("show", match, "--as", "Ana", "--key-file", str(file)).code == 0


# --- an invitation ----------------------------------------------------------------------------------------------------

TRIES = 10  # of each kind


def invited(ask: Ask, url: str, number: int) -> Key:
    """To the seat of Bo, in a match of its own."""
    match, name, key = f"azure-rose-{100 + number}", "Bo", f"{number:032x}"
    new = beginning(match, f"begins {number}")
    keys = {one: key_digest(match, one, own) for one, own in (KEYS | {name: key}).items()}
    assert ask("POST", "/matches", new | {"keys": keys}).status == 201
    return Key(match, name, key, url)


def rows_at(ask: Ask, match: str) -> list[AnyBody]:
    shown = ask("GET", f"/matches/{match}/rows", key=KEYS[ARBITER])
    return list(read_log(msgspec.json.decode(shown.body, type=Shown).rows).bodies)


@pytest.mark.parametrize("kill", [False, True])
def test_an_invitation_that_is_accepted(club: Club, stopper: Stopper, kill: bool) -> None:
    """Stopped anywhere, and typed again: the seat is theirs, the key lies in the ring, and nothing was done twice."""
    told = dict.fromkeys(("nothing", "kept", "taken", "finished"), 0)
    with served(club.db) as url:
        ask = asking(url)
        lines = stopper.types("accept", link(invited(ask, url, 0), invited=True)).lines
        for number in range(1, TRIES + 1):
            shutil.rmtree(club.environ["HERALD_HOME"])
            key = invited(ask, url, number)
            typed = ("accept", link(key, invited=True))
            stopped = stopper.types(*typed, line=round(lines * number / (TRIES + 1)) if number > 1 else 5, kill=kill)
            assert stopped.code == (-signal.SIGKILL if kill else 130)
            taken, held = len(rows_at(ask, key.match)) > 1, ring(club)
            assert held or not taken, f"try {number}: the key is lost"
            done = "finished" if held and not held[0].pending else "taken"
            told[done if taken else "kept" if held else "nothing"] += 1
            assert stopper.types(*typed, "--json").code == 0, stopper.told()[1]
            (own,) = ring(club)
            assert (own.seat, own.pending) == ("Bo", False)
            assert not held or own.key == held[0].key
            rows = rows_at(ask, key.match)
            assert keys_of(rows)["Bo"] == key_digest(key.match, "Bo", own.key)
            assert [row.seat for row in rows[1:]] == [1], "it was done twice"
    assert all(told.values()), f"some moment was never met: {told}"


def ring(club: Club) -> list[Key]:
    if not ring_of(club).exists():
        return []
    return msgspec.json.decode(ring_of(club).read_bytes(), type=dict[str, list[Key]])["keys"]
