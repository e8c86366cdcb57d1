"""The facts: what became true, under which rule; each says how the table changes, and nothing more."""

from core.games.nobility.table import Player, Table
from core.kernel.rules.step import Fact as AnyFact
from core.kernel.rules.step import SeatFact as AnySeatFact

Fact = AnyFact[Table]
SeatFact = AnySeatFact[Table, Player]
