"""Matches of bots: the loop that plays one, decision by decision, and the figures of many."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from core.kernel.bots.bots import bot, dice_of
from core.kernel.bots.invariants import Breach, check
from core.kernel.game import Setup
from core.kernel.log import limits
from core.kernel.rules import engine
from core.kernel.rules.chance import Stream, derived
from core.kernel.rules.engine import AnyGame, Consequences, State
from core.kernel.rules.result import Result
from core.kernel.rules.value import Value
from core.kernel.setup.options import agreed
from core.kernel.setup.rulings import settle

LIMIT = limits.BOTS
"""More decisions than any match takes: what goes on longer goes on for ever."""

KEPT = 100
"""Faults that a tally keeps; beyond them it only counts."""

Decide = Callable[[State[Any], int, Any], Consequences[Any]]
"""What follows when a seat makes a legal move: the engine's answer, or that of a scribe who also writes it down."""


class Decision(Value, frozen=True):
    """Who decided what, and what followed; number 0 is the start, which nobody decides."""

    number: int
    seat: int | None
    move: Any
    before: State[Any]
    happened: Consequences[Any]


class Played(Value, frozen=True):
    """A match of bots, as far as it went."""

    seed: str
    state: State[Any]
    decisions: int
    facts: int
    result: Result | None  # none if it did not end
    faults: tuple[Breach, ...] = ()


class Standing(Struct):
    """The results of a level, or of a seat, in the matches that ended."""

    plays: int = 0
    wins: int = 0  # matches won alone
    shared: int = 0  # matches won together with others
    share: float = 0.0  # victories in all, a shared one counted as the part of it: those of all add up to the matches
    points: int = 0

    @property
    def mean(self) -> float:
        return self.points / self.plays if self.plays else 0.0

    def add(self, points: int) -> None:
        self.plays += 1
        self.points += points

    def won(self, part: int, whole: int) -> None:
        """Count a victory, of which this many winners out of all stand here."""
        self.wins += part == whole
        self.shared += part < whole
        self.share += part / whole


class Tally(Struct):
    """The figures of many matches: it grows with levels and seats, not with matches."""

    matches: int = 0
    decisions: int = 0
    facts: int = 0
    seats: dict[int, Standing] = field(default_factory=dict[int, Standing])
    levels: dict[str, Standing] = field(default_factory=dict[str, Standing])
    faults: list[Breach] = field(default_factory=list[Breach])  # the first ones
    faulty: int = 0  # how many there were in all

    def add(self, played: Played, levels: Sequence[str]) -> None:
        """One more match, in which bots of these levels sat in the seats."""
        self.matches += 1
        self.decisions += played.decisions
        self.facts += played.facts
        self.blame(*played.faults)
        result = played.result
        if result is None:
            return
        for seat, (level, points) in enumerate(zip(levels, result.scores, strict=True)):
            for standing in (self.seats.setdefault(seat, Standing()), self.levels.setdefault(level, Standing())):
                standing.add(points)
        for seat in result.winners:
            self.seats[seat].won(1, len(result.winners))
        for level, part in Counter(levels[seat] for seat in result.winners).items():
            self.levels[level].won(part, len(result.winners))

    def blame(self, *faults: Breach) -> None:
        self.faulty += len(faults)
        self.faults += faults[: max(KEPT - len(self.faults), 0)]


def seated(
    game: AnyGame,
    players: int,
    readings: Mapping[str, str] | None = None,
    options: Mapping[str, str] | None = None,
) -> Setup:
    """A match of so many bots under the edition that ships; what is not named is as by default."""
    names = tuple(f"bot{seat}" for seat in range(1, players + 1))
    digest = game.edition().digest
    return Setup(names, settle(game.rulings, readings or {}), digest, agreed(game.options, options or {}))


def play_match(
    game: AnyGame, setup: Setup, levels: Sequence[str], seed: str, *, limit: int = LIMIT, checked: bool = False
) -> Played:
    """Play a match to its end; `checked`: what must hold of every match is looked at after every decision."""
    return watched(game, decisions(game, setup, levels, seed, limit=limit), seed, checked=checked)


def watched(game: AnyGame, match: Iterator[Decision], seed: str, *, checked: bool = False) -> Played:
    """A match, watched to its end."""
    facts, last = 0, None
    faults: list[Breach] = []
    try:
        for last in match:
            facts += len(last.happened.facts)
            if checked:
                found = check(game, last.before, last.happened, last.seat, last.move)
                faults += [Breach(fault.what, fault.expected, fault.found, seed, last.number) for fault in found]
    except Exception as problem:
        problem.add_note(f"match {seed!r}, after decision {last.number if last else 'none'}")
        raise
    assert last is not None  # there is always a start
    state = last.happened.state
    if state.agenda:
        faults.append(Breach("no_end", f"{last.number} decisions at most", "the match goes on", seed, last.number))
    return Played(seed, state, last.number, facts, game.result(state.table), tuple(faults))


def decisions(
    game: AnyGame, setup: Setup, levels: Sequence[str], seed: str, *, limit: int = LIMIT
) -> Iterator[Decision]:
    """The start of a match and its decisions one by one, until it is over or the limit is reached."""
    deal = derived(seed)

    def decide(state: State[Any], seat: int, move: Any) -> Consequences[Any]:
        return engine.decide(game, state, seat, move, deal)

    start = Decision(0, None, None, State(game.new(setup)[0]), engine.begin(game, setup, deal))
    yield from played_on(game, start, levels, seed, decide, limit)


def played_on(
    game: AnyGame, last: Decision, levels: Sequence[str], seed: str, decide: Decide, limit: int = LIMIT
) -> Iterator[Decision]:
    """The last decision, and those that bots make after it: the one loop, whoever decides what follows."""
    number, happened = last.number, last.happened
    yield last
    while happened.state.agenda and number < limit:
        before, number = happened.state, number + 1
        seat = (happened.ask or engine.asked(before)).seats[0]
        move = bot_move(game, before, seat, levels[seat], dice_of(seed, seat, number))
        happened = decide(before, seat, move)
        yield Decision(number, seat, move, before, happened)


def bot_move(game: AnyGame, state: State[Any], seat: int, level: str, dice: Stream) -> Any:
    """What a bot decides at this seat: it is shown the view of the seat, and nothing else of the state."""
    player = bot(level)
    moves = engine.some_legal(state, seat, dice, player.samples)
    if len(moves) == 1:
        return moves[0]
    view = game.view(state.table, seat) if player.looks else None
    return player.thought(game, view, seat, moves, dice)
