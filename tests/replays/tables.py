"""Matches played through the store by dice, with everything that can happen at a table: undo, consent, the arbiter."""

from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from core.kernel.errors import HeraldError
from core.kernel.language.spelling import format_move
from core.kernel.log.log import Log
from core.kernel.rules import engine
from core.kernel.rules.chance import Stream, stream
from core.kernel.rules.engine import AnyGame
from store.acts import Act, Written
from store.matches import Matches
from store.sqlite.adapter import open_store
from tests.support.matches import SEATS, any_move, any_rulings


def entropy_of(seed: object) -> "Entropy":
    return Entropy(stream("entropy", str(seed)))


class Entropy:
    """Bytes that are the same in every run."""

    def __init__(self, dice: Stream) -> None:
        self.dice = dice

    def __call__(self, count: int) -> bytes:
        return b"".join(self.dice.word().to_bytes(8, "big") for _ in range(-(-count // 8)))[:count]


class Clock:
    """A minute passes between two acts."""

    def __init__(self, begun: int = 1_700_000_000) -> None:
        self.at = begun

    def __call__(self) -> int:
        self.at += 60
        return self.at


@contextmanager
def club(seed: object = 0) -> Generator[Matches]:
    """A store of its own, in a folder that goes away."""
    with TemporaryDirectory() as folder, open_store(Path(folder) / "matches.db") as store:
        yield Matches(store, Clock(), entropy_of(seed))


def begin(matches: Matches, game: AnyGame, players: int, seed: int = 0, **how: object) -> Log:
    """A match under rulings taken at random."""
    rulings = any_rulings(game, stream("rulings", players, seed)) if seed else {}
    return held(matches, matches.start(game, SEATS[:players], rulings=rulings, practice=f"seed {seed}", **how))  # type: ignore[arg-type]


def held(matches: Matches, written: Written) -> Log:
    """The match after an act, as its host holds it."""
    return matches.log(written.log.match)


def go_on(matches: Matches, log: Log, dice: Stream, acts: int = 10_000, *, quarrels: int = 0) -> Log:
    """So many acts more, or to the end; `quarrels` of a hundred acts go back, ask, answer, or call the arbiter."""
    done = 0
    while log.state().agenda and done < acts:
        done += 1
        if dice.below(100) < quarrels:
            with suppress(HeraldError):  # what is refused is no act
                _quarrel(matches, log, dice)
            log = matches.log(log.match)
        else:
            seat, move = any_move(log.state(), dice)
            text = format_move(move) + (" # a remark" if dice.below(5) == 0 else "")
            log = held(matches, matches.move(log.match, Act(log.seats[seat]), text))
    return log


def _quarrel(matches: Matches, log: Log, dice: Stream) -> None:
    pending = log.history.pending
    if pending is not None and dice.below(4):
        others = [seat for seat in range(len(log.seats)) if seat != pending[0].seat and seat not in pending[1]]
        matches.answer(log.match, Act(log.seats[dice.pick(others)]), pending[0].seq, agree=dice.below(5) > 0)
        return
    seat = dice.below(len(log.seats))
    if dice.below(2):
        last = [body.seat for body in log.bodies if body.kind == "move" and body.seat is not None]
        seat = last[-1] if last else seat
    act = Act(log.seats[seat])
    reason = "a dispute" if dice.below(6) == 0 else None
    if dice.below(3) == 0:
        matches.redo(log.match, act, reason=reason)
    else:
        to = 1 + dice.below(log.head) if dice.below(3) == 0 else None
        matches.undo(log.match, act, to, reason=reason)


BETWEEN = 9
"""About so many acts lie between two rulings."""


def asked_seat(log: Log) -> int:
    """The first seat that is waited for."""
    return engine.asked(log.state()).seats[0]


def ruled_anew(matches: Matches, log: Log, dice: Stream) -> Log:
    """The match to its end: everything is gone back on and brought back, and rulings are agreed on again and again."""
    while log.state().agenda:
        log = go_on(matches, log, dice, 1 + dice.below(2 * BETWEEN), quarrels=12)
        if log.state().agenda:
            log = ruled_once(matches, log, dice)
    return log


def ruled_once(matches: Matches, log: Log, dice: Stream) -> Log:
    """Any reading, by the arbiter or agreed to by all; what this match cannot take is refused."""
    ruling = dice.pick(log.game.rulings)
    wanted, first = {ruling.option: dice.pick(ruling.readings)}, dice.below(len(log.seats))
    with suppress(HeraldError):
        if not dice.below(3):
            matches.rule(log.match, Act(""), wanted, "so the arbiter reads it", arbiter=True)
        else:
            asked = matches.rule(log.match, Act(log.seats[first]), wanted, "so we read it").last
            for seat, name in enumerate(log.seats):
                if seat != first:
                    matches.answer(log.match, Act(name), asked, agree=dice.below(8) > 0)
    return matches.log(log.match)
