"""What is wrong with a position that somebody wrote, where no match leads to it."""

from collections import Counter
from collections.abc import Iterator

from core.games.heirs.rules.play import tiles_at_hand
from core.games.heirs.table import HENRY, Table
from core.kernel.bots.possible import Impossible, Wrong, at_least, at_most, first, length, no_twice
from core.kernel.rules.grid import ORIGIN


def impossible(t: Table) -> Wrong:
    """The first thing that cannot be: the supply, the landscape, then side by side."""
    return first(_supply(t), _landscape(t), *(_side(t, side) for side in range(2)))


def _supply(t: Table) -> Iterator[Wrong]:
    """HEI-2.1: the places of the royal supply; HEI-1.3: the sets of the match; no pile has more than there is."""
    board = t.edition.board
    yield length("ring", t.ring, board.ring) if t.ring else None
    yield at_most("shield", t.shield, board.ring - 1)
    yield length("sets", t.sets, board.sets) if t.sets else None
    yield no_twice("sets", t.sets)
    yield at_most("pile", t.pile, len(t.unseen))
    yield at_most("treasures.left", t.treasures.left, len(t.treasures.pile))


def _landscape(t: Table) -> Iterator[Wrong]:
    """HEI-6.10: a tile holds one troop, the start tile two."""
    crowd = Counter(at for player in t.sides for at in player.troops.values())
    for at, count in crowd.items():
        yield at_most("landscape", count, 1 + (at == ORIGIN), what=at)


def _side(t: Table, side: int) -> Iterator[Wrong]:
    """HEI-4.6: three tiles in hand; HEI-R3: a tile for what is owed; HEI-6.9: a troop stands on a tile."""
    player = t.sides[side]
    yield at_most("hand", len(player.hand), t.edition.board.hand, side)
    yield no_twice("hand", player.hand, side)
    yield at_least("discounts", player.discounts, -tiles_at_hand(t, side), side)  # under any reading: it may be new
    if not (t.solo and side == HENRY):
        for troop, at in player.troops.items():
            yield None if at in t.landscape else Impossible("troops", "scenario_no_tile", troop, seat=side)
