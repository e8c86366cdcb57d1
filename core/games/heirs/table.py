"""The state of a match: frozen structs with small helpers, no rules."""

from typing import Annotated, Final

from msgspec import field

from core.games.heirs.data.edition import EDITIONS, LAST_TURNS, Edition, Kind, Tile
from core.games.heirs.names import (
    COLOURS,
    NORMAL,
    TROOPS,
    CellName,
    KindId,
    SetId,
    SourceId,
    TerrainId,
    TileId,
    TreasureId,
    TroopId,
)
from core.games.heirs.options import Options
from core.games.heirs.rulings import Rulings
from core.kernel.rules.grid import Cell, around
from core.kernel.rules.marks import Once, Places, Seat, Signed, UpTo, Vocabulary
from core.kernel.rules.piles import counted
from core.kernel.rules.table import Settled
from core.kernel.rules.table import Table as AnyTable
from core.kernel.rules.value import Value

SOUTH: Final = 0
NORTH: Final = 1
HENRY: Final = 1  # alone, the other side of the table is his


Setup = Settled[Rulings, Options]


class Laid(Value, frozen=True, omit_defaults=True):
    """What lies on a cell: a building of one side, or open terrain, which belongs to nobody (HEI-0.9)."""

    terrain: TerrainId
    tile: TileId | None = None  # nobody knows the start tile's face
    owner: Seat | None = None
    spent: bool = False  # HEI-R31 face_down_building: a Camp that was used
    covered: tuple[TileId | None, ...] = ()  # HEI-R16: what lies below


class Player(Value, frozen=True, omit_defaults=True):
    """A side of the table: hand and troops, and what lasts for its turn."""

    hand: Annotated[tuple[TileId, ...], Once()] = ()
    points: int = 0  # counted at the end
    troops: dict[TroopId, CellName] = field(default_factory=dict[TroopId, Cell])  # in the landscape
    moved: Annotated[tuple[TroopId, ...], Once()] = ()
    discounts: Annotated[int, Signed()] = 0  # below 0: owed (HEI-R3)
    spent: tuple[SourceId, ...] = ()  # HEI-R1, HEI-R10: sources that were used in the turn
    built: tuple[CellName, ...] = ()  # in the turn
    reach: Annotated[tuple[TileId, ...], Once()] | None = None  # HEI-R11 start_of_turn: what was within reach then
    stood: dict[TroopId, CellName] | None = None  # HEI-R11 start_of_turn: where the troops were then


class Treasures(Value, frozen=True, omit_defaults=True):
    """HEI-S6: the solo tokens."""

    pile: Annotated[
        tuple[TreasureId, ...], Once()
    ] = ()  # nobody knows in which order, nor which of them were set aside
    left: int = 0  # in the pile
    placed: dict[CellName, TreasureId] = field(default_factory=dict[Cell, TreasureId])
    removed: Annotated[tuple[TreasureId, ...], Once()] = ()


class Table(AnyTable[Rulings, Options, Edition], frozen=True, kw_only=True):
    """The whole table."""

    editions = EDITIONS

    seats: tuple[Player, ...]
    sets: Annotated[tuple[SetId, ...], Places("edition.board.sets"), Once()] = ()
    vetoed: Annotated[tuple[SetId, ...], Once()] = ()
    unseen: tuple[TileId, ...] = ()  # the pile and the start tile: nobody has seen these faces
    pile: int = 0
    back: TerrainId | None = None  # of the top tile of the pile
    start: TerrainId | None = None
    ring: Annotated[tuple[TileId | None, ...], Places("edition.board.ring"), Once()] = ()
    shield: Annotated[int, UpTo("last_slot")] = 0
    crown: Seat = SOUTH  # whose take is open
    others: tuple[Player, ...] = ()  # alone, Henry
    due: Annotated[tuple[int, ...], UpTo("last_slot"), Once()] = ()  # HEI-R7 end_of_turn: slots to be refilled
    landscape: dict[CellName, Laid] = field(default_factory=dict[Cell, Laid])
    gone: tuple[TileId, ...] = ()  # out of the match (HEI-S16, HEI-R6)
    turn: int = 0
    acting: Seat = SOUTH
    takes: int = 0  # in the turn
    camped: int = 0  # in the turn
    last_by: Seat | None = None  # HEI-7.1: who placed the last tile of the pile
    turns_left: Annotated[int, UpTo(LAST_TURNS + 1)] | None = None  # with the one that is played
    scaffold: CellName | None = None  # HEI-S10
    scaffolds: tuple[CellName, ...] = ()  # HEI-R48: the buildings before
    treasures: Treasures = Treasures()

    @property
    def sides(self) -> tuple[Player, ...]:
        """HEI-S2: alone, Henry's is one of them."""
        return self.seats + self.others

    @property
    def last_slot(self) -> int:
        """HEI-2.1: the number of the last slot of the royal supply; the first one is 0."""
        return self.edition.board.ring - 1

    def words(self) -> Vocabulary:
        """What discounts come from, the cells of its landscape and around it."""
        cells = tuple(dict.fromkeys(near for cell in self.landscape for near in (cell, *around(cell))))
        return {"source": (*self.edition.tiles, *TROOPS), "cell": cells, "colour": COLOURS}

    def components(self) -> dict[str, int]:
        """Each tile once; so many in the pile; each troop; each treasure, wherever it lies."""
        piles = [self.unseen, self.ring, self.gone, *(player.hand for player in self.sides)]
        piles += [(lot.tile, *lot.covered) for lot in self.landscape.values()]
        tokens = [*self.treasures.pile, *self.treasures.placed.values(), *self.treasures.removed]
        # What a match does not need stays in the box: treasures of a match for two, the other sets.
        unused = [tile for tile in self.edition.tiles if self.edition.kind_of(tile).set not in self.sets]
        return counted([*piles, tokens or self.edition.treasures, unused])

    def tile(self, tile: TileId) -> Tile:
        return self.edition.tiles[tile]

    def kind(self, laid: Laid) -> Kind | None:
        """The building that stands there; none on open terrain, nor a Camp that was used."""
        if laid.owner is None or laid.tile is None or laid.spent:
            return None
        data = self.edition
        return data.kinds[data.tiles[laid.tile].kind]

    def buildings(self, side: int, *kinds: KindId) -> list[Cell]:
        """The face-up buildings of a side, of these kinds if any are named."""
        return [
            cell
            for cell, laid in self.landscape.items()
            if laid.owner == side and (not kinds or ((kind := self.kind(laid)) is not None and kind.id in kinds))
        ]

    def occupied(self) -> set[Cell]:
        return {cell for player in self.sides for cell in player.troops.values()}

    def north(self, side: int) -> bool:
        """HEI-0.2: white in the south. HEI-R41: alone the human, or white as well?"""
        turned = self.solo and self.rulings.solo_seat == "white_south" and self.options.color == "blue"
        return (side == NORTH) != turned

    def supply(self, side: int) -> int:
        """HEI-2.3: the troops of a side in the royal supply; Henry's are never there (HEI-S5)."""
        if self.solo and side == HENRY:
            return 0
        return sum(troop not in self.sides[side].troops for troop in NORMAL)

    def shown(self) -> list[TileId]:
        """HEI-2.4: the tiles of the royal supply from the shield on; empty slots are skipped."""
        ring, shield = self.ring, self.shield
        return [tile for tile in (*ring[shield + 1 :], *ring[:shield]) if tile is not None]


def back_of(t: Table, tile: TileId) -> TerrainId:
    """HEI-0.10, HEI-R17: the terrain on the other face, as the edition has it."""
    return t.tile(tile).back


def unseen_backs(t: Table) -> list[TerrainId]:
    """HEI-R17: the same of all tiles whose faces nobody has seen."""
    tiles = t.edition.tiles
    return [tiles[tile].back for tile in t.unseen]
