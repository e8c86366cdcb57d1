"""The server is killed in the middle of acts: nothing that was answered is lost, and nothing is done twice."""

import signal
import sys
from pathlib import Path

import pytest

from core.kernel.rules.chance import stream
from store.remote.call import Unreachable
from tests.soak.homes import begin, check_same, homes, plays
from tests.support.serving import Process


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
