"""Goods and all other numbers, and where goods are asked for: the ship and the council."""

from typing import Final

from msgspec.structs import replace

from core.games.nobility.facts import Fact, SeatFact
from core.games.nobility.names import DemandId, Goods, ShipId, SourceName, Stock
from core.games.nobility.table import Player, Table
from core.kernel.rules.counting import Counted as AnyCounted
from core.kernel.rules.piles import without

Counted = AnyCounted[Table, Player]


# --- numbers (gains.py is the only place that makes them) ------------------------------------------------------------


FINAL: Final = ("RTN-19.1", "RTN-23.13")
"""The rules by which VP come after the last round."""


class Gained(Counted, frozen=True):
    """Goods, coins, points, steps on a track, modifiers, workers, houses; workers and houses leave one's own supply."""

    adds = {"stock": "stock"}

    stock: Stock
    source: SourceName = ""

    def is_final(self, t: Table) -> bool:
        """RTN-19.1: what the end brings, beside what play did."""
        return self.rule in FINAL

    def change(self, p: Player) -> Player:
        workers, houses = self.stock.workers, self.stock.houses
        more = super().change(p)
        return replace(more, spare=p.spare - Stock(workers=workers, houses=houses)) if workers or houses else more


class Paid(Counted, frozen=True):
    """The same, given up; workers and houses go to work, not back to the supply."""

    takes = {"stock": "stock"}

    stock: Stock
    source: SourceName = ""


class Returned(Counted, frozen=True):
    """RTN-11.1, RTN-16.1: workers that were at work come back to the lot."""

    adds = {"stock": "stock"}

    stock: Stock
    source: SourceName = ""


# --- the ship --------------------------------------------------------------------------------------------------------


class ShipCame(Fact, frozen=True):
    """RTN-18.2: the next ship, empty; the one before is gone."""

    ship: ShipId

    def on(self, t: Table) -> Table:
        past = t.past_ships if t.ship is None else (*t.past_ships, t.ship)
        return replace(t, ship=self.ship, past_ships=past, ships=without(t.ships, (self.ship,)), loaded=Goods())


class GoodsLoaded(SeatFact, frozen=True):
    """RTN-12.3: goods cover spaces of the ship."""

    goods: Goods

    def on(self, t: Table) -> Table:
        return replace(t, loaded=t.loaded + self.goods)


# --- the council -----------------------------------------------------------------------------------------------------


class DemandsLaid(Fact, frozen=True):
    """RTN-18.3: tiles on spaces of the council, which are counted from the top left."""

    tiles: tuple[DemandId, ...]
    spaces: tuple[int, ...]

    def on(self, t: Table) -> Table:
        council = list(t.council)
        for space, tile in zip(self.spaces, self.tiles, strict=True):
            council[space - 1] = tile
        return replace(t, council=tuple(council), stack=without(t.stack, self.tiles))


class DemandsRecycled(Fact, frozen=True):
    """RTN-R14 recycle_answered: the tiles of all players are a stack again."""

    def on(self, t: Table) -> Table:
        back = tuple(tile for p in t.seats for tile in p.demands)
        return replace(t, stack=back, seats=tuple(replace(p, demands=()) for p in t.seats))


class DemandAnswered(SeatFact, frozen=True):
    """RTN-13.4: a tile of the council goes to a player."""

    tile: DemandId

    def on(self, t: Table) -> Table:
        return replace(super().on(t), council=tuple(None if tile == self.tile else tile for tile in t.council))

    def change(self, p: Player) -> Player:
        return replace(p, demands=(*p.demands, self.tile), answered=p.answered + 1)
