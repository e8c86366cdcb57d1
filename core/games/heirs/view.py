"""What a seat, or the public, may know: built from the table, never the table with holes."""

from msgspec import Struct

from core.games.heirs.names import Resources, SetId, TerrainId, TileId, TreasureId, TroopId
from core.games.heirs.options import Options
from core.games.heirs.protocol import access, reach
from core.games.heirs.rulings import Rulings
from core.games.heirs.scoring import doubled, value
from core.games.heirs.table import Player, Table
from core.kernel.game import Result, Viewer
from core.kernel.grid import Cell


class CellView(Struct, frozen=True, omit_defaults=True):
    """What lies on a cell, who stands there, and what it is worth now."""

    cell: Cell
    terrain: TerrainId
    tile: TileId | None = None
    owner: int | None = None
    troop: tuple[tuple[int, TroopId], ...] = ()
    worth: int = 0
    treasure: TreasureId | None = None


class SideView(Struct, frozen=True):
    """A side of the table: a seat, or Henry."""

    side: int
    hand: tuple[TileId, ...] | None  # open, or the viewer's own
    backs: tuple[TerrainId, ...]  # the terrains of the hand
    troops: dict[TroopId, Cell]
    supply: int
    moved: tuple[TroopId, ...]
    reach: tuple[TileId, ...]
    access: Resources
    discounts: int
    standing: int  # the points of its buildings as they stand
    points: int  # counted at the end


class View(Struct, frozen=True):
    """The whole match for one viewer."""

    viewer: int | None
    turn: int
    acting: int
    crown: int
    edition: str
    options: Options
    rulings: Rulings
    solo: bool
    sets: tuple[SetId, ...]
    vetoed: tuple[SetId, ...]
    ring: tuple[TileId | None, ...]
    shield: int
    pile: int
    back: TerrainId | None
    turns_left: int | None
    landscape: tuple[CellView, ...]
    scaffold: Cell | None
    treasures: int  # in the pile
    removed: tuple[TreasureId, ...]
    sides: tuple[SideView, ...]
    end: Result | None


def view(t: Table, viewer: Viewer) -> View:
    """HEI-6: only the pile and the start tile's face are unknown, to everybody. HEI-R18: hands are open, or private."""
    return View(
        viewer=viewer,
        turn=t.turn,
        acting=t.acting,
        crown=t.crown,
        edition=t.setup.edition,
        options=t.options,
        rulings=t.rulings,
        solo=t.solo,
        sets=t.sets,
        vetoed=t.vetoed,
        ring=t.ring,
        shield=t.shield,
        pile=t.pile,
        back=t.back,
        turns_left=t.turns_left,
        landscape=tuple(_cell(t, cell) for cell in t.landscape),
        scaffold=t.scaffold,
        treasures=t.treasures.left,
        removed=t.treasures.removed,
        sides=tuple(_side(t, side, player, viewer) for side, player in enumerate(t.seats)),
        end=t.end,
    )


def _cell(t: Table, cell: Cell) -> CellView:
    laid = t.landscape[cell]
    standing = [
        (side, troop) for side, player in enumerate(t.seats) for troop, at in player.troops.items() if at == cell
    ]
    return CellView(
        cell=cell,
        terrain=laid.terrain,
        tile=laid.tile,
        owner=laid.owner,
        troop=tuple(standing),
        worth=value(t, cell) * (1 + doubled(t, cell)),
        treasure=t.treasures.placed.get(cell),
    )


def _side(t: Table, side: int, p: Player, viewer: Viewer) -> SideView:
    shown = t.rulings.hand_visibility == "open" or side == viewer
    return SideView(
        side=side,
        hand=p.hand if shown else None,
        backs=tuple(t.tile(tile).terrain for tile in p.hand),
        troops=p.troops,
        supply=t.supply(side),
        moved=p.moved,
        reach=tuple(reach(t, side)) if t.ring else (),
        access=access(t, side) if t.ring else Resources(),
        discounts=p.discounts,
        standing=sum(value(t, cell) * (1 + doubled(t, cell)) for cell in t.buildings(side)),
        points=p.points,
    )
