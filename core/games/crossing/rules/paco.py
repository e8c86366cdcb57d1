"""KIN-S Paco & Paca (Règles solo): what the side at which nobody sits does."""

from typing import ClassVar

from core.games.crossing.table import Table
from core.kernel.rules.step import Auto, Next


class TakeRest(Auto[Table], frozen=True):
    """KIN-S1.6: the pair that is left."""

    rule: ClassVar[str] = "KIN-S1.6"

    def then(self, t: Table) -> Next:
        return []


class ShuffleTiles(Auto[Table], frozen=True):
    """KIN-S3.2: the deck of a round."""

    rule: ClassVar[str] = "KIN-S3.2"

    def then(self, t: Table) -> Next:
        return []


class PacoTurn(Auto[Table], frozen=True):
    """KIN-S3.3: two tiles."""

    rule: ClassVar[str] = "KIN-S3.3"
    turn: int

    def then(self, t: Table) -> Next:
        return []


class LookAtGoals(Auto[Table], frozen=True):
    """KIN-S4.3: before the final scoring."""

    rule: ClassVar[str] = "KIN-S4.3"

    def then(self, t: Table) -> Next:
        return []
