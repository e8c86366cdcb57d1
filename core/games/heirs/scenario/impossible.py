"""What is wrong with a position that somebody wrote, where no match leads to it."""

from collections import Counter
from collections.abc import Iterator

from core.games.heirs.names import CAMP
from core.games.heirs.rules.play import tiles_at_hand
from core.games.heirs.rules.take import most_in_hand
from core.games.heirs.table import HENRY, Laid, Table, back_of, unseen_backs
from core.kernel.bots.bounds import Impossible
from core.kernel.bots.possible import Wrong, among, apart, at_least, at_most, no_twice, said, wrong
from core.kernel.rules.grid import ORIGIN, Cell


def impossible(t: Table) -> Iterator[Impossible]:
    """List what cannot be: the supply, Henry's treasures, the landscape, then side by side."""
    cells = (_cell(t, at, laid) for at, laid in t.landscape.items())
    return said(_supply(t), _treasures(t), _landscape(t), *cells, *(_side(t, side) for side in range(2)))


def _supply(t: Table) -> Iterator[Wrong]:
    """HEI-1.3: the sets of the match; HEI-2.1, HEI-4.2: under the shield lies nothing, nor on a slot that is to be
    refilled; no pile has more than there is; HEI-7.1: the last turns come when it is used up.
    """
    yield apart("vetoed", t.vetoed, t.sets)
    under = t.ring[t.shield] if t.shield < len(t.ring) else None
    yield wrong(("ring", str(t.shield + 1)), "scenario_cannot_stand", under) if under is not None else None
    for slot in t.due:
        there = t.ring[slot] if slot < len(t.ring) else None
        yield wrong(("ring", str(slot + 1)), "scenario_cannot_stand", there) if there is not None else None
    yield at_most("pile", t.pile, len(t.unseen))
    backs = unseen_backs(t)
    yield among("back", (t.back,), backs if t.pile else ())
    yield among("start", (t.start,), backs)
    yield at_most("turns_left", t.pile if t.turns_left is not None else 0, 0)
    yield at_most("camped", t.camped, sum(tile.kind == CAMP for tile in t.edition.tiles.values()))
    yield at_most("takes", t.takes, 1 + t.camped)


def _treasures(t: Table) -> Iterator[Wrong]:
    """HEI-S6: alone; so many are left, and lie on buildings of Henry's."""
    tokens = t.treasures
    yield among(("treasures", "pile"), tokens.pile, t.edition.treasures if t.solo else ())
    yield at_most(("treasures", "left"), tokens.left, len(tokens.pile))
    yield no_twice(("treasures", "placed"), tokens.placed.values())
    for at, token in tokens.placed.items():
        yield wrong(("treasures", "placed", at), "scenario_no_tile", token) if at not in t.landscape else None
    for field, cells in (("scaffold", (t.scaffold,)), ("scaffolds", t.scaffolds)):
        yield among(field, cells, t.landscape)


def _landscape(t: Table) -> Iterator[Wrong]:
    """HEI-6.10: a tile holds one troop, the start tile two."""
    crowd = Counter(at for player in t.sides for at in player.troops.values())
    for at, count in crowd.items():
        yield at_most("landscape", count, 1 + (at == ORIGIN), what=at)


def _cell(t: Table, at: Cell, laid: Laid) -> Iterator[Wrong]:
    """HEI-0.9, HEI-0.10: a building shows its front, open terrain the back; only the start tile's face is unknown."""
    if laid.tile is None:
        yield None if laid.owner is None else wrong(("landscape", at, "owner"), "scenario_cannot_stand", laid.owner)
        return
    front = laid.owner is not None and not laid.spent
    shown = t.tile(laid.tile).terrain if front else back_of(t, laid.tile)
    yield among(("landscape", at, "terrain"), (laid.terrain,), (shown,))
    if laid.spent and laid.owner is None:
        yield wrong(("landscape", at, "spent"), "scenario_cannot_stand", laid.tile)


def _side(t: Table, side: int) -> Iterator[Wrong]:
    """HEI-4.6, HEI-R5: tiles in hand; HEI-R3: a tile for what is owed; HEI-6.9: a troop stands on a tile."""
    player, most = t.sides[side], most_in_hand(t)
    yield None if most is None else at_most("hand", len(player.hand), most, side)
    yield at_least("discounts", player.discounts, -tiles_at_hand(t, side), side)  # under any reading: it may be new
    if not (t.solo and side == HENRY):
        for troop, at in player.troops.items():
            yield wrong(("troops", troop), "scenario_no_tile", troop, side) if at not in t.landscape else None
    yield at_most("discounts", player.discounts, len(t.edition.tiles), side)
    for troop, at in (player.stood or {}).items():
        yield wrong(("stood", troop), "scenario_no_tile", troop, side) if at not in t.landscape else None
    yield among("built", player.built, t.landscape, side)
