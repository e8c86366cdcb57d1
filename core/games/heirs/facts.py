"""The facts: what became true, under which rule; each says how the table changes, and nothing more."""

from typing import Annotated

from msgspec.structs import replace

from core.games.heirs.names import CellName, PlacingName, SetId, SourceId, TerrainId, TileId, TreasureId, TroopId
from core.games.heirs.table import Laid, Player, Table
from core.kernel.rules.counting import Counted as AnyCounted
from core.kernel.rules.grid import ORIGIN
from core.kernel.rules.marks import BySeat, Seat
from core.kernel.rules.piles import without
from core.kernel.rules.result import Ended
from core.kernel.rules.step import Fact as AnyFact
from core.kernel.rules.step import SeatFact as AnySeatFact

Fact = AnyFact[Table]
SeatFact = AnySeatFact[Table, Player]
Counted = AnyCounted[Table, Player]


# --- setting up ---------------------------------------------------------------------------------------------------


class SetVetoed(Fact, frozen=True):
    """A set stays in the box."""

    seat: Seat
    set: SetId

    def on(self, t: Table) -> Table:
        return replace(t, vetoed=(*t.vetoed, self.set))


class SetsChosen(Fact, frozen=True):
    """The three sets of the match."""

    sets: tuple[SetId, ...]
    tiles: tuple[TileId, ...]

    def on(self, t: Table) -> Table:
        return replace(t, sets=self.sets, unseen=self.tiles, pile=len(self.tiles))


class CrownTossed(Fact, frozen=True):
    """Whose crown the shield shows: who begins."""

    seat: Seat

    def on(self, t: Table) -> Table:
        return replace(t, crown=self.seat, acting=self.seat)


class RingDealt(Fact, frozen=True):
    """The first tiles of the royal supply, clockwise from the shield."""

    tiles: tuple[TileId, ...]

    def on(self, t: Table) -> Table:
        unseen = without(t.unseen, self.tiles)
        return replace(t, ring=(None, *self.tiles), shield=0, unseen=unseen, pile=t.pile - len(self.tiles))


class StartLaid(Fact, frozen=True):
    """A tile face down in the middle: only its terrain is known."""

    terrain: TerrainId

    def on(self, t: Table) -> Table:
        landscape = {**t.landscape, ORIGIN: Laid(self.terrain)}
        return replace(t, start=self.terrain, landscape=landscape, pile=t.pile - 1)


class BackShown(Fact, frozen=True):
    """The terrain of the tile that lies on top of the pile."""

    terrain: TerrainId

    def on(self, t: Table) -> Table:
        return replace(t, back=self.terrain)


class TroopPlaced(SeatFact, frozen=True):
    """A cavalry on the start tile."""

    troop: TroopId
    cell: CellName

    def change(self, p: Player) -> Player:
        return replace(p, troops={**p.troops, self.troop: self.cell})


class TreasuresShuffled(Fact, frozen=True):
    """So many treasures in the pile; the others are set aside, unseen."""

    treasures: tuple[TreasureId, ...]
    left: int

    def on(self, t: Table) -> Table:
        return replace(t, treasures=replace(t.treasures, pile=self.treasures, left=self.left))


# --- the turn -----------------------------------------------------------------------------------------------------


class TurnBegan(SeatFact, frozen=True):
    """One side's turn."""

    turn: int
    reach: tuple[TileId, ...] | None = None  # HEI-R11 start_of_turn

    def on(self, t: Table) -> Table:
        changed = super().on(t)
        return replace(changed, turn=self.turn, acting=self.seat, crown=self.seat, takes=0, camped=0)

    def change(self, p: Player) -> Player:
        """HEI-3.7: troops can move again, discounts of the turn before are gone."""
        stood = None if self.reach is None else p.troops
        return replace(p, moved=(), discounts=0, spent=(), built=(), reach=self.reach, stood=stood)


class TileTaken(SeatFact, frozen=True):
    """A tile of the royal supply; the shield moves into its slot and turns over."""

    tile: TileId
    slot: int
    stays: bool = False  # HEI-R7 taken_slot: the shield does not move

    def on(self, t: Table) -> Table:
        """The slot is empty for now; the slot that the shield left is to be refilled."""
        ring = tuple(None if slot == self.slot else tile for slot, tile in enumerate(t.ring))
        left = self.slot if self.stays else t.shield
        shield = t.shield if self.stays else self.slot
        taken = super().on(t)
        return replace(taken, ring=ring, shield=shield, crown=1 - self.seat, takes=t.takes + 1, due=(*t.due, left))

    def change(self, p: Player) -> Player:
        """Into the hand; whatever it was used for, what becomes of it then is another source."""
        return replace(p, hand=(*p.hand, self.tile), spent=without(p.spent, (SourceId(self.tile),)))


class SlotRefilled(Fact, frozen=True):
    """The next tile of the pile, face up."""

    slot: int
    tile: TileId

    def on(self, t: Table) -> Table:
        ring = tuple(self.tile if slot == self.slot else tile for slot, tile in enumerate(t.ring))
        unseen = without(t.unseen, (self.tile,))
        return replace(t, ring=ring, unseen=unseen, pile=t.pile - 1, back=None, due=t.due[1:])


class SlotsStayEmpty(Fact, frozen=True):
    """Nothing is refilled any more."""

    def on(self, t: Table) -> Table:
        return replace(t, due=())


class LastTurns(Fact, frozen=True):
    """The last tile of the pile lies in the royal supply: so many more turns."""

    seat: Seat
    turns: int

    def on(self, t: Table) -> Table:
        """The turn that is being played not counted."""
        return replace(t, last_by=self.seat, turns_left=self.turns)


class TurnEnded(SeatFact, frozen=True):
    """The other side is next."""

    def on(self, t: Table) -> Table:
        """The shield shows the other's crown in any case."""
        left = None if t.turns_left is None else t.turns_left - 1
        return replace(super().on(t), crown=1 - self.seat, turns_left=left)

    def change(self, p: Player) -> Player:
        """HEI-3.7: crosses are hidden, discounts lapse."""
        return replace(p, moved=(), discounts=0, spent=(), built=(), reach=None, stood=None)


class Built(SeatFact, frozen=True):
    """A building in the landscape, its bottom edge towards its owner."""

    tile: TileId
    cell: CellName
    terrain: TerrainId
    discounts: int = 0
    sources: tuple[SourceId, ...] = ()
    why: PlacingName = ""  # HEI-S16: where Henry has placed it

    def on(self, t: Table) -> Table:
        """It may cover open terrain (HEI-R16)."""
        below = t.landscape.get(self.cell)
        covered = () if below is None else (*below.covered, below.tile)
        laid = Laid(self.terrain, self.tile, self.seat, covered=covered)
        return replace(super().on(t), landscape={**t.landscape, self.cell: laid})

    def change(self, p: Player) -> Player:
        """Out of the hand; discounts and sources are used."""
        return replace(
            p,
            hand=without(p.hand, (self.tile,)),
            discounts=p.discounts - self.discounts,
            spent=(*p.spent, *self.sources),
            built=(*p.built, self.cell),
        )


class ScaffoldMoved(Fact, frozen=True):
    """HEI-S10: the scaffold shows the building that Henry goes by."""

    cell: CellName

    def on(self, t: Table) -> Table:
        """The ones before are remembered (HEI-R48)."""
        before = t.scaffolds if t.scaffold is None else (*t.scaffolds, t.scaffold)
        return replace(t, scaffold=self.cell, scaffolds=before)


class Extended(SeatFact, frozen=True):
    """Open terrain in the landscape, and a discount."""

    tile: TileId
    cell: CellName
    terrain: TerrainId

    def on(self, t: Table) -> Table:
        return replace(super().on(t), landscape={**t.landscape, self.cell: Laid(self.terrain, self.tile)})

    def change(self, p: Player) -> Player:
        return replace(p, hand=without(p.hand, (self.tile,)), discounts=p.discounts + 1)


class DiscountGained(SeatFact, frozen=True):
    """HEI-R4: other open terrain gives a discount, too."""

    def change(self, p: Player) -> Player:
        return replace(p, discounts=p.discounts + 1)


class Razed(Fact, frozen=True):
    """A building is turned face down."""

    cell: CellName
    terrain: TerrainId

    def on(self, t: Table) -> Table:
        laid = replace(t.landscape[self.cell], owner=None, terrain=self.terrain)
        return replace(t, landscape={**t.landscape, self.cell: laid})


class RazingSpared(Fact, frozen=True):
    """Buildings that could have been destroyed stay."""

    seat: Seat
    cells: tuple[CellName, ...]


class TroopMoved(SeatFact, frozen=True):
    """A troop has stepped onto another tile, or was deployed there."""

    troop: TroopId
    cell: CellName
    deployed: bool = False

    def change(self, p: Player) -> Player:
        return replace(p, troops={**p.troops, self.troop: self.cell}, moved=(*p.moved, self.troop))


class TroopRecalled(SeatFact, frozen=True):
    """A troop is back in the royal supply."""

    troop: TroopId
    driven: bool = False  # HEI-R30: not by its own side

    def change(self, p: Player) -> Player:
        troops = {troop: cell for troop, cell in p.troops.items() if troop != self.troop}
        return replace(p, troops=troops, moved=p.moved if self.driven else (*p.moved, self.troop))


class CampUsed(SeatFact, frozen=True):
    """A Camp is turned face down, the shield shows its owner's crown again."""

    cell: CellName
    terrain: TerrainId
    kept: bool = False  # HEI-R31 face_down_building

    def on(self, t: Table) -> Table:
        old = t.landscape[self.cell]
        laid = replace(old, terrain=self.terrain, owner=old.owner if self.kept else None, spent=self.kept)
        landscape = {**t.landscape, self.cell: laid}
        return replace(super().on(t), landscape=landscape, crown=self.seat, camped=t.camped + 1)


class TileDiscarded(SeatFact, frozen=True):
    """A tile leaves the match."""

    tile: TileId

    def on(self, t: Table) -> Table:
        return replace(super().on(t), gone=(*t.gone, self.tile))

    def change(self, p: Player) -> Player:
        return replace(p, hand=without(p.hand, (self.tile,)))


# --- Henry and his treasures ----------------------------------------------------------------------------------------


class TreasurePlaced(Fact, frozen=True):
    """A treasure lies on Henry's new building."""

    treasure: TreasureId
    cell: CellName

    def on(self, t: Table) -> Table:
        tokens = t.treasures
        placed = {**tokens.placed, self.cell: self.treasure}
        pile = without(tokens.pile, (self.treasure,))
        return replace(t, treasures=replace(tokens, pile=pile, left=tokens.left - 1, placed=placed))


class TreasureRemoved(Fact, frozen=True):
    """A treasure's condition is fulfilled: it is out of the match."""

    treasure: TreasureId
    cell: CellName

    def on(self, t: Table) -> Table:
        tokens = t.treasures
        placed = {cell: treasure for cell, treasure in tokens.placed.items() if cell != self.cell}
        return replace(t, treasures=replace(tokens, placed=placed, removed=(*tokens.removed, self.treasure)))


# --- the end --------------------------------------------------------------------------------------------------------


class BuildingScored(Counted, frozen=True):
    """The points of one building; `doubled` where its owner's troop stands on it."""

    adds = {"points": "points"}
    at_end = True

    cell: CellName
    tile: TileId
    points: int
    doubled: bool = False

    @property
    def source(self) -> TileId:
        return self.tile


class RoadScored(Counted, frozen=True):
    """The difference of the buildings on a road, to who has more on it."""

    adds = {"points": "points"}
    at_end = True
    source = "road"

    cells: tuple[CellName, ...]
    own: int
    other: int
    points: int


class TreasuresScored(Counted, frozen=True):
    """Henry's treasures that were not removed."""

    adds = {"points": "points"}
    at_end = True
    source = "treasure"

    count: int
    points: int


class MatchEnded(Ended[Table], frozen=True):
    """The scores, and who has won."""

    totals: Annotated[tuple[int, ...], BySeat()]  # of both sides
    scores: tuple[int, ...]  # of the seats
    ranks: tuple[int, ...]
    winners: tuple[Seat, ...]
    henry: bool = False  # HEI-S43: he was not beaten
