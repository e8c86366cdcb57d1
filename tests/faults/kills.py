"""SIGKILL at random moments of appends: `python -m tests.faults.kills COUNT SEED`.

Two processes play one match. Somebody kills both while a move is on its way. Then every move that was acknowledged is
there as it was acknowledged; a move that was not is there whole or not at all, and sent again is played once; the file
is sound and the match proves itself. Then two others go on.
"""

import os
import random
import select
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep
from typing import Any

import msgspec

from core.games import game_named
from core.kernel.errors import HeraldError
from core.kernel.log.log import Log
from replays.verify import verify
from store.acts import Act
from store.matches import Matches
from store.port import Repeated
from store.sqlite import admin
from store.sqlite.adapter import open_store
from tests.replays.tables import Clock, entropy_of
from tests.support.matches import SEATS
from tests.support.patience import PATIENCE
from tests.support.places import ROOT

MOVES = 12  # up to so many moves are begun before the kill
SOON = 0.004  # seconds from the beginning of a move to the kill, at most: a move takes 1 to 3 milliseconds


def kills(count: int, seed: int) -> "Toll":
    """So many kills; `AssertionError` with the command that plays them again if anything was lost or is half there."""
    toll = Toll()
    with TemporaryDirectory() as folder, nursery(Path(folder) / "matches.db") as players:
        chance = random.Random(seed)
        match = players.begin(str(seed))
        for number in range(1, count + 1):
            said = players.killed(match, f"{seed}-{number}", chance)
            try:
                log = judged(players.path, match, said, toll)
            except (AssertionError, HeraldError) as wrong:
                recipe = f"python -m tests.faults.kills {number} {seed}"
                raise AssertionError(f"kill {number} of match {match}: {wrong!r}. Again: {recipe}") from wrong
            if not log.state().agenda:
                match = players.begin(f"{seed} {number}")
    return toll


class Toll(msgspec.Struct):
    """What the kills met: a run that met nothing has shown nothing."""

    kills: int = 0
    acknowledged: int = 0
    stored: int = 0  # moves that were on disk, and nobody had heard so
    lost: int = 0  # moves that were not yet on disk


class Players:
    """The nursery, and the file its players play in."""

    def __init__(self, path: Path, process: "subprocess.Popen[bytes]") -> None:
        self.path = path
        self.process = process
        self.heard = b""

    def begin(self, seed: str) -> str:
        """A match for them to play."""
        with open_store(self.path) as store:
            matches = Matches(store, Clock(), entropy_of(seed))
            outcome = matches.start(game_named("medieval"), SEATS[:3], practice=seed)
        return outcome.log.match

    def killed(self, match: str, name: str, chance: random.Random) -> list[list[Any]]:
        """Two play until the kill; all that they had said."""
        self._order(f"{match} {name}")
        said: list[list[Any]] = []
        for _ in range(chance.randrange(1, MOVES)):
            said += self._hear("tried", "over")
            if said[-1][0] == "over":
                break
        sleep(chance.uniform(0, SOON))
        self._order("")
        return said + self._hear("dead")

    def _order(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def _hear(self, *words: str) -> list[list[Any]]:
        """What is said up to one of these words."""
        assert self.process.stdout is not None
        said: list[list[Any]] = []
        while not (said and said[-1][0] in words):
            while b"\n" not in self.heard:
                assert select.select([self.process.stdout], [], [], PATIENCE)[0], f"no {words}, only {said}"
                part = os.read(self.process.stdout.fileno(), 65536)
                assert part, f"the nursery has ended: {said}"
                self.heard += part
            line, _, self.heard = self.heard.partition(b"\n")
            said.append(msgspec.json.decode(line))
        return said


@contextmanager
def nursery(path: Path) -> Generator[Players]:
    """A process that lets players be born."""
    command = [sys.executable, "-m", "tests.faults.nursery", str(path)]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
    try:
        yield Players(path, process)
    finally:
        os.killpg(process.pid, signal.SIGKILL)  # a session of our own making: whoever of the players still lives
        process.communicate()


def judged(path: Path, match: str, said: list[list[Any]], toll: Toll) -> Log:
    """Everything acknowledged is there, nothing is half there, and what was not acknowledged can be sent again."""
    done: dict[str, tuple[int, int, str]] = {one[2]: (one[3], one[4], one[5]) for one in said if one[0] == "done"}
    tried = [one[2:] for one in said if one[0] == "tried" and one[2] not in done]
    with open_store(path, create=False) as store:
        rows = store.read(match)
        for client, (first, last, digest) in done.items():
            assert store.made_by(match, client) == Repeated(first, last), f"{client}, acknowledged, is not there"
            assert rows[last - 1].digest == digest, f"{client} is there, but not as acknowledged"
        matches = Matches(store, Clock(), entropy_of("again"))
        toll.kills += 1
        toll.acknowledged += len(done)
        for client, seat, text in latest(tried):
            was_stored = store.made_by(match, client) is not None
            toll.stored += was_stored
            toll.lost += not was_stored
            try:
                again = matches.move(match, Act(seat, client=client), text)
            except HeraldError:  # by now it is somebody else's turn
                assert not was_stored, f"{client} is there, and sending it again is refused"
            else:
                assert again.repeated == was_stored, f"{client} was played twice"
        log = matches.log(match)
        clients = [body.client for body in log.bodies if body.client]
        assert len(clients) == len(set(clients)), "a move was played twice"
        report = verify(store.read(match))
        assert report.fault is None, report.fault
        assert {known.match: known.head for known in store.summaries()}[match] == log.head
    faults = admin.check(path)
    assert not faults, faults
    return log


def latest(tried: list[Any]) -> list[Any]:
    """The last try of each player, which nobody answered: the others were refused."""
    return list({client.split()[0]: [client, seat, text] for client, seat, text in tried}.values())


if __name__ == "__main__":
    print(kills(*map(int, islice(sys.argv, 1, 3))))  # a person asked for it
