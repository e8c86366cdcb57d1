"""The facts: what became true, under which rule; each says how the table changes, and nothing more."""

from collections.abc import Iterable
from typing import Annotated

from msgspec.structs import replace

from core.games.heirs.names import CellName, PlacingName, SetId, SourceId, TerrainId, TileId, TreasureId, TroopId
from core.games.heirs.table import Laid, Player, Table
from core.kernel.game import Result
from core.kernel.rules.grid import ORIGIN
from core.kernel.rules.marks import BySeat, Seat
from core.kernel.rules.piles import without
from core.kernel.rules.step import Entry
from core.kernel.rules.step import Fact as AnyFact
from core.kernel.rules.step import SeatFact as AnySeatFact

Fact = AnyFact[Table]
SeatFact = AnySeatFact[Table, Player]


# --- setting up ---------------------------------------------------------------------------------------------------


class SetVetoed(Fact, frozen=True, tag=True):
    """A set stays in the box."""

    seat: Seat
    set: SetId

    def on(self, t: Table) -> Table:
        """One fewer to choose from."""
        return replace(t, vetoed=(*t.vetoed, self.set))


class SetsChosen(Fact, frozen=True, tag=True):
    """The three sets of the match."""

    sets: tuple[SetId, ...]
    tiles: tuple[TileId, ...]

    def on(self, t: Table) -> Table:
        """Their tiles are the common pile."""
        return replace(t, sets=self.sets, unseen=self.tiles, pile=len(self.tiles))


class CrownTossed(Fact, frozen=True, tag=True):
    """Whose crown the shield shows: who begins."""

    seat: Seat

    def on(self, t: Table) -> Table:
        """The first turn is theirs."""
        return replace(t, crown=self.seat, acting=self.seat)


class RingDealt(Fact, frozen=True, tag=True):
    """The first tiles of the royal supply, clockwise from the shield."""

    tiles: tuple[TileId, ...]

    def on(self, t: Table) -> Table:
        """The shield lies in slot 0."""
        unseen = without(t.unseen, self.tiles)
        return replace(t, ring=(None, *self.tiles), shield=0, unseen=unseen, pile=t.pile - len(self.tiles))


class StartLaid(Fact, frozen=True, tag=True):
    """A tile face down in the middle: only its terrain is known."""

    terrain: TerrainId

    def on(self, t: Table) -> Table:
        """An open terrain that is nobody's."""
        landscape = {**t.landscape, ORIGIN: Laid(self.terrain)}
        return replace(t, start=self.terrain, landscape=landscape, pile=t.pile - 1)


class BackShown(Fact, frozen=True, tag=True):
    """The terrain of the tile that lies on top of the pile."""

    terrain: TerrainId

    def on(self, t: Table) -> Table:
        """All can see it."""
        return replace(t, back=self.terrain)


class TroopPlaced(SeatFact, frozen=True, tag=True):
    """A cavalry on the start tile."""

    troop: TroopId
    cell: CellName

    def change(self, p: Player) -> Player:
        """It has not moved yet."""
        return replace(p, troops={**p.troops, self.troop: self.cell})


class TreasuresShuffled(Fact, frozen=True, tag=True):
    """So many treasures in the pile; the others are set aside, unseen."""

    treasures: tuple[TreasureId, ...]
    left: int

    def on(self, t: Table) -> Table:
        """Which ones are in it, nobody knows."""
        return replace(t, treasures=replace(t.treasures, pile=self.treasures, left=self.left))


# --- the turn -----------------------------------------------------------------------------------------------------


class TurnBegan(SeatFact, frozen=True, tag=True, omit_defaults=True):
    """One side's turn."""

    turn: int
    reach: tuple[TileId, ...] | None = None  # HEI-R11 start_of_turn

    def on(self, t: Table) -> Table:
        """The shield shows this side's crown."""
        changed = super().on(t)
        return replace(changed, turn=self.turn, acting=self.seat, crown=self.seat, takes=0, camped=0)

    def change(self, p: Player) -> Player:
        """HEI-3.7: troops can move again, discounts of the turn before are gone."""
        stood = None if self.reach is None else p.troops
        return replace(p, moved=(), discounts=0, spent=(), built=(), reach=self.reach, stood=stood)


class TileTaken(SeatFact, frozen=True, tag=True, omit_defaults=True):
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


class SlotRefilled(Fact, frozen=True, tag=True):
    """The next tile of the pile, face up."""

    slot: int
    tile: TileId

    def on(self, t: Table) -> Table:
        """It has left the pile."""
        ring = tuple(self.tile if slot == self.slot else tile for slot, tile in enumerate(t.ring))
        unseen = without(t.unseen, (self.tile,))
        return replace(t, ring=ring, unseen=unseen, pile=t.pile - 1, back=None, due=t.due[1:])


class SlotsStayEmpty(Fact, frozen=True, tag=True):
    """Nothing is refilled any more."""

    def on(self, t: Table) -> Table:
        """Empty slots are skipped from now on."""
        return replace(t, due=())


class LastTurns(Fact, frozen=True, tag=True):
    """The last tile of the pile lies in the royal supply: so many more turns."""

    seat: Seat
    turns: int

    def on(self, t: Table) -> Table:
        """The turn that is being played not counted."""
        return replace(t, last_by=self.seat, turns_left=self.turns)


class TurnEnded(SeatFact, frozen=True, tag=True):
    """The other side is next."""

    def on(self, t: Table) -> Table:
        """The shield shows the other's crown in any case."""
        left = None if t.turns_left is None else t.turns_left - 1
        return replace(super().on(t), crown=1 - self.seat, turns_left=left)

    def change(self, p: Player) -> Player:
        """HEI-3.7: crosses are hidden, discounts lapse."""
        return replace(p, moved=(), discounts=0, spent=(), built=(), reach=None, stood=None)


class Built(SeatFact, frozen=True, tag=True, omit_defaults=True):
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


class ScaffoldMoved(Fact, frozen=True, tag=True):
    """HEI-S10: the scaffold shows the building that Henry goes by."""

    cell: CellName

    def on(self, t: Table) -> Table:
        """The ones before are remembered (HEI-R48)."""
        before = t.scaffolds if t.scaffold is None else (*t.scaffolds, t.scaffold)
        return replace(t, scaffold=self.cell, scaffolds=before)


class Extended(SeatFact, frozen=True, tag=True):
    """Open terrain in the landscape, and a discount."""

    tile: TileId
    cell: CellName
    terrain: TerrainId

    def on(self, t: Table) -> Table:
        """It is nobody's."""
        return replace(super().on(t), landscape={**t.landscape, self.cell: Laid(self.terrain, self.tile)})

    def change(self, p: Player) -> Player:
        """For one building of the same turn."""
        return replace(p, hand=without(p.hand, (self.tile,)), discounts=p.discounts + 1)


class DiscountGained(SeatFact, frozen=True, tag=True):
    """HEI-R4: other open terrain gives a discount, too."""

    def change(self, p: Player) -> Player:
        """One."""
        return replace(p, discounts=p.discounts + 1)


class Razed(Fact, frozen=True, tag=True):
    """A building is turned face down."""

    cell: CellName
    terrain: TerrainId

    def on(self, t: Table) -> Table:
        """Open terrain from now on."""
        laid = replace(t.landscape[self.cell], owner=None, terrain=self.terrain)
        return replace(t, landscape={**t.landscape, self.cell: laid})


class RazingSpared(Fact, frozen=True, tag=True):
    """Buildings that could have been destroyed stay."""

    seat: Seat
    cells: tuple[CellName, ...]

    def on(self, t: Table) -> Table:
        """Nothing changes."""
        return t


class TroopMoved(SeatFact, frozen=True, tag=True):
    """A troop has stepped onto another tile, or was deployed there."""

    troop: TroopId
    cell: CellName
    deployed: bool = False

    def change(self, p: Player) -> Player:
        """It shows its cross."""
        return replace(p, troops={**p.troops, self.troop: self.cell}, moved=(*p.moved, self.troop))


class TroopRecalled(SeatFact, frozen=True, tag=True, omit_defaults=True):
    """A troop is back in the royal supply."""

    troop: TroopId
    driven: bool = False  # HEI-R30: not by its own side

    def change(self, p: Player) -> Player:
        """It shows its cross, too."""
        troops = {troop: cell for troop, cell in p.troops.items() if troop != self.troop}
        return replace(p, troops=troops, moved=p.moved if self.driven else (*p.moved, self.troop))


class CampUsed(SeatFact, frozen=True, tag=True, omit_defaults=True):
    """A Camp is turned face down, the shield shows its owner's crown again."""

    cell: CellName
    terrain: TerrainId
    kept: bool = False  # HEI-R31 face_down_building

    def on(self, t: Table) -> Table:
        """One more take is open."""
        old = t.landscape[self.cell]
        laid = replace(old, terrain=self.terrain, owner=old.owner if self.kept else None, spent=self.kept)
        landscape = {**t.landscape, self.cell: laid}
        return replace(super().on(t), landscape=landscape, crown=self.seat, camped=t.camped + 1)


class TileDiscarded(SeatFact, frozen=True, tag=True):
    """A tile leaves the match."""

    tile: TileId

    def on(self, t: Table) -> Table:
        """For good."""
        return replace(super().on(t), gone=(*t.gone, self.tile))

    def change(self, p: Player) -> Player:
        """Out of the hand."""
        return replace(p, hand=without(p.hand, (self.tile,)))


# --- Henry and his treasures ----------------------------------------------------------------------------------------


class TreasurePlaced(Fact, frozen=True, tag=True):
    """A treasure lies on Henry's new building."""

    treasure: TreasureId
    cell: CellName

    def on(self, t: Table) -> Table:
        """One fewer in the pile."""
        tokens = t.treasures
        placed = {**tokens.placed, self.cell: self.treasure}
        pile = without(tokens.pile, (self.treasure,))
        return replace(t, treasures=replace(tokens, pile=pile, left=tokens.left - 1, placed=placed))


class TreasureRemoved(Fact, frozen=True, tag=True):
    """A treasure's condition is fulfilled: it is out of the match."""

    treasure: TreasureId
    cell: CellName

    def on(self, t: Table) -> Table:
        """It scores for nobody."""
        tokens = t.treasures
        placed = {cell: treasure for cell, treasure in tokens.placed.items() if cell != self.cell}
        return replace(t, treasures=replace(tokens, placed=placed, removed=(*tokens.removed, self.treasure)))


# --- the end --------------------------------------------------------------------------------------------------------


class BuildingScored(SeatFact, frozen=True, tag=True, omit_defaults=True):
    """The points of one building; `doubled` where its owner's troop stands on it."""

    cell: CellName
    tile: TileId
    points: int
    doubled: bool = False

    def change(self, p: Player) -> Player:
        """Added up."""
        return replace(p, points=p.points + self.points)

    def entries(self) -> Iterable[Entry]:
        """Its owner's points."""
        return (Entry(self.seat, "points", self.points, self.tile),)


class RoadScored(SeatFact, frozen=True, tag=True):
    """The difference of the buildings on a road."""

    cells: tuple[CellName, ...]
    own: int
    other: int
    points: int

    def change(self, p: Player) -> Player:
        """Added up."""
        return replace(p, points=p.points + self.points)

    def entries(self) -> Iterable[Entry]:
        """To who has more on it."""
        return (Entry(self.seat, "points", self.points, "road"),)


class TreasuresScored(SeatFact, frozen=True, tag=True):
    """Treasures that were not removed."""

    count: int
    points: int

    def change(self, p: Player) -> Player:
        """Added up."""
        return replace(p, points=p.points + self.points)

    def entries(self) -> Iterable[Entry]:
        """Henry's."""
        return (Entry(self.seat, "points", self.points, "treasure"),)


class MatchEnded(Fact, frozen=True, tag=True, omit_defaults=True):
    """The scores, and who has won."""

    totals: Annotated[tuple[int, ...], BySeat()]  # of both sides
    scores: tuple[int, ...]  # of the seats
    ranks: tuple[int, ...]
    winners: tuple[Seat, ...]
    henry: bool = False  # HEI-S43: he was not beaten

    def on(self, t: Table) -> Table:
        """The match is over."""
        return replace(t, end=Result(self.scores, self.ranks, self.winners))


Facts = (
    SetVetoed
    | SetsChosen
    | CrownTossed
    | RingDealt
    | StartLaid
    | BackShown
    | TroopPlaced
    | TreasuresShuffled
    | TurnBegan
    | TileTaken
    | SlotRefilled
    | SlotsStayEmpty
    | LastTurns
    | TurnEnded
    | Built
    | ScaffoldMoved
    | Extended
    | DiscountGained
    | Razed
    | RazingSpared
    | TroopMoved
    | TroopRecalled
    | CampUsed
    | TileDiscarded
    | TreasurePlaced
    | TreasureRemoved
    | BuildingScored
    | RoadScored
    | TreasuresScored
    | MatchEnded
)
