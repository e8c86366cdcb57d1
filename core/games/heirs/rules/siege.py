"""HEI-9.21, HEI-9.22, HEI-9.23 The Siege Tower (Tour de siège): two of them beside an opponent's building may destroy
it.
"""

from collections.abc import Iterable
from typing import Any, ClassVar

from core.games.heirs.facts import DiscountGained, Razed, RazingSpared, TreasureRemoved, TroopRecalled
from core.games.heirs.moves import Raze, Spare
from core.games.heirs.names import NORMAL, SIEGE_TOWER, CellName, TileId
from core.games.heirs.rules.treasures import look_for_treasures
from core.games.heirs.table import Table, back_of
from core.kernel.rules.grid import Cell, beside
from core.kernel.rules.step import Ask, Blocked, Next, Offer, SeatChoice


def besieged(t: Table, side: int, tile: TileId, cell: Cell) -> list[Cell]:
    """HEI-9.22: the opponent's buildings beside a Siege Tower that is being built here, where it is the second one.

    HEI-R29: or any further one? HEI-R30: also where a troop stands?
    """
    if t.tile(tile).kind != SIEGE_TOWER:
        return []
    found: list[Cell] = []
    pair = t.edition.board.siege
    for target in beside(cell):
        laid = t.landscape.get(target)
        if laid is None or laid.owner != 1 - side:
            continue
        towers = 1 + sum(_is_tower(t, side, near) for near in beside(target) if near != cell)
        due = towers == pair if t.rulings.siege_trigger == "exactly_second" else towers >= pair
        if due and not (t.rulings.siege_occupied == "no" and target in t.occupied()):
            found.append(target)
    return found


def _is_tower(t: Table, side: int, cell: Cell) -> bool:
    laid = t.landscape.get(cell)
    kind = None if laid is None or laid.owner != side else t.kind(laid)
    return kind is not None and kind.id == SIEGE_TOWER


def one_only(t: Table) -> bool:
    """HEI-R28: each of the buildings that one Tower besieges, or one of them only?"""
    return t.rulings.siege_targets == "one"


class Siege(SeatChoice[Table, Raze | Spare], frozen=True):
    """HEI-9.21: each of these buildings may be destroyed."""

    rule: ClassVar[str] = "HEI-9.21"
    tower: CellName
    done: tuple[CellName, ...] = ()

    def targets(self, t: Table) -> list[Cell]:
        tower = t.landscape[self.tower].tile
        if tower is None or (self.done and one_only(t)):
            return []
        return [cell for cell in besieged(t, self.seat, tower, self.tower) if cell not in self.done]

    def asks(self, t: Table) -> Ask | None:
        return Ask((self.seat,)) if self.targets(t) else None

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Raze | Spare]]:
        """HEI-9.22: it is not mandatory."""
        targets = self.targets(t)
        for cell, laid in t.landscape.items():
            if laid.owner == 1 - seat:
                yield Offer(Raze(cell), None if cell in targets else Blocked(self.rule, "not_besieged", have=cell))
        yield Offer(Spare())

    def unoffered(self, t: Table, seat: int, move: Raze | Spare) -> Blocked | None:
        return Blocked(self.rule, "not_besieged", have=move.cell) if isinstance(move, Raze) else None

    def resolve(self, t: Table, seat: int, move: Raze | Spare) -> Next:
        """HEI-9.21: open terrain from then on. HEI-R4: does that give a discount?"""
        if isinstance(move, Spare):
            return [RazingSpared("HEI-9.22", seat, tuple(self.targets(t)))]
        bonus = [DiscountGained("HEI-R4", seat)] if t.rulings.discount_sources == "any_new_open_terrain" else []
        again = Siege(seat, self.tower, (*self.done, move.cell))
        return [*razed(t, move.cell), *bonus, *look_for_treasures(t, seat), again]


def razed(t: Table, cell: Cell) -> list[Any]:
    """HEI-9.21; HEI-R30, HEI-R44: what becomes of a troop, of a treasure there?"""
    tile = t.landscape[cell].tile
    terrain = t.landscape[cell].terrain if tile is None else back_of(t, tile)
    facts: list[Any] = [Razed("HEI-9.21", cell, terrain)]
    token = t.treasures.placed.get(cell)
    if token is not None and t.rulings.raze_with_treasure == "treasure_removed":
        facts.append(TreasureRemoved("HEI-R44", token, cell))
    if t.rulings.siege_occupied == "troop_withdrawn":
        facts += [
            TroopRecalled("HEI-R30", side, troop, driven=True)
            for side, player in enumerate(t.sides)
            for troop, stand in player.troops.items()
            if stand == cell and troop in NORMAL
        ]
    return facts
