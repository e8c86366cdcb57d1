"""Matches of bots: the loop that plays one, decision by decision, and the figures of many."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from core.kernel import engine
from core.kernel.bots import bot, dice_of
from core.kernel.chance import Stream, derived
from core.kernel.engine import AnyGame, Happened, State
from core.kernel.game import Result, Setup
from core.kernel.invariants import Fault, check
from core.kernel.rulings import settle

LIMIT = 5_000
"""More decisions than any match takes: what goes on longer goes on for ever."""


class Decision(Struct, frozen=True):
    """Who decided what, and what followed; number 0 is the start, which nobody decides."""

    number: int
    seat: int | None
    move: Any
    before: State[Any]
    happened: Happened[Any]


class Played(Struct, frozen=True):
    """A match of bots, as far as it went."""

    seed: str
    state: State[Any]
    decisions: int
    facts: int
    result: Result | None  # none if it did not come to an end
    faults: tuple[Fault, ...] = ()


class Tally(Struct, frozen=True):
    """The figures of many matches; two tallies add up."""

    matches: int = 0
    decisions: int = 0
    facts: int = 0
    scores: tuple[tuple[int, ...], ...] = ()  # of each match that came to an end, by seat
    winners: tuple[tuple[int, ...], ...] = ()  # of the same matches
    faults: tuple[Fault, ...] = ()

    def __add__(self, other: "Tally") -> "Tally":
        """Both together."""
        return Tally(
            self.matches + other.matches,
            self.decisions + other.decisions,
            self.facts + other.facts,
            self.scores + other.scores,
            self.winners + other.winners,
            self.faults + other.faults,
        )


def tally(matches: Iterable[Played]) -> Tally:
    """The figures of these matches."""
    seen = list(matches)
    ended = [played.result for played in seen if played.result is not None]
    return Tally(
        matches=len(seen),
        decisions=sum(played.decisions for played in seen),
        facts=sum(played.facts for played in seen),
        scores=tuple(result.scores for result in ended),
        winners=tuple(result.winners for result in ended),
        faults=tuple(fault for played in seen for fault in played.faults),
    )


def seated(game: AnyGame, players: int, readings: Mapping[str, str] | None = None) -> Setup:
    """A match of so many bots under the edition that ships; readings that are not named are the defaults."""
    names = tuple(f"bot{seat}" for seat in range(1, players + 1))
    return Setup(names, settle(game.rulings, readings or {}), game.edition().digest)


def play_match(
    game: AnyGame, setup: Setup, levels: Sequence[str], seed: str, *, limit: int = LIMIT, checked: bool = False
) -> Played:
    """Play a match to its end; `checked`: what must hold of every match is looked at after every decision."""
    facts, last = 0, None
    faults: list[Fault] = []
    try:
        for last in decisions(game, setup, levels, seed, limit=limit):
            facts += len(last.happened.facts)
            if checked:
                found = check(game, last.before, last.happened, last.seat, last.move)
                faults += [Fault(fault.what, fault.expected, fault.found, seed, last.number) for fault in found]
    except Exception as problem:
        problem.add_note(f"match {seed!r}, after decision {last.number if last else 'none'}")
        raise
    assert last is not None  # noqa: S101 - there is always a start
    state = last.happened.state
    if state.agenda:
        faults.append(Fault("no_end", f"{limit} decisions at most", "the match goes on", seed, last.number))
    return Played(seed, state, last.number, facts, game.result(state.table), tuple(faults))


def decisions(
    game: AnyGame, setup: Setup, levels: Sequence[str], seed: str, *, limit: int = LIMIT
) -> Iterator[Decision]:
    """The start of a match and its decisions one by one, until it is over or the limit is reached."""
    deal = derived(seed)
    before = State(game.new(setup)[0])
    happened = engine.begin(game, setup, deal)
    number = 0
    yield Decision(number, None, None, before, happened)
    while happened.state.agenda and number < limit:
        before, number = happened.state, number + 1
        seat = engine.asked(before).seats[0]
        move = bot_move(game, before, seat, levels[seat], dice_of(seed, seat, number))
        happened = engine.decide(game, before, seat, move, deal)
        yield Decision(number, seat, move, before, happened)


def bot_move(game: AnyGame, state: State[Any], seat: int, level: str, dice: Stream) -> Any:
    """What a bot decides at this seat: it is shown the view of the seat, and nothing else of the state."""
    player = bot(level)
    moves = engine.some_legal(state, seat, dice, player.samples)
    if len(moves) == 1:
        return moves[0]
    view = game.view(state.table, seat) if player.looks else None
    return player.thought(game, view, seat, moves, dice)
