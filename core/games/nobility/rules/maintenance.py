"""RTN-18 Maintenance (4. Entretien, p. 7): the board is made ready for the next round."""

from typing import ClassVar

from core.games.nobility.facts.course import DiceTakenBack, FirstPlayer
from core.games.nobility.facts.goods import DemandsLaid, DemandsRecycled, ShipCame
from core.games.nobility.names import DemandId, ShipId
from core.games.nobility.table import Table
from core.kernel.rules.chance import Draw, Drawn
from core.kernel.rules.step import Auto, Chance, Next


class TakeDiceBack(Auto[Table], frozen=True):
    """RTN-18.1, RTN-22.11: every die leaves the board."""

    rule: ClassVar[str] = "RTN-18.1"

    def then(self, t: Table) -> Next:
        return [DiceTakenBack(self.rule)]


class NextShip(Chance[Table], frozen=True):
    """RTN-2.7, RTN-18.2: the next ship; the goods of the last one go to the supply."""

    rule: ClassVar[str] = "RTN-18.2"

    def draw(self, t: Table) -> Draw:
        return Draw("ship", t.ships, 1)

    def drew(self, t: Table, drawn: Drawn) -> Next:
        return [ShipCame("RTN-2.7" if t.ship is None else self.rule, ShipId(drawn[0]))]


class FillCouncil(Auto[Table], frozen=True):
    """RTN-2.8, RTN-18.3: a tile on every empty space."""

    rule: ClassVar[str] = "RTN-18.3"

    def then(self, t: Table) -> Next:
        """RTN-R14: what if the stack runs out?"""
        empty = t.council.count(None)
        if not empty:
            return []
        if t.stack:
            return [LayDemands(min(empty, len(t.stack))), *([FillCouncil()] if empty > len(t.stack) else [])]
        answered = any(p.demands for p in t.seats)
        if answered and t.rulings.council_stack_empty == "recycle_answered":
            return [DemandsRecycled(self.rule), FillCouncil()]
        return []


class LayDemands(Chance[Table], frozen=True):
    """RTN-18.3: row by row from the top, each from the left."""

    rule: ClassVar[str] = "RTN-18.3"
    count: int

    def draw(self, t: Table) -> Draw:
        return Draw("council", t.stack, self.count)

    def drew(self, t: Table, drawn: Drawn) -> Next:
        empty = [space for space, tile in enumerate(t.council, 1) if tile is None]
        rule = self.rule if t.round else "RTN-2.8"
        return [DemandsLaid(rule, tuple(map(DemandId, drawn)), tuple(empty[: len(drawn)]))]


class PassMarker(Auto[Table], frozen=True):
    """RTN-18.5: to the left; RTN-22.12: alone one keeps it."""

    rule: ClassVar[str] = "RTN-18.5"

    def then(self, t: Table) -> Next:
        return [] if t.solo else [FirstPlayer(self.rule, (t.first + 1) % t.players)]
