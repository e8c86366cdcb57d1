"""What is wrong with a position that somebody wrote, where no match leads to it."""

from collections.abc import Iterator

from core.games.medieval.moves import Place
from core.games.medieval.table import Table
from core.kernel.bots.bounds import Impossible
from core.kernel.bots.possible import Wrong, all_of, among, at_most, said, wrong
from core.kernel.rules.secret import Secret


def impossible(t: Table) -> Iterator[Impossible]:
    """List what cannot be: in the turn order, then seat by seat."""
    return said(_order(t), *(_seat(t, seat) for seat in range(t.players)))


def _order(t: Table) -> Iterator[Wrong]:
    """MED-7.11: everybody once in the turn order."""
    yield all_of("order", t.order, range(t.players)) if t.order else None


def _seat(t: Table, seat: int) -> Iterator[Wrong]:
    """MED-7.6, MED-7.14: a monarch and a pair of its own; MED-3.6: milestones; MED-R4: admirals that lie on islands."""
    player, others = t.seats[seat], [p for at, p in enumerate(t.seats) if at != seat]
    monarchs = [p.monarch for p in others if p.monarch is not None]
    yield wrong("monarch", "scenario_taken", player.monarch, seat) if player.monarch in monarchs else None
    pairs = [p.pair for p in others if p.pair]
    yield wrong("pair", "scenario_taken", player.pair[-1:] and player.pair[-1], seat) if player.pair in pairs else None
    yield at_most("picks", player.picks, player.vp // t.edition.board.milestone, seat)
    yield at_most("committed", player.committed, player.leaders.admiral, seat)
    for field, place in (("placement", player.placement), ("placed", player.placed)):
        yield from _placed(t, seat, field, place.value if isinstance(place, Secret) else place)


def _placed(t: Table, seat: int, field: str, place: Place | None) -> Iterator[Wrong]:
    """MED-4.4: terrains that are in use with so many players."""
    in_use = t.edition.terrains_in_use[t.players]
    pieces = () if place is None else tuple((piece, int(piece[1:])) for piece in place.pieces if piece[0].isupper())
    strange = [piece for piece, terrain in pieces if terrain not in in_use]
    yield among(field, strange, (), seat)
