"""What is wrong with a position that somebody wrote, where no match leads to it."""

from collections.abc import Iterator

from core.games.crossing.data.edition import TOP
from core.games.crossing.names import DECKS, DISPLAY, GOALS, HOME, RESOURCES, SLOTS
from core.games.crossing.table import HOUSES, Player, Table
from core.kernel.bots.possible import Impossible, Wrong, all_of, at_most, first, length, no_twice


def impossible(t: Table) -> Wrong:
    """The first thing that cannot be: on the boards, then side by side."""
    return first(_boards(t), *(_side(t, seat, p) for seat, p in enumerate(t.sides)))


def _boards(t: Table) -> Iterator[Wrong]:
    """KIN-2.3: each deck on a slot; KIN-2.6, KIN-12.3: goals once, each side once on it; KIN-1.2: the rounds."""
    yield all_of("layout", t.layout, DECKS) if t.layout else None
    yield length("slots", t.slots, len(SLOTS))
    yield length("perched", t.perched, len(SLOTS))
    yield no_twice("perched", t.perched)
    yield all_of("goals", t.goals, GOALS) if t.goals else None
    yield no_twice("hard", t.hard)
    for goal, seats in t.claims.items():
        yield no_twice(f"claims.{goal}", seats)
    yield length("display", t.display, DISPLAY)
    yield length("piles", t.piles, DISPLAY)
    yield at_most("piles", sum(t.piles), len(t.favors))
    yield all_of("order", t.order, range(len(t.sides))) if t.order else None
    yield at_most("round", t.round, t.edition.board.rounds)


def _side(t: Table, seat: int, p: Player) -> Iterator[Wrong]:
    """KIN-15.1, KIN-5.17: the tracks; KIN-14.1: houses apart; KIN-8.1: a paw a bridge; KIN-3.8: a home card."""
    for resource in RESOURCES:
        yield at_most("resources", p.resources.of(resource), TOP, seat, resource)
    yield at_most("investment", p.investment, t.edition.investment.last, seat)
    yield at_most("houses", len(p.houses), HOUSES, seat)
    yield no_twice("houses", p.houses, seat)
    yield no_twice("paws", p.paws, seat)
    yield no_twice("upgraded", p.upgraded, seat)
    yield no_twice("played", p.played, seat)
    yield at_most("played", len(p.played), t.edition.board.actions, seat)
    yield None if HOME in p.structures else Impossible("structures", "scenario_missing", HOME, seat=seat)
    strange = [card for card in p.cards if card not in t.edition.guild_of]
    yield Impossible("cards", "scenario_cannot_stand", strange[0], seat=seat) if strange else None
