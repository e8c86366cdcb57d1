"""How things stand for a seat at one point of a thought: what its moves change, as numbers."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from core.games.nobility.names import SettlersId, Stock

POINT: Final = 100  # hundredths of a point of the final score: what worth is counted in


class Stand(Struct, frozen=True):
    """A seat's numbers, its cards, its dice; what comes in round by round; `more`: the worth of everything else."""

    stock: Stock
    held: tuple[SettlersId, ...]
    dice: tuple[int, ...]
    used: int
    income: int  # coins
    crop: int  # goods
    more: int = 0

    def gained(self, gain: Stock) -> "Stand":
        return replace(self, stock=self.stock + gain)

    def paid(self, cost: Stock) -> "Stand":
        return replace(self, stock=self.stock - cost)

    def plus(self, worth: int) -> "Stand":
        return replace(self, more=self.more + worth)

    def earning(self, coins: int = 0, goods: int = 0) -> "Stand":
        """With so many more each round."""
        return replace(self, income=self.income + coins, crop=self.crop + goods)

    def placed(self, face: int, value: int) -> "Stand":
        """RTN-4.5, RTN-4.8: without a die, which counts as its value."""
        at = self.dice.index(face)
        dice = (*self.dice[:at], *self.dice[at + 1 :])
        stock = self.stock if face == value else self.stock - Stock(modifiers=abs(value - face))
        return replace(self, stock=stock, dice=dice, used=self.used + value)
