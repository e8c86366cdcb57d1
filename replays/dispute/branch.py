"""What becomes of a position under one reading: what is tried there, what follows, what may be done then."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from core.kernel.errors import Damaged, HeraldError, Hidden, Refused, Usage
from core.kernel.language.error_text import WHOLE
from core.kernel.language.notation import read_move
from core.kernel.language.spelling import format_move
from core.kernel.rules import engine
from core.kernel.rules.chance import Dealer, Draw, Drawn, derived, stream
from core.kernel.rules.engine import AnyGame, Consequences, State
from core.kernel.rules.secret import Box, Seal, Secret
from core.kernel.rules.step import Fact
from core.kernel.setup.readings import noting, under
from replays.otherwise import Parting

AnyState = State[Any]
AnyFact = Fact[Any]

SAMPLES = 12
"""So many moves of each kind are tried where there are too many to list."""

How = Literal["legal", "refused", "several", "closed", "impossible"]
"""`several`: what is typed means several moves. `closed`: it hangs on a box that is closed to who asks.

`impossible`: nothing begins so under this reading.
"""


class Roll(Struct, frozen=True):
    """A draw that was made; `anew`: it was not made so in the match, but comes from the stream of the dispute."""

    label: str
    drawn: Drawn
    anew: bool = True


class Trial(Struct, frozen=True):
    """One thing that is tried: a move, or (without a text) that the table is laid out."""

    seat: int | None
    text: str
    how: How
    state: AnyState  # where it leads; where it is not legal, where it was tried
    facts: tuple[AnyFact, ...] = ()
    rolls: tuple[Roll, ...] = ()
    problem: HeraldError | None = None
    box: Box | None = None
    is_tested: bool = False  # whether it is legal is all that is asked: it is not made


class Rest(Struct, frozen=True):
    """How the match goes on with the moves that were made in it: to its end, or to the row that goes on no more."""

    first: Parting | None  # the first row that goes otherwise
    stop: Parting | None  # the row that goes on no more
    scores: tuple[int, ...]
    is_over: bool


class Branch(Struct, frozen=True):
    """What becomes of it under these readings."""

    readings: Mapping[str, str]
    trials: tuple[Trial, ...]
    state: AnyState
    asked: frozenset[str]  # the options that were asked on the way
    scores: tuple[int, ...] = ()
    views: tuple[Any, ...] = ()  # what is seen of it, by those whose eyes the dispute has
    rest: Rest | None = None


class Chance:
    """Draws of a dispute: those of the row in which the move was made, while they fit; else from a stream by name."""

    def __init__(self, name: str, recorded: Dealer | None = None, sealer: Seal | None = None, row: int = 0) -> None:
        self.rolls: list[Roll] = []
        self._recorded = recorded
        self._stream = derived(name)
        self._sealer = sealer
        self._row = row
        self._sealed = 0

    def deal(self, number: int, draw: Draw) -> Drawn:
        found, anew = None, self._recorded is None
        if self._recorded is not None:
            try:
                found = self._recorded(number, draw)
            except Damaged:  # another draw than was made then
                anew, self._recorded = True, None
        drawn = self._stream(number, _as_known(draw)) if found is None else found
        self.rolls.append(Roll(draw.label, drawn, anew))
        return drawn

    def seal(self, by: tuple[int, ...], value: Any) -> Secret[Any]:
        """Boxes that nobody committed to, in the row that would come next."""
        if self._sealer is not None:
            return self._sealer(by, value)
        self._sealed += 1
        return Secret((self._row, self._sealed - 1), by, "", value)


def _as_known(draw: Draw) -> Draw:
    """What is drawn anew may be anything of which this reader does not know that it lies elsewhere."""
    if all(box.known for box in draw.without):
        return draw
    return replace(draw, without=tuple(box for box in draw.without if box.known))


def read_so(game: AnyGame, state: AnyState, readings: Mapping[str, str]) -> tuple[AnyState, set[str]]:
    """The position under these readings, and the options that are asked of it from now on."""
    return noting(under(game, state, readings))


def tried(game: AnyGame, state: AnyState, seat: int, text: str, chance: Chance, *, tested: bool = False) -> Trial:
    """A move that is typed, made where it is legal."""
    try:
        move = read_move(game, state, seat, text)
        if tested:
            return Trial(seat, text, "legal", state, is_tested=True)
        happened = engine.decide(game, state, seat, move, chance.deal, chance.seal)
    except (Refused, Usage) as problem:
        how: How = "several" if problem.why in WHOLE else "refused"
        return Trial(seat, text, how, state, problem=problem, is_tested=tested)
    except Hidden as hole:
        return Trial(seat, text, "closed", state, box=hole.box, is_tested=tested)
    return made(seat, format_move(move), happened, chance)


def made(seat: int | None, text: str, happened: Consequences[Any], chance: Chance) -> Trial:
    """What was made, and what followed."""
    return Trial(seat, text, "legal", happened.state, happened.facts, tuple(chance.rolls))


class Open(Struct, frozen=True):
    """A move that may be made at a moment, by whom."""

    seat: int
    text: str
    move: Any


def open_moves(state: AnyState) -> tuple[Open, ...] | None:
    """What may be done there, as far as it can be listed; None where that hangs on something closed."""
    found: list[Open] = []
    try:
        for seat in engine.asked(state).seats:
            moves = engine.some_legal(state, seat, stream("dispute", seat), SAMPLES)
            found += [Open(seat, format_move(move), move) for move in moves]
    except Hidden:
        return None
    return tuple(found)


def not_open(game: AnyGame, state: AnyState, moves: tuple[Open, ...]) -> Iterator[tuple[Open, Refused]]:
    """Those that may not be made in this position, and why not."""
    asked = engine.asked(state).seats
    kinds = {seat: frozenset(engine.kinds(state, seat)) for seat in asked}
    for one in moves:
        try:
            if one.seat not in kinds or one.move.__class__ in kinds[one.seat]:
                engine.admit(state, one.seat, one.move)
            else:
                read_move(game, state, one.seat, one.text)
        except Refused as refused:
            yield one, refused
        except Hidden:
            continue
