"""What is wrong with a position that somebody wrote, where no match leads to it."""

from collections.abc import Iterator

from core.games.medieval.table import Table
from core.kernel.bots.possible import Impossible, Wrong, all_of, at_most, first, length, no_twice


def impossible(t: Table) -> Wrong:
    """The first thing that cannot be: on the board, then seat by seat."""
    return first(_board(t), *(_seat(t, seat) for seat in range(t.players)))


def _board(t: Table) -> Iterator[Wrong]:
    """MED-3.4: a slot for each card on offer; MED-7.11: everybody once in the turn order; MED-1.3: the rounds."""
    board = t.edition.board
    yield all_of("order", t.order, range(t.players)) if t.order else None
    yield length("current", t.current, board.current)
    yield at_most("upcoming", len(t.upcoming), board.upcoming)
    yield at_most("round", t.round, board.rounds)


def _seat(t: Table, seat: int) -> Iterator[Wrong]:
    """MED-7.6: a monarch of its own; MED-4.1: the deployment area."""
    player, others = t.seats[seat], [p for at, p in enumerate(t.seats) if at != seat]
    taken = [p.monarch for p in others if p.monarch is not None]
    yield Impossible("monarch", "scenario_taken", player.monarch, seat=seat) if player.monarch in taken else None
    yield at_most("deployed", len(player.deployed), t.edition.board.deployment, seat)
    yield no_twice("deployed", player.deployed, seat)
    yield no_twice("realm", player.realm, seat)
    yield at_most("pair", len(player.pair), t.edition.stock.pair, seat)
