"""HEI-6 Moving troops (Action C, p. 4): a step, a deployment or a withdrawal, each troop once in a turn."""

from collections.abc import Iterator

from core.games.heirs.facts import TroopMoved, TroopRecalled
from core.games.heirs.moves import Deploy, Recall, Walk
from core.games.heirs.names import CAV, NORMAL, TROOPS, TroopId
from core.games.heirs.table import Player, Table
from core.kernel.rules.grid import ORIGIN, Cell, around
from core.kernel.rules.step import Blocked, Next, Offer


def steps(t: Table, seat: int, *, told: bool = True) -> Iterator[Offer[Walk]]:
    """HEI-6.2: onto a neighbouring tile on which no troop stands; or why not (`told`)."""
    player, landscape, full = t.sides[seat], t.landscape, _full(t)
    for troop, cell in player.troops.items():
        moved = _moved(player, troop)
        if moved is not None and not told:
            continue
        for to in around(cell):
            if to in landscape and (told or to not in full):
                yield Offer(Walk(troop, to), moved or (_no_room(to) if to in full else None))


def deployments(t: Table, seat: int, *, told: bool = True) -> Iterator[Offer[Deploy]]:
    """HEI-6.3: from the royal supply, next to another own troop; or why not (`told`)."""
    player, landscape, full = t.sides[seat], t.landscape, _full(t)
    beside = dict.fromkeys(to for cell in bases(t, seat) for to in around(cell) if to in landscape)
    near = [to for to in beside if told or to not in full]
    for troop in NORMAL:
        if troop in player.troops:
            continue
        moved = _moved(player, troop)
        if told or moved is None:
            for to in near:
                yield Offer(Deploy(troop, to), moved or (_no_room(to) if to in full else None))


def bases(t: Table, seat: int) -> list[Cell]:
    """HEI-6.3: where troops stand beside which others are deployed. HEI-R13: also such as have just come?"""
    player = t.sides[seat]
    return [
        cell for troop, cell in player.troops.items() if t.rulings.deploy_chain == "yes" or troop not in player.moved
    ]


def recalls(t: Table, seat: int, *, told: bool = True) -> Iterator[Offer[Recall]]:
    """HEI-6.4: a normal troop from anywhere; HEI-6.5: never the cavalry; or why not (`told`)."""
    player = t.sides[seat]
    for troop in TROOPS:
        if troop in player.troops and troop != CAV:
            yield Offer(Recall(troop), _moved(player, troop))
        elif told:
            stays = Blocked("HEI-6.5", "cavalry_stays") if troop == CAV else None
            yield Offer(Recall(troop), stays or Blocked("HEI-6.4", "in_supply", have=troop))


def no_step(t: Table, seat: int, move: Walk) -> Blocked | None:
    """HEI-6.2, HEI-6.9: only to a neighbouring tile."""
    stand = t.sides[seat].troops.get(move.troop)
    if stand is None:
        return Blocked("HEI-6.2", "not_in_landscape", have=move.troop)
    if move.cell not in t.landscape:
        return Blocked("HEI-6.9", "no_tile", have=move.cell)
    if move.cell == stand:
        return Blocked("HEI-6.10", "tile_occupied", have=stand)
    return None if move.cell in around(stand) else Blocked("HEI-6.2", "too_far", need=stand, have=move.cell)


def no_deployment(t: Table, seat: int, move: Deploy) -> Blocked | None:
    """HEI-6.3, HEI-6.9: only from the royal supply, to a tile next to another own troop."""
    player = t.sides[seat]
    if move.troop == CAV:
        return Blocked("HEI-6.5", "cavalry_stays")
    if move.troop in player.troops:
        return Blocked("HEI-6.3", "in_landscape", have=move.troop)
    if move.cell not in t.landscape:
        return Blocked("HEI-6.9", "no_tile", have=move.cell)
    if move.cell in _full(t):
        return _no_room(move.cell)
    if not any(move.cell in around(stand) for stand in player.troops.values()):
        return Blocked("HEI-6.3", "no_troop_beside", have=move.cell)
    rested = any(move.cell in around(stand) for stand in bases(t, seat))
    return None if rested else Blocked("HEI-R13", "only_troops_that_moved", have=move.cell)


def moved_by(seat: int, move: Walk | Deploy | Recall) -> Next:
    """HEI-6.6: the token is turned to its cross."""
    if isinstance(move, Recall):
        return [TroopRecalled("HEI-6.4", seat, move.troop)]
    deployed = isinstance(move, Deploy)
    return [TroopMoved("HEI-6.3" if deployed else "HEI-6.2", seat, move.troop, move.cell, deployed)]


def _moved(player: Player, troop: TroopId) -> Blocked | None:
    """HEI-3.4: each troop once in a turn."""
    return Blocked("HEI-3.4", "troop_moved", have=troop) if troop in player.moved else None


def _full(t: Table) -> list[Cell]:
    """HEI-6.10: where a troop stands there is no room. HEI-R14: has the start tile always room for two?"""
    standing = [cell for player in t.sides for cell in player.troops.values()]
    if t.rulings.start_tile_sharing == "start_tile_exempt" and standing.count(ORIGIN) == 1:
        standing.remove(ORIGIN)
    return standing


def _no_room(cell: Cell) -> Blocked:
    return Blocked("HEI-6.10", "tile_occupied", have=cell)
