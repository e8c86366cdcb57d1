"""Why something that is not even on offer cannot be done: looked at only when somebody tries."""

from typing import Any

from core.games.heirs.moves import Build, Deploy, Extend, Take, UseCamp, Walk
from core.games.heirs.names import CAV
from core.games.heirs.steps.play import sites
from core.games.heirs.steps.troops import bases
from core.games.heirs.table import Table
from core.kernel.grid import around
from core.kernel.step import Blocked


def unoffered(t: Table, seat: int, move: Any) -> Blocked | None:
    """HEI-3.2: an action of the turn, on a tile, a cell or a troop for which it is no question."""
    match move:
        case Take():
            return None if move.tile in t.ring else Blocked("HEI-4.1", "not_in_ring", have=move.tile)
        case Build() | Extend():
            return _unplayable(t, seat, move)
        case Walk():
            return _no_step(t, seat, move)
        case Deploy():
            return _no_deployment(t, seat, move)
        case UseCamp():
            return Blocked("HEI-9.11", "no_such_camp", have=move.tile)
        case _:
            return None


def _unplayable(t: Table, seat: int, move: Build | Extend) -> Blocked | None:
    """HEI-5.1, HEI-5.2, HEI-5.8: a tile of the hand, an empty cell, next to an own troop."""
    building = isinstance(move, Build)
    rule = "HEI-5.2" if building else "HEI-5.8"
    if move.tile not in t.seats[seat].hand:
        return Blocked("HEI-5.1", "not_in_hand", have=move.tile)
    if move.cell in sites(t, seat, building=building):
        return None
    if move.cell in t.landscape:
        return Blocked(rule, "cell_taken", have=move.cell)
    if building and t.rulings.build_adjacency == "orthogonal_only":
        return Blocked("HEI-R15", "no_troop_at_its_side", have=move.cell)
    return Blocked(rule, "no_troop_beside", have=move.cell)


def _no_step(t: Table, seat: int, move: Walk) -> Blocked | None:
    """HEI-6.2, HEI-6.9: to a neighbouring tile."""
    stand = t.seats[seat].troops.get(move.troop)
    if stand is None:
        return Blocked("HEI-6.2", "not_in_landscape", have=move.troop)
    if move.cell not in t.landscape:
        return Blocked("HEI-6.9", "no_tile", have=move.cell)
    return None if move.cell in around(stand) else Blocked("HEI-6.2", "too_far", need=stand, have=move.cell)


def _no_deployment(t: Table, seat: int, move: Deploy) -> Blocked | None:
    """HEI-6.3, HEI-6.9: from the royal supply, to a tile next to another own troop."""
    player = t.seats[seat]
    if move.troop == CAV:
        return Blocked("HEI-6.5", "cavalry_stays")
    if move.troop in player.troops:
        return Blocked("HEI-6.3", "in_landscape", have=move.troop)
    if move.cell not in t.landscape:
        return Blocked("HEI-6.9", "no_tile", have=move.cell)
    if not any(move.cell in around(stand) for stand in player.troops.values()):
        return Blocked("HEI-6.3", "no_troop_beside", have=move.cell)
    rested = any(move.cell in around(stand) for stand in bases(t, seat))
    return None if rested else Blocked("HEI-R13", "only_troops_that_moved", have=move.cell)
