"""How a match goes: its beginning, rounds, turns, walks and flights, and its end."""

from typing import Annotated

from msgspec.structs import replace

from core.games.crossing.facts import Fact, SeatFact
from core.games.crossing.names import BridgeId, RegionId, SoloId, StructureName, TileId
from core.games.crossing.table import Player, Table
from core.kernel.rules.marks import BySeat, Seat
from core.kernel.rules.piles import without
from core.kernel.rules.result import Ended

# --- beginning -------------------------------------------------------------------------------------------------------


class TokenTaken(SeatFact, frozen=True):
    """The first player token, by lot or from the queen."""

    def on(self, t: Table) -> Table:
        return replace(t, token=self.seat)


class WorkerPlaced(SeatFact, frozen=True):
    """The worker stands in its first region."""

    puts = ("region",)
    region: RegionId


# --- rounds ----------------------------------------------------------------------------------------------------------


class RoundBegan(Fact, frozen=True):
    """One of four, in this order of sides."""

    puts = ("round", "order")
    round: int
    order: tuple[Seat, ...]

    def on(self, t: Table) -> Table:
        return replace(super().on(t), turn=0, acting=None)


class CollectionBegan(SeatFact, frozen=True):
    """A side collects income; KIN-6.5: its bears begin anew, unless they have to go on (KIN-R10 per_round)."""

    triggered: tuple[StructureName, ...] = ()

    def on(self, t: Table) -> Table:
        return replace(super().on(t), acting=self.seat)

    def change(self, p: Player) -> Player:
        return replace(p, triggered=self.triggered)


class TilesBack(SeatFact, frozen=True):
    """All tiles lie to the left of the board again."""

    def change(self, p: Player) -> Player:
        return replace(p, played=(), working=None, face=False, doubling=False)


class PawsBack(SeatFact, frozen=True):
    """The bridges are free again."""

    def change(self, p: Player) -> Player:
        return replace(p, paws=(), crossed=0)


# --- turns -----------------------------------------------------------------------------------------------------------


class TurnBegan(SeatFact, frozen=True):
    """One action of four."""

    turn: int

    def on(self, t: Table) -> Table:
        return replace(super().on(t), turn=self.turn, acting=self.seat)

    def change(self, p: Player) -> Player:
        return replace(p, working=None, face=False, crossed=0, bought=False)


class TilePlayed(SeatFact, frozen=True):
    """A tile moves to the right of the board: to rest, or to work with it on the face that it shows."""

    tile: TileId
    works: bool = False
    upgraded: bool = False

    def change(self, p: Player) -> Player:
        working = self.tile if self.works else None
        return replace(p, played=(*p.played, self.tile), working=working, face=self.upgraded)


class BirdsDoubled(SeatFact, frozen=True):
    """KIN-R1 round: birds count twice for the rest of the round."""

    def change(self, p: Player) -> Player:
        return replace(p, doubling=True)


# --- walks and flights -----------------------------------------------------------------------------------------------


class BridgeCrossed(SeatFact, frozen=True):
    """The worker crosses a bridge and leaves a paw on it."""

    bridge: BridgeId
    region: RegionId  # where it comes to

    def change(self, p: Player) -> Player:
        return replace(p, paws=(*p.paws, self.bridge), region=self.region, crossed=p.crossed + 1)


class Flown(SeatFact, frozen=True):
    """The balloon takes the worker to a region, and stays there."""

    region: RegionId

    def on(self, t: Table) -> Table:
        return replace(super().on(t), balloon=self.region)

    def change(self, p: Player) -> Player:
        return replace(p, region=self.region)


class BalloonMoved(Fact, frozen=True):
    """The balloon goes to a region, without a worker."""

    region: RegionId

    def on(self, t: Table) -> Table:
        return replace(t, balloon=self.region)


# --- Paco & Paca -----------------------------------------------------------------------------------------------------


class SoloDeckMade(Fact, frozen=True):
    """The tiles of Paco & Paca for a round, shuffled."""

    puts = ("solo_deck",)
    solo_deck: tuple[SoloId, ...]


class SoloTileShown(Fact, frozen=True):
    """What Paco & Paca do next."""

    tile: SoloId

    def on(self, t: Table) -> Table:
        return replace(t, solo_deck=without(t.solo_deck, (self.tile,)))


# --- end -------------------------------------------------------------------------------------------------------------


class MatchEnded(Ended[Table], frozen=True):
    """The totals, and who has won."""

    scores: Annotated[tuple[int, ...], BySeat()]
    ranks: Annotated[tuple[int, ...], BySeat()]
    winners: tuple[Seat, ...]
    shared: bool = False  # KIN-R52: with Paco & Paca
