"""Named positions for scenarios: `actions Q` puts on the agenda what happens from there on."""

from msgspec.structs import asdict, replace

from core.games.medieval.names import Leaders
from core.games.medieval.rules.acquire import Contest, Income, Produce, RemoveWalls
from core.games.medieval.rules.actions import Turns
from core.games.medieval.rules.final import Finish
from core.games.medieval.rules.flow import END_OF_ROUND, FINAL_SCORING, Round, new
from core.games.medieval.rules.order import ExtraProduction, SetOrder
from core.games.medieval.rules.placement import PlaceLeaders
from core.games.medieval.rules.setup import ChooseMonarch, ChoosePair, DrawOrder, GiveStock, TakePairs
from core.games.medieval.table import Table
from core.kernel.rules.marks import Seat
from core.kernel.rules.step import Next


def given(t: Table) -> Table:
    """A written position, settled: cards that lie somewhere and leaders that somebody has are not in the reserve."""
    places = [t.current, t.upcoming, t.discard, (t.afoot,), *(p.deployed + p.realm for p in t.seats)]
    placed = {card for place in places for card in place}
    return replace(
        t,
        reserve=tuple(card for card in t.reserve if card not in placed),
        supply=_supply(t) if t.supply == t.edition.stock.box else t.supply,
        order=t.order or tuple(range(t.players)),
        round=t.round or 1,
    )


def _supply(t: Table) -> Leaders:
    """The leaders in the box that nobody has."""
    left = asdict(t.supply)
    for player in t.seats:
        left = {kind: max(count - player.leaders.of(kind), 0) for kind, count in left.items()}
    return Leaders(**left)


def start(t: Table) -> Next:
    """MED-7: everything from the first card dealt."""
    return new(t.setup)[1]


def turn_order(t: Table) -> Next:
    """MED-7.11: the first turn order is drawn."""
    return [DrawOrder()]


def monarch(t: Table, seat: Seat) -> Next:
    """MED-7.6: this seat chooses its King or Queen."""
    return [ChooseMonarch(seat)]


def stocks(t: Table) -> Next:
    """MED-7.7: what everybody starts with."""
    return [GiveStock()]


def pairs(t: Table) -> Next:
    """MED-7.13: the starting pairs, in reverse turn order."""
    return [TakePairs()]


def pair(t: Table, seat: Seat) -> Next:
    """MED-7.13: this seat chooses its pair."""
    return [ChoosePair(seat)]


def round_(t: Table, number: int) -> Next:
    """MED-8.1: this round and all that come after it."""
    return [Round(number)]


def placement(t: Table) -> Next:
    """MED-8.3: step 2."""
    return [PlaceLeaders()]


def walls(t: Table) -> Next:
    """MED-10.1: the beginning of step 3, after a placement."""
    return [RemoveWalls()]


def produce(t: Table) -> Next:
    """MED-10.2, MED-10.3: mayors and cards in play produce."""
    return [Produce(), Income()]


def contest(t: Table) -> Next:
    """MED-10.4: the terrains."""
    return [Contest()]


def extra(t: Table) -> Next:
    """MED-11.1: step 4."""
    return [ExtraProduction()]


def order(t: Table) -> Next:
    """MED-11.2: step 5."""
    return [SetOrder()]


def actions(t: Table, first: Seat | None = None) -> Next:
    """MED-12: step 6, from this seat on."""
    before = None if first is None else t.order[t.order.index(first) - 1]
    return [Turns(before)]


def round_end(t: Table) -> Next:
    """MED-18: step 7."""
    return END_OF_ROUND


def final(t: Table) -> Next:
    """MED-19: the final scoring and the winner."""
    return FINAL_SCORING


def leftovers(t: Table) -> Next:
    """MED-19.3: what is left in the palaces, the most leaders, and the winner."""
    return FINAL_SCORING[1:]


def winner(t: Table) -> Next:
    """MED-20: the winner alone."""
    return [Finish()]
