"""What a seat, or the public, may know: built from the table, never the table with holes."""

from msgspec import Struct
from msgspec.structs import astuple

from core.games.medieval.names import CardId, Goods, Leaders, PieceId, ResourceId
from core.games.medieval.rulings import Rulings
from core.games.medieval.table import Player, Table
from core.kernel.game import Viewer
from core.kernel.rules.marks import Seat
from core.kernel.rules.result import Result
from core.kernel.rules.shown import own, shown


class SlotView(Struct, frozen=True, omit_defaults=True):
    """A slot of the current events."""

    slot: int
    price: int
    card: CardId | None = None


class SeatView(Struct, frozen=True):
    """A seat as the viewer sees it: everything is open but the placement behind the wall."""

    monarch: str | None
    vp: int
    palace: Goods
    leaders: Leaders
    committed: int
    deployed: tuple[CardId, ...]
    realm: tuple[CardId, ...]
    pair: tuple[ResourceId, ...]
    passed: bool
    picks: int
    seat: Seat
    has_placed: bool
    placement: tuple[PieceId, ...] | None  # open, or the viewer's own


class View(Struct, frozen=True):
    """The whole match for one viewer."""

    round: int
    rulings: Rulings
    order: tuple[Seat, ...]
    upcoming: tuple[CardId, ...]  # empty when they lie face down (MED-R40)
    discard: tuple[CardId, ...]
    afoot: CardId | None
    end: Result | None
    viewer: int | None
    rounds: int
    edition: str
    current: tuple[SlotView, ...]
    upcoming_count: int
    reserve: int
    supply: Leaders
    terrains: dict[int, Goods]
    seats: tuple[SeatView, ...]


def view(t: Table, viewer: Viewer) -> View:
    """MED-2.3, MED-4.5: nearly everything is public; MED-8.3: a placement is its seat's own until the walls fall."""
    board, data = t.edition.board, t.edition
    face_down = min(board.upcoming, len(t.reserve)) if t.rulings.upcoming == "face_down" else 0
    return shown(
        View,
        t,
        viewer=viewer,
        rounds=board.rounds,
        edition=t.setup.edition,
        current=tuple(SlotView(slot, board.price(slot), card) for slot, card in enumerate(t.current, 1)),
        upcoming_count=len(t.upcoming) + face_down,
        reserve=len(t.reserve) - face_down,
        supply=_there(t.supply),
        terrains={number: data.terrains[number].reward for number in data.terrains_in_use[t.players]},
        seats=tuple(_seat(seat, player, viewer) for seat, player in enumerate(t.seats)),
    )


def _there(supply: Leaders) -> Leaders:
    """MED-R35 unlimited: what was given beyond the box is lacking to nobody."""
    return Leaders(*(max(count, 0) for count in astuple(supply)))


def _seat(seat: int, p: Player, viewer: Viewer) -> SeatView:
    placed = p.placed or own(p.placement, viewer)
    return shown(
        SeatView,
        p,
        seat=seat,
        has_placed=p.placement is not None or p.placed is not None,
        placement=placed.pieces if placed else None,
    )
