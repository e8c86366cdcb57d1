"""The server is killed in the middle of acts: nothing that was answered is lost, and nothing is done twice."""

import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from pathlib import Path

import pytest

from core.games import read_log
from core.kernel.rules.chance import stream
from replays.verify import verify
from store.remote.call import Host, Unreachable
from store.remote.wire import Asked, Done, Move, Undo
from store.sqlite.adapter import open_store
from tests.soak.homes import begin, check_same, homes, key_of, plays
from tests.support.serving import Process

TABLES = 6  # at which several play at once


@pytest.mark.parametrize("kills", [3, pytest.param(50, marks=pytest.mark.soak)])
def test_a_server_that_is_killed_loses_nothing_and_does_nothing_twice(kills: int, tmp_path: Path) -> None:
    file, order, dice = tmp_path / "matches.db", tmp_path / "order", stream("kills", kills)
    program = (sys.executable, "-m", "tests.soak.dying", str(order))
    with Process(file, program=program) as server, homes(server.url, tmp_path) as people:
        match, made = begin(server.url, "medieval", "azure-rose-100"), 0
        for number in range(kills):
            place = ("answer", "answer", "commit")[number % 3]
            for deadly in (False, True):
                found = plays(people, match, dice)
                if found is None:
                    check_same(people, match, file)
                    match, made = begin(server.url, "medieval", f"azure-rose-{101 + number}"), 0
                    found = plays(people, match, dice)
                assert found is not None
                one, text = found
                client = f"{number} {deadly}"
                if deadly:
                    order.write_text(place)
                    with pytest.raises(Unreachable):
                        one.moves(match, text, client)
                    assert server.died() == -signal.SIGKILL
                    server.start()
                again = one.moves(match, text, client)
                made += 1
                assert again.repeated == (deadly and place == "answer"), place
                assert [row.client for row in again.log.bodies if row.client].count(client) == 1
        check_same(people, match, file)
        typed = [row for row in people[0].sees(match).bodies if row.client and row.seq > 1]
        assert len(typed) == made


@pytest.mark.parametrize("kills", [2, pytest.param(20, marks=pytest.mark.soak)])
def test_nor_are_acts_that_are_written_together(kills: int, tmp_path: Path) -> None:
    """Several play at once, so that their acts go to the disk in one transaction; then all send theirs again."""
    file, order = tmp_path / "matches.db", tmp_path / "order"
    program = (sys.executable, "-m", "tests.soak.dying", str(order))
    with Process(file, "--threads", str(TABLES), program=program) as server, ThreadPoolExecutor(TABLES) as crowd:
        matches = [begin(server.url, "medieval", f"azure-rose-{100 + number}") for number in range(TABLES)]
        for number in range(kills):
            asked = Asked(Undo() if number % 2 else Move("monarch 1"), f"act {number}", "Ana")
            order.write_text("commit" if number % 4 > 1 else "answer")
            answered = list(crowd.map(acts, repeat(server.url), matches, repeat(asked)))
            assert server.died() == -signal.SIGKILL
            assert None in answered
            server.start()
            for match, before in zip(matches, answered, strict=True):
                again = acts(server.url, match, asked)
                assert again is not None
                assert before is None or (again.repeated and (again.first, again.last) == (before.first, before.last))
        with open_store(file, create=False) as store:
            for match in matches:
                rows = store.read(match)
                assert verify(rows).fault is None
                clients = [body.client for body in read_log(rows).bodies[1:]]
                assert clients == [f"act {number}" for number in range(kills)]


def acts(url: str, match: str, asked: Asked) -> Done | None:
    """By a line of its own; None: no answer came."""
    host = Host(url)
    try:
        return host.post(Done, ("matches", match, "acts"), asked, key_of("Ana"))
    except Unreachable:
        return None
    finally:
        host.close()
