"""The landscape in a scenario, as somebody sees it who sits in the south: what lies on each cell is one word.

`AGR7v` is a building whose owner sits in the south (its bottom edge faces there), `AGR7^` one of the north; `~AGR7` is
open terrain, `~wood` open terrain of which nobody has seen the face, `~AGR7v` a used Camp that is still its owner's
(HEI-R31). What it covers follows (HEI-R16): `AGR7v/COM1`, `AGR7v/?`. Behind a colon, joined by `+`: troops (`n1v`,
`cav^`; `n1v*` has moved), a treasure (`TRE3`), the scaffold (`scaffold`).
"""

from typing import Final

from msgspec.structs import replace

from core.games.heirs.names import TERRAINS, TROOPS, TerrainId, TileId, TreasureId, TroopId
from core.games.heirs.table import Laid, Table
from core.games.heirs.view import CellView, View
from core.kernel.errors import Usage
from core.kernel.rules.grid import Cell

OPEN: Final = "~"
SIDES: Final = {"v": False, "^": True}  # does the owner sit in the north?
MOVED: Final = "*"
UNSEEN: Final = "?"
SCAFFOLD: Final = "scaffold"


def put(t: Table, at: Cell, word: str) -> Table:
    """The table with all that a word says on this cell."""
    ground, _, standing = word.partition(":")
    first, *below = ground.split("/")
    laid = _laid(t, first, tuple(None if tile == UNSEEN else _tile(t, tile) for tile in below))
    start = laid.terrain if laid.tile is None else t.start
    t = replace(t, landscape={**t.landscape, at: laid}, start=start)
    for piece in standing.split("+") if standing else ():
        t = _with(t, at, piece)
    return t


def word(t: Table, at: Cell) -> str:
    """What lies on a cell, as `put` reads it; nothing where there is none."""
    laid = t.landscape.get(at)
    if laid is None:
        return ""
    ground = laid.terrain if laid.tile is None else laid.tile
    open_ = OPEN if laid.owner is None or laid.spent else ""
    below = "".join(f"/{tile or UNSEEN}" for tile in laid.covered)
    standing = [
        f"{troop}{_mark(t, side)}{MOVED if troop in player.moved else ''}"
        for side, player in enumerate(t.sides)
        for troop in TROOPS
        if player.troops.get(troop) == at
    ]
    standing += [t.treasures.placed[at]] if at in t.treasures.placed else []
    standing += [SCAFFOLD] if t.scaffold == at else []
    return f"{open_}{ground}{_mark(t, laid.owner)}{below}" + (f":{'+'.join(standing)}" if standing else "")


def look(v: View, at: Cell) -> CellView | None:
    """What everybody sees of a cell, with what it is worth now."""
    return next((seen for seen in v.landscape if seen.cell == at), None)


def _mark(t: Table, side: int | None) -> str:
    return next((mark for mark, north in SIDES.items() if side is not None and t.north(side) == north), "")


def _side(t: Table, mark: str) -> int:
    return next(side for side in range(2) if t.north(side) == SIDES[mark])


def _laid(t: Table, text: str, covered: tuple[TileId | None, ...]) -> Laid:
    name, owner = (text[:-1], _side(t, text[-1])) if text[-1:] in SIDES else (text, None)
    bare = name.removeprefix(OPEN)
    down = bare != name
    if down and owner is None and bare in TERRAINS:
        return Laid(TerrainId(bare), covered=covered)
    tile = _tile(t, bare)
    if not down and owner is None:
        raise Usage("unknown_word", known=(*(f"{tile}{mark}" for mark in SIDES), f"{OPEN}{tile}"), word=text)
    terrain = t.tile(tile).back if down else t.tile(tile).terrain
    return Laid(terrain, tile, owner, spent=down and owner is not None, covered=covered)


def _tile(t: Table, text: str) -> TileId:
    if text not in t.edition.tiles:
        raise Usage("unknown_word", known=(*t.edition.tiles, *TERRAINS), word=text)
    return TileId(text)


def _with(t: Table, at: Cell, text: str) -> Table:
    if text == SCAFFOLD:
        return replace(t, scaffold=at)
    if text in t.edition.treasures:
        token, tokens = TreasureId(text), t.treasures
        left = tuple(other for other in tokens.pile if other != token)
        return replace(t, treasures=replace(tokens, placed={**tokens.placed, at: token}, pile=left))
    moved = text.endswith(MOVED)
    name = text.removesuffix(MOVED)
    if name[-1:] not in SIDES or name[:-1] not in TROOPS:
        known = (*(f"{troop}{mark}" for troop in TROOPS for mark in SIDES), *t.edition.treasures, SCAFFOLD)
        raise Usage("unknown_word", known=known, word=text)
    troop, side = TroopId(name[:-1]), _side(t, name[-1])
    player = t.sides[side]
    turned = (*player.moved, troop) if moved else player.moved
    return t.with_side(side, replace(player, troops={**player.troops, troop: at}, moved=turned))
