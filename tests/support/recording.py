"""Matches recorded as the program records them, with a fixed clock, seed and salts."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from core.kernel.game import Edition
from core.kernel.language.spelling import format_move
from core.kernel.log import starting
from core.kernel.log.entering import due, join, open_nonce
from core.kernel.log.history import Doer, History, last_decision
from core.kernel.log.joining import JoinMatch, OpenNonces, commitment
from core.kernel.log.log import Log
from core.kernel.log.row import About, AnyBody, Back, BackClass, Kind, Ruled, Start
from core.kernel.log.scribe import Scribe, Who
from core.kernel.rules.chance import Stream
from core.kernel.rules.engine import AnyGame, Consequences, State, waiting
from tests.support.matches import SEATS, any_move

SALT_KEY = b"the same salts in every test"


class Recorder:
    """A match on its way into a log; it remembers the state after each row."""

    def __init__(
        self,
        game: AnyGame,
        players: int,
        *,
        seed: str = "seed",
        rulings: Mapping[str, str] | None = None,
        options: Mapping[str, str] | None = None,
        match: str = "toy-match",
        edition: Edition | None = None,
        keys: Mapping[str, str] | None = None,
        bots: Mapping[str, str] | None = None,
        nonces: bool = False,
    ) -> None:
        self.game = game
        terms = start_of(game, players, rulings, edition, options)
        start = replace(terms, keys=keys or {}, bots=bots or {}, nonces=nonces)
        self.scribe = Scribe.begin(game, match, seed, SALT_KEY, start, Who(1_000))
        self.states: dict[int, State[Any]] = {1: self.scribe.tip.state}

    @property
    def state(self) -> State[Any]:
        return self.scribe.tip.state

    @property
    def head(self) -> int:
        return self.scribe.tip.seq

    @property
    def bodies(self) -> list[AnyBody]:
        return self.scribe.bodies

    def log(self) -> Log:
        return Log(self.game, self.scribe.rows)

    def who(self, seat: int | None, actor: str = "") -> Who:
        return Who(1_000 + self.head, actor or ("" if seat is None else SEATS[seat]), seat)

    def move(self, seat: int, move: Any, text: str = "", actor: str = "") -> Consequences[Any]:
        happened = self.scribe.move(self.who(seat, actor), move, text or format_move(move))
        self._remember()
        return happened

    def enter(self, seat: int, nonce: str | None) -> None:
        """The seat joins, or opens its nonce; the last one to join does both."""
        log = self.log()
        if isinstance(due(log, seat), JoinMatch):
            said = None if nonce is None else commitment(log.match, seat, nonce)
            join(log, self.scribe, self.who(seat), said)
            self._remember()
            step = waiting(self.state)
            if nonce is None or not isinstance(step, OpenNonces) or seat not in step.seats:
                return
        open_nonce(self.log(), self.scribe, self.who(seat), nonce or "")
        self._remember()

    def note(self, kind: Kind, seat: int | None, about: About | None = None) -> None:
        self.scribe.note(kind, self.who(seat), about)
        self._remember()

    def rule(self, readings: Mapping[str, str]) -> None:
        """The table agrees on other readings, as the arbiter writes it."""
        self.scribe.rule(self.who(None), Ruled(readings, "arbiter", "a quarrel"))
        self._remember()

    def undo(self, seat: int | None, to: int | None = None, by: BackClass = "free") -> None:
        target = undo_target(self.bodies, seat, to)
        self._go("undo", seat, Back(target, self.head, by))

    def redo(self, seat: int | None, by: BackClass = "free") -> None:
        tip, _ = History(self.bodies).redo()
        self._go("redo", seat, Back(tip, self.head, by))

    def undo_class(self, seat: int, after: int, actor: str = "") -> str:
        return undo_class(self.bodies, after, self.head, (seat, actor or SEATS[seat]))

    def play(self, dice: Stream, rows: int = 10_000) -> "Recorder":
        """Go on by dice for so many rows, or to the end."""
        while self.state.agenda and rows > 0:
            self.move(*any_move(self.state, dice))
            rows -= 1
        return self

    def _go(self, kind: Kind, seat: int | None, back: Back) -> None:
        self.scribe.note(kind, self.who(seat), back, parent=back.to, state=self.states[back.to])
        self._remember()

    def _remember(self) -> None:
        for body in self.bodies[len(self.states) :]:
            self.states[body.seq] = self.state


def undo_target(rows: Sequence[AnyBody], seat: int | None, to: int | None = None) -> int:
    """The row to go back to: as asked for, else before the last move of the seat (None: of anybody)."""
    return History(rows).target(last_decision(rows, seat).parent if to is None else to)


def undo_class(rows: Sequence[AnyBody], after: int, tip: int, doer: Doer) -> str:
    """What it takes to go back from row `tip` to the position after row `after`."""
    return "free" if History(rows[:tip]).free(after, tip, doer) else "consent"


def start_of(
    game: AnyGame,
    players: int,
    rulings: Mapping[str, str] | None = None,
    edition: Edition | None = None,
    options: Mapping[str, str] | None = None,
) -> Start:
    """Row 1 of a match, under the edition that ships if no other is given."""
    return starting.start_of(
        game,
        SEATS[:players],
        rulings=rulings or {},
        options=options or {},
        edition=edition,
        seed_chosen=True,
        practice=True,
    )
