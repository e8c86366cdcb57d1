"""The moves: what a player can decide, in the words that are typed."""

from typing import Annotated

from core.games.heirs.names import CellName, ColourName, SetId, SourceId, TileId, TroopId
from core.kernel.rules.marks import Key, Many
from core.kernel.rules.step import Move

Pay = Annotated[tuple[SourceId, ...], Many(), Key()]
"""HEI-R1 spent_per_source: which sources pay."""


class First(Move, frozen=True, tag="first"):
    """HEI-R20 choose: `first white`: who begins."""

    when = "HEI-R20"

    colour: ColourName


class Veto(Move, frozen=True, tag="veto"):
    """HEI-R39 alternate_veto: `veto war`: a set that is not used."""

    when = "HEI-R39"

    set: SetId


class Take(Move, frozen=True, tag="take"):
    """HEI-D3: `take TRA4`: a tile within reach."""

    when = "HEI-3.2"

    tile: TileId


class Build(Move, frozen=True, tag="build"):
    """HEI-D4: `build TRA4 1,-1`."""

    when = "HEI-3.2"

    tile: TileId
    cell: CellName
    pay: Pay = ()


class Raze(Move, frozen=True, tag="raze"):
    """HEI-D5: `raze 2,1`."""

    when = "HEI-9.21"

    cell: CellName


class Spare(Move, frozen=True, tag="spare"):
    """HEI-D5: nothing, or nothing more, is destroyed."""

    when = "HEI-9.21"


class Extend(Move, frozen=True, tag="extend"):
    """HEI-D6: `extend AGR7 0,2`: as open terrain."""

    when = "HEI-3.2"

    tile: TileId
    cell: CellName


class Walk(Move, frozen=True, tag="move"):
    """HEI-D7: `move cav 1,0`."""

    when = "HEI-3.2"

    troop: TroopId
    cell: CellName


class Deploy(Move, frozen=True, tag="deploy"):
    """HEI-D8: `deploy n1 1,0`."""

    when = "HEI-3.2"

    troop: TroopId
    cell: CellName


class Recall(Move, frozen=True, tag="recall"):
    """HEI-D9: `recall n1`."""

    when = "HEI-3.2"

    troop: TroopId


class UseCamp(Move, frozen=True, tag="camp"):
    """HEI-D10: `camp AGR8`."""

    when = "HEI-3.3"

    tile: TileId


class Discard(Move, frozen=True, tag="discard"):
    """HEI-R6 discard_one: `discard TRA4`, when nothing else is possible."""

    when = "HEI-3.2"

    tile: TileId


class End(Move, frozen=True, tag="end"):
    """HEI-D11: the turn is over."""

    when = "HEI-3.8"


class Anchor(Move, frozen=True, tag="anchor"):
    """HEI-R54 chosen: `anchor 1,0`: which building of the turn Henry goes by."""

    when = "HEI-R54"

    cell: CellName
