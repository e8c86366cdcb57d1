"""Random matches with undo, redo and requests, looked at after every act. What fails is shrunk to a short replay."""

import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from core.kernel.bots import invariants
from core.kernel.errors import HeraldError
from core.kernel.language.notation import read_move
from core.kernel.language.spelling import format_move
from core.kernel.log.log import Log
from core.kernel.log.row import Answer, Request
from core.kernel.rules import engine
from core.kernel.rules.chance import Stream
from core.kernel.rules.engine import AnyGame
from replays.files.export import FULL, PUBLIC, SEAT, export, finished, read_stream
from replays.verify import verify, verify_file
from tests.contract.checks import closely
from tests.contract.doors import DOORS
from tests.contract.worlds import moment
from tests.fuzz.found import Found, Trial
from tests.support.matches import BOUND, PLAYED, Decision, Terms, any_move, any_terms
from tests.support.recording import Recorder

PATIENCE = 20.0  # seconds for shrinking
CLOSELY = 25  # every so many acts one is looked at closely
LOOKS = 4  # rows of a match at which all doors are opened


class Replay(Struct, frozen=True, tag="matches"):
    """A match, act by act: `0 place gold`, `undo 5`, `redo`, `quarrel 1`."""

    game: str
    players: int
    seed: str
    rulings: dict[str, str]
    options: dict[str, str] = {}
    acts: tuple[str, ...] = ()


class Unplayable(Exception):
    """An act that cannot be made here."""


class Sitting:
    """One match while it is played, with all that must hold of it."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.game: AnyGame = PLAYED[replay.game]
        terms = Terms(rulings=replay.rulings, options=replay.options)
        self.match = Recorder(self.game, replay.players, seed=replay.seed, **terms)
        self.acts: list[str] = []

    @property
    def over(self) -> bool:
        return not self.match.state.agenda

    def act(self, act: str) -> None:
        """One act, as it is written in a replay."""
        self.acts.append(act)
        word, _, rest = act.partition(" ")
        match word:
            case "undo":
                self._undo(int(rest))
            case "redo":
                self._redo()
            case "quarrel":
                self._quarrel(int(rest))
            case _:
                self._move(int(word), rest)

    def _move(self, seat: int, text: str) -> None:
        before = self.match.state
        try:
            move = read_move(self.game, before, seat, text)
        except HeraldError as refused:
            raise Unplayable(str(refused)) from refused
        happened = self.match.move(seat, move, text)
        wrong = invariants.check(self.game, before, happened, seat, move)
        assert not wrong, f"{wrong[0].what}: expected {wrong[0].expected}, found {wrong[0].found}"
        if len(self.acts) % CLOSELY == 0:
            plain = engine.decide(self.game, before, seat, move, self.match.scribe.dealer())  # without boxes
            closely(self.game, Decision(len(self.acts), seat, move, before, plain))

    def _undo(self, to: int) -> None:
        if to not in {row.seq for row in self.match.log().line()}:
            raise Unplayable(f"row {to} does not count")
        self.match.undo(None, to=to, by="arbiter")
        assert self.match.state == self.match.states[to], "an undo leads to another state"

    def _quarrel(self, seat: int) -> None:
        """A seat asks to undo the last row, and the next one declines."""
        to, state = self.match.log().line()[-1].parent, self.match.state
        if not to:
            raise Unplayable("there is no row before the first")
        self.match.note("ask", seat, Request("undo", to))
        self.match.note("decline", (seat + 1) % len(self.match.log().seats), Answer(self.match.head))
        assert self.match.state == state, "a quarrel leads to another state"

    def _redo(self) -> None:
        try:
            self.match.redo(None, by="arbiter")
        except HeraldError as refused:
            raise Unplayable(str(refused)) from refused

    def ended(self, dice: Stream) -> None:
        """What must hold of the whole: the fold is the state, and what is exported proves itself."""
        log = self.match.log()
        assert log.state() == self.match.state, "the fold of the rows is another state"
        fault = verify(log.rows).fault
        assert fault is None, f"verify: {fault}"
        for view in (PUBLIC, SEAT + dice.pick(log.seats), *([FULL] if finished(log) else [])):
            data = b"".join(export(log, view))
            fault = verify_file(read_stream(io.BytesIO(data), "export")).fault
            assert fault is None, f"the export of {view!r}: {fault}"
        for _ in range(LOOKS):
            look(log, 1 + dice.below(log.head), dice.pick((None, *range(len(log.seats)))))


def look(log: Log, row: int, viewer: int | None) -> None:
    """Every door can be opened at any row by anybody."""
    here = moment(log, row, viewer, ("pass", "x"))
    for name, door in DOORS.items():
        try:
            door(here)
        except Exception as problem:
            problem.add_note(f"door {name!r}, row {row}, viewer {viewer}")
            raise


def acts_by_dice(sitting: Sitting, dice: Stream) -> Iterator[str]:
    """What is done next, until the match is over."""
    while not sitting.over and len(sitting.acts) < BOUND:
        match = sitting.match
        if match.head < 4 or dice.below(12):
            seat, move = any_move(match.state, dice)
            yield f"{seat} {format_move(move)}"
        elif sitting.replay.players > 1 and dice.below(3) == 0:
            yield f"quarrel {dice.below(len(match.log().seats))}"
        else:
            line = [row.seq for row in match.log().line()][:-1]
            yield f"undo {dice.pick(line[-8:])}"
            if dice.below(2):
                yield "redo"


def trial(here: Trial) -> int:
    """One match."""
    dice = here.dice()
    game = dice.pick(sorted(PLAYED))
    players = dice.pick(PLAYED[game].players)
    plan = Replay(game, players, f"{here.seed} {here.number}", **any_terms(PLAYED[game], players, dice))
    sitting = Sitting(plan)
    try:
        for act in acts_by_dice(sitting, dice):
            sitting.act(act)
        assert sitting.over, f"no end within {BOUND} acts"
        sitting.ended(here.dice("end"))
    except Exception as problem:
        found = replace(plan, acts=tuple(sitting.acts))
        short = shrunk(found, problem)
        raise Found(f"{_told(problem)} (after {len(short.acts)} acts)", short) from problem
    return 1


def again(data: bytes, _folder: Path) -> None:
    """A saved match once more."""
    failing = failure_of(msgspec.json.decode(data, type=Replay))
    if failing is not None:
        raise failing


def failure_of(replay: Replay) -> Exception | None:
    """What goes wrong in it."""
    sitting = Sitting(replay)
    try:
        for act in replay.acts:
            sitting.act(act)
        sitting.ended(Trial(replay.seed, "again", 0, Path()).dice())
    except Exception as problem:  # noqa: BLE001 - anything may go wrong, and is told
        return problem
    return None


def shrunk(replay: Replay, problem: Exception) -> Replay:
    """A shorter replay that fails in the same way: fewer rulings, then fewer acts, as long as patience lasts."""
    until = monotonic() + PATIENCE

    def fails(shorter: Replay) -> bool:
        return monotonic() < until and _alike(failure_of(shorter), problem)

    for option in tuple(replay.rulings):
        fewer = replace(replay, rulings={key: word for key, word in replay.rulings.items() if key != option})
        replay = fewer if fails(fewer) else replay
    size = len(replay.acts) // 2
    while size and monotonic() < until:
        at = len(replay.acts) - size
        while at >= 0:
            shorter = replace(replay, acts=_without(replay.acts, at, size))
            replay = shorter if fails(shorter) else replay
            at -= size
        size //= 2
    return replay


def _without(acts: Sequence[str], at: int, size: int) -> tuple[str, ...]:
    return (*acts[:at], *acts[at + size :])


def _alike(one: Exception | None, other: Exception) -> bool:
    return type(one) is type(other) and _told(one)[:40] == _told(other)[:40]


def _told(problem: Any) -> str:
    return f"{type(problem).__name__}: {problem}"
