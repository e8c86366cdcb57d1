"""What a seat, or the public, may know: built from the table, never the table with holes."""

from msgspec import Struct

from core.games.emara.names import (
    MARKERS,
    RANKS,
    STANDS,
    ActionId,
    AdvisorId,
    BonusName,
    EventId,
    FavorId,
    Goods,
    HutId,
    MarkerId,
    PlaceId,
    RankId,
    StandId,
)
from core.games.emara.options import Options
from core.games.emara.rules.cards import hand
from core.games.emara.rules.construction import BREADS, bread_points, turns
from core.games.emara.rules.craftsmen import huts
from core.games.emara.rules.favors import favor_pile, seen_favors
from core.games.emara.rules.scoring import final_points
from core.games.emara.rulings import Rulings
from core.games.emara.table import Player, Table, Victoria, unfilled, unplayed
from core.kernel.game import Viewer
from core.kernel.rules.marks import Seat
from core.kernel.rules.result import Result
from core.kernel.rules.shown import shown


class SeatView(Struct, frozen=True):
    """A seat as the viewer sees it: everything is open but the cards in hand."""

    goods: Goods
    councilors: tuple[PlaceId, ...]
    advisors: tuple[AdvisorId, ...]
    used: tuple[AdvisorId, ...]
    done: tuple[BonusName, ...]
    favors: tuple[FavorId, ...]
    rank: int
    slots: tuple[ActionId | None, ...]
    playing: int  # the slot of the card of the turn
    moved: tuple[int, ...]  # the councilors that walked in the turn
    errand: PlaceId | None  # of the turn
    raised: bool  # EMA-R17 per_visit: the modifiers have counted
    discard: tuple[ActionId, ...]
    seat: Seat
    craftsmen: int  # still on the player board
    left: tuple[ActionId, ...]  # in hand or in the draw pile
    cards: int  # how many are in hand
    hand: tuple[ActionId, ...] | None  # the viewer's own, or open to all
    final: int  # what is left would be worth so many points


class HutView(Struct, frozen=True):
    """A hut: what it costs, whose craftsman is in it."""

    hut: HutId
    cost: Goods
    owner: Seat | None


class RankView(Struct, frozen=True):
    """A stack of nobility cards: what the rank costs, the points of the cards that are left from the top."""

    rank: RankId
    cost: Goods
    cp: tuple[int, ...]


class View(Struct, frozen=True):
    """The whole match for one viewer."""

    round: int
    turn: int
    options: Options
    rulings: Rulings
    first: Seat
    rings: tuple[tuple[PlaceId, ...], ...]
    event: EventId | None
    past: tuple[EventId, ...]
    top: AdvisorId | None
    used_favors: tuple[FavorId, ...]
    victoria: Victoria | None
    end: Result | None
    viewer: int | None
    rounds: int
    edition: str
    markers: dict[MarkerId, int]  # what counts now
    turned: dict[MarkerId, int]  # what counts once it has been used
    boxed: tuple[MarkerId, ...]
    breads: tuple[int, ...]  # CP for one bread, for two ...
    breads_turned: tuple[int, ...]  # what the marker shows afterwards
    stands: dict[StandId, AdvisorId | None]
    stack: int  # below the one on top
    huts: tuple[HutView, ...]
    ranks: tuple[RankView, ...]
    favors: int  # in the draw pile
    looking: Seat | None  # who looks at favors
    looked_at: tuple[FavorId, ...] | None  # what is looked at: the viewer's own
    seats: tuple[SeatView, ...]


def view(t: Table, viewer: Viewer) -> View:
    """EMA-6.1: hands and the favors that are looked at are their seat's own; everything else is open."""
    looker = None if t.looking is None else t.looking.seat
    return shown(
        View,
        t,
        viewer=viewer,
        rounds=t.edition.board.rounds,
        edition=t.setup.edition,
        markers={marker: t.shows(marker) for marker in MARKERS},
        turned={marker: t.shows(marker, 1) for marker in MARKERS},
        boxed=tuple(marker for marker in MARKERS if t.boxed(marker)),
        breads=tuple(bread_points(t, breads) for breads in range(1, t.edition.board.most_bread + 1)),
        breads_turned=tuple(t.shows(BREADS, turns(t, breads)) for breads in range(1, t.edition.board.most_bread + 1)),
        stands=dict(zip(STANDS, t.stands, strict=True)),
        stack=len(t.stack),
        huts=tuple(
            HutView(hut, cost.goods, t.huts.get(hut)) for here in huts(t).values() for hut, cost in here.items()
        ),
        ranks=tuple(
            RankView(rank, t.edition.ranks[rank].cost.goods, t.edition.ranks[rank].cp[gone:])
            for rank, gone in zip(RANKS, t.ranks, strict=True)
        ),
        favors=favor_pile(t),
        looking=looker,
        looked_at=seen_favors(t) if viewer is not None and viewer == looker else None,
        seats=tuple(_seat(t, seat, player, viewer) for seat, player in enumerate(t.seats)),
    )


def _seat(t: Table, seat: int, p: Player, viewer: Viewer) -> SeatView:
    crew = len(t.edition.board.craftsmen)
    left = unplayed(p)
    closed = p.hand is not None or p.chosen is not None
    if closed:
        cards, held = unfilled(p), hand(t, seat) if seat == viewer else None
    else:
        held = left if t.options.informed_choice == "yes" else ()  # EMA-17.1: all that is left, for all to see
        cards = len(held)
    return shown(
        SeatView,
        p,
        seat=seat,
        craftsmen=crew - p.hired,
        left=left,
        cards=cards,
        hand=held,
        final=final_points(t, seat),
    )
