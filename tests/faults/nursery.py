"""`python -m tests.faults.nursery FILE`: players who are there to be killed.

A line on stdin (`MATCH SEED`) is answered by two processes that play this match, both at once; an empty line kills
them. They are forked from this one, which has all loaded: a kill costs no start.
What they say is whole lines of JSON, each in one write, which a pipe never mixes up and a kill never cuts.
"""

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from time import time
from typing import NoReturn

import msgspec

from core.kernel.errors import HeraldError
from core.kernel.language.spelling import format_move
from core.kernel.rules.chance import stream
from store.acts import Act
from store.matches import Matches
from store.sqlite.adapter import open_store
from tests.support.matches import any_move

TOGETHER = 2


def say(*what: object) -> None:
    os.write(1, msgspec.json.encode(what) + b"\n")


def play(path: Path, match: str, me: str) -> None:
    """Move after move: what is tried before it is tried, what is done once it is acknowledged."""
    dice = stream("victim", me)
    with open_store(path) as store:
        matches = Matches(store, lambda: int(time()), os.urandom)
        number = 0
        while (log := matches.log(match)).state().agenda:
            number += 1
            seat, move = any_move(log.state(), dice)
            client, text = f"{me} {number}", format_move(move)
            say("tried", me, client, log.seats[seat], text)
            with suppress(HeraldError):  # the other one was faster, and it is no longer this seat's turn
                done = matches.move(match, Act(log.seats[seat], client=client), text)
                say("done", me, client, done.first, done.last, done.log.rows[done.last - 1].digest)
    say("over", me)


def born(path: Path, match: str, me: str) -> int:
    """One more player."""
    child = os.fork()
    if child:
        return child
    try:
        play(path, match, me)
    finally:
        os._exit(0)


def main(path: Path) -> NoReturn:
    say("ready")
    while line := sys.stdin.readline():
        match, seed = line.split()
        living = [born(path, match, f"{seed}.{each}") for each in range(TOGETHER)]
        say("born", *living)
        sys.stdin.readline()
        for child in living:
            os.kill(child, signal.SIGKILL)
        for child in living:
            os.waitpid(child, 0)
        say("dead")
    sys.exit()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
