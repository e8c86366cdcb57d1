"""What a seat, or the public, may know: built from the table, never the table with holes."""

from typing import Annotated

from msgspec import Struct

from core.games.nobility.names import (
    BuildingId,
    CharacterId,
    CommissionId,
    CountedId,
    DemandId,
    DeskId,
    DiceTileId,
    EventId,
    Goods,
    GuildId,
    ObjectiveId,
    SettlersId,
    ShipId,
    SpotName,
    Stock,
)
from core.games.nobility.options import Options
from core.games.nobility.rules.commissions import hand_of
from core.games.nobility.rules.final import card_of
from core.games.nobility.rules.hand import Hand, limit, playable
from core.games.nobility.rules.open_places import OpenPlace, Terms, open_places, terms
from core.games.nobility.rules.scoring import commission_vp, count, goods_vp, nobility_vp
from core.games.nobility.rules.tavern import cards_held, own_cards
from core.games.nobility.rulings import Rulings
from core.games.nobility.table import Apprentice, Contract, Placed, Player, Satisfied, Table, Workshop
from core.kernel.game import Viewer
from core.kernel.rules.amounts import counts_of
from core.kernel.rules.marks import Many, Seat, Signed
from core.kernel.rules.result import Result
from core.kernel.rules.shown import shown


class ContractView(Struct, frozen=True):
    """A commission card as the viewer sees it: the dice tile is open, the card is its owner's."""

    tile: DiceTileId | None
    done: tuple[int, ...]
    tokens: int
    active: bool
    card: CommissionId | None
    worth: int | None  # VP that it would bring now, to who knows it


class SeatView(Struct, frozen=True):
    """A seat as the viewer sees it: everything is open but commission cards."""

    stock: Annotated[Stock, Signed()]
    character: CharacterId | None
    dice: Annotated[tuple[int, ...], Many()]
    used: int
    passed: bool
    satisfied: tuple[Satisfied, ...]
    zones: tuple[BuildingId | None, ...]
    demands: tuple[DemandId, ...]
    answered: int
    choosing: int
    tokens: int
    seat: Seat
    spare: Stock
    goods: Goods
    limit: int  # of the values that may be placed in the round
    playable: Hand  # the values that can be placed now, and as what
    held: tuple[SettlersId, ...]  # those that the viewer sees
    cards: int  # how many they are
    contracts: tuple[ContractView, ...]
    hand: tuple[CommissionId, ...] | None  # commission cards to choose from: the viewer's own
    final: int  # VP that goods and Nobility would bring now


class AutomaView(Struct, frozen=True):
    """RTN-22.9: its dice lie on the board, but for those that found no place."""

    aside: int


class View(Struct, frozen=True):
    """The whole match for one viewer."""

    round: int
    turn: int
    first: Seat
    acting: Seat | None
    options: Options
    rulings: Rulings
    dice: dict[SpotName, Placed]
    discards: tuple[SettlersId, ...]
    tavern: tuple[SettlersId | None, ...]
    hall: tuple[BuildingId | None, ...]
    workshops: dict[GuildId, tuple[Workshop | None, ...]]
    apprentices: dict[GuildId, tuple[Apprentice, ...]]
    ship: ShipId | None
    loaded: Goods
    council: tuple[DemandId | None, ...]
    event: EventId | None
    past_events: tuple[EventId, ...]
    objective: ObjectiveId | None
    fulfilled: bool
    desks: dict[DeskId, Seat]
    commissions: int
    refused: int
    end: Result | None
    viewer: int | None
    edition: str
    players: int
    rounds: int
    chancery: bool
    deck: int
    bag: int
    stack: int
    others: tuple[AutomaView, ...]
    progress: dict[CountedId, int]  # alone: of what the objective asks for
    open_places: dict[int, tuple[OpenPlace, ...]]  # to the viewer's dice, or to those of whose turn it is
    terms: Terms  # for the same seat
    seats: tuple[SeatView, ...]


def view(t: Table, viewer: Viewer) -> View:
    """RTN-23.13: commission cards are their owner's until the end; everything else is open."""
    dice_of = t.acting if viewer is None else viewer
    return shown(
        View,
        t,
        viewer=viewer,
        edition=t.setup.edition,
        players=t.players,
        rounds=int(t.options.rounds),
        chancery=t.chancery,
        deck=len(t.deck) + len(t.under) - sum(p.hidden is not None for p in t.seats),
        bag=len(t.bag),
        stack=len(t.stack),
        others=tuple(AutomaView(side.aside) for side in t.others),
        progress=_progress(t),
        open_places={} if dice_of is None or t.end is not None else open_places(t, dice_of),
        terms=terms(t, t.first if dice_of is None else dice_of, own=viewer is not None),
        seats=tuple(_seat(t, seat, player, viewer) for seat, player in enumerate(t.seats)),
    )


def _progress(t: Table) -> dict[CountedId, int]:
    if t.objective is None:
        return {}
    needs = t.edition.objectives[t.objective].needs
    return {CountedId(name): count(t, 0, name) for name, _ in counts_of(needs)}


def _seat(t: Table, seat: int, p: Player, viewer: Viewer) -> SeatView:
    own = seat == viewer
    return shown(
        SeatView,
        p,
        seat=seat,
        spare=p.spare,
        goods=p.goods,
        limit=limit(t, seat),
        playable=playable(t, seat),
        held=own_cards(t, seat) if own else p.held,
        cards=cards_held(t, seat),
        contracts=tuple(_contract(t, seat, one, known=own or t.end is not None) for one in p.contracts),
        hand=hand_of(t, seat) if own and p.choosing else None,
        final=goods_vp(t, seat) + nobility_vp(t, seat),
    )


def _contract(t: Table, seat: int, contract: Contract, *, known: bool) -> ContractView:
    """The card stays a box until the end: only its owner looks into it."""
    card = card_of(contract) if known else None
    worth = None if card is None else commission_vp(t, seat, card)
    return ContractView(contract.tile, contract.done, contract.tokens, contract.active, card, worth)
