"""What a seat, or the public, may know: built from the table, never the table with holes."""

from typing import Annotated, Any

from msgspec import Struct

from core.games.heirs.names import Resources, SetId, SourceId, TerrainId, TileId, TreasureId, TroopId
from core.games.heirs.options import Options
from core.games.heirs.rules.henry import edges_at
from core.games.heirs.rules.protocol import access, reach
from core.games.heirs.rules.scoring import road_points, twice, value
from core.games.heirs.rulings import Rulings
from core.games.heirs.table import Laid, Player, Setup, Table, Treasures, back_of
from core.kernel.game import Viewer
from core.kernel.rules.grid import Cell
from core.kernel.rules.marks import Seat, Signed
from core.kernel.rules.result import Result
from core.kernel.rules.shown import shown


class CellView(Struct, frozen=True):
    """What lies on a cell, who stands there, and what it is worth now."""

    cell: Cell
    terrain: TerrainId
    tile: TileId | None = None
    owner: Seat | None = None
    spent: bool = False  # HEI-R31 face_down_building
    roads: tuple[str, ...] = ()  # the sides that its road touches
    troop: tuple[tuple[Seat, TroopId], ...] = ()
    worth: int = 0
    doubled: bool = False
    treasure: TreasureId | None = None


class SideView(Struct, frozen=True):
    """A side of the table: a seat, or Henry."""

    troops: dict[TroopId, Cell]
    moved: tuple[TroopId, ...]
    discounts: Annotated[int, Signed()]
    spent: tuple[SourceId, ...]  # HEI-R1, HEI-R10
    stood: dict[TroopId, Cell] | None  # HEI-R11 start_of_turn
    built: tuple[Cell, ...]  # in the turn
    points: int  # counted at the end
    side: Seat
    north: bool
    hand: tuple[TileId, ...] | None  # open, or the viewer's own
    backs: tuple[TerrainId, ...]  # the terrains of the hand
    supply: int
    reach: tuple[TileId, ...]
    access: Resources
    standing: int  # the points of its buildings as they stand,
    roads: int  # and of its roads


class View(Struct, frozen=True):
    """The whole match for one viewer."""

    turn: int
    acting: Seat
    crown: Seat
    options: Options
    rulings: Rulings
    solo: bool
    sets: tuple[SetId, ...]
    vetoed: tuple[SetId, ...]
    ring: tuple[TileId | None, ...]
    shield: int
    pile: int
    back: TerrainId | None
    last_by: Seat | None
    turns_left: int | None
    scaffold: Cell | None
    scaffolds: tuple[Cell, ...]  # HEI-R48: the buildings before
    end: Result | None
    viewer: int | None
    edition: str
    landscape: tuple[CellView, ...]
    treasures: int  # in the pile
    removed: tuple[TreasureId, ...]
    sides: tuple[SideView, ...]


def view(t: Table, viewer: Viewer) -> View:
    """HEI-6: only the pile and the start tile's face are unknown, to everybody. HEI-R18: hands are open, or private."""
    double = [twice(t, side) for side in range(2)]
    landscape = tuple(_cell(t, cell, double) for cell in t.landscape)
    roads = [0, 0]
    for side, *_, points in road_points(t):
        roads[side] += points
    return shown(
        View,
        t,
        viewer=viewer,
        edition=t.setup.edition,
        landscape=landscape,
        treasures=t.treasures.left,
        removed=t.treasures.removed,
        sides=tuple(_side(t, side, viewer, landscape, roads[side]) for side in range(2)),
    )


def _cell(t: Table, cell: Cell, double: list[set[Cell]]) -> CellView:
    laid = t.landscape[cell]
    standing = [
        (side, troop) for side, player in enumerate(t.sides) for troop, at in player.troops.items() if at == cell
    ]
    doubled = laid.owner is not None and cell in double[laid.owner]
    return CellView(
        cell=cell,
        terrain=laid.terrain,
        tile=laid.tile,
        owner=laid.owner,
        spent=laid.spent,
        roads=edges_at(t, cell),
        troop=tuple(standing),
        worth=value(t, cell) * (1 + doubled),
        doubled=doubled,
        treasure=t.treasures.placed.get(cell),
    )


def _side(t: Table, side: int, viewer: Viewer, landscape: tuple[CellView, ...], roads: int) -> SideView:
    p = t.sides[side]
    open_ = t.rulings.hand_visibility == "open" or side == viewer
    return shown(
        SideView,
        p,
        side=side,
        north=t.north(side),
        hand=p.hand if open_ else None,
        backs=tuple(back_of(t, tile) for tile in p.hand),
        supply=t.supply(side),
        reach=tuple(reach(t, side)) if t.ring else (),
        access=access(t, side) if t.ring else Resources(),
        standing=sum(lot.worth for lot in landscape if lot.owner == side),
        roads=roads,
    )


def table_seen(v: View) -> Table:
    """The table again, as far as it is seen: enough to count access and points; of a private hand nothing."""
    players = 1 if v.solo else len(v.sides)
    seen: dict[str, Any] = {
        "setup": Setup(players, v.rulings, v.options, v.edition),
        "seats": tuple(map(_player, v.sides[:players])),
        "others": tuple(map(_player, v.sides[players:])),
        "landscape": {lot.cell: Laid(lot.terrain, lot.tile, lot.owner, lot.spent) for lot in v.landscape},
        "treasures": Treasures(
            left=v.treasures,
            placed={lot.cell: lot.treasure for lot in v.landscape if lot.treasure is not None},
            removed=v.removed,
        ),
    }
    return Table(**_alike(v, Table) | seen)


def _player(side: SideView) -> Player:
    """HEI-R11 start_of_turn: what was within reach, where the troops stood, what was built since."""
    known: dict[str, Any] = {"hand": side.hand or (), "reach": side.reach if side.stood is not None else None}
    return Player(**_alike(side, Player) | known)


def _alike(seen: Struct, kind: type[Struct]) -> dict[str, Any]:
    return {name: getattr(seen, name) for name in kind.__struct_fields__ if name in seen.__struct_fields__}
