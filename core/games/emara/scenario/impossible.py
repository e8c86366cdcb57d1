"""What is wrong with a position that somebody wrote, where no match leads to it."""

from collections.abc import Iterator

from core.games.emara.data.edition import CRAFTSMEN
from core.games.emara.names import COUNTRYSIDE, RANKS, STANDS, TOWN
from core.games.emara.table import Player, Table
from core.kernel.bots.possible import Impossible, Wrong, all_of, apart, at_most, first, length, no_twice


def impossible(t: Table) -> Wrong:
    """The first thing that cannot be: on the boards, then seat by seat."""
    return first(_boards(t), *(_seat(t, seat) for seat in range(t.players)))


def _boards(t: Table) -> Iterator[Wrong]:
    """Each place once; EMA-2.8: two stands at each place in town; EMA-3.2: the rounds."""
    laid = [place for ring in t.rings for place in ring]
    yield all_of("rings", laid, (*COUNTRYSIDE, *TOWN)) if laid else None
    yield length("stands", t.stands, len(STANDS))
    yield no_twice("stands", t.stands)
    yield length("ranks", t.ranks, len(RANKS))
    yield at_most("round", t.round, t.edition.board.rounds)


def _seat(t: Table, seat: int) -> Iterator[Wrong]:
    """EMA-2.15: the craftsmen; EMA-11.2: the ranks; EMA-2.17: a card is in one place. A councilor on each board."""
    player = t.seats[seat]
    hand = _hand(player)
    yield at_most("hired", player.hired, CRAFTSMEN, seat)
    yield at_most("rank", player.rank, len(RANKS), seat)
    yield length("councilors", player.councilors, len(t.rings), seat) if player.councilors else None
    for ring in t.rings:
        here = [place for place in player.councilors if place in ring]
        yield Impossible("councilors", "scenario_cannot_stand", here[-1], seat=seat) if len(here) > 1 else None
    yield length("slots", player.slots, len(t.edition.board.slots), seat) if player.slots else None
    yield no_twice("hand", hand, seat)
    yield apart("hand", hand, player.discard, seat)
    yield no_twice("discard", player.discard, seat)
    yield no_twice("slots", player.slots, seat)
    yield apart("slots", player.slots, player.discard, seat)


def _hand(player: Player) -> tuple[str, ...]:
    """What was drawn, where that is written or known."""
    return player.hand.value if player.hand is not None and player.hand.known else ()
