"""What waits for somebody is found without reading what does not, and told match by match."""

from pathlib import Path
from typing import Any
from weakref import WeakSet

import msgspec
import pytest

from cli.terminal.output import encode
from core.games import game_named
from core.kernel.log.log import Log
from core.kernel.rules.chance import stream
from store.acts import Act
from store.lists import ends_with_request
from store.matches import Matches
from store.reader import AtHand
from store.sqlite.adapter import open_store
from tests.cli.conftest import Herald, keys_in, listed
from tests.replays.tables import Clock, begin, club, entropy_of, go_on

MANY = 120
WAITING = 3


@pytest.fixture
def crowd(run: Herald, db: Path) -> list[str]:
    """Many running matches of Ana, in the order in which they began; in every fortieth it is her turn."""
    assert run("new", "medieval", "Cy", "Di").code == 0
    with open_store(db) as store:
        matches = Matches(store, Clock(), entropy_of("crowd"))
        begun = [matches.start(game_named("medieval"), ("Ana", "Bo")).log.match for _ in range(MANY)]
        for number, match in enumerate(begun):
            if number % (MANY // WAITING):
                matches.move(match, Act("Ana"), "monarch 1")
    return begun


@pytest.mark.here_alone
def test_only_what_waits_is_read(run: Herald, crowd: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    read_log = Matches.at_hand

    def noted(matches: Matches, match: str) -> AtHand:
        read.append(match)
        return read_log(matches, match)

    monkeypatch.setattr(Matches, "at_hand", noted)
    waiting = crowd[:: MANY // WAITING]
    told = run("inbox", "--as", "Ana").out
    assert list(dict.fromkeys(read)) == waiting, "the longest waiting first"
    assert [line.split()[0] for line in told.splitlines() if line[:1].strip()] == waiting
    read.clear()
    assert run("inbox", "--as", "Cy").out
    assert len(set(read)) == 1


@pytest.mark.here_alone
@pytest.mark.parametrize("form", [(), ("--json",)], ids=["words", "json"])
def test_no_match_is_kept_once_it_is_told(
    run: Herald, crowd: list[str], monkeypatch: pytest.MonkeyPatch, form: tuple[str, ...]
) -> None:
    """Where nobody is named, all of them are told; a log is held as its host has it, and as its reader sees it."""
    alive: WeakSet[Log] = WeakSet()
    most = 0
    made = Log.__init__

    def counted(log: Log, *args: Any, **more: Any) -> None:
        nonlocal most
        made(log, *args, **more)
        alive.add(log)
        most = max(most, len(alive))

    monkeypatch.setattr(Log, "__init__", counted)
    told = run("inbox", *form).out
    assert all(match in told for match in crowd)
    assert 2 <= most <= 4


@pytest.mark.here_alone
def test_what_is_told_piece_by_piece_is_one_document(run: Herald, crowd: list[str]) -> None:
    assert len(crowd) == MANY
    for args, count in ((("--as", "Ana"), WAITING), (("--as", "Di"), 0), ((), MANY + 1)):
        said = run("inbox", *args, "--json")
        found = listed(msgspec.json.decode(said.out))
        assert (said.code, len(found)) == (0, count)
        assert said.out == encode(found).decode() + "\n"


def test_a_request_is_found_behind_answers_and_keys(run: Herald) -> None:
    """However many keys were replaced since somebody asked."""
    started = run("new", "medieval", "Ana", "Bo", "Cy", "--keys", "--json")
    keys = keys_in(started.json)
    for seat, words in (("Ana", "monarch 1"), ("Bo", "monarch 2")):
        assert run("move", words, "--as", seat, HERALD_KEY=keys[seat]).code == 0
    asked = run("undo", "--to", "1", "--as", "Ana", "--json", HERALD_KEY=keys["Ana"])
    row = str(asked.json["last"])
    for number in range(20):
        if number == 9:
            assert run("agree", row, "--as", "Cy", HERALD_KEY=keys["Cy"]).code == 0
        said = run("key", "--arbiter", "--reason", "lost", "--as", "Bo", "--json", HERALD_KEY=keys["arbiter"])
        keys["Bo"] = str(said.json["key"])
    assert "Ana asks to undo" in run("inbox", "--as", "Bo").out
    assert run("inbox", "--as", "Ana").out == ""
    assert run("decline", row, "--as", "Bo", HERALD_KEY=keys["Bo"]).code == 0
    assert run("inbox", "--as", "Bo").out == ""


@pytest.mark.parametrize("seed", range(4))
def test_the_end_of_a_log_tells_whether_a_request_waits(seed: int) -> None:
    """As the whole log does, after every act."""
    waited = 0
    with club(seed) as matches:
        log, dice = begin(matches, game_named("medieval"), 3, seed), stream("end", seed)
        for _ in range(80):
            log = go_on(matches, log, dice, 1, quarrels=70)
            pending = log.history.pending
            assert ends_with_request(matches.store, log.match, log.head) is (pending is not None)
            waited += pending is not None
    assert waited > 5
