"""Named positions for scenarios: `turn white` puts on the agenda what happens from there on."""

from typing import Final

from msgspec.structs import replace

from core.games.heirs.names import CAV, TerrainId
from core.games.heirs.rules.final import Finish
from core.games.heirs.rules.flow import FINAL_SCORING, SETTING_UP, FirstTurn, NextTurn, new
from core.games.heirs.rules.henry import HenrysTurn
from core.games.heirs.rules.setup import ChooseSets
from core.games.heirs.rules.treasures import LookForTreasures
from core.games.heirs.rules.turn import BeginTurn, Turn
from core.games.heirs.table import Laid, Table
from core.kernel.rules.grid import ORIGIN
from core.kernel.rules.marks import Seat
from core.kernel.rules.step import Next

_START: Final = TerrainId("wood")


def given(t: Table) -> Table:
    """A written position, settled: the tiles of its sets, each once.

    The start tile, with the cavalry on it, lies where a drawn landscape has it; where none is drawn, as at the start.
    """
    sets = t.sets or t.edition.board.first_game
    laid = [tile for lot in t.landscape.values() for tile in (lot.tile, *lot.covered)]
    seen = {*laid, *t.ring, *t.gone, *(tile for player in t.sides for tile in player.hand)}
    unseen = tuple(tile for tile in t.unseen or t.edition.tiles_of(*sets) if tile not in seen)
    start = _start(t)
    landscape = t.landscape or {ORIGIN: Laid(start or _START)}
    return replace(
        t,
        sets=sets,
        unseen=unseen,
        pile=len(unseen) - (start is not None) if not t.pile and t.turns_left is None else t.pile,
        start=start,
        landscape=landscape,
        ring=t.ring or (None,) * t.edition.board.ring,
        seats=tuple(
            replace(player, troops={CAV: ORIGIN, **player.troops}) if ORIGIN in landscape else player
            for player in t.seats
        ),
    )


def _start(t: Table) -> TerrainId | None:
    """The terrain of the start tile, also of one that is covered; none where a written position has none."""
    if not t.landscape:
        return t.start or _START
    laid = t.landscape.get(ORIGIN)
    return t.start if laid is None or laid.tile is not None else laid.terrain


def start(t: Table) -> Next:
    """HEI-1: everything from the choice of the sets."""
    return new(t.setup)[1]


def sets(t: Table) -> Next:
    """HEI-1.3: the three sets."""
    return [ChooseSets()]


def first(t: Table) -> Next:
    """HEI-1.7: who begins, and all that comes after it."""
    return [*SETTING_UP[1:], FirstTurn()]


def turn(t: Table, seat: Seat) -> Next:
    """HEI-3.1: this side's turn, and all turns after it."""
    return [BeginTurn(seat), NextTurn()]


def going(t: Table, seat: Seat) -> Next:
    """HEI-3.2: in the middle of this side's turn."""
    return [Turn(seat), NextTurn()]


def henry(t: Table) -> Next:
    """HEI-S11: Henry's turn."""
    return [HenrysTurn()]


def treasures(t: Table) -> Next:
    """HEI-S22: which treasures are found."""
    return [LookForTreasures(0)]


def final(t: Table) -> Next:
    """HEI-8: the final scoring and the winner."""
    return FINAL_SCORING


def winner(t: Table) -> Next:
    """HEI-8.10: the winner alone."""
    return [Finish()]
