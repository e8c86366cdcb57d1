"""RTN-13 Stone Council (Conseil de Pierre, p. 17): demands that are answered, for VP and against Reputation."""

from typing import Any

from core.games.nobility.data import effects
from core.games.nobility.facts.goods import DemandAnswered
from core.games.nobility.facts.settlers import SettlersCalledUpon
from core.games.nobility.moves import Council
from core.games.nobility.names import COUNCIL, GOODS, DemandId, PeopleId, SettlersId, Stock
from core.games.nobility.rules.gains import Gain, LoseReputation, paid, stocked
from core.games.nobility.rules.hand import Hand
from core.games.nobility.rules.lasting import amount, has
from core.games.nobility.table import SPACES, Slot, Table
from core.kernel.rules.step import Blocked, Next

MOST_OF_A_TYPE = 3  # RTN-R48 max3


def moves(t: Table, seat: int, hand: Hand) -> list[Council]:
    """RTN-13.2: tiles of councillors whose people have settled with the seat."""
    found: list[Council] = []
    if not t.seats[seat].satisfied:
        return found
    e, peoples, nobility = t.edition, t.settled_peoples(seat), t.seats[seat].stock.nobility
    for tile, (row, column) in zip(t.council, SPACES, strict=True):
        if tile is None or e.demands[tile].nobility > nobility or e.board.councillors[column] not in peoples:
            continue
        if _unanswerable(t, seat, tile) is None:
            found += [Council(die, tile) for die in hand.of(e.council[row].values)]
    return found


def refused(t: Table, seat: int, move: Council, value: int) -> Blocked | None:
    """RTN-13.2 to RTN-13.4: why the tile cannot be answered so."""
    if move.tile not in t.council:
        return Blocked("RTN-13.6", "not_in_council", have=move.tile)
    row, people = _place(t, move.tile)
    if value not in t.edition.council[row].values:
        return Blocked("RTN-13.3", "other_row", have=value)
    if people not in t.settled_peoples(seat):
        return Blocked("RTN-13.2", "people_not_settled", have=people)
    return _unanswerable(t, seat, move.tile)


def _place(t: Table, tile: DemandId) -> tuple[int, PeopleId]:
    """RTN-13.1: its row and its councillor's people."""
    row, column = SPACES[t.council.index(tile)]
    return row, t.edition.board.councillors[column]


def _unanswerable(t: Table, seat: int, tile: DemandId) -> Blocked | None:
    """RTN-13.2: Nobility; RTN-13.4: goods and coins."""
    have, demand, cost = t.seats[seat].stock, t.edition.demands[tile], cost_of(t, seat, tile)
    if have.nobility < demand.nobility:
        return Blocked("RTN-13.2", "nobility_missing", need=demand.nobility, have=have.nobility)
    if t.rulings.council_partial_pay == "max3" and any(cost.of(good) > MOST_OF_A_TYPE for good in GOODS):
        return Blocked("RTN-13.4", "too_many_of_a_type", need=MOST_OF_A_TYPE)
    short = have.lacking(cost)
    if short is None:
        return None
    return Blocked("RTN-13.4", "goods_missing", need=cost.of(short), have=have.of(short), what=short)


def cost_of(t: Table, seat: int, tile: DemandId) -> Stock:
    """RTN-13.4: what the tile shows; a desk spares the coins (RTN-23.10)."""
    demand = t.edition.demands[tile]
    coins = 0 if has(t, seat, effects.CouncilWithoutCoins) else demand.coins
    goods = stocked(demand.cost)
    return goods.plus("coins", coins) if coins else goods


def reputation_lost(t: Table, seat: int) -> int:
    """RTN-13.5: less by an event and by desks."""
    return max(t.edition.board.council_reputation - amount(t, seat, effects.CouncilRelief), 0)


def slot(t: Table, seat: int, move: Council, value: int) -> Slot:
    """RTN-13.4: the space of the tile."""
    return COUNCIL, t.council.index(move.tile) + 1


def placed(t: Table, seat: int, move: Council, value: int) -> Next:
    """RTN-13.4, RTN-13.5: pay, take the tile, gain its VP, and then lose Reputation."""
    demand = t.edition.demands[move.tile]
    cost: list[Any] = paid("RTN-13.4", seat, cost_of(t, seat, move.tile), move.tile)
    return [
        *cost,
        DemandAnswered("RTN-13.4", seat, move.tile),
        *called_upon(t, seat, _place(t, move.tile)[1]),
        Gain(seat, Stock(vp=demand.vp), "RTN-13.5", move.tile),
        LoseReputation(seat, reputation_lost(t, seat), "RTN-13.5", COUNCIL),
    ]


def called_upon(t: Table, seat: int, people: PeopleId) -> list[SettlersCalledUpon]:
    """RTN-R45: is the settlers card used up?"""
    if t.rulings.council_people_consumed == "never":
        return []
    cards = t.edition.settlers
    found: SettlersId = next(
        one.card for one in t.seats[seat].satisfied if not one.used and cards[one.card].people == people
    )
    return [SettlersCalledUpon("RTN-7.7", seat, found)]
