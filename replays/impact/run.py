"""Many matches, one after the other or on several cores: the answer is the same, and comes in the same order."""

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any

from core.kernel.errors import HeraldError
from replays.impact.known import Known
from replays.impact.question import Question
from replays.impact.sources import Open, Source, batches, opened
from replays.impact.verdict import Verdict, broken, judged
from store.desk import Desk
from store.errors import StoreError
from store.place import desk_at

BATCH = 8
"""Matches that a process is given at once,"""
AHEAD = 3
"""and so many times as many lie ready for each: never more than that is held."""

KILLED = "process_killed"
"""Why a match is not judged that is none of its own faults: another time it may be."""

STARTED = "fork" if sys.platform == "linux" else "spawn"
"""How a process begins: where it can, with all that this one has loaded. Nobody may hold the database open then."""


def answer(source: Source, question: Question, desk: Open) -> Verdict | None:
    """For one match; None for one of another game. One that cannot be read has its fault, and stops nobody."""
    try:
        log, rows = opened(source, desk)
    except StoreError:
        raise
    except Exception as problem:  # noqa: BLE001 - a file may hold anything
        return broken(Verdict(source.at, "damaged"), problem)
    return judged(source.at, log, question, rows) if log.game.name == question.game else None


def alone(sources: Sequence[Source], question: Question, known: Known, desk: Open) -> Iterator[Verdict | None]:
    """One after the other, in this process."""
    for source in sources:
        found = known.of(source)
        if found is None:
            found = answer(source, question, desk)
            if found is not None:
                known.add(source, found)
        yield found


def together(
    sources: Sequence[Source], question: Question, known: Known, place: str, jobs: int
) -> Iterator[Verdict | None]:
    """The same in so many processes; `place`: the database file, which each opens for itself."""
    pool = _Pool(lambda cores: ProcessPoolExecutor(cores, get_context(STARTED), _begin, (place, question)), jobs)
    waiting: deque[tuple[Sequence[Source], list[Verdict | None], _Answers]] = deque()
    try:
        for batch in batches(sources, BATCH):
            before = [known.of(source) for source in batch]
            left = [source for source, found in zip(batch, before, strict=True) if found is None]
            waiting.append((batch, before, pool.answers(left)))
            if len(waiting) >= jobs * AHEAD:
                yield from _collected(*waiting.popleft(), known)
        while waiting:
            yield from _collected(*waiting.popleft(), known)
    except BaseException:
        pool.end(now=True)
        raise
    pool.end()


_Answers = Callable[[], list[Verdict | None]]
"""Waits for what comes back for some matches, and returns it."""


class _Pool:
    """Processes, and others in their place when one of them was killed: then nobody hears of the rest any more."""

    def __init__(self, start: Callable[[int], ProcessPoolExecutor], jobs: int) -> None:
        self._start, self._jobs = start, jobs
        self._pool = start(jobs)

    def answers(self, sources: Sequence[Source]) -> _Answers:
        """Give the matches to a process. If one is killed meanwhile, each is judged again in a process of its own."""
        try:
            future = self._pool.submit(_work, sources)
        except BrokenProcessPool:
            self._pool = self._start(self._jobs)
            future = self._pool.submit(_work, sources)

        def found() -> list[Verdict | None]:
            try:
                return future.result()
            except BrokenProcessPool:
                return [self._apart(source) for source in sources]

        return found

    def _apart(self, source: Source) -> Verdict | None:
        """Judge one match alone: if its process is killed once more, it is this match that it dies of."""
        with self._start(1) as pool:
            try:
                return pool.submit(_work, [source]).result()[0]
            except BrokenProcessPool:
                return broken(Verdict(source.at, "damaged"), HeraldError(KILLED, match=source.at))

    def end(self, *, now: bool = False) -> None:
        self._pool.shutdown(wait=not now, cancel_futures=now)


def _collected(
    batch: Sequence[Source], before: list[Verdict | None], answers: _Answers, known: Known
) -> Iterator[Verdict | None]:
    new = iter(answers())
    for source, found in zip(batch, before, strict=True):
        if found is None and (found := next(new)) is not None and found.fault != KILLED:
            known.add(source, found)
        yield found


# --- in another process -----------------------------------------------------------------------------------------------

_here: dict[str, Any] = {}


def _begin(place: str, question: Question) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it ends it
    Thread(target=_end_with_parent, daemon=True).start()
    _here.update(place=place, question=question)


def _end_with_parent() -> None:
    """Who is killed ends nobody any more: without this, each process would wait for work for ever."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _desk() -> Desk:
    if "desk" not in _here:
        _here["desk"] = desk_at(_here["place"])
    found: Desk = _here["desk"]
    return found


def _work(sources: Sequence[Source]) -> list[Verdict | None]:
    return [answer(source, _here["question"], _desk) for source in sources]
