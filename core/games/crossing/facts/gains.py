"""What a player board gains: numbers, and what comes to lie on it."""

from typing import Annotated, Final

from msgspec.structs import replace

from core.games.crossing.facts import SeatFact
from core.games.crossing.names import RegionId, Resources, SourceName, SpaceId, StructureName, TileId
from core.games.crossing.table import Player, Table
from core.kernel.rules.counting import Counted as AnyCounted
from core.kernel.rules.marks import Signed

Counted = AnyCounted[Table, Player]


# --- numbers ---------------------------------------------------------------------------------------------------------


FINAL: Final = ("KIN-17.2", "KIN-17.3", "KIN-17.4", "KIN-17.5", "KIN-17.6")
"""KIN-17: the rules by which numbers change after the last round."""


class CoinsGained(Counted, frozen=True):
    """From the supply."""

    adds = {"coins": "amount"}
    amount: int
    source: SourceName


class CoinsPaid(Counted, frozen=True):
    """To the supply."""

    takes = {"coins": "amount"}
    amount: int
    source: SourceName

    def is_final(self, t: Table) -> bool:
        """KIN-17: what the end brings, beside what play did."""
        return self.rule in FINAL


class VpGained(Counted, frozen=True):
    """On the score track, or at the end."""

    adds = {"vp": "amount"}
    amount: int
    source: SourceName

    def is_final(self, t: Table) -> bool:
        """KIN-17: what the end brings, beside what play did."""
        return self.rule in FINAL


class ResourceGained(Counted, frozen=True):
    """A marker moves on."""

    adds = {"resources": "resources"}
    resources: Resources
    source: SourceName


class MarkerMoved(Counted, frozen=True):
    """The investment marker goes up, or back."""

    adds = {"investment": "spaces"}
    spaces: Annotated[int, Signed()]
    source: SourceName

    def is_final(self, t: Table) -> bool:
        """KIN-17: what the end brings, beside what play did."""
        return self.rule in FINAL


# --- tiles, tokens, houses -------------------------------------------------------------------------------------------


class Triggered(SeatFact, frozen=True):
    """The ability of an own structure; KIN-6.5: by a bear, which takes another one next time."""

    structure: StructureName
    bear: bool = False

    def change(self, p: Player) -> Player:
        return replace(p, triggered=(*p.triggered, self.structure)) if self.bear else p


class Upgraded(SeatFact, frozen=True):
    """An action tile lies on its upgraded face."""

    tile: TileId

    def change(self, p: Player) -> Player:
        return replace(p, upgraded=(*p.upgraded, self.tile))


class Decorated(SeatFact, frozen=True):
    """A token on a space of the player board."""

    space: SpaceId
    stars: int

    def change(self, p: Player) -> Player:
        return replace(p, decorations={**p.decorations, self.space: self.stars})


class HousePlaced(SeatFact, frozen=True):
    """A house in a region."""

    region: RegionId

    def change(self, p: Player) -> Player:
        return replace(p, houses=(*p.houses, self.region))


class PurchaseUsed(SeatFact, frozen=True):
    """KIN-8.4e: the purchase of the turn."""

    def change(self, p: Player) -> Player:
        return replace(p, bought=True)
