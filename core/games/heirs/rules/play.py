"""HEI-5 Playing tiles of the hand (Action B, p. 3): as buildings, or as open terrain that gives a discount."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from typing import Any

from core.games.heirs.facts import Built, Extended, ScaffoldMoved
from core.games.heirs.moves import Build, Extend
from core.games.heirs.names import TERRAINS, TROOPS, Resources, SourceId, TileId
from core.games.heirs.rules.protocol import access, sources, take_open
from core.games.heirs.rules.siege import Siege, besieged
from core.games.heirs.rules.treasures import look_for_treasures
from core.games.heirs.table import Table, back_of
from core.kernel.rules.grid import Cell, around, beside
from core.kernel.rules.step import Blocked, Next, Offer


def builds(t: Table, seat: int, *, told: bool = True) -> Iterator[Offer[Build]]:
    """HEI-5.2, HEI-5.4: a tile of the hand on an empty cell next to an own troop, if its cost can be met.

    `told`: where it cannot, why.
    """
    player = t.sides[seat]
    if not player.hand:
        return
    cells = sites(t, seat, building=True)
    have = access(t, seat)
    for tile in player.hand:
        cost = t.tile(tile).cost
        short = shortfall(have, cost)
        blocked = _too_dear(t, seat, short, have, cost)
        if blocked is not None and not told:
            continue
        for cell in cells:
            if blocked is not None or t.rulings.resource_use == "access_not_spent":
                yield Offer(Build(tile, cell), blocked)
            else:
                yield from _paid_by(t, seat, tile, cell, cost)


def extensions(t: Table, seat: int) -> Iterator[Offer[Extend]]:
    """HEI-5.8: any tile of the hand, face down, without paying."""
    cells = sites(t, seat, building=False) if t.sides[seat].hand else ()
    for tile in t.sides[seat].hand:
        for cell in cells:
            yield Offer(Extend(tile, cell))


def sites(t: Table, seat: int, *, building: bool) -> list[Cell]:
    """HEI-5.2, HEI-5.8: empty cells next to the tiles of one's troops. HEI-R15, HEI-R16: which may be built on?"""
    straight = building and t.rulings.build_adjacency == "orthogonal_only"
    over = building and t.rulings.build_target == "over_open_terrain_allowed"
    found: dict[Cell, None] = {}
    for stand in t.sides[seat].troops.values():
        for cell in beside(stand) if straight else around(stand):
            laid = t.landscape.get(cell)
            if laid is None or (over and laid.owner is None):
                found[cell] = None
    return list(found)


def unplayable(t: Table, seat: int, move: Build | Extend) -> Blocked | None:
    """HEI-5.1, HEI-5.2, HEI-5.8: only a tile of the hand, on an empty cell next to an own troop."""
    building = isinstance(move, Build)
    rule = "HEI-5.2" if building else "HEI-5.8"
    if move.tile not in t.sides[seat].hand:
        return Blocked("HEI-5.1", "not_in_hand", have=move.tile)
    if move.cell in sites(t, seat, building=building):
        return _unpaid(t, seat, move) if isinstance(move, Build) else None
    if move.cell in t.landscape:
        return Blocked(rule, "cell_taken", have=move.cell)
    if building and t.rulings.build_adjacency == "orthogonal_only":
        return Blocked("HEI-R15", "no_troop_at_its_side", have=move.cell)
    return Blocked(rule, "no_troop_beside", have=move.cell)


def _unpaid(t: Table, seat: int, move: Build) -> Blocked | None:
    """HEI-5.4: the cost is not met, or not so (HEI-R1)."""
    ways = [offer.blocked for offer in builds(t, seat) if (offer.move.tile, offer.move.cell) == (move.tile, move.cell)]
    return Blocked("HEI-R1", "other_sources") if None in ways else ways[0]


@cache
def shortfall(have: Resources, cost: Resources) -> int:
    """HEI-D.1: how much is lacking in all."""
    return sum(max(cost.of(terrain) - have.of(terrain), 0) for terrain in TERRAINS)


def _too_dear(t: Table, seat: int, short: int, have: Resources, cost: Resources) -> Blocked | None:
    """HEI-5.11: discounts make up for it."""
    if short <= usable_discounts(t, seat):
        return None
    if not short:  # the tile itself is needed to pay what is owed
        return Blocked("HEI-R3", "discount_owed", need=-t.sides[seat].discounts)
    lacking = next(terrain for terrain in TERRAINS if have.of(terrain) < cost.of(terrain))
    return Blocked("HEI-5.4", "no_access", need=cost.of(lacking), have=have.of(lacking), what=lacking)


def tiles_at_hand(t: Table, seat: int) -> int:
    """Those that can earn a discount in this turn: in hand, or to be taken. What a Camp might bring is lent nobody."""
    return len(t.sides[seat].hand) + take_open(t, seat)


def usable_discounts(t: Table, seat: int) -> int:
    """HEI-5.11: for one building. HEI-R2: several of them? HEI-R3: also those still to be earned?"""
    can = t.sides[seat].discounts
    if t.rulings.discount_timing == "same_turn_any_order":
        can += tiles_at_hand(t, seat) - 1  # but for the one to build
    return min(can, 1) if t.rulings.discount_stacking == "one_per_building" else can


def _paid_by(t: Table, seat: int, tile: TileId, cell: Cell, cost: Resources) -> Iterator[Offer[Build]]:
    """HEI-R1 spent_per_source: every way to meet the cost, each source once; discounts for what is lacking."""
    spent = t.sides[seat].spent
    by_terrain: dict[str, list[SourceId]] = {terrain: [] for terrain in TERRAINS}
    for source, terrain in sources(t, seat):
        if source not in spent:
            by_terrain[terrain].append(source)
    ways = [combinations(by_terrain[terrain], min(cost.of(terrain), len(by_terrain[terrain]))) for terrain in TERRAINS]
    order = [SourceId(source) for source in (*t.edition.tiles, *TROOPS)]
    payments = [tuple(sorted((source for part in way for source in part), key=order.index)) for way in product(*ways)]
    for payment in payments:
        yield Offer(Build(tile, cell, payment), said="pay" if len(payments) > 1 else "")


def built(t: Table, seat: int, move: Build) -> Next:
    """HEI-5.2, HEI-5.3, HEI-5.4, HEI-5.5, HEI-5.6: laid face up; then treasures (HEI-S22), then what a Siege Tower may
    destroy (HEI-9.21).
    """
    data = t.tile(move.tile)
    short = shortfall(access(t, seat), data.cost)
    laid = Built("HEI-5.2", seat, move.tile, move.cell, data.terrain, short, _used(t, seat, move))
    following: list[Any] = [laid]
    if t.solo:
        following.append(ScaffoldMoved("HEI-S10", move.cell))
    following += look_for_treasures(t, seat)
    return [*following, Siege(seat, move.cell)] if besieged(t, seat, move.tile, move.cell) else following


def _used(t: Table, seat: int, move: Build) -> tuple[SourceId, ...]:
    """HEI-R1, HEI-R10: the sources that count as used: those that pay, or every one that the building looked at."""
    if t.rulings.resource_use == "spent_per_source":
        return move.pay
    if t.rulings.use_then_take == "yes":
        return ()
    cost = t.tile(move.tile).cost
    return tuple(source for source, terrain in sources(t, seat) if cost.of(terrain))


def extended(t: Table, seat: int, move: Extend) -> Next:
    """HEI-5.8, HEI-5.9, HEI-5.10, HEI-5.11: open terrain, and a discount for one building of the turn; then treasures
    (HEI-S22).
    """
    laid = Extended("HEI-5.8", seat, move.tile, move.cell, back_of(t, move.tile))
    return [laid, *look_for_treasures(t, seat)]
