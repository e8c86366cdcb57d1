"""Random matches for tests: each is told by a short recipe, so that a failure can be played again."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, TypedDict

from msgspec import Struct

from core.games import NAMES, game_named
from core.kernel.game import Setup
from core.kernel.rules import engine
from core.kernel.rules.chance import Dealer, Stream, derived, stream
from core.kernel.rules.engine import AnyGame, Consequences, State
from core.kernel.setup.options import agreed, some_options
from core.kernel.setup.rulings import settle
from tests.support.islands import ISLANDS
from tests.support.toy import TOY

SEATS = ("Ana", "Bo", "Cy", "Di", "Eli", "Flo")
BOUND = 2_000
"""More decisions than any match takes, however badly it is played."""

GAMES: Mapping[str, AnyGame] = {name: game_named(name) for name in NAMES} | {TOY.name: TOY}
"""Every game there is, and the toy game, which needs every word of the kernel."""

TABLES = [(game.name, players) for game in GAMES.values() for players in game.players]

TOYS: Sequence[AnyGame] = (TOY, ISLANDS)

PLAYED: Mapping[str, AnyGame] = {**GAMES, ISLANDS.name: ISLANDS}
"""What random matches are played of: the toy of large moves, too, which has little to look at and no rulebook."""

PLAYED_TABLES = [(game.name, players) for game in PLAYED.values() for players in game.players]


class Decision(Struct, frozen=True):
    """Who decided what, and what followed; number 0 is the start, which nobody decides."""

    number: int
    seat: int
    move: Any
    before: State[Any]
    happened: Consequences[Any]
    earlier: tuple[Any, ...] = ()  # the set-ups of the table before it agreed on other readings

    @property
    def after(self) -> State[Any]:
        return self.happened.state


class Recipe(Struct, frozen=True, omit_defaults=True):
    """A match in one line: by dice up to decision `skip`, from there by the numbers in `picks`, then by dice again."""

    game: str
    players: int
    seed: int
    rulings: Mapping[str, str] = {}  # the others are the defaults
    options: Mapping[str, str] = {}  # likewise
    skip: int = BOUND
    picks: tuple[int, ...] = ()
    whole: bool = True  # does it go on after the last pick?

    @property
    def of(self) -> AnyGame:
        return PLAYED[self.game]

    def setup(self) -> Setup:
        return set_up(self.of, self.players, self.rulings, self.options)

    def decisions(self, deal: Dealer | None = None) -> Iterator[Decision]:
        """The start, and the decisions one by one until the match is over."""
        game, dice, dealer = self.of, stream("test", self.seed), deal or derived(f"seed {self.seed}")
        before = State(game.new(self.setup())[0])
        happened = engine.begin(game, self.setup(), dealer)
        number = 0
        yield Decision(number, -1, None, before, happened)
        while happened.state.agenda and number < BOUND:
            before, at = happened.state, number - self.skip
            if at >= len(self.picks) and not self.whole:
                return
            picked = stream("pick", self.picks[at]) if 0 <= at < len(self.picks) else dice
            seat, move = any_move(before, picked)
            happened = engine.decide(game, before, seat, move, dealer)
            number += 1
            yield Decision(number, seat, move, before, happened)


def set_up(
    game: AnyGame, players: int, rulings: Mapping[str, str] | None = None, options: Mapping[str, str] | None = None
) -> Setup:
    """The setup of a match under the edition that ships."""
    settled = settle((*game.rulings, *game.changes), rulings or {})
    chosen = agreed(game.options, options or {})
    return Setup(SEATS[:players], settled, game.edition().digest, chosen)


def any_rulings(game: AnyGame, dice: Stream) -> dict[str, str]:
    """One reading of each ruling at random, as far as it is not the default."""
    chosen = {ruling.option: (dice.pick(ruling.readings), ruling.default) for ruling in game.rulings}
    return {option: reading for option, (reading, default) in chosen.items() if reading != default}


def any_options(game: AnyGame, players: int, dice: Stream, rulings: Mapping[str, str] | None = None) -> dict[str, str]:
    """Values of the options at random that go together, as far as they are not the defaults."""
    chosen = some_options(game, set_up(game, players, rulings), {}, dice)
    return {option.name: chosen[option.name] for option in game.options if chosen[option.name] != option.default}


class Terms(TypedDict):
    """What a table agrees on."""

    rulings: dict[str, str]
    options: dict[str, str]


def any_terms(game: AnyGame, players: int, dice: Stream) -> Terms:
    """Rulings and options at random."""
    rulings = any_rulings(game, dice)
    return Terms(rulings=rulings, options=any_options(game, players, dice, rulings))


def any_seat(state: State[Any], dice: Stream) -> int:
    """One of the seats that may act: mostly one that is waited for."""
    ask = engine.asked(state)
    return dice.pick(ask.also if ask.also and dice.below(4) == 0 else ask.seats)


def any_move(state: State[Any], dice: Stream) -> tuple[int, Any]:
    """A seat that may act, and a legal move of it."""
    seat = any_seat(state, dice)
    moves = engine.some_legal(state, seat, dice)
    assert moves, f"dead end: seat {seat} is asked and can do nothing: {engine.waiting(state)}"
    return seat, dice.pick(moves)


@cache
def rule_ids(game: str) -> frozenset[str]:
    """The ids of the rules and rulings that the game has a text for."""
    texts = PLAYED[game].rule_texts()
    return frozenset(texts["rules"]) | frozenset(texts["rulings"])


@cache
def states(name: str, players: int, seed: int) -> tuple[State[Any], ...]:
    """Every state of a match under the default rulings."""
    return tuple(decision.after for decision in Recipe(name, players, seed).decisions())


def positions(game: AnyGame, players: int, seeds: Sequence[int], every: int) -> Iterator[tuple[Recipe, Decision]]:
    """Positions out of random matches under random rulings: every n-th, each time from another decision on."""
    for seed in seeds:
        recipe = Recipe(game.name, players, seed, **any_terms(game, players, stream("rulings", players, seed)))
        for decision in recipe.decisions():
            if decision.after.agenda and (decision.number + seed) % every == 0:
                yield recipe, decision
