"""What a dispute is about: a position of a match and moves there, or a scenario."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from core.kernel.errors import HeraldError, Hidden
from core.kernel.language.notation import read_move
from core.kernel.log.kinds import KINDS
from core.kernel.log.log import Seen, secrets_in
from core.kernel.log.row import AnyBody
from core.kernel.rules import engine
from core.kernel.rules.chance import recorded
from core.kernel.rules.engine import AnyGame
from core.kernel.rules.secret import Box
from core.kernel.setup.readings import readings_of
from replays.dispute.branch import AnyState, Branch, Chance, Rest, Trial, open_moves, read_so, tried
from replays.otherwise import other_rules, otherwise
from replays.otherwise.draws import Again
from replays.scenario.moves import whose_moves


class Case(Protocol):
    """What is decided under each reading."""

    game: AnyGame
    seats: tuple[str, ...]
    reader: int | None
    readings: Mapping[str, str]
    """Those in force, by option."""

    def branch(self, readings: Mapping[str, str]) -> Branch:
        """What becomes of it under these readings; the others stay as they are."""
        ...

    def whose(self, box: Box | None) -> tuple[int, ...]:
        """For whom a box is closed; nobody, where it is the seed."""
        ...

    @property
    def is_noted(self) -> bool:
        """Does a branch say all options that were asked on the way?"""
        ...


class MatchCase:
    """A position of a match as its reader knows it, and moves of a seat there; none: what may be done there."""

    is_noted = True

    def __init__(self, log: Seen, row: int, seat: int, line: str, stream: str) -> None:
        """`log`: to the last row that is known; what was played after `row` tells how the match went on.

        `seat`: whose the moves are, as far as no name stands before one.
        """
        self.game: AnyGame = log.game
        self.seats = log.seats
        self.reader = log.reader
        self.log, self.row = log, row
        self.moves, self.stream = list(_in_turn(log.seats, seat, line)), stream
        self.before: AnyState = log.state(row)  # with what was opened since, too
        self.readings: Mapping[str, str] = readings_of(self.before)
        self.next = _next_move(log, row)
        self.is_played = len(self.moves) == 1 and self._is_next(*self.moves[0])

    def branch(self, readings: Mapping[str, str]) -> Branch:
        state, asked = read_so(self.game, self.before, readings)
        trials = [] if self.moves else [Trial(None, "", "legal", state)]
        for seat, text in self.moves:
            trials.append(tried(self.game, state, seat, text, self._chance(len(trials))))
            state = trials[-1].state
            if trials[-1].how != "legal":
                break
        open_moves(state)  # what is asked there is noted, too
        scores = scores_of(self.game, state, self.seats)
        goes_on = trials[-1].how == "legal" and (self.is_played or not self.moves)
        rest = self._rest(readings) if goes_on else None
        views = views_of(self.game, state, (self.reader,))
        return Branch(readings, tuple(trials), state, frozenset(asked), scores, views, rest)

    def whose(self, box: Box | None) -> tuple[int, ...]:
        if box is None or not 1 <= box[0] <= self.log.head:
            return ()
        made_there = secrets_in(self.log.bodies[box[0] - 1])
        return next((secret.by for secret in made_there if secret.box == box), ())

    def _chance(self, number: int) -> Chance:
        """Of a move that was made, its own draws come first."""
        name, row = f"{self.stream}, {number}", self.log.head + 1
        if self.next is None or not self.is_played:
            return Chance(name, row=row)
        seals = Again(self.log.vault, self.next.seq)
        return Chance(name, recorded(self.next.seq, self.next.chance, self.before.draws, seals.drawn), seals.seal, row)

    def _is_next(self, seat: int, text: str) -> bool:
        """Is this the move that was made next?"""
        body = self.next
        if body is None or body.seat != seat:
            return False
        closed = body.sealed_move
        move = body.move if closed is None else closed.value if closed.known else None
        try:
            return move is not None and move == read_move(self.game, self.before, seat, text)
        except (HeraldError, Hidden):
            return False

    def _rest(self, readings: Mapping[str, str]) -> Rest | None:
        if self.next is None:
            return None
        found = otherwise(self.log, readings, since=self.row, drift=bool(other_rules(self.log)))
        over = found.stop is None and not found.state.agenda
        return Rest(found.first, found.stop, scores_of(self.game, found.state, self.seats), over)


def by_name(seats: Sequence[str]) -> dict[str, int]:
    """The seats as they are called before a move."""
    return {name: seat for seat, name in enumerate(seats)}


def _in_turn(seats: Sequence[str], seat: int, line: str) -> Iterator[tuple[int, str]]:
    """The moves of a line, each with its seat: without a name before it that of the move before."""
    for said, move in whose_moves(by_name(seats), line):
        seat = seat if said is None else said
        yield seat, move


def _next_move(log: Seen, row: int) -> AnyBody | None:
    """The move that was made after a row of the line that counts."""
    line = log.line()
    if all(body.seq != row for body in line):
        return None
    return next((body for body in line if body.seq > row and KINDS[body.kind].decides), None)


def views_of(game: AnyGame, state: AnyState, viewers: Sequence[int | None]) -> tuple[Any, ...]:
    """What each of them sees; nothing where that would need a closed box."""
    try:
        return tuple(game.view(state.table, viewer) for viewer in viewers)
    except Hidden:
        return ()


def scores_of(game: AnyGame, state: AnyState, seats: Sequence[str]) -> tuple[int, ...]:
    """As they stand; at the end, as they are."""
    table: Any = state.table
    result = game.result(table) if not engine.asked(state).seats else None
    return tuple(game.scores(table, len(seats)) if result is None else result.scores)
