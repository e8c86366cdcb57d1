"""HEI-S22 to S28 Treasures (solo): removed as soon as what they show lies around them."""

from typing import ClassVar

from msgspec.structs import replace

from core.games.heirs.data.edition import Treasure
from core.games.heirs.facts import TreasureRemoved
from core.games.heirs.names import TreasureId
from core.games.heirs.table import HENRY, SOUTH, Table
from core.kernel.rules.grid import Cell, ahead, opposite, ray, xy
from core.kernel.rules.marks import Seat
from core.kernel.rules.step import Auto, Next


class LookForTreasures(Auto[Table], frozen=True):
    """HEI-S22, HEI-S28: every treasure in the landscape is looked at after each tile that is laid or turned down."""

    rule: ClassVar[str] = "HEI-S22"
    seat: Seat  # who did it

    def then(self, t: Table) -> Next:
        """HEI-R46: only if it was the human?"""
        if self.seat == HENRY and t.rulings.treasure_removal == "human_actions":
            return []
        found = t.treasures.placed.items()
        return [
            TreasureRemoved(_rule(t.edition.treasures[token]), token, cell)
            for cell, token in found
            if fulfilled(t, cell, lying(t, token))
        ]


def look_for_treasures(t: Table, seat: int) -> list[LookForTreasures]:
    """HEI-S22: where any lie; with two players there are none."""
    return [LookForTreasures(seat)] if t.treasures.placed else []


def lying(t: Table, token: TreasureId) -> Treasure:
    """HEI-S18, HEI-S25: what it shows, turned towards the human, who may sit in the north (HEI-R41)."""
    found = t.edition.treasures[token]
    return replace(found, around=tuple(map(opposite, found.around))) if t.north(SOUTH) else found


def fulfilled(t: Table, at: Cell, token: Treasure) -> bool:
    """HEI-S23 to S25: two tiles in the column, in the row, or around it; HEI-S27: any tile counts, but its own."""
    if token.around:
        return all(ahead(at, direction) in t.landscape for direction in token.around)
    count = sum(token.terrain in (None, t.landscape[cell].terrain) for cell in _line(t, at, token.line))
    return count == t.edition.board.line if t.rulings.treasure_lines == "exactly_two" else count >= t.edition.board.line


def _line(t: Table, at: Cell, line: str | None) -> list[Cell]:
    """HEI-R45: at any distance, gaps allowed; or without a gap?"""
    if t.rulings.treasure_lines != "contiguous":
        axis = 0 if line == "column" else 1
        here = xy(at)[axis]
        return [cell for cell in t.landscape if xy(cell)[axis] == here and cell != at]
    found: list[Cell] = []
    for direction in ("N", "S") if line == "column" else ("E", "W"):
        for cell in ray(at, direction):
            if cell not in t.landscape:
                break
            found.append(cell)
    return found


def _rule(token: Treasure) -> str:
    if token.around:
        return "HEI-S25"
    return "HEI-S23" if token.line == "column" else "HEI-S24"
